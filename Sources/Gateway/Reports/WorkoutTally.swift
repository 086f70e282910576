public import Statistics
import Workouts

/// What came of all workouts.
public struct WorkoutTally {
    /// How many were given.
    public var workouts = 0
    /// How many were not, since only certain days were asked for and nobody knows when they were.
    public var workoutsWithoutDate = 0
    /// Whether they are made up, which must be said beside everything that is shown of them.
    public var isDemo = false
    /// What gave no workout, or not all of it.
    public var skipped: [SkippedFile] = []
    /// Of stored workouts that were not given: what the store sums has them in it.
    public var leftOut: [HistoryWorkout] = []
}
