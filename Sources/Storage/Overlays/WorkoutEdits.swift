public import Workouts

/// What people changed about a workout; `nil`: it is as recorded.
public struct WorkoutEdits: Equatable, Sendable {
    /// `""`: it is to have none.
    public var name: String?
    public var type: ActivityType?
    public var note: String?

    public init(name: String? = nil, type: ActivityType? = nil, note: String? = nil) {
        self.name = name
        self.type = type
        self.note = note
    }
}

extension HistoryStore {
    /// What people changed about a workout.
    public func edits(of workout: WorkoutID) throws(StorageError) -> WorkoutEdits {
        let rows = try connection.rows(
            "SELECT name, type, note FROM workout_edits WHERE uid = ?", [.text(workout.storeText)]
        ) { row throws(StorageError) in
            WorkoutEdits(name: row[0].text, type: row[1].text.flatMap(ActivityType.init(rawValue:)), note: row[2].text)
        }
        return rows.first ?? WorkoutEdits()
    }

    /// Puts changes in the place of those that were made before. They are kept beside the workout and survive its being derived anew.
    ///
    /// - Throws: `unknown`, for a workout that is not there or was deleted.
    public func setEdits(_ edits: WorkoutEdits, of workout: WorkoutID) throws(StorageError) {
        try write { () throws(StorageError) in
            let uid = workout.storeText
            guard try currentID(.workout, uid) != nil else { throw StorageError.unknown(kind: "workout", id: uid) }
            guard try self.edits(of: workout) != edits else { return }
            if edits == WorkoutEdits() {
                try connection.run("DELETE FROM workout_edits WHERE uid = ?", .text(uid))
            } else {
                try connection.run(
                    "INSERT OR REPLACE INTO workout_edits (uid, name, type, note, edited_at_us) VALUES (?, ?, ?, ?, ?)",
                    .text(uid), .text(edits.name), .text(edits.type?.rawValue), .text(edits.note), .integer(now().microseconds))
            }
            try noteChange(.workout, uid)
        }
    }

    func apply(edits uid: String, to workout: inout Workout) throws(StorageError) {
        let edits = try edits(of: workout.id)
        if let name = edits.name { workout.name = name.isEmpty ? nil : name }
        guard let type = edits.type else { return }
        // Of several legs nobody said which one was meant.
        if workout.activities.count == 1 { workout.activities[0].type = type }
        workout.type = type
    }
}
