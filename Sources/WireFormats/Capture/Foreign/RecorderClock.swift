/// Turns the stamps of another recorder into offsets that never go back.
///
/// A machine's clock may be set while it records: a step back of more than a minute, or forwards of more than two days, moves the stamps
/// and not the sensors, so the offsets go on where they were.
struct RecorderClock: Sendable {
    /// The first stamp, microseconds since 1970.
    private(set) var start: Int64?
    private(set) var offset: Int64 = 0
    /// The stamp that belongs to offset 0, as the clock now stands.
    private var base: Int64 = 0
    private var lastStamp: Int64 = 0

    enum Step: Equatable {
        case none
        /// Packets of several processors may pass each other.
        case outOfOrder
        case clockSet
    }

    private static let largestDisorder: Int64 = 60_000_000
    private static let longestSilence: Int64 = 48 * 3_600_000_000

    /// Moves on to a stamp, microseconds since 1970.
    mutating func advance(to stamp: Int64) -> Step {
        // Beyond some 9000 years either way it is no stamp.
        guard stamp.magnitude < 1 << 58 else { return .outOfOrder }
        guard start != nil else {
            (start, base, lastStamp) = (stamp, stamp, stamp)
            return .none
        }
        let step = stamp - lastStamp
        guard step >= -Self.largestDisorder, step <= Self.longestSilence else {
            base = stamp - offset
            lastStamp = stamp
            return .clockSet
        }
        guard stamp - base >= offset else { return .outOfOrder }
        offset = stamp - base
        lastStamp = stamp
        return .none
    }
}
