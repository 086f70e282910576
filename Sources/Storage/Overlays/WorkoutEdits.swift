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
    /// Of another sport it is folded anew, so that its zones are that sport's; where there are no samples to fold, figures stay.
    ///
    /// - Throws: `unknown`, for a workout that is not there or was deleted.
    public func setEdits(_ edits: WorkoutEdits, of workout: WorkoutID) throws(StorageError) {
        try write { () throws(StorageError) in
            let uid = workout.storeText
            guard try currentID(.workout, uid) != nil else { throw StorageError.unknown(kind: "workout", id: uid) }
            let former = try self.edits(of: workout)
            guard former != edits else { return }
            let hasNewType = former.type != edits.type
            let recorded = hasNewType ? try recordedWorkout(workout) : nil
            let recordedType =
                try connection.value("SELECT recorded_type FROM workout_edits WHERE uid = ?", .text(uid)).text
                ?? recorded?.type.rawValue
            if edits == WorkoutEdits() {
                try connection.run("DELETE FROM workout_edits WHERE uid = ?", .text(uid))
            } else {
                try connection.run(
                    """
                    INSERT OR REPLACE INTO workout_edits (uid, name, type, note, edited_at_us, recorded_type)
                    VALUES (?, ?, ?, ?, ?, ?)
                    """,
                    .text(uid), .text(edits.name), .text(edits.type?.rawValue), .text(edits.note), .integer(now().microseconds),
                    .text(edits.type == nil ? nil : recordedType))
            }
            if let recorded, let type = edits.type ?? recordedType.flatMap(ActivityType.init(rawValue:)),
                let origin = try origin(of: workout), let folded = recorded.folded(as: type)
            {
                // What was changed was told to followers with that.
                if try keep(folded, from: origin, routeGap: try knownRouteGap(of: workout)) == .replaced { return }
            }
            try noteChange(.workout, uid)
        }
    }

    /// A workout that is stored, as people call it; keeps what it was called before.
    func called(_ workout: Workout) throws(StorageError) -> Workout {
        let uid = SQLValue.text(workout.id.storeText)
        guard let type = try edits(of: workout.id).type, let folded = workout.folded(as: type) else { return workout }
        try connection.run("UPDATE workout_edits SET recorded_type = ? WHERE uid = ?", .text(workout.type.rawValue), uid)
        return folded
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

extension Workout {
    /// The same as of another sport, with its zones; `nil` where that is a matter of words: of several legs, and without samples.
    fileprivate func folded(as type: ActivityType) -> Workout? {
        guard activities.count == 1, !series.isEmpty || !amounts.isEmpty || route.placeCount > 0 else { return nil }
        if type == self.type, type == activities[0].type { return self }
        return try? Workout(folding: [WorkoutStretch(of: self)], id: id, as: type)
    }
}
