public import Workouts

/// What a finished workout came to, in the figures that people ask for first, and where its files are.
public struct WorkoutOutcome: Equatable, Sendable {
    public var activity: ActivityType
    /// What it is called before people; `nil` when the gateway does not say.
    public var title: String?
    public var isDemo: Bool
    /// UTC; `nil` when the clock was never set.
    public var start: Timestamp?
    public var utcOffsetSeconds: Int?
    public var elapsed: TimeSpan
    public var timer: TimeSpan
    /// Metres.
    public var distanceMetres: Double?
    /// Metres climbed.
    public var ascentMetres: Double?
    /// Beats per minute.
    public var averageBeatsPerMinute: Double?
    public var maximumBeatsPerMinute: Double?
    /// Watts.
    public var averagePowerWatts: Double?
    public var normalizedPowerWatts: Double?
    /// 100 for an hour at threshold power.
    public var trainingStressScore: Double?
    /// Revolutions per minute, zeros left out.
    public var averageRevolutionsPerMinute: Double?
    /// Paths of what was written: FIT file, JSON.
    public var files: [String]

    public init(_ workout: Workout, title: String? = nil, files: [String] = []) {
        let summary = workout.summary
        activity = workout.type
        self.title = title
        isDemo = workout.isDemo
        start = workout.clock.isTrusted ? workout.startTimestamp : nil
        utcOffsetSeconds = workout.clock.utcOffsetSeconds
        elapsed = summary.elapsed
        timer = summary.timer
        distanceMetres = summary.distance.value?.metres
        ascentMetres = summary.ascentMetres.value
        averageBeatsPerMinute = summary.heartRate.value?.average
        maximumBeatsPerMinute = summary.heartRate.value?.maximum
        averagePowerWatts = summary.power.value?.average
        normalizedPowerWatts = summary.normalizedPowerWatts.value
        trainingStressScore = summary.trainingStressScore.value
        averageRevolutionsPerMinute = summary.cadence.value?.averageWithoutZeros
        self.files = files
    }

    init(activity: ActivityType, elapsed: TimeSpan, timer: TimeSpan) {
        self.activity = activity
        isDemo = false
        self.elapsed = elapsed
        self.timer = timer
        files = []
    }
}
