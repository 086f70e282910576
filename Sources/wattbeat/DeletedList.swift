import Gateway
import JSONText
import Phrases
import Storage
import Workouts

/// What can still be had back.
struct DeletedList {
    private let store: HistoryStore

    init(_ store: HistoryStore) { self.store = store }

    func write(_ arguments: Arguments, _ naming: WorkoutNaming, _ output: Output) throws(CommandError) {
        let deleted = try storing { () throws(StorageError) in try store.deletedWorkouts() }
        if arguments[WorkoutsList.json] {
            return try output.json([
                "store": .string(store.path),
                "deleted": .array(
                    deleted.map {
                        [
                            "id": .string($0.id.storeText), "reason": .string($0.reason.rawValue),
                            "deletedAt": .string($0.deletedAt.iso8601),
                            "replacedBy": .array($0.replacedBy.map { .string($0.storeText) }),
                        ]
                    }),
            ])
        }
        guard !deleted.isEmpty else { throw CommandError(.noInput, "no workout is deleted that can be had back") }
        var table = TextTable(.left, .left, .right, .left, .left)
        table.add(
            ([PageWord.date, .workout, .time].map { naming.words.text($0).uppercased() } + ["WHY", "ID"]).map(output.terminal.dim)
        )
        for one in deleted {
            let workout = try storing { () throws(StorageError) -> Workout? in
                guard let recorded = try store.recordedWorkout(one.id) else { return nil }
                return try store.edited(recorded)
            }
            table.add(
                try workout.map { workout throws(CommandError) in try ClockText.day(of: workout, in: store, naming.words) }
                    ?? "–",
                workout.map { ($0.isDemo ? "DEMO " : "") + shown(naming.title(of: $0)) } ?? "–",
                workout.map { ClockText.span($0.summary.timer) } ?? "–", one.why, String(one.id.storeText.prefix(8)))
        }
        try output.lines(table.lines(indent: 0))
    }
}

extension DeletedWorkout {
    /// What is left of one that was cut is all of it, where it was trimmed.
    fileprivate var why: String { reason == .split && replacedBy.count == 1 ? "trimmed" : reason.rawValue }
}
