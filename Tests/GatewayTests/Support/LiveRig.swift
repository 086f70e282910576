import Foundation
import Gateway
import Ingest
import Transports
import WireFormats
import Workouts

/// A gateway on a pretended clock, with scripted devices, that keeps all that comes of it.
final class LiveRig {
    let clock = PretendedClock(now: 5_000_000_000)
    let reactor: Reactor
    let machine: TurnedClock
    let desk = PlainDesk()
    let captures: PlainCaptures
    let collector = OutputCollector()
    let gateway: LiveGateway
    private(set) var notes: [String] = []
    let stage = Stage()

    /// What the script and the transports need to know of the gateway.
    final class Stage {
        var steps: [(at: Int64, act: ScriptedTransport.Act)] = []
        var transport: ScriptedTransport?
    }

    /// - Parameters:
    ///   - configure: changes the parts and the settings before the gateway is made.
    ///   - keeping: makes what keeps captures, in place of the plain ones.
    init(
        service: ServiceNotifier? = nil, configure: (inout LiveGateway.Parts, PlainDesk) -> Void = { _, _ in },
        keeping: (Reactor, any MachineClock) -> (any CaptureKeeping)? = { _, _ in nil }
    ) throws {
        reactor = try Reactor(clock: clock)
        machine = TurnedClock(clock)
        captures = try PlainCaptures()
        let stage = stage
        var parts = LiveGateway.Parts(
            desk: desk, captures: captures, clock: machine,
            service: service ?? ServiceNotifier(watchdogInterval: nil) { _ in }
        ) { reactor, intake in
            let transport = ScriptedTransport(reactor, intake, stage.steps)
            stage.transport = transport
            return [transport]
        }
        var count = 0
        parts.identity = {
            count += 1
            return String(repeating: "0", count: 31) + String(count % 10)
        }
        parts.sinks = [collector]
        if let kept = keeping(reactor, machine) { parts.captures = kept }
        configure(&parts, desk)
        gateway = LiveGateway(reactor: reactor, parts: parts)
        gateway.onNote = { [unowned self] in notes.append($0) }
    }

    /// Adds a step, by seconds since the start.
    func at(_ seconds: Double, _ act: ScriptedTransport.Act) { stage.steps.append((Int64(seconds * 1e6), act)) }

    /// Asks something at a moment; the replies come in the order of the requests' ends.
    func ask(_ request: ControlRequest, at seconds: Double) {
        at(seconds, .call { [unowned self] in gateway.handle(request) { [unowned self] in replies.append($0) } })
    }

    private(set) var replies: [ControlReply] = []

    /// Runs the script, and ends at this many seconds.
    func run(until seconds: Double) async {
        at(seconds, .call { [unowned self] in gateway.end() })
        stage.steps = stage.steps.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
        await gateway.run()
    }
}

/// The machine's clocks on a pretended uptime.
final class TurnedClock: MachineClock {
    private let clock: PretendedClock
    /// Wall clock at uptime 0.
    var origin: Int64 = 1_764_489_600_000_000
    var isSynchronised = true

    init(_ clock: PretendedClock) { self.clock = clock }

    func pass(microseconds: Int64) { clock.skip(to: clock.now + microseconds) }

    func read() -> MachineTime {
        MachineTime(
            wall: origin + clock.now, uptime: clock.now, isSynchronised: isSynchronised, utcOffsetSeconds: 3600,
            timeZone: "Europe/Prague")
    }
}

/// A desk that wants everybody and decides nothing.
final class PlainDesk: SensorDesk {
    var settings = GatewaySettings() { didSet { changes += 1 } }
    var demand = LinkDemand(sensors: [], looksAround: true) { didSet { changes += 1 } }
    var preamble: [CaptureRecord.Input] = []
    var nextWake: Int64? { didSet { changes += 1 } }
    var due: [CaptureRecord.Input] = [] { didSet { changes += 1 } }
    private(set) var changes = 0
    var requests: [ControlRequest] = []
    private(set) var sightings: [Sighting] = []
    private(set) var links: [String] = []

    func sight(_ sighting: Sighting, at now: Int64, isRecording: Bool) { sightings.append(sighting) }
    func linkOpened(_ identity: LinkIdentity, at now: Int64) { links.append("+" + identity.address) }
    func linkClosed(_ identity: LinkIdentity, at now: Int64) { links.append("-" + identity.address) }
    func pass(to now: Int64, isRecording: Bool) {
        nextWake = nil
        passes.append(isRecording)
    }
    /// Whether a workout ran, of each.
    private(set) var passes: [Bool] = []
    func takeInputs() -> [CaptureRecord.Input] {
        defer { due = [] }
        return due
    }
    func takeNotes() -> [String] { [] }
    func known(at now: Int64) -> [GatewayStatus.KnownSensor] { [] }
    func handle(_ request: ControlRequest, at now: Int64, reply: @escaping (ControlReply) -> Void) {
        requests.append(request)
        reply(.success(nil))
    }
}

/// Captures in a folder of their own, numbered.
final class PlainCaptures: CaptureKeeping {
    let folder: URL
    private(set) var paths: [String] = []
    private(set) var holdsWorkout: [Bool] = []
    var workoutFiles: (any IngestSink)? { nil }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "wattbeat-live-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// What an earlier capture came to know, at uptime 0.
    var known: Int64?

    func recover() -> Bool { false }
    func utc(at time: MachineTime) -> Int64? { time.isSynchronised ? time.wall : known.map { $0 + time.uptime } }

    func begin(_ header: CaptureHeader, holdsWorkout: Bool) -> BegunCapture {
        let path = folder.appending(path: "\(paths.count).capture").path
        paths.append(path)
        self.holdsWorkout.append(holdsWorkout)
        return BegunCapture(header: header, writer: try? CaptureWriter(path: path, header: header))
    }

    func ended(_ header: CaptureHeader, told: @escaping ([String]) -> Void) { told([]) }
    func takeNotes() -> [String] { [] }

    /// A capture's records, read back.
    func records(_ index: Int) throws -> (header: CaptureHeader?, records: [CaptureRecord]) {
        var reader = CaptureReader(try RecordedFile(path: paths[index]))
        var records: [CaptureRecord] = []
        while let record = try reader.next() { records.append(record) }
        return (reader.header, records)
    }
}

/// What the loops of a run said, by capture.
final class OutputCollector: IngestSink {
    private(set) var outputs: [[IngestOutput]] = []
    private(set) var finished = FinishedWorkouts()
    private(set) var records: [CaptureRecord] = []
    private var lastOffset: Int64 = 0
    private var isNew = true

    func apply(_ output: IngestOutput) {
        if isNew { outputs.append([]) }
        isNew = false
        outputs[outputs.count - 1].append(output)
        finished.apply(output)
    }

    func passed(_ record: CaptureRecord, _ engine: borrowing IngestEngine) {
        records.append(record)
    }

    func ended(_ engine: borrowing IngestEngine) { isNew = true }

    /// All outputs, in order.
    var all: [IngestOutput] { outputs.flatMap(\.self) }
    var notices: [IngestNotice] { all.compactMap { if case .notice(let notice) = $0 { notice } else { nil } } }
}
