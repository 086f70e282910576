import Gateway
import Ingest
import WireFormats
import Workouts

/// What went through the loop, counted by device.
struct RideCounts: Sendable {
    struct Count: Sendable {
        var records = 0
        var inWorkout = 0
        /// Microseconds since 1970.
        var first: Int64 = 0
        var last: Int64 = 0
        var pages: [UInt8: Int] = [:]
        /// What each record carried.
        var values: [(offset: Int64, bytes: [UInt8])] = []
    }

    /// By `ADDRESS characteristic`.
    fileprivate(set) var values: [String: Count] = [:]
    /// By `NUMBER/TYPE`.
    fileprivate(set) var broadcasts: [String: Count] = [:]
    fileprivate(set) var transmissionTypes: [String: UInt8] = [:]
    /// When links closed, microseconds since 1970, by address.
    fileprivate(set) var closures: [String: Set<Int64>] = [:]
}

/// Counts what goes through the loop: it reads the records, and asks the engine only whether a workout runs.
final class RideTally: IngestSink {
    private(set) var workouts: [Workout] = []
    private(set) var counts = RideCounts()

    private let start: Int64
    private var links: [LinkID: LinkIdentity] = [:]
    private var framers: [LinkID: ANTMessageFramer] = [:]
    private var isRunning = false

    /// - Parameter start: of the capture, microseconds since 1970.
    init(start: Int64) { self.start = start }

    func apply(_ output: IngestOutput) {
        if case .workoutEnded(let workout) = output { workouts.append(workout) }
    }

    func passed(_ record: CaptureRecord, _ engine: borrowing IngestEngine) {
        isRunning = engine.live != nil
        switch record.input {
        case .linkOpened(let link, let identity):
            links[link] = identity
            if identity.kind == .ant { framers[link] = ANTMessageFramer() }
        case .linkClosed(let link, _):
            guard let identity = links.removeValue(forKey: link) else { return }
            counts.closures[identity.address, default: []].insert(start + record.offset)
        case .bytes(let link, let bytes):
            guard let identity = links[link] else { return }
            switch identity.kind {
            case .gatt(let characteristic):
                let digits = String(characteristic, radix: 16)
                count(bytes, at: record.offset, in: &counts.values["\(identity.address) \(digits)", default: RideCounts.Count()])
            case .ant: messages(bytes, link, at: record.offset)
            case .nmea, .gpsd: break
            }
        default: break
        }
    }

    private func messages(_ bytes: [UInt8], _ link: LinkID, at offset: Int64) {
        framers[link]?.append(bytes)
        while let message = framers[link]?.nextMessage() {
            guard let data = ANTDataMessage(message), data.delivery == .broadcast, let id = data.channelID else { continue }
            let key = "\(id.deviceNumber)/\(id.deviceType.rawValue)"
            counts.transmissionTypes[key] = id.transmissionType
            count(bytes, at: offset, in: &counts.broadcasts[key, default: RideCounts.Count()])
            counts.broadcasts[key]?.pages[data.page[0], default: 0] += 1
        }
    }

    private func count(_ bytes: [UInt8], at offset: Int64, in count: inout RideCounts.Count) {
        let moment = start + offset
        if count.records == 0 { count.first = moment }
        count.last = moment
        count.records += 1
        if isRunning { count.inWorkout += 1 }
        count.values.append((offset, bytes))
    }
}
