extension Workout {
    /// The samples cut anew by another configuration; the stored groups stay as they are. `nil` without samples (core §5).
    public func zoneGroup(rebucketedInto configuration: ZoneConfiguration) -> ZoneGroup? {
        let timeline = timeline(of: configuration.quantity)
        guard !timeline.isEmpty else { return nil }
        return ZoneGroup(folding: timeline, into: configuration, from: start, to: end, timer: timerIntervals)
    }
}

/// Several workouts cut by one configuration, which makes them comparable: here zone numbers may be added and ranked.
public struct Rebucketing: Equatable, Sendable {
    public let configuration: ZoneConfiguration
    /// In the order of the workouts, those without samples left out.
    public private(set) var groups: [Entry]
    /// Workouts that had no samples to cut.
    public private(set) var withoutSamples: Int

    public struct Entry: Equatable, Sendable {
        public var workout: WorkoutID
        public var group: ZoneGroup
    }

    public init(of workouts: some Sequence<Workout>, into configuration: ZoneConfiguration) {
        self.configuration = configuration
        groups = []
        withoutSamples = 0
        for workout in workouts {
            if let group = workout.zoneGroup(rebucketedInto: configuration) {
                groups.append(Entry(workout: workout.id, group: group))
            } else {
                withoutSamples += 1
            }
        }
    }

    /// All of them together.
    public var total: ZoneGroup {
        groups.reduce(into: ZoneGroup(nothingIn: configuration)) { sum, entry in
            // Each was cut by the one configuration, so none is refused.
            if let both = try? sum.adding(entry.group) { sum = both }
        }
    }
}
