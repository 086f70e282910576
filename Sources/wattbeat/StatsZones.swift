import Statistics
import Workouts

/// Time in the zones of one quantity: each leg of a workout in the zones that its sport has now, as `wattbeat zones` has it; what has
/// different zones is never added (core §5).
struct StatsZones {
    let quantity: Quantity
    private(set) var total: ZoneTotals
    private(set) var comparison: ZoneTotals
    private var buckets: [ZoneTotals]

    init(of quantity: Quantity, buckets: Int, settings: WorkoutSettings) {
        self.quantity = quantity
        let none = ZoneTotals(of: quantity) { settings.zones(for: $0)[quantity] }
        (total, comparison) = (none, none)
        self.buckets = Array(repeating: none, count: buckets)
    }

    /// - Parameters:
    ///   - bucket: in which it began; `nil`: not in the period.
    ///   - isCompared: whether it began in what is compared.
    mutating func add(_ outline: WorkoutOutline, on day: CalendarDay, bucket: Int?, isCompared: Bool) {
        if let bucket, buckets.indices.contains(bucket) {
            total.add(outline, on: day)
            buckets[bucket].add(outline, on: day)
        }
        if isCompared { comparison.add(outline, on: day) }
    }

    /// Time in one configuration.
    struct Part {
        let configuration: ZoneConfiguration
        /// Whose legs are in it, in the order of the cases.
        let activities: [ActivityType]
        let total: ZoneGroup
        let comparison: ZoneGroup
        let buckets: [ZoneGroup]
    }

    /// One for each configuration that the period or the comparison needed.
    var parts: [Part] {
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

/// What a sum rests on: workouts that lack the figure, and the thresholds by which TSS was reckoned.
struct StatsBasis {
    /// Workouts that could have the figure, and those of them that have none.
    private(set) var workouts: [HistoryMetric: Int] = [:]
    private(set) var without: [HistoryMetric: Int] = [:]
    /// How many workouts' TSS each functional threshold power stands behind, in watts.
    private var thresholds: [Double: Int] = [:]

    /// Sums that a workout may be missing from; in the order in which people read them.
    static let metrics: [HistoryMetric] = [.distance, .energy, .work, .trainingStressScore, .trainingImpulse]

    mutating func add(_ workout: HistoryWorkout) {
        for metric in Self.metrics where Self.canHave(metric, workout.type) {
            workouts[metric, default: 0] += 1
            if Self.figure(metric, of: workout) == nil { without[metric, default: 0] += 1 }
        }
        if workout.trainingStressScore != nil, let watts = workout.functionalThresholdPowerWatts {
            thresholds[watts, default: 0] += 1
        }
    }

    /// Lowest first.
    var thresholdPowersWatts: [(watts: Double, workouts: Int)] {
        thresholds.sorted { $0.key < $1.key }.map { (watts: $0.key, workouts: $0.value) }
    }

    private static func canHave(_ metric: HistoryMetric, _ type: ActivityType) -> Bool {
        metric != .distance || ![.strength, .flexibility, .transition, .other].contains(type)
    }

    private static func figure(_ metric: HistoryMetric, of workout: HistoryWorkout) -> Double? {
        switch metric {
        case .distance: workout.distanceMetres
        case .energy: workout.energyKilocalories
        case .work: workout.workKilojoules
        case .trainingStressScore: workout.trainingStressScore
        case .trainingImpulse: workout.trainingImpulse
        case .steps, .elevationGain, .exerciseDuration, .activityCount, .averageHeartRate, .maximumHeartRate: nil
        }
    }
}
