public import Statistics
import Workouts

/// What a sum rests on: workouts that lack the figure, and the thresholds by which TSS was reckoned.
public struct StatsBasis {
    /// Workouts that could have the figure, and those of them that have none.
    public private(set) var workouts: [HistoryMetric: Int] = [:]
    public private(set) var without: [HistoryMetric: Int] = [:]
    /// How many workouts' TSS each functional threshold power stands behind, in watts.
    private var thresholds: [Double: Int] = [:]

    /// Sums that a workout may be missing from; in the order in which people read them.
    public static let metrics: [HistoryMetric] = [.distance, .energy, .work, .trainingStressScore, .trainingImpulse]

    public mutating func add(_ workout: HistoryWorkout) {
        for metric in Self.metrics where Self.canHave(metric, workout.type) {
            workouts[metric, default: 0] += 1
            if Self.figure(metric, of: workout) == nil { without[metric, default: 0] += 1 }
        }
        if workout.trainingStressScore != nil, let watts = workout.functionalThresholdPowerWatts {
            thresholds[watts, default: 0] += 1
        }
    }

    /// Lowest first.
    public var thresholdPowersWatts: [(watts: Double, workouts: Int)] {
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
