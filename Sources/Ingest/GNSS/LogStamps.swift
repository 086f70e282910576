public import WireFormats
public import Workouts

/// Gives the records of a receiver's log without times of reception their time, by the fixes' own.
///
/// Sentences with a valid position say the time, and those without go on from them second by second, as a receiver does in a tunnel:
/// it lost the sky, and goes on speaking. The lines between stand where the last one stood. Time that steps back stands until it
/// has caught up: late data. Where it does not catch up, or leaps ahead by more than `largestStep`, the receiver set its clock or two
/// logs were joined: time goes on a second later, and the links are opened anew, so that nobody compares the two clocks.
///
/// Give a record, take records until `nil` comes, give the next; say `finish()` after the last.
public struct LogStamps: Sendable {
    /// UTC of the first valid position, as soon as a date is known.
    public private(set) var firstTimestamp: Timestamp?
    /// How often the clock was another one from there on.
    public private(set) var clockSteps = 0

    private var moments = LogMoments()
    private var last: LogMoment?
    private var offset: Int64 = 0
    /// The last date, and where it stood.
    private var dated: (utc: Int64, offset: Int64)?
    private var links: [(link: LinkID, identity: LinkIdentity)] = []

    private var ready: [CaptureRecord] = []
    private var head = 0
    /// What may be a new clock.
    private var leap: Leap?
    /// The records since time left its course.
    private var undecided: [Undecided] = []

    private struct Leap {
        var first: LogMoment
        var last: LogMoment
        /// Milliseconds from `first` to `last`.
        var length: Int64 = 0
    }

    private struct Undecided {
        var record: CaptureRecord
        /// Milliseconds since the new clock began; `nil` before it.
        var sinceLeap: Int64?
        var moments: [LogMoment]
    }

    private static let largestStep: Int64 = 6 * 3_600_000
    /// A clock without a position is believed no further than this, in milliseconds: one that starts cold says anything.
    private static let largestStepWithoutPosition: Int64 = 10_000
    /// Microseconds. Some receivers change the date a little after midnight.
    private static let largestDateStep: Int64 = 36 * 3_600_000_000
    /// A clock that goes on for so long, in milliseconds, is the new one.
    private static let patience: Int64 = 5000
    /// A new clock is told from the old one's last moment by this, in milliseconds: what passed between them nobody knows.
    private static let pause: Int64 = 1000
    /// More records than any receiver says in `patience`.
    private static let mostUndecided = 4096

    /// Nothing seen yet.
    public init() {}

    /// Gives the next record of the log; its offset does not count.
    public mutating func append(_ record: CaptureRecord) {
        if case .linkOpened(let link, let identity) = record.input { links.append((link, identity)) }
        let told = moments.moments(in: record)
        for moment in told { note(moment) }
        guard leap != nil else { return give(record) }
        undecided.append(Undecided(record: record, sinceLeap: leap?.length, moments: told))
        if undecided.count >= Self.mostUndecided { decide() }
    }

    /// The log ended: what was a new clock until here is one.
    public mutating func finish() { if leap != nil { decide() } }

    /// - Returns: the next record, its offset in microseconds since the first valid position, 0 before it, never going back; `nil`
    ///   when more records are needed or none are left.
    public mutating func next() -> CaptureRecord? {
        guard head < ready.count else {
            ready.removeAll(keepingCapacity: true)
            head = 0
            return nil
        }
        defer { head += 1 }
        return ready[head]
    }

    private mutating func give(_ record: consuming CaptureRecord) {
        record.offset = offset
        ready.append(record)
    }

    private mutating func note(_ moment: LogMoment) {
        guard let last else {
            guard moment.isPosition else { return }
            self.last = moment
            return date(by: moment)
        }
        let step = moment.since(last)
        if 0...(moment.isPosition ? Self.largestStep : Self.largestStepWithoutPosition) ~= step {
            // On its course, again or still.
            standStill()
            offset += step * 1000
            self.last = moment
            // A date alone belongs to the position that it came with.
            if moment.isPosition || step == 0 { date(by: moment) }
            return
        }
        if let leap, 0...Self.largestStepWithoutPosition ~= moment.since(leap.last) {
            self.leap?.length += moment.since(leap.last)
            self.leap?.last = moment
            if leap.length + moment.since(leap.last) >= Self.patience { decide() }
        } else if moment.isPosition {
            for index in undecided.indices { undecided[index].sinceLeap = nil }
            leap = Leap(first: moment, last: moment)
        }
    }

    private mutating func date(by moment: LogMoment) {
        guard let utc = moment.utc else { return }
        if firstTimestamp == nil { firstTimestamp = Timestamp(microseconds: utc - offset) }
        // A log of another day may be joined at a later hour.
        if let dated, (utc - dated.utc - (offset - dated.offset)).magnitude > Self.largestDateStep { reopen() }
        dated = (utc, offset)
    }

    /// From here on the clock is another one.
    private mutating func reopen() {
        clockSteps += 1
        dated = nil
        for (link, identity) in links {
            var identity = identity
            identity.facts.append(.init(name: LinkIdentity.clockStepped, value: "\(clockSteps)"))
            give(CaptureRecord(offset: offset, input: .linkOpened(link, identity)))
        }
    }

    /// A leap of which a single moment speaks is none.
    private mutating func decide() {
        guard let leap, leap.length > 0 else { return standStill() }
        self.leap = nil
        let began = undecided.firstIndex { $0.sinceLeap != nil } ?? undecided.endIndex
        for entry in undecided[..<began] { give(entry.record) }
        let base = offset + Self.pause * 1000
        offset = base
        reopen()
        for entry in undecided[began...] {
            offset = base + (entry.sinceLeap ?? 0) * 1000
            for moment in entry.moments where moment.isPosition { date(by: moment) }
            give(entry.record)
        }
        offset = base + leap.length * 1000
        last = leap.last
        undecided.removeAll(keepingCapacity: true)
    }

    /// Time has caught up, or never left: what came meanwhile stands where it left.
    private mutating func standStill() {
        guard leap != nil || !undecided.isEmpty else { return }
        leap = nil
        for entry in undecided { give(entry.record) }
        undecided.removeAll(keepingCapacity: true)
    }
}
