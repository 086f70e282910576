public import Workouts

/// Places fixes on a capture's time line by their own time, in strictly rising order.
///
/// A fix's own time is better than its arrival, which lags by 50 ms to more than a second; but a receiver's clock may step,
/// stand, or run in a past era. So the distance between own time and arrival is fixed once and kept as long as both go on
/// together.
public struct RouteClock: Sendable {
    /// Where a fix belongs.
    public enum Place: Equatable, Sendable {
        case at(Offset)
        /// The same moment again: a second talker, or the rest of an epoch.
        case duplicate
        /// Earlier than a fix already placed, or a leap of the receiver's clock that has not lasted yet.
        case outOfStep
    }

    /// How often the receiver's clock was another one from there on.
    public private(set) var steps = 0

    /// UTC at offset zero by a synchronised clock, if the machine had one.
    private let origin: Timestamp?
    /// UTC at offset zero as the receiver has it.
    private var base: Int64?
    private var last: Offset?
    private var lastTimestamp: Timestamp?
    /// The first of the fixes that have been out of step without a pause, by its own time and arrival.
    private var strayed: (timestamp: Timestamp, arrival: Offset)?

    /// A clock synchronised to the second explains this much between own time and arrival.
    private static let originTolerance: Int64 = 2_000_000
    /// What own time and arrival may drift apart before it is a step of the receiver's clock.
    private static let driftTolerance: Int64 = 10_000_000
    /// A step that lasts this long is the new time.
    private static let patience: Int64 = 5_000_000

    /// - Parameter origin: UTC at offset zero when the machine's clock was synchronised; `nil` otherwise.
    public init(origin: Timestamp? = nil) { self.origin = origin }

    /// Decides where `fix` belongs; each fix is asked about once, in the order of arrival. Without a date the arrival is all
    /// there is.
    public mutating func place(_ fix: Fix) -> Place {
        guard let timestamp = fix.timestamp else { return accept(fix.arrival) }
        if timestamp == lastTimestamp { return .duplicate }
        let arrival = fix.arrival.microseconds
        let base = self.base ?? freshBase(timestamp, arrival)
        let offset = timestamp.microseconds &- base
        let isBehind = last.map { offset <= $0.microseconds } ?? false
        if !isBehind, (offset &- arrival).magnitude <= Self.driftTolerance.magnitude {
            strayed = nil
            self.base = base
            lastTimestamp = timestamp
            return accept(Offset(microseconds: offset))
        }
        guard hasLasted(timestamp, fix.arrival) else { return .outOfStep }
        strayed = nil
        steps += 1
        let restarted = freshBase(timestamp, arrival)
        self.base = restarted
        lastTimestamp = timestamp
        return accept(Offset(microseconds: timestamp.microseconds &- restarted))
    }

    private mutating func accept(_ offset: Offset) -> Place {
        if let last, offset <= last { return offset == last ? .duplicate : .outOfStep }
        last = offset
        return .at(offset)
    }

    private func freshBase(_ timestamp: Timestamp, _ arrival: Int64) -> Int64 {
        if let origin, (timestamp.microseconds &- arrival &- origin.microseconds).magnitude <= Self.originTolerance.magnitude {
            return origin.microseconds
        }
        return timestamp.microseconds &- arrival
    }

    /// Whether fixes have gone on in the new time for long enough, their own time advancing as the arrivals do.
    private mutating func hasLasted(_ timestamp: Timestamp, _ arrival: Offset) -> Bool {
        if let strayed {
            let told = timestamp.microseconds &- strayed.timestamp.microseconds
            let passed = arrival.microseconds &- strayed.arrival.microseconds
            if told >= 0, (told &- passed).magnitude <= Self.driftTolerance.magnitude { return told >= Self.patience }
        }
        strayed = (timestamp, arrival)
        return false
    }
}
