import Glibc  // rounding is a libm call on processors without the instruction

/// A moment, as time since the capture began: what readings carry, so that a better wall clock moves no sample.
public struct Offset: Hashable, Comparable, Sendable {
    public var microseconds: Int64

    public init(microseconds: Int64) { self.microseconds = microseconds }

    /// - Parameter seconds: rounded to the nearest microsecond.
    public init(seconds: Double) { microseconds = Int64((seconds * 1e6).rounded()) }

    public static let zero = Offset(microseconds: 0)

    public var seconds: Double { Double(microseconds) / 1e6 }

    public static func < (a: Offset, b: Offset) -> Bool { a.microseconds < b.microseconds }
    public static func + (a: Offset, b: TimeSpan) -> Offset { Offset(microseconds: a.microseconds + b.microseconds) }
    public static func - (a: Offset, b: TimeSpan) -> Offset { Offset(microseconds: a.microseconds - b.microseconds) }
    public static func - (a: Offset, b: Offset) -> TimeSpan { TimeSpan(microseconds: a.microseconds - b.microseconds) }
}

/// A length of time in whole microseconds; `Swift.Duration` counts attoseconds in 128 bits, which the sums here do not need.
public struct TimeSpan: Hashable, Comparable, Sendable, AdditiveArithmetic {
    public var microseconds: Int64

    public init(microseconds: Int64) { self.microseconds = microseconds }
    public init(seconds: Double) { microseconds = Int64((seconds * 1e6).rounded()) }

    public static let zero = TimeSpan(microseconds: 0)
    public var seconds: Double { Double(microseconds) / 1e6 }

    public static func < (a: TimeSpan, b: TimeSpan) -> Bool { a.microseconds < b.microseconds }
    public static func + (a: TimeSpan, b: TimeSpan) -> TimeSpan { TimeSpan(microseconds: a.microseconds + b.microseconds) }
    public static func - (a: TimeSpan, b: TimeSpan) -> TimeSpan { TimeSpan(microseconds: a.microseconds - b.microseconds) }
}
