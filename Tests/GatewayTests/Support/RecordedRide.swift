import Foundation
import Gateway
import Ingest
import TestSupport
import Testing
import WireFormats
import Workouts

/// A folder of `Fixtures/captures` that says in `expected.json` what it must become.
struct RecordedRide: Sendable, CustomTestStringConvertible {
    let name: String
    /// The Bluetooth trace that is replayed: one ride holds two forms of it.
    let bluetooth: String

    var testDescription: String { bluetooth == Self.btmon ? name : "\(name) by \(bluetooth)" }

    static let btmon = "ble.btsnoop"
    /// As Android's phones record it.
    static let android = "hci.btsnoop"
    private static let captures = Fixture("captures").url

    /// Every ride, in every form of its Bluetooth trace.
    static let all: [RecordedRide] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: captures.path)) ?? []
        return names.sorted().filter { exists("\($0)/expected.json") }.flatMap { name in
            [btmon, android].filter { exists("\(name)/\($0)") }.map { RecordedRide(name: name, bluetooth: $0) }
        }
    }()

    /// Each ride once.
    static let eachOnce = all.filter { $0.bluetooth == btmon }

    private static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: captures.appending(path: path).path)
    }

    /// Which radios were recorded.
    var radios: Set<Radio> { Self.exists("\(name)/ant.pcap") ? [.ble, .ant] : [.ble] }

    func expected() throws -> ExpectedRide {
        try JSONDecoder().decode(ExpectedRide.self, from: Data(contentsOf: url("expected.json")))
    }

    /// The recorded files, the rider's commands always among them.
    func paths(radios: Set<Radio>? = nil, receiver: Bool = true) -> [String] {
        let radios = radios ?? self.radios
        var files: [String] = []
        if radios.contains(.ble) { files.append(bluetooth) }
        if radios.contains(.ant) { files.append("ant.pcap") }
        if receiver, Self.exists("\(name)/gps.nmea") { files.append("gps.nmea") }
        return (files + ["commands.capture"]).map { url($0).path }
    }

    func replay(radios: Set<Radio>? = nil, receiver: Bool = true) async throws -> ReplayedRide {
        try await Replays.shared.replay(paths(radios: radios, receiver: receiver))
    }

    private func url(_ file: String) -> URL { Self.captures.appending(path: "\(name)/\(file)") }
}

/// What a replay came to, and what went through the loop on the way.
struct ReplayedRide: Sendable {
    let header: CaptureHeader
    let workouts: [Workout]
    let counts: RideCounts
    let report: IngestReport
    let notes: [String]

    init(paths: [String]) async throws {
        let plan = try ReplayPlan(paths.map { ReplayPlan.File(path: $0) })
        try await self.init(header: plan.header, ReplayRecords(plan), notes: { plan.notes + plan.faults.map(\.sentence) })
    }

    /// - Parameter records: what `header` stands before.
    init<Records: AsyncSequence>(header: CaptureHeader, _ records: Records, notes: () -> [String] = { [] }) async throws
    where Records.Element == CaptureRecord {
        let tally = RideTally(start: header.start ?? 0)
        var loop = IngestLoop(engine: IngestEngine(header: header), sinks: [tally])
        try await loop.run(records)
        self.header = header
        workouts = tally.workouts
        counts = tally.counts
        report = loop.engine.report
        self.notes = notes()
    }

    /// The one workout that every recorded ride holds.
    func workout() throws -> Workout {
        #expect(workouts.count == 1)
        return try #require(workouts.first)
    }
}

/// Replays that several tests look at, each made once.
private actor Replays {
    static let shared = Replays()
    private var made: [[String]: Task<ReplayedRide, any Error>] = [:]

    func replay(_ paths: [String]) async throws -> ReplayedRide {
        if let task = made[paths] { return try await task.value }
        let task = Task { try await ReplayedRide(paths: paths) }
        made[paths] = task
        return try await task.value
    }
}

/// Records kept in memory, as a sequence.
struct KeptRecords: AsyncSequence {
    typealias Element = CaptureRecord
    let records: [CaptureRecord]

    /// Everything that several files hold, on one time line.
    static func of(_ paths: [String]) throws -> (header: CaptureHeader, records: [CaptureRecord]) {
        let plan = try ReplayPlan(paths.map { ReplayPlan.File(path: $0) })
        var records: [CaptureRecord] = []
        while let record = plan.next() { records.append(record) }
        return (plan.header, records)
    }

    func makeAsyncIterator() -> Iterator { Iterator(records: records.makeIterator()) }

    struct Iterator: AsyncIteratorProtocol {
        var records: IndexingIterator<[CaptureRecord]>
        mutating func next() async -> CaptureRecord? { records.next() }
    }
}
