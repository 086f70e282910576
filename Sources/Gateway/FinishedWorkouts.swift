public import Ingest
public import Workouts

/// The workouts of a capture as they end. A better clock moves those that are over, too: the anchor is the capture's.
public struct FinishedWorkouts {
    /// In the order in which they ended.
    public private(set) var workouts: [Workout] = []

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
}
