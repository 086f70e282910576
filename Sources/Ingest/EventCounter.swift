public import WireFormats
public import Workouts

/// Turns a cumulative count and the time of its last event into what happened between two packets: for wheels and cranks, of
/// either radio.
///
/// Packets without the pair are not given to it. After an event that brings nothing new, the baseline stays where the last new
/// event left it, so neither revolutions nor their time are lost.
public struct EventCounter: Equatable, Sendable {
    private let wraps: Bool
    private var baseline: Baseline?

    private struct Baseline: Equatable {
        var count: UInt32
        var event: EventTime
        var arrival: Offset?
    }

    /// Faster is no wheel and no crank, but a count that began anew: 40/s is a road wheel at 300 km/h.
    public static let highestRevolutionsPerSecond = 40.0

    /// - Parameter countsTo16Bits: whether the count wraps at 65536; a 32-bit count never wraps, and one that falls began anew.
    public init(countsTo16Bits: Bool) { wraps = countsTo16Bits }

    /// What one packet tells.
    public enum Step: Equatable, Sendable {
        /// The first packet of a connection: there is nothing to compare it with.
        case baseline
        /// No new event: the distance is 0, and of the speed there is no news.
        case repeated
        /// The sensor began to count anew: a new baseline; distance and speed are unknown.
        case restarted
        case advanced(Advance)
    }

    /// Revolutions and the time that they took.
    public struct Advance: Equatable, Sendable {
        /// At least 1.
        public var revolutions: UInt32
        /// Between the last event before and the last event now; more than 0.
        public var seconds: Double
        /// The sensor's clock may have wrapped unseen, so the time is ours.
        public var isTimedByHost: Bool

        /// The mean rate.
        public var revolutionsPerSecond: Double { Double(revolutions) / seconds }
        /// The mean rate.
        public var revolutionsPerMinute: Double { 60 * Double(revolutions) / seconds }
    }

    /// The link was lost or opened: the next packet is a baseline.
    public mutating func forget() { baseline = nil }

    /// - Parameters:
    ///   - count: cumulative; the low 16 bits when it counts to 16 bits.
    ///   - event: of the latest revolution.
    ///   - arrival: when the packet came; `nil` leaves a wrap of the sensor's clock unnoticed.
    public mutating func apply(count: UInt32, event: EventTime, at arrival: Offset? = nil) -> Step {
        let latest = Baseline(count: count, event: event, arrival: arrival)
        guard let before = baseline else {
            baseline = latest
            return .baseline
        }
        guard wraps || count >= before.count else {
            baseline = latest
            return .restarted
        }
        let revolutions =
            wraps
            ? UInt32(UInt16(truncatingIfNeeded: count).counted(since: UInt16(truncatingIfNeeded: before.count)))
            : count - before.count
        let (seconds, isTimedByHost) = interval(from: before, to: latest)
        guard revolutions > 0, seconds > 0 else { return .repeated }
        baseline = latest
        let advance = Advance(revolutions: revolutions, seconds: seconds, isTimedByHost: isTimedByHost)
        return advance.revolutionsPerSecond <= Self.highestRevolutionsPerSecond ? .advanced(advance) : .restarted
    }

    /// The sensor's ticks, unless our own clock says that they may have gone round unseen; half a wrap of disagreement is more than
    /// any delay on the way and means the same as a whole one.
    private func interval(from before: Baseline, to latest: Baseline) -> (seconds: Double, isTimedByHost: Bool) {
        let ticks = latest.event.rate.seconds(UInt32(latest.event.ticks(since: before.event)))
        guard let start = before.arrival, let end = latest.arrival else { return (ticks, false) }
        let wrap = Double(latest.event.rate.wrapMicroseconds) / 1e6
        let host = (end - start).seconds
        return host > wrap || host - ticks > wrap / 2 ? (host, true) : (ticks, false)
    }
}

extension EventCounter {
    /// A wheel's 32-bit count, which never wraps.
    public static var wheel: EventCounter { EventCounter(countsTo16Bits: false) }
    /// A count that wraps at 65536: cranks everywhere, wheels in ANT+.
    public static var crank: EventCounter { EventCounter(countsTo16Bits: true) }

    /// See `apply(count:event:at:)`.
    public mutating func apply(_ wheel: WheelRevolutions, at arrival: Offset? = nil) -> Step {
        apply(count: wheel.count, event: wheel.lastEvent, at: arrival)
    }

    /// See `apply(count:event:at:)`.
    public mutating func apply(_ crank: CrankRevolutions, at arrival: Offset? = nil) -> Step {
        apply(count: UInt32(crank.count), event: crank.lastEvent, at: arrival)
    }
}
