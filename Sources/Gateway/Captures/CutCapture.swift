import Ingest
import Transports
import WireFormats
import Workouts

/// A capture that nobody closed, read back through the engine up to where it was cut; with those that it goes on with, where a
/// workout runs on from one to the next.
struct CutCapture {
    /// Why not all of it counts.
    enum End: Equatable {
        /// All of it, or all but a torn last line.
        case clean
        /// A line in its midst cannot be read: nothing after it counts, and nothing appended would.
        case damaged(reason: String)
    }

    let path: String
    let header: CaptureHeader
    private(set) var end = End.clean
    /// How many bytes of it count.
    private(set) var length: Int64 = 0
    /// Of the last record, in the file's own count.
    private(set) var lastOffset: Int64 = 0
    /// What is added to the file's offsets before the engine sees them.
    let shift: Int64
    /// Fed with every record, and with those of the captures before where a workout ran on.
    private(set) var engine: IngestEngine
    /// What ended within this file.
    private(set) var finished = FinishedWorkouts()
    /// Whether a workout ran in it for some time.
    private(set) var holdsWorkout: Bool
    private var openLinks: Set<LinkID> = []
    private var outputs: [IngestOutput] = []

    /// - Parameter former: what the header says it continues, where that is there.
    /// - Throws: `.cannotOpen`, `.cannotRead`, `.badCapture`, when there is not even a whole header.
    init(_ path: String, continuing former: CutCapture? = nil) throws(TransportError) {
        self.path = path
        let file = try RecordedFile(path: path)
        var reader = CaptureReader(file)
        var (next, fault) = Self.next(&reader)
        guard reader.kind == .wattbeat, let header = reader.header else {
            throw fault ?? .badCapture(path: path, reason: .notACapture)
        }
        self.header = header
        if let former, former.runsOn(into: header), let after = header.continuesAfter {
            (engine, shift, holdsWorkout) = (former.engine, former.shift &+ after, true)
        } else {
            (engine, shift, holdsWorkout) = (IngestEngine(header: header), 0, false)
        }
        while let record = next {
            take(record)
            (next, fault) = Self.next(&reader)
        }
        switch (fault, reader.ending) {
        case (.badCapture(_, .malformed(_, let position, let reason))?, _):
            length = position
            // A line without an end is a torn one, though longer than any: where the power failed, a disk may hold zeros.
            if try file.hasLineEnd(from: position) { end = .damaged(reason: "\(reason) at byte \(position)") }
        case (let fault?, _): throw fault
        case (nil, .torn(let position)): length = position
        case (nil, _): length = reader.bytesRead
        }
    }

    private static func next(_ reader: inout CaptureReader) -> (CaptureRecord?, TransportError?) {
        do throws(TransportError) {
            return (try reader.next(), nil)
        } catch {
            return (nil, error)
        }
    }

    /// Whether a workout runs at its end.
    var isRunning: Bool { engine.live != nil }

    /// Whether the workout that runs at this one's end goes on in another capture.
    func runsOn(into header: CaptureHeader) -> Bool {
        isRunning && header.continues == self.header.identity && header.continuesAfter != nil
    }

    /// Feeds the engine one more record.
    mutating func take(_ record: CaptureRecord) {
        lastOffset = max(lastOffset, record.offset)
        switch record.input {
        case .linkOpened(let link, _): openLinks.insert(link)
        case .linkClosed(let link, _): openLinks.remove(link)
        default: break
        }
        engine.handle(record.moved(by: shift), into: &outputs)
        note()
    }

    private mutating func note() {
        for output in outputs {
            finished.apply(output)
            if case .workoutStarted = output { holdsWorkout = true }
        }
        finished.passed(engine)
    }

    /// Ends a workout that still runs, for a file that takes no more records.
    mutating func finish() {
        outputs = engine.finish()
        note()
    }

    /// What the file lacks of a capture that a workout is to run on from: its links' ends and a pause.
    var pausing: [CaptureRecord] {
        var inputs = openLinks.sorted().map { CaptureRecord.Input.linkClosed($0, reason: "the gateway was cut off") }
        if engine.live?.state == .running { inputs.append(.command(.pause(automatic: true))) }
        return inputs.map { CaptureRecord(offset: lastOffset, input: $0) }
    }

    /// What the file lacks of a finished workout.
    var stopping: [CaptureRecord] { [CaptureRecord(offset: lastOffset, input: .command(.stop))] }

    /// The offset of this file at which a moment lies: told by the machine's uptime within one start of the machine, else by wall
    /// clocks that were both kept; `nil` when neither knows.
    func offset(of now: CaptureClock) -> Int64? { toldOffset(of: now).flatMap(plausible) }

    /// Whether the clocks that know say what cannot be: the wall clock was set in between.
    func isContradicted(by now: CaptureClock) -> Bool { toldOffset(of: now).map { plausible($0) == nil } ?? false }

    private func toldOffset(of now: CaptureClock) -> Int64? {
        if let boot = header.boot, boot == now.boot, let begin = header.bootOffset { return now.time.uptime &- begin }
        guard engine.clock.isTrusted, now.isKept else { return nil }
        return now.time.wall &- engine.clock.origin.microseconds &- shift
    }

    /// Clocks that agree may differ by this much.
    private static let tolerance: Int64 = 5_000_000

    private func plausible(_ offset: Int64) -> Int64? {
        guard offset >= lastOffset &- Self.tolerance, offset <= CaptureHeader.latest else { return nil }
        return max(offset, lastOffset)
    }
}
