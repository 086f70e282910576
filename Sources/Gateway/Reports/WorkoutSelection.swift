public import Statistics
public import Workouts

/// Which workouts are asked for, and what came of those that passed by: asked of one after the other.
public final class WorkoutSelection {
    private let sports: Set<ActivityType>
    private let sensor: String?
    private let days: TimeRange?
    private let within: TimeRange?
    private let latestEnd: () -> Timestamp

    public var tally = WorkoutTally()
    /// How many were not given, for whatever reason but that they had not ended.
    public var passed = 0
    /// How many had not ended.
    public private(set) var ahead = 0
    /// Of a store, in which the sensor that is asked for took part.
    public var ofSensor: Set<WorkoutID> = []

    /// - Parameters:
    ///   - sports: with a leg of one of them; all when empty.
    ///   - sensor: identity of one that took part.
    ///   - days: in which they began; of some days nothing undated is given.
    ///   - within: in place of `days`, what was read is of it already.
    ///   - latestEnd: what ends after it is not there yet.
    public init(
        sports: Set<ActivityType>, sensor: String?, days: TimeRange?, within: TimeRange?,
        latestEnd: @escaping () -> Timestamp
    ) {
        self.sports = sports
        self.sensor = sensor
        self.days = days
        self.within = within
        self.latestEnd = latestEnd
    }

    /// Whether it counts; it is counted either way.
    public func gives(_ found: ArchivedWorkout) -> Bool {
        let workout = found.workout
        return gives(
            Candidate(
                hasSensor: hasSensor(workout), start: workout.startTimestamp, end: workout.endTimestamp,
                sports: workout.activities.map(\.type), isDated: found.isDated, isDemo: workout.isDemo))
    }

    /// The same; those of a store that are not given are kept in mind.
    public func gives(_ found: ArchivedOutline) -> Bool {
        let figures = found.outline.figures
        let isGiven = gives(
            Candidate(
                hasSensor: found.read.map(hasSensor) ?? ofSensor.contains(figures.id), start: figures.start, end: figures.end,
                sports: found.outline.legs.map(\.type), isDated: found.isDated, isDemo: figures.isDemo))
        if !isGiven, found.read == nil { tally.leftOut.append(figures) }
        return isGiven
    }

    private func hasSensor(_ workout: Workout) -> Bool {
        sensor.map { sensor in workout.sources.contains { $0.identity == sensor } } ?? true
    }

    private struct Candidate {
        public let hasSensor: Bool
        public let start: Timestamp
        public let end: Timestamp
        public let sports: [ActivityType]
        public let isDated: Bool
        public let isDemo: Bool
    }

    private func gives(_ one: Candidate) -> Bool {
        guard isWanted(one) else {
            passed += 1
            return false
        }
        // An archive of files leaves them out itself.
        guard one.isDated || within ?? days == nil else {
            tally.workoutsWithoutDate += 1
            passed += 1
            return false
        }
        // One that is being recorded ends while it is read.
        guard !one.isDated || one.end <= latestEnd() else {
            ahead += 1
            return false
        }
        tally.workouts += 1
        tally.isDemo = one.isDemo
        return true
    }

    private func isWanted(_ one: Candidate) -> Bool {
        if sensor != nil, !one.hasSensor { return false }
        if within == nil, let days, one.isDated, !days.contains(one.start) { return false }
        return sports.isEmpty || one.sports.contains(where: sports.contains)
    }
}
