public import Workouts

/// What a stretch of time came to, in both scopes. Totals of neighbouring stretches add up.
public struct IntervalTotals: Equatable, Sendable {
    /// Of all samples.
    public var allData = SampleTotals()
    /// Of what lies within the union of the workouts.
    public var activities = SampleTotals()
    /// Of the workouts that began in it, each as a whole.
    public var workouts = WorkoutTotals()

    public init() {}

    public var isEmpty: Bool { self == IntervalTotals() }

    public func samples(in scope: HistoryScope) -> SampleTotals { scope == .allData ? allData : activities }

    public mutating func add(_ other: IntervalTotals) {
        allData.add(other.allData)
        activities.add(other.activities)
        workouts.add(other.workouts)
    }
}

/// Sums over samples, the sources merged; `nil` where nobody counted.
public struct SampleTotals: Equatable, Sendable {
    public var steps: Double?
    public var distanceMetres: Double?
    public var energyKilocalories: Double?
    public var floors: Double?
    public var heartRate: HeartRateTotals?

    public init() {}

    public mutating func add(_ other: SampleTotals) {
        steps = steps.adding(other.steps)
        distanceMetres = distanceMetres.adding(other.distanceMetres)
        energyKilocalories = energyKilocalories.adding(other.energyKilocalories)
        floors = floors.adding(other.floors)
        if let heartRate = other.heartRate { self.heartRate = self.heartRate?.adding(heartRate) ?? heartRate }
    }
}

/// Beats per minute over the time that samples cover.
public struct HeartRateTotals: Equatable, Sendable {
    /// Time-weighted.
    public var average: Double
    public var minimum: Double
    public var maximum: Double
    /// More than zero.
    public var covered: TimeSpan

    public init(average: Double, minimum: Double, maximum: Double, covered: TimeSpan) {
        self.average = average
        self.minimum = minimum
        self.maximum = maximum
        self.covered = covered
    }

    func adding(_ other: HeartRateTotals) -> HeartRateTotals {
        let both = covered.adding(other.covered)
        guard both > .zero else { return self }
        return HeartRateTotals(
            average: average + (other.average - average) * (other.covered.seconds / both.seconds),
            minimum: min(minimum, other.minimum), maximum: max(maximum, other.maximum), covered: both)
    }
}

/// Sums over workouts. A figure that none of them has is `nil`.
public struct WorkoutTotals: Equatable, Sendable {
    public var count = 0
    /// Elapsed without pauses.
    public var timer = TimeSpan.zero
    public var ascentMetres: Double?
    public var workKilojoules: Double?
    /// TRIMP.
    public var trainingImpulse: Double?
    /// TSS.
    public var trainingStressScore: Double?
    /// Time in each zone of the configuration asked for, lowest first; empty when no workout was cut by it.
    public var zoneDurations: [TimeSpan] = []
    /// Timer time that no sample covers, of the workouts that were cut.
    public var unattributed = TimeSpan.zero
    /// Workouts that could not be cut by the configuration, for want of samples.
    public var withoutSamples = 0

    public init() {}

    public mutating func add(_ other: WorkoutTotals) {
        count += other.count
        timer = timer.adding(other.timer)
        ascentMetres = ascentMetres.adding(other.ascentMetres)
        workKilojoules = workKilojoules.adding(other.workKilojoules)
        trainingImpulse = trainingImpulse.adding(other.trainingImpulse)
        trainingStressScore = trainingStressScore.adding(other.trainingStressScore)
        addZones(other.zoneDurations)
        unattributed = unattributed.adding(other.unattributed)
        withoutSamples += other.withoutSamples
    }

    /// - Parameter zones: `nil` when nobody asks for time in zones.
    mutating func add(_ workout: HistoryWorkout, zones: ZoneConfiguration?) {
        count += 1
        timer = timer.adding(workout.timer)
        ascentMetres = ascentMetres.adding(workout.ascentMetres)
        workKilojoules = workKilojoules.adding(workout.workKilojoules)
        trainingImpulse = trainingImpulse.adding(workout.trainingImpulse)
        trainingStressScore = trainingStressScore.adding(workout.trainingStressScore)
        guard let zones else { return }
        guard let group = workout.zoneGroup(of: zones) else { return withoutSamples += 1 }
        addZones(group.zoneDurations)
        unattributed = unattributed.adding(group.unattributed)
    }

    private mutating func addZones(_ durations: [TimeSpan]) {
        if zoneDurations.isEmpty { return zoneDurations = durations }
        for (index, duration) in durations.prefix(zoneDurations.count).enumerated() {
            zoneDurations[index] = zoneDurations[index].adding(duration)
        }
    }
}

extension Double? {
    /// The sum of what there is.
    func adding(_ other: Double?) -> Double? {
        guard let other else { return self }
        return (self ?? 0) + other
    }
}

extension TimeSpan {
    /// The sum, or the longest there is: what files say is added up here.
    fileprivate func adding(_ other: TimeSpan) -> TimeSpan {
        let (sum, isTooLong) = microseconds.addingReportingOverflow(other.microseconds)
        return TimeSpan(microseconds: isTooLong ? .max : sum)
    }
}
