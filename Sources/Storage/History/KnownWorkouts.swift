public import Workouts

/// What the store has of a workout.
public enum WorkoutStanding: Equatable, Sendable {
    case unknown, stored
    /// Somebody deleted it, or others took its place; it may be gone for good.
    case deleted
}

// What is there already, for whoever brings more.
extension HistoryStore {
    public func standing(of id: WorkoutID) throws(StorageError) -> WorkoutStanding {
        let uid = id.storeText
        if try isDeleted(uid) { return .deleted }
        return try connection.value("SELECT 1 FROM workouts WHERE uid = ?", .text(uid)) == .null ? .unknown : .stored
    }

    /// All workouts, newest first: the order of `workouts`.
    public func workoutIDs() throws(StorageError) -> [WorkoutID] {
        try ids(
            """
            SELECT w.uid FROM workouts AS w WHERE w.uid NOT IN (SELECT uid FROM workout_deletions)
            ORDER BY w.start_at_us DESC, w.uid
            """)
    }

    /// Workouts that went on in `[start, end)`, if only for a part of it, oldest first.
    public func workoutIDs(from start: Timestamp, to end: Timestamp) throws(StorageError) -> [WorkoutID] {
        try ids(
            """
            SELECT w.uid FROM workouts AS w WHERE w.start_at_us < ? AND w.end_at_us > ?
            AND w.uid NOT IN (SELECT uid FROM workout_deletions) ORDER BY w.start_at_us, w.uid
            """, [.integer(end.microseconds), .integer(start.microseconds)])
    }

    private func ids(_ sql: String, _ values: [SQLValue] = []) throws(StorageError) -> [WorkoutID] {
        try connection.rows(sql, values) { row throws(StorageError) in
            guard let id = row[0].text.flatMap({ WorkoutID(storeText: $0) }) else { throw damaged("a workout has no name") }
            return id
        }
    }

    /// Where the workouts came from, and when they began; deleted ones too, as long as their rows are there.
    public func origins() throws(StorageError) -> [(origin: WorkoutOrigin, start: Timestamp)] {
        try connection.rows("SELECT origin, origin_place, origin_format, start_at_us FROM workouts ORDER BY id") {
            row throws(StorageError) in
            guard let kind = row[0].text.flatMap(WorkoutOrigin.Kind.init(rawValue:)), let start = row[3].moment else {
                throw damaged("a workout is not readable")
            }
            return (WorkoutOrigin(kind, place: row[1].text, format: row[2].text), start)
        }
    }

    /// Where a workout came from; `nil` when there is none.
    public func origin(of id: WorkoutID) throws(StorageError) -> WorkoutOrigin? {
        try connection.rows(
            "SELECT origin, origin_place, origin_format FROM workouts WHERE uid = ?", [.text(id.storeText)]
        ) { row throws(StorageError) in
            guard let kind = row[0].text.flatMap(WorkoutOrigin.Kind.init(rawValue:)) else {
                throw damaged("a workout is not readable")
            }
            return WorkoutOrigin(kind, place: row[1].text, format: row[2].text)
        }.first
    }

    /// A workout that was derived anew, with what people said of it.
    public func edited(_ workout: Workout) throws(StorageError) -> Workout {
        var workout = workout
        try apply(edits: workout.id.storeText, to: &workout)
        return workout
    }
}
