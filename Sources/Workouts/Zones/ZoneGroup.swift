/// Time in each zone of one configuration, which is frozen into the group.
///
/// `zoneDurations` together with `unattributed` are the timer time of the scope, always (core §4.2).
public struct ZoneGroup: Equatable, Sendable {
    public var configuration: ZoneConfiguration
    /// One for each zone, lowest first, zeros included.
    public var zoneDurations: [TimeSpan]
    /// Timer time that no sample covers.
    public var unattributed: TimeSpan
    /// How long a sample held.
    public var maxHold: TimeSpan
    /// `Workout.algorithmVersion` of the program that computed it: a stored group may be older than the program that reads it.
    public var algorithmVersion = Workout.algorithmVersion
    public var covered: TimeSpan { zoneDurations.reduce(.zero, +) }

    public init(configuration: ZoneConfiguration, zoneDurations: [TimeSpan], unattributed: TimeSpan, maxHold: TimeSpan) {
        self.configuration = configuration
        self.zoneDurations = zoneDurations
        self.unattributed = unattributed
        self.maxHold = maxHold
    }

    /// No time at all, to add to.
    public init(nothingIn configuration: ZoneConfiguration) {
        self.init(
            configuration: configuration, zoneDurations: Array(repeating: .zero, count: configuration.zoneCount),
            unattributed: .zero, maxHold: .zero)
    }

    /// Cuts the holds of a whole workout at the edges of one of its scopes; a sample before the scope goes on holding in it.
    public init(
        folding timeline: Timeline, into configuration: ZoneConfiguration, from start: Offset, to end: Offset,
        timer: TimerIntervals
    ) {
        var durations = [TimeSpan](repeating: .zero, count: configuration.zoneCount)
        var covered = TimeSpan.zero
        timeline.forEachSegment(from: start, to: end) { segment in
            durations[configuration.zoneIndex(of: segment.value)] += segment.length
            covered += segment.length
        }
        self.init(
            configuration: configuration, zoneDurations: durations, unattributed: timer.timer(from: start, to: end) - covered,
            maxHold: timeline.maxHold)
    }

    /// Share of the covered time, 0...1, for each zone; `nil` when nothing is covered.
    public var shares: [Double]? {
        let covered = covered
        return covered > .zero ? zoneDurations.map { $0.seconds / covered.seconds } : nil
    }

    /// Whether people must be told that the shares speak of less than 90 % of the timer time (core §4.2).
    public var isLowCoverage: Bool { covered.seconds < lowestFullCoverage * (covered + unattributed).seconds }

    /// - Throws: `ZoneError.incompatibleConfigurations`, unless both have the same quantity and boundaries.
    public func adding(_ other: ZoneGroup) throws(ZoneError) -> ZoneGroup {
        try combined(with: other, +)
    }

    /// What is more (or, negative, less) here than there.
    ///
    /// - Throws: `ZoneError.incompatibleConfigurations`, unless both have the same quantity and boundaries.
    public func subtracting(_ other: ZoneGroup) throws(ZoneError) -> ZoneGroup {
        try combined(with: other, -)
    }

    private func combined(with other: ZoneGroup, _ operation: (TimeSpan, TimeSpan) -> TimeSpan) throws(ZoneError) -> ZoneGroup {
        guard configuration == other.configuration else { throw .incompatibleConfigurations }
        var group = ZoneGroup(
            configuration: configuration, zoneDurations: zip(zoneDurations, other.zoneDurations).map(operation),
            unattributed: operation(unattributed, other.unattributed), maxHold: max(maxHold, other.maxHold))
        group.algorithmVersion = min(algorithmVersion, other.algorithmVersion)
        return group
    }
}
