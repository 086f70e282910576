import Gateway
import Phrases
import Storage
import Workouts

/// A workout in one line.
struct WorkoutLine {
    private let store: HistoryStore
    private let naming: WorkoutNaming

    init(_ store: HistoryStore, _ naming: WorkoutNaming) { (self.store, self.naming) = (store, naming) }

    /// Of a deleted one, too.
    func text(of id: WorkoutID) throws(CommandError) -> String {
        let workout = try storing { () throws(StorageError) -> Workout? in
            guard let recorded = try store.recordedWorkout(id) else { return nil }
            return try store.edited(recorded)
        }
        guard let workout else { return id.storeText }
        let moment = try ClockText.day(of: workout, in: store, naming.words)
        let demo = workout.isDemo ? "DEMO " : ""
        let title = demo + shown(naming.title(of: workout))
        return "\(title)  \(moment)  \(ClockText.span(workout.summary.timer))  \(id.storeText.prefix(8))"
    }
}

extension ClockText {
    /// `2026-05-03 08:30`, or that nobody knows.
    static func day(of workout: Workout, in store: HistoryStore, _ words: Phrasebook) throws(CommandError) -> String {
        let isDated = try storing { () throws(StorageError) in try store.isDated(workout) }
        return isDated ? minute(workout.startTimestamp, workout.clock.utcOffsetSeconds) : words.text(TableWord.undated)
    }
}
