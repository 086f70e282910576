import Workouts

/// Moments of one workout as FIT counts them: whole seconds since 1989-12-31T00:00:00Z, rounded down.
///
/// FIT keeps values below 0x10000000 (before 1998-07-03T21:24:16Z) for "since power-up" and 0xFFFFFFFF for "no value". A workout
/// that a clock without a battery put outside is moved as a whole, by whole seconds, just inside: readers take the file, all
/// lengths stay true, and `isRedated` says that the date is not.
struct FITDates {
    private static let epoch: Int64 = 631_065_600
    private static let lowest: Int64 = 0x1000_0000
    private static let highest: Int64 = 0xFFFF_FFFE
    private static let microseconds: Int64 = 1_000_000

    private let utcOffsetSeconds: Int?
    /// The FIT second in which offset zero lies; may be out of range, when the workout began much later or earlier.
    private let zeroSecond: Int64
    /// How far into that second, 0..<1 000 000.
    private let zeroMicroseconds: Int64

    let isRedated: Bool

    init(_ workout: Workout) {
        let (second, rest) = Self.floored(workout.clock.origin.microseconds)
        zeroMicroseconds = rest
        let start = Self.seconds(workout.start, zeroMicroseconds: rest)
        let end = Self.seconds(workout.end, zeroMicroseconds: rest)
        let zero = second - Self.epoch
        // What is longer than the whole range, 118 years, is cut by `second(_:)`.
        zeroSecond = max(min(zero, Self.highest - end), Self.lowest - start)
        isRedated = zeroSecond != zero
        utcOffsetSeconds = workout.clock.utcOffsetSeconds
    }

    /// The second in which `offset` lies, always one that FIT allows.
    func second(_ offset: Offset) -> Int64 {
        let second = zeroSecond + Self.seconds(offset, zeroMicroseconds: zeroMicroseconds)
        return min(max(second, Self.lowest), Self.highest)
    }

    /// The moment at which `second` begins.
    func start(ofSecond second: Int64) -> Offset {
        Offset(microseconds: (second - zeroSecond) * Self.microseconds - zeroMicroseconds)
    }

    /// `second` in local time; `nil` when nobody knows what that is.
    func local(_ second: Int64) -> Int64? {
        guard let utcOffsetSeconds, utcOffsetSeconds.magnitude <= 14 * 3600, !isRedated else { return nil }
        return second + Int64(utcOffsetSeconds)
    }

    private static func seconds(_ offset: Offset, zeroMicroseconds: Int64) -> Int64 {
        // Half of what 64 bits hold, 146 000 years: no sum below leaves them.
        let limit = Int64.max / 2
        return floored(min(max(offset.microseconds, -limit), limit) + zeroMicroseconds).second
    }

    private static func floored(_ value: Int64) -> (second: Int64, rest: Int64) {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: microseconds)
        return remainder < 0 ? (quotient - 1, remainder + microseconds) : (quotient, remainder)
    }
}
