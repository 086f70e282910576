public import Workouts

/// A workout as looking back needs it: its figures, and how long each quantity had each value, but no samples.
public struct WorkoutOutline: Equatable, Sendable {
    /// Without time in zones, which `legs` have.
    public var figures: HistoryWorkout
    public var name: String?
    public var clock: WallClock
    public var trainingStressScore: Metric<Double>
    public var heartRateStressScore: Metric<Double>
    public var trainingImpulse: Metric<Double>
    /// In order, one at least.
    public var legs: [Leg]
    /// Of the whole, for each quantity that was asked for and has samples.
    public var valueTimes: [Quantity: ValueTimes]
    /// Whether somebody said before what it was to be.
    public var hasPlan: Bool

    public struct Leg: Equatable, Sendable {
        public var type: ActivityType
        public var timer: TimeSpan
        /// In the zones that were frozen into it; of a workout's only leg those of the whole.
        public var zoneGroups: [Quantity: ZoneGroup]
        /// Of one leg among several; a workout's only leg has what the whole has.
        public var valueTimes: [Quantity: ValueTimes]

        public init(
            type: ActivityType, timer: TimeSpan, zoneGroups: [Quantity: ZoneGroup] = [:],
            valueTimes: [Quantity: ValueTimes] = [:]
        ) {
            self.type = type
            self.timer = timer
            self.zoneGroups = zoneGroups
            self.valueTimes = valueTimes
        }
    }

    public init(
        figures: HistoryWorkout, name: String?, clock: WallClock, trainingStressScore: Metric<Double>,
        heartRateStressScore: Metric<Double>, trainingImpulse: Metric<Double>, legs: [Leg],
        valueTimes: [Quantity: ValueTimes], hasPlan: Bool
    ) {
        self.figures = figures
        self.name = name
        self.clock = clock
        self.trainingStressScore = trainingStressScore
        self.heartRateStressScore = heartRateStressScore
        self.trainingImpulse = trainingImpulse
        self.legs = legs
        self.valueTimes = valueTimes
        self.hasPlan = hasPlan
    }

    /// - Parameter quantities: of which the times of values are gathered, in one pass over the samples of each.
    public init(_ workout: Workout, valuesOf quantities: Set<Quantity> = []) {
        var figures = HistoryWorkout(workout)
        figures.zoneGroups = []
        let isWhole = workout.activities.count <= 1
        self.init(
            figures: figures, name: workout.name, clock: workout.clock,
            trainingStressScore: TrainingStressScore.load(of: workout.summary),
            heartRateStressScore: HeartRateStressScore.load(of: workout.summary),
            trainingImpulse: TrainingImpulse.load(of: workout.summary),
            legs: isWhole
                ? [
                    Leg(
                        type: workout.activities.first?.type ?? workout.type, timer: workout.summary.timer,
                        zoneGroups: workout.zoneGroups)
                ] : workout.activities.map { Leg(type: $0.type, timer: $0.summary.timer, zoneGroups: $0.zoneGroups) },
            valueTimes: [:], hasPlan: workout.plan != nil)
        let timer = workout.timerIntervals
        for quantity in quantities {
            let timeline = workout.timeline(of: quantity)
            guard !timeline.isEmpty else { continue }
            valueTimes[quantity] = ValueTimes(folding: timeline, from: workout.start, to: workout.end, timer: timer)
            guard !isWhole else { continue }
            for (index, leg) in workout.activities.enumerated() {
                legs[index].valueTimes[quantity] = ValueTimes(
                    folding: timeline, from: leg.start, to: leg.end, timer: timer)
            }
        }
    }
}
