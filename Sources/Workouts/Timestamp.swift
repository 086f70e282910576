/// A moment of UTC, in whole microseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
public struct Timestamp: Hashable, Comparable, Sendable {
    public var microseconds: Int64

    public init(microseconds: Int64) { self.microseconds = microseconds }
    public init(secondsSince1970: Int64) { microseconds = secondsSince1970 * 1_000_000 }

    public static func < (a: Timestamp, b: Timestamp) -> Bool { a.microseconds < b.microseconds }
    public static func + (a: Timestamp, b: TimeSpan) -> Timestamp { Timestamp(microseconds: a.microseconds + b.microseconds) }
    public static func - (a: Timestamp, b: TimeSpan) -> Timestamp { Timestamp(microseconds: a.microseconds - b.microseconds) }
    public static func - (a: Timestamp, b: Timestamp) -> TimeSpan { TimeSpan(microseconds: a.microseconds - b.microseconds) }
}

/// What ties a capture's offsets to UTC: one anchor, applied when read, so that a better clock moves a whole workout.
public struct WallClock: Hashable, Sendable {
    /// UTC at offset zero.
    public var origin: Timestamp
    public var source: Source
    /// Whether `origin` can be relied upon: the clock was synchronised, or a receiver's date passed its checks.
    public var isTrusted: Bool
    /// Local time minus UTC at the start, in seconds; `nil` when nobody said.
    public var utcOffsetSeconds: Int?
    /// The zone at the start by its name in the IANA database, such as `Europe/Prague` (core §2); `nil` when nobody said.
    public var timeZone: String?

    public enum Source: String, Sendable {
        /// The recording machine's own clock.
        case system
        /// A GNSS receiver's date and time.
        case gps
        /// A GNSS receiver's date, moved by whole 1024-week eras.
        case gpsEraShifted
        /// What the file of another program says.
        case file
        /// What a capture before knew, carried over by the time since the machine's start: good to seconds.
        case earlier
    }

    /// Whether nothing better is to come.
    public var isSettled: Bool { isTrusted && source != .earlier }

    public init(
        origin: Timestamp, source: Source, isTrusted: Bool, utcOffsetSeconds: Int? = nil, timeZone: String? = nil
    ) {
        self.origin = origin
        self.source = source
        self.isTrusted = isTrusted
        self.utcOffsetSeconds = utcOffsetSeconds
        self.timeZone = timeZone
    }

    public func timestamp(at offset: Offset) -> Timestamp { Timestamp(microseconds: origin.microseconds + offset.microseconds) }
    public func offset(of timestamp: Timestamp) -> Offset { Offset(microseconds: timestamp.microseconds - origin.microseconds) }
}
