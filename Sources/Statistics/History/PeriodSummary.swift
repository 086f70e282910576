public import Workouts

/// What a period came to beside what it is compared with, in both scopes.
public struct PeriodSummary: Equatable, Sendable {
    public let plan: HistoryPlan
    public let isDemo: Bool
    /// One for each bucket of the plan.
    public let buckets: [IntervalTotals]
    /// One for each of the plan's comparison buckets.
    public let comparisonBuckets: [IntervalTotals]
    /// What time in zones is told by.
    public let zones: ZoneConfiguration?
    /// Metres climbed in each bucket, of all data.
    let climbs: [Double?]
    let comparisonClimbs: [Double?]

    /// - Parameter totals: of the plan's `ranges`, in their order.
    public init(_ plan: HistoryPlan, totals: [IntervalTotals], zones: ZoneConfiguration? = nil, isDemo: Bool = false) {
        self.plan = plan
        self.zones = zones
        self.isDemo = isDemo
        (buckets, climbs) = Self.fold(plan, totals, count: plan.buckets.count, \.bucket)
        (comparisonBuckets, comparisonClimbs) = Self.fold(
            plan, totals, count: plan.comparisonBuckets.count, \.comparisonBucket)
    }

    private static func fold(
        _ plan: HistoryPlan, _ totals: [IntervalTotals], count: Int, _ bucket: KeyPath<HistoryPlan.Part, Int?>
    ) -> (sums: [IntervalTotals], climbs: [Double?]) {
        var sums = [IntervalTotals](repeating: IntervalTotals(), count: count)
        var climbs = [Double?](repeating: nil, count: count)
        let parts = zip(plan.parts, totals).compactMap { part, totals in
            part[keyPath: bucket].map { (day: part.day, bucket: $0, totals: totals) }
        }
        var first = 0
        while first < parts.count {
            let end = parts[first...].firstIndex { $0.day != parts[first].day } ?? parts.count
            let day = parts[first..<end]
            let climbed = day.reduce(Double?.none) { $0.adding($1.totals.workouts.ascentMetres) }
            let floors = day.reduce(Double?.none) { $0.adding($1.totals.allData.floors) }
            let countsFloors = floors.map { $0 * Self.metresPerFloor > climbed ?? -1 } ?? false
            for part in day {
                sums[part.bucket].add(part.totals)
                let metres =
                    countsFloors
                    ? part.totals.allData.floors.map { $0 * Self.metresPerFloor } : part.totals.workouts.ascentMetres
                climbs[part.bucket] = climbs[part.bucket].adding(metres)
            }
            first = end
        }
        return (sums, climbs)
    }

    /// core §8.
    static let metresPerFloor = 3.0

    /// Time in each zone of `zones`: of the period, by bucket, and of what is compared; `nil` without a configuration.
    public var zoneTimes: ZoneTimes? {
        zones.map {
            ZoneTimes(configuration: $0, buckets: buckets.map(\.workouts), comparison: comparisonBuckets.map(\.workouts))
        }
    }
}

/// Time in the zones of one configuration, into which every workout's samples were cut (core §5).
public struct ZoneTimes: Equatable, Sendable {
    public let configuration: ZoneConfiguration
    /// A group for each bucket's workouts.
    public let buckets: [ZoneGroup]
    public let total: ZoneGroup
    public let comparisonTotal: ZoneGroup
    /// Workouts of the period left out, as they had no samples to cut.
    public let withoutSamples: Int
    public let comparisonWithoutSamples: Int

    init(configuration: ZoneConfiguration, buckets: [WorkoutTotals], comparison: [WorkoutTotals]) {
        self.configuration = configuration
        func group(_ totals: WorkoutTotals) -> ZoneGroup {
            let none = [TimeSpan](repeating: .zero, count: configuration.zoneCount)
            return ZoneGroup(
                configuration: configuration, zoneDurations: totals.zoneDurations.isEmpty ? none : totals.zoneDurations,
                unattributed: totals.unattributed, maxHold: .zero)
        }
        let total = buckets.reduce(into: WorkoutTotals()) { $0.add($1) }
        let compared = comparison.reduce(into: WorkoutTotals()) { $0.add($1) }
        self.buckets = buckets.map(group)
        self.total = group(total)
        comparisonTotal = group(compared)
        withoutSamples = total.withoutSamples
        comparisonWithoutSamples = compared.withoutSamples
    }
}
