import Storage
import Workouts

/// What is to be stored next: a value, so that it may be handed to another thread.
struct HistoryWork: Sendable {
    /// Places of the workout that runs.
    struct Places: Sendable {
        let workout: WorkoutID
        /// UTC at their offset zero.
        let origin: Timestamp
        var locations: [Location]
    }

    /// What a sensor says of itself.
    struct Heard: Sendable {
        let sensor: SampleSource
        let moment: Timestamp
    }

    var places: [Places] = []
    var heard: [Heard] = []
    /// Each with its path; those that were just closed.
    var captures: [ClosedCapture] = []
    /// Names of captures that were recorded earlier: one at a time.
    var earlier: [String] = []
    /// Whether to look which captures the store does not have.
    var surveys = false
    /// The workout that runs: its route stays open.
    var running: WorkoutID?
    /// What is done for the setting `capture-days` when nothing else is.
    var pruning: Pruning?

    enum Pruning: Sendable {
        /// To look which captures there are of workouts that ended so many days ago.
        case look(days: Int)
        case giveUp(CapturePruning.Capture)
    }

    var isEmpty: Bool {
        places.isEmpty && heard.isEmpty && captures.isEmpty && earlier.isEmpty && !surveys && pruning == nil
    }
}

/// What came of it.
struct HistoryReport: Sendable {
    /// Why something is not stored; what was before it is.
    var failure: StorageError?
    /// Whether the places and what sensors say of themselves are stored.
    var hasStoredNews = false
    /// Whether the file is another one than before, so that much may be missing.
    var isAnew = false
    /// Of captures that were recorded earlier and are not there, names; `nil` when nobody looked.
    var backlog: [String]?
    /// Workouts of an earlier run that were not there.
    var newWorkouts = 0
    /// Captures that may be given up, the oldest first.
    var prunable: [CapturePruning.Capture] = []
    /// What came of giving one up.
    var pruned: CapturePruning.Outcome?
    /// What a person should know.
    var sentences: [String] = []
}
