public import Statistics
public import Workouts

/// Time in the zones of one quantity: each leg of a workout in the zones that its sport has now, as `wattbeat zones` has it; what has
/// different zones is never added (core §5).
public struct StatsZones {
    public let quantity: Quantity
    public private(set) var total: ZoneTotals
    public private(set) var comparison: ZoneTotals
    private var buckets: [ZoneTotals]

    public init(of quantity: Quantity, buckets: Int, settings: WorkoutSettings) {
        self.quantity = quantity
        let none = ZoneTotals(of: quantity) { settings.zones(for: $0)[quantity] }
        (total, comparison) = (none, none)
        self.buckets = Array(repeating: none, count: buckets)
    }

    /// - Parameters:
    ///   - bucket: in which it began; `nil`: not in the period.
    ///   - isCompared: whether it began in what is compared.
    public mutating func add(_ outline: WorkoutOutline, on day: CalendarDay, bucket: Int?, isCompared: Bool) {
        if let bucket, buckets.indices.contains(bucket) {
            total.add(outline, on: day)
            buckets[bucket].add(outline, on: day)
        }
        if isCompared { comparison.add(outline, on: day) }
    }

    /// Time in one configuration.
    public struct Part {
        public let configuration: ZoneConfiguration
        /// Whose legs are in it, in the order of the cases.
        public let activities: [ActivityType]
        public let total: ZoneGroup
        public let comparison: ZoneGroup
        public let buckets: [ZoneGroup]
    }

    /// One for each configuration that the period or the comparison needed.
    public var parts: [Part] {
        let known =
            total.totals
            + comparison.totals.filter { other in
                !total.totals.contains { $0.configuration == other.configuration }
            }
        return known.map(\.configuration).map { configuration in
            func find(_ totals: ZoneTotals) -> ZoneTotals.Total? { totals.totals.first { $0.configuration == configuration } }
            func group(_ totals: ZoneTotals) -> ZoneGroup { find(totals)?.all.group ?? ZoneGroup(nothingIn: configuration) }
            let activities = (find(total)?.activities ?? []).union(find(comparison)?.activities ?? [])
            return Part(
                configuration: configuration, activities: ActivityType.allCases.filter(activities.contains),
                total: group(total), comparison: group(comparison), buckets: buckets.map(group))
        }
    }
}
