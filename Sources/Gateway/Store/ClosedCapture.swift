public import Workouts

/// A capture that is over and whole on the disk, for the store.
public struct ClosedCapture: Sendable {
    /// Of the file, as it is called now.
    public var path: String
    /// What ended in it, as its engine made it; empty where only reading the file tells.
    public var workouts: [Workout]

    public init(path: String, workouts: [Workout] = []) {
        self.path = path
        self.workouts = workouts
    }
}
