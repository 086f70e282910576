public import Workouts

/// A workout as a history needs it: when, what and its figures, without samples. A figure that there is not is `nil`, never 0.
public struct HistoryWorkout: Equatable, Sendable {
    public var id: WorkoutID
    public var type: ActivityType
    public var start: Timestamp
    public var end: Timestamp
    /// Elapsed without pauses.
    public var timer: TimeSpan
    public var isDemo: Bool
    public var steps: Double?
    public var distanceMetres: Double?
    /// By the one method of core §6.9 that applied; never what a machine states by its own.
    public var energyKilocalories: Double?
    public var ascentMetres: Double?
    public var workKilojoules: Double?
    /// TRIMP.
    public var trainingImpulse: Double?
    /// TSS, and the functional threshold power in watts that it speaks of.
    public var trainingStressScore: Double?
    public var functionalThresholdPowerWatts: Double?
    public var averageBeatsPerMinute: Double?
    public var maximumBeatsPerMinute: Double?
    /// Its samples cut by several configurations: its own, and those it was rebucketed into (core §5).
    public var zoneGroups: [ZoneGroup]

    public init(
        id: WorkoutID, type: ActivityType, start: Timestamp, end: Timestamp, timer: TimeSpan, isDemo: Bool = false,
        steps: Double? = nil, distanceMetres: Double? = nil, energyKilocalories: Double? = nil, ascentMetres: Double? = nil,
        workKilojoules: Double? = nil, trainingImpulse: Double? = nil, trainingStressScore: Double? = nil,
        functionalThresholdPowerWatts: Double? = nil, averageBeatsPerMinute: Double? = nil, maximumBeatsPerMinute: Double? = nil,
        zoneGroups: [ZoneGroup] = []
    ) {
        self.id = id
        self.type = type
        self.start = start
        self.end = end
        self.timer = timer
        self.isDemo = isDemo
        self.steps = steps
        self.distanceMetres = distanceMetres
        self.energyKilocalories = energyKilocalories
        self.ascentMetres = ascentMetres
        self.workKilojoules = workKilojoules
        self.trainingImpulse = trainingImpulse
        self.trainingStressScore = trainingStressScore
        self.functionalThresholdPowerWatts = functionalThresholdPowerWatts
        self.averageBeatsPerMinute = averageBeatsPerMinute
        self.maximumBeatsPerMinute = maximumBeatsPerMinute
        self.zoneGroups = zoneGroups
    }

    /// - Parameter configurations: what its samples are cut by as well, each that its quantity has samples for.
    public init(_ workout: Workout, rebucketingInto configurations: [ZoneConfiguration] = []) {
        let summary = workout.summary
        self.init(
            id: workout.id, type: workout.type, start: workout.startTimestamp, end: workout.endTimestamp, timer: summary.timer,
            isDemo: workout.isDemo, steps: summary.steps.value, distanceMetres: summary.distance.value?.metres,
            energyKilocalories: summary.energy.value?.kilocalories, ascentMetres: summary.ascentMetres.value,
            workKilojoules: summary.workKilojoules.value, trainingImpulse: summary.heartRateLoad.value?.trimp,
            trainingStressScore: summary.trainingStressScore.value,
            functionalThresholdPowerWatts: workout.settings.functionalThresholdPowerWatts,
            averageBeatsPerMinute: summary.heartRate.value?.average, maximumBeatsPerMinute: summary.heartRate.value?.maximum)
        // Zones were set whether or not there was a sensor; without samples there is nothing that was cut.
        zoneGroups = workout.zoneGroups.sorted { $0.key < $1.key }.map(\.value).filter { $0.covered > .zero }
        for configuration in configurations where zoneGroup(of: configuration) == nil {
            if let group = workout.zoneGroup(rebucketedInto: configuration) { zoneGroups.append(group) }
        }
    }

    public var range: TimeRange { TimeRange(start: start, end: end) }

    /// Time in the zones of one configuration; `nil` when its samples were not cut by it.
    public func zoneGroup(of configuration: ZoneConfiguration) -> ZoneGroup? {
        zoneGroups.first { $0.configuration == configuration }
    }
}
