import Ingest
import Transports
import WireFormats
import Workouts

/// One file of a replay, and those that go on with it: the records, each placed on the common time line.
final class ReplayTrack {
    /// May be read more than once: by looks ahead, too.
    let file: RecordedFile
    var path: String { file.path }
    private(set) var kind: CaptureKind?
    private(set) var header: CaptureHeader?
    /// UTC of the track's offset 0, shifted as asked; `nil` when nobody knows.
    private(set) var start: Int64?
    /// Whether `start` is a receiver's own time, and no machine's.
    private(set) var isReceiversTime = false
    /// Why the reading ended early; what came before is used.
    private(set) var fault: TransportError?
    /// What is added to the track's own offsets, the shift included.
    var displacement: Int64 = 0 { didSet { placeContinuation() } }
    /// The file that goes on where this one was cut off; its links bear numbers of the same count.
    var continuation: Continuation? { didSet { placeContinuation() } }

    struct Continuation {
        let track: ReplayTrack
        /// This file's offset at which that one begins; `nil` when nobody knows: right behind it, then.
        let after: Int64?
    }

    /// Microseconds added to the file's clock.
    private(set) var shift: Int64

    private var reader: CaptureReader
    private var stamps: LogStamps?
    private var held: CaptureRecord?
    private var setsNoClock = false

    /// Opens the file and reads up to its first record.
    init(path: String, shift: Int64) throws(TransportError) {
        file = try RecordedFile(path: path)
        self.shift = shift
        reader = CaptureReader(file)
        let first = read()
        kind = reader.kind
        header = reader.header
        start = reader.header?.start
        if kind != nil, kind != .wattbeat {
            if !reader.isStamped {
                stamps = LogStamps()
                (start, isReceiversTime) = (firstTimestamp(), true)
            } else if start == nil, let startOfDay = reader.startOfDay {
                (start, isReceiversTime) = (date(startOfDay), true)
            }
        }
        start = start.map { $0 &+ shift }
        held = stamps == nil ? first : stamped(first)
    }

    var bytesRead: Int64 { reader.bytesRead }
    var length: Int64? { reader.length }

    /// Whether the recording machine says that its clock was synchronised.
    var isSynchronised: Bool { kind == .wattbeat && start != nil && header?.isSynchronised == true }

    var findings: CaptureFindings {
        var findings = reader.findings
        findings.clockSteps += stamps?.clockSteps ?? 0
        return findings
    }

    /// Why the file was not used to its end.
    var problem: FileFault? { FileFault(path: path, fault: fault, ending: reader.ending, bytesRead: reader.bytesRead) }

    /// The offset of the record that `next()` will give.
    var nextOffset: Int64? { (held?.offset).map { $0 &+ displacement } ?? continuation?.track.nextOffset }

    /// Whether no workout of another capture runs on into this one.
    var beginsAnew: Bool {
        var reader = CaptureReader(file)
        return reader.beginsAnew()
    }

    /// Whether another track is this one, or goes on with it.
    func leads(to other: ReplayTrack) -> Bool { self === other || continuation?.track.leads(to: other) ?? false }

    private func placeContinuation() {
        if let continuation, let after = continuation.after { continuation.track.displacement = displacement &+ after }
    }

    func next() -> CaptureRecord? {
        guard var record = held.take() else { return continuation?.track.next() }
        record.offset &+= displacement
        if let continuation, continuation.after == nil { continuation.track.displacement = record.offset }
        if shift != 0 { record.input = shifted(record.input) }
        if setsNoClock, case .clockAnchor = record.input { record.input = .tick }
        held = stamps == nil ? read() : stamped(nil)
        return record
    }

    /// Moves the file's clock once more.
    func move(by span: Int64) {
        shift &+= span
        start = start.map { $0 &+ span }
    }

    /// Says when the track begins after all. Where its own clock says otherwise, nothing in it may set the clock of the whole.
    func place(at moment: Int64) {
        guard let start, start != moment else { return }
        // Only in a receiver's log are the fixes' time and the file's one clock.
        if isReceiversTime { move(by: moment &- start) }
        setNoClock()
    }

    private func setNoClock() {
        setsNoClock = true
        continuation?.track.setNoClock()
    }

    /// Takes the start from the first place where the machine's clock was set by a better one, if there is such a place.
    func startByAnchor() {
        var anchored: Int64?
        scan { record in
            if case .clockAnchor(let anchor) = record.input, anchor.isSynchronised {
                anchored = anchor.timestamp &- record.offset
            }
            return anchored == nil
        }
        if let anchored { start = anchored &+ shift }
    }

    /// What states a time states the corrected one.
    private func shifted(_ input: CaptureRecord.Input) -> CaptureRecord.Input {
        switch input {
        case .linkOpened(let link, var identity) where identity.kind == .nmea || identity.kind == .gpsd:
            identity.clockShift &+= shift
            return .linkOpened(link, identity)
        case .clockAnchor(var anchor):
            anchor.timestamp &+= shift
            return .clockAnchor(anchor)
        default: return input
        }
    }

    private func read() -> CaptureRecord? {
        do throws(TransportError) {
            return try reader.next()
        } catch {
            fault = error
            return nil
        }
    }

    /// The next record of an unstamped log.
    ///
    /// - Parameter first: what has been read of the log already.
    private func stamped(_ first: CaptureRecord?) -> CaptureRecord? {
        if let first { stamps?.append(first) }
        while true {
            if let record = stamps?.next() { return record }
            guard let record = read() else { break }
            stamps?.append(record)
        }
        stamps?.finish()
        return stamps?.next()
    }

    // MARK: Looking ahead, in a pass of its own, so that memory stays small

    /// The time of an unstamped log's first valid position.
    private func firstTimestamp() -> Int64? {
        var stamps = LogStamps()
        scan { record in
            stamps.append(record)
            while stamps.next() != nil {}
            return stamps.firstTimestamp == nil
        }
        stamps.finish()
        return stamps.firstTimestamp?.microseconds
    }

    /// The time of the first stamp, which tells no date.
    private func date(_ startOfDay: Int64) -> Int64? {
        var date = LogDate(startOfDay: startOfDay)
        scan { record in
            date.append(record)
            return date.start == nil
        }
        return date.start?.microseconds
    }

    /// - Parameter goesOn: whether to go on to the next record.
    private func scan(_ goesOn: (CaptureRecord) -> Bool) {
        do throws(TransportError) {
            var reader = CaptureReader(file)
            while let record = try reader.next(), goesOn(record) {}
        } catch {
            // The pass that counts meets the same fault and tells it.
        }
    }
}
