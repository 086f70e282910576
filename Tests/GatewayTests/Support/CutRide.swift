import ActivityFiles
import Foundation
import Gateway
import Ingest
import JSONText
import Testing
import Transports
import WireFormats
import Workouts

/// A machine's clocks, turned by hand.
final class RestartingClock: MachineClock {
    var time: MachineTime

    /// 2026-11-30T08:00:00Z, 1000 s after the machine's start.
    init(isSynchronised: Bool = true) {
        time = MachineTime(wall: 1_796_025_600_000_000, uptime: 1_000_000_000, isSynchronised: isSynchronised)
    }

    func read() -> MachineTime { time }

    func pass(seconds: Double) {
        time.wall += Int64(seconds * 1e6)
        time.uptime += Int64(seconds * 1e6)
    }

    /// The machine starts anew; it takes half a minute.
    func restart(keepsTime: Bool) {
        time.wall = keepsTime ? time.wall + 30_000_000 : 0
        time.uptime = 20_000_000
        time.isSynchronised = keepsTime
    }
}

/// Folders for captures and workouts, removed in the end, and gateways that come and go on them.
final class CutRide {
    let root = place.appending(path: "wattbeat-\(UUID().uuidString)")
    /// In memory where there is such a place: hundreds of cuts are many waits for a disk.
    private static let place =
        access("/dev/shm", W_OK) == 0 ? URL(filePath: "/dev/shm") : FileManager.default.temporaryDirectory
    var captures: String { root.appending(path: "captures").path }
    var workouts: String { root.appending(path: "workouts").path }
    let clock: RestartingClock
    var boot = "first"
    /// What a clock with a battery says, seconds since 1970.
    var batteryClock: Int64?
    private var batteryClocks: String { root.appending(path: "rtc").path }
    var options = CaptureFolder.Options()
    private var identities: UInt8 = 0
    /// The gateway's that runs.
    private(set) var folder: CaptureFolder?

    init(isSynchronised: Bool = true) { clock = RestartingClock(isSynchronised: isSynchronised) }

    deinit { try? FileManager.default.removeItem(at: root) }

    /// A gateway starts; one that still ran is gone, and what it had open is nobody's.
    func start() throws {
        folder = nil
        if let batteryClock {
            let clock = "\(batteryClocks)/rtc0"
            try FileManager.default.createDirectory(atPath: clock, withIntermediateDirectories: true)
            try "1\n".write(toFile: "\(clock)/hctosys", atomically: false, encoding: .utf8)
            try "\(batteryClock)\n".write(toFile: "\(clock)/since_epoch", atomically: false, encoding: .utf8)
        }
        folder = try CaptureFolder(
            path: captures, workouts: workouts, options: options, clock: clock, boot: boot, batteryClocks: batteryClocks)
    }

    /// A gateway starts, and looks after what is there.
    ///
    /// - Returns: whether a workout goes on.
    func recover() throws -> Bool {
        try start()
        return folder?.recover() ?? false
    }

    func takeNotes() -> [String] { folder?.takeNotes() ?? [] }

    func header(isDemo: Bool = false) -> CaptureHeader {
        identities += 1
        let digits = String(identities, radix: 16)
        let identity = String(repeating: "0", count: 2 - digits.count) + digits + String(repeating: "ab", count: 15)
        return CaptureHeader(
            identity: identity, start: clock.time.wall, isSynchronised: clock.time.isSynchronised, utcOffsetSeconds: 3600,
            isDemo: isDemo, settings: [.init(name: "activity", value: "cycling"), .init(name: "ftp", value: "250")])
    }

    /// A strap and a meter on links 1 and 2, a value each a second.
    ///
    /// - Parameters:
    ///   - opening: what stands behind the links.
    ///   - stops: whether the workout ends with the last second.
    static func records(seconds: Int, opening: [CaptureRecord.Input], stops: Bool) -> [CaptureRecord] {
        let strap = LinkIdentity(kind: .gatt(characteristic: 0x2A37), address: "C0:11:22:33:44:01", name: "Strap")
        let meter = LinkIdentity(kind: .gatt(characteristic: 0x2A63), address: "C0:11:22:33:44:02", name: "Meter")
        let links: [CaptureRecord.Input] = [.linkOpened(LinkID(1), strap), .linkOpened(LinkID(2), meter)]
        var records = (links + opening).map { CaptureRecord(offset: 0, input: $0) }
        for second in 1...seconds {
            let beats = UInt8(120 + second % 40)
            let watts = UInt8(150 + second % 50)
            records.append(CaptureRecord(offset: Int64(second) * 1_000_000 - 300, input: .bytes(LinkID(1), [0, beats])))
            records.append(CaptureRecord(offset: Int64(second) * 1_000_000, input: .bytes(LinkID(2), [0, 0, watts, 0])))
        }
        if stops { records.append(CaptureRecord(offset: Int64(seconds) * 1_000_000, input: .command(.stop))) }
        return records
    }

