import Workouts

/// Identities of the activities in one file, the same each time it is read: FNV-1a of 128 bits of what it is known by.
struct WorkoutIdentity {
    private let whole: WorkoutID

    /// - Parameter identity: what the same file always has and others have not; all of it, if need be.
    init(of identity: [UInt8]) { whole = WorkoutID(hashing: identity) }

    /// - Parameter index: which of the file's activities.
    func part(_ index: Int) -> WorkoutID {
        index == 0 ? whole : WorkoutID(hashing: Array("\(whole.high)/\(whole.low)#\(index)".utf8))
    }
}
