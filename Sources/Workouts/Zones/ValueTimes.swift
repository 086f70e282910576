/// How long a quantity had each of its values: all that time in zones and above a value needs, whatever the zones are (core §5).
///
/// `covered` together with `unattributed` are the timer time of the scope, always.
public struct ValueTimes: Equatable, Sendable {
    public struct Held: Equatable, Sendable {
        public let value: Double
        /// More than none.
        public let duration: TimeSpan

        public init(value: Double, duration: TimeSpan) {
            self.value = value
            self.duration = duration
        }
    }

    /// Each value once, lowest first.
    public let held: [Held]
    /// Timer time that no sample covers.
    public let unattributed: TimeSpan
    /// How long a sample held.
    public let maxHold: TimeSpan

    /// - Parameter held: each value once, lowest first.
    public init(_ held: [Held], unattributed: TimeSpan, maxHold: TimeSpan) {
        self.held = held
        self.unattributed = unattributed
        self.maxHold = maxHold
    }

    /// Of one of a workout's scopes; a sample before the scope goes on holding in it.
    public init(folding timeline: Timeline, from start: Offset, to end: Offset, timer: TimerIntervals) {
        var sums: [Double: Int64] = [:]
        var covered = TimeSpan.zero
        timeline.forEachSegment(from: start, to: end) { segment in
            sums[segment.value, default: 0] += segment.length.microseconds
            covered += segment.length
        }
        self.init(
            sums.sorted { $0.key < $1.key }.map { Held(value: $0.key, duration: TimeSpan(microseconds: $0.value)) },
            unattributed: timer.timer(from: start, to: end) - covered, maxHold: timeline.maxHold)
    }

    public var covered: TimeSpan { held.reduce(.zero) { $0 + $1.duration } }

    /// What cutting the samples by these zones comes to.
    public func zoneGroup(in configuration: ZoneConfiguration) -> ZoneGroup {
        var durations = [TimeSpan](repeating: .zero, count: configuration.zoneCount)
        for one in held { durations[configuration.zoneIndex(of: one.value)] += one.duration }
        return ZoneGroup(
            configuration: configuration, zoneDurations: durations, unattributed: unattributed, maxHold: maxHold)
    }

    public func time(above value: Double) -> TimeSpan {
        held.reduce(.zero) { $1.value > value ? $0 + $1.duration : $0 }
    }
}