    /// Runs a capture as a gateway does, that runs or starts.
    ///
    /// - Parameters:
    ///   - isCutOff: whether the gateway ends without closing it, as when the power fails.
    ///   - learned: what it is told of the time.
    /// - Returns: the capture's path.
    @discardableResult
    func run(
        seconds: Int, starts: Bool, isCutOff: Bool = false, isDemo: Bool = false, learned: ClockAnchor? = nil
    ) async throws -> String {
        if folder == nil { try start() }
        let folder = try #require(folder)
        let header = header(isDemo: isDemo)
        let begun = folder.begin(header, holdsWorkout: starts)
        let goesOn = begun.opening.contains { if case .command = $0 { true } else { false } }
        let told = learned.map { [CaptureRecord.Input.clockAnchor($0)] } ?? []
        let opening = begun.opening + told + (starts && !goesOn ? [.command(.start(activity: ""))] : [])
        let records = Self.records(seconds: seconds, opening: opening, stops: starts && !isCutOff)
        clock.pass(seconds: Double(seconds))
        if isCutOff {
            for record in records { begun.writer?.append(record) }
            self.folder = nil
        } else {
            var loop = IngestLoop(
                engine: begun.engine, capture: begun.writer, sinks: folder.workoutFiles.map { [$0] } ?? [],
                engineOffset: begun.engineOffset)
            await loop.run(KeptRecords(records: records))
            folder.ended(begun.header) { _ in }
        }
        return begun.writer?.path ?? ""
    }

    /// Runs a capture of these records, and the gateway ends without closing it.
    func cutOff(_ records: [CaptureRecord]) throws {
        if folder == nil { try start() }
        let begun = try #require(folder).begin(header(), holdsWorkout: true)
        for record in records { begun.writer?.append(record) }
        folder = nil
    }

    // MARK: What is there

    func names(_ folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { !$0.hasPrefix(".") }.sorted()
    }

    var captureNames: [String] { names(captures) }
    var workoutNames: [String] { names(workouts) }

    func captureText(_ name: String) throws -> String { try String(contentsOfFile: "\(captures)/\(name)", encoding: .utf8) }

    func workoutJSON(_ name: String) throws -> String { try String(contentsOfFile: "\(workouts)/\(name)", encoding: .utf8) }

    /// The workouts of captures, replayed together.
    func replay(_ names: [String]) async throws -> (workouts: [Workout], documents: [String], notes: [String]) {
        let plan = try ReplayPlan(names.map { .init(path: "\(captures)/\($0)") })
        let sink = Sink()
        var loop = IngestLoop(engine: IngestEngine(header: plan.header), sinks: [sink])
        await loop.run(ReplayRecords(plan))
        let documents = zip(sink.finished.workouts, sink.finished.reports).map {
            String(decoding: ActivityFiles.workoutJSON($0, report: $1).utf8(.indented), as: UTF8.self) + "\n"
        }
        return (sink.finished.workouts, documents, plan.notes + plan.faults.map(\.sentence))
    }

    private final class Sink: IngestSink {
        var finished = FinishedWorkouts()
        func apply(_ output: IngestOutput) { finished.apply(output) }
        func passed(_ record: CaptureRecord, _ engine: borrowing IngestEngine) { finished.passed(engine) }
        func ended(_ engine: borrowing IngestEngine) { finished.passed(engine) }
    }
}

extension BegunCapture {
    /// What a gateway enters behind the links, here at offset 0.
    var opening: [CaptureRecord.Input] {
        (anchor.map { [.clockAnchor($0)] } ?? []) + (resumes ? [.command(.resume(automatic: true))] : [])
    }
}
