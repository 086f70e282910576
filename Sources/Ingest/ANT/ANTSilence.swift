/// How long ago something was, on the clock of the capture; without that clock nothing is ever long ago.
struct ANTSilence: Sendable {
    private var last: Int64?

    /// Microseconds since the last `note`; `nil` when either moment is unknown.
    func microseconds(at offset: Int64?) -> Int64? {
        guard let offset, let last else { return nil }
        return offset &- last
    }

    func isLonger(thanSeconds seconds: Int64, at offset: Int64?) -> Bool {
        microseconds(at: offset).map { $0 > seconds * 1_000_000 } ?? false
    }

    /// Whether `count` can have happened since the last `note`, give or take a second; a sensor that started anew counts from
    /// zero again, and the difference then says nothing.
    func allows(_ count: Int, perSecond: Int64, at offset: Int64?) -> Bool {
        guard let microseconds = microseconds(at: offset) else { return true }
        return Double(count) <= Double(perSecond) * (Double(microseconds) / 1e6 + 1)
    }

    /// Whether what counters grew by since the page before means what it says: nothing can have wrapped, and nothing started
    /// anew. Notes this page.
    mutating func vouches(for count: Int, perSecond: Int64, wrapSeconds: Int64, at offset: Int64?) -> Bool {
        defer { note(offset) }
        return !isLonger(thanSeconds: wrapSeconds, at: offset) && allows(count, perSecond: perSecond, at: offset)
    }

    mutating func note(_ offset: Int64?) { last = offset }
}

/// Tells when a sensor that goes on speaking has come to rest: its counters stand still.
///
/// Not before 3 s: a meter that counts revolutions says nothing new for 1.5 s at 40 rpm, and trainers are known to repeat
/// themselves four times and then jump while the rider pedals steadily.
public struct ANTStopRule: Sendable {
    static let seconds: Int64 = 3
    /// What 3 s are in messages, where no clock is known.
    static let messages = 12

    private var silence = ANTSilence()
    private var repeats = 0
    private var isStopped = true

    /// Nothing heard yet, so nothing to report.
    public init() {}

    /// - Parameters:
    ///   - hasNews: whether a counter moved.
    ///   - offset: since the capture began, in microseconds; `nil` where there is no clock.
    /// - Returns: whether to report zero: once for each stop.
    public mutating func apply(hasNews: Bool, at offset: Int64?) -> Bool {
        if hasNews {
            silence.note(offset)
            repeats = 0
            isStopped = false
            return false
        }
        repeats += 1
        let isLong =
            silence.microseconds(at: offset).map { $0 >= Self.seconds * 1_000_000 } ?? (repeats >= Self.messages)
        return isLong ? stopNow() : false
    }

    /// The sensor itself says that it stands still.
    /// - Returns: whether to report zero: once for each stop.
    public mutating func stopNow() -> Bool {
        defer { isStopped = true }
        return !isStopped
    }
}

/// Keeps to one kind of page where a sensor states the same quantity on several, until that kind stays away.
struct ANTPreferredPage: Sendable {
    /// Messages of the sensor after which a page counts as gone: 5 s at 4 Hz.
    static let hold = 20

    private var rank = Int.max
    private var messagesSince = 0

    /// To be told of every message of the sensor.
    mutating func countMessage() { messagesSince = min(messagesSince + 1, Self.hold + 1) }

    /// Whether a page of this rank, 0 the best, may speak now.
    mutating func accepts(rank: Int) -> Bool {
        guard rank <= self.rank || messagesSince > Self.hold else { return false }
        self.rank = rank
        messagesSince = 0
        return true
    }
}
