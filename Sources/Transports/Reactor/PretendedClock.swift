/// A clock without a machine: it stands while files are ready, and jumps to the next moment that somebody waits for when none is, so
/// that a day of waiting takes no time.
public final class PretendedClock {
    /// Microseconds.
    public private(set) var now: Int64

    public init(now: Int64 = 0) { self.now = now }

    /// Lets time pass; it never goes back.
    public func skip(to moment: Int64) { now = max(now, moment) }
}
