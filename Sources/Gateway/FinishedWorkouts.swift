public import ActivityFiles
public import Ingest
public import Workouts

/// The workouts of a capture as they end, each with what its way there was like up to then: what comes behind the stop is no part
/// of it. A better clock moves those that are over, too: the anchor is the capture's.
public struct FinishedWorkouts {
    /// In the order in which they ended.
    public private(set) var workouts: [Workout] = []
    /// One of each workout.
    public private(set) var reports: [WorkoutReport] = []

    /// None yet.
    public init() {}

    /// Takes what concerns finished workouts; the rest passes by.
    public mutating func apply(_ output: IngestOutput) {
        switch output {
        case .workoutEnded(let workout): workouts.append(workout)
        case .clock(let clock): for index in workouts.indices { workouts[index].clock = clock }
        default: break
        }
    }

    /// After each record's outputs, and after those of there being no more.
    public mutating func passed(_ engine: borrowing IngestEngine) {
        while reports.count < workouts.count { reports.append(engine.workoutReport) }
    }
}
