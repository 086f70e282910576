public import Workouts

/// A workout that was deleted and can still be had back.
public struct DeletedWorkout: Equatable, Sendable {
    public var id: WorkoutID
    public var reason: DeletionReason
    /// Those that took its place.
    public var replacedBy: [WorkoutID]
    public var deletedAt: Timestamp
}

public enum DeletionReason: String, Sendable {
    case deleted
    /// Cut into several.
    case split
    /// Joined with others.
    case merged
    /// Another recording of the same has more in it, and counts.
    case superseded
}

extension HistoryStore {
    /// How long deletions are remembered, and can be undone, at least (core §7).
    public static let tombstoneLife = TimeSpan(microseconds: 90 * 86_400 * 1_000_000)

    /// Deletes a workout. What it is derived from stays, and so does all of it until `prune`, so that it can be had back.
    ///
    /// - Throws: `unknown`, when it is not there or was deleted before.
    public func delete(
        _ workout: WorkoutID, because reason: DeletionReason = .deleted, replacedBy: [WorkoutID] = []
    ) throws(StorageError) {
        try write { () throws(StorageError) in
            let uid = workout.storeText
            guard let change = try noteDeletion(.workout, uid) else {
                throw StorageError.unknown(kind: "workout", id: uid)
            }
            try connection.run(
                "INSERT INTO workout_deletions VALUES (?, ?, ?, ?)", .text(uid), .text(reason.rawValue),
                .text(replacedBy.map(\.storeText).recordText), .integer(now().microseconds))
            try noteStale(ofWorkout: uid, change)
            for route in try routes(ofWorkout: uid) { try noteDeletion(.route, route) }
        }
    }

    /// Those that have places.
    func routes(ofWorkout uid: String) throws(StorageError) -> [String] {
        try connection.rows("SELECT DISTINCT uid FROM routes WHERE workout = ? AND count > 0", [.text(uid)]) {
            row throws(StorageError) in row[0].text
        }
    }

    /// Those that can be had back, the last deleted first.
    public func deletedWorkouts() throws(StorageError) -> [DeletedWorkout] {
        try connection.rows(
            """
            SELECT d.uid, d.reason, d.replaced_by, d.deleted_at_us FROM workout_deletions AS d JOIN workouts AS w ON w.uid = d.uid
            ORDER BY d.deleted_at_us DESC, d.uid
            """
        ) { row throws(StorageError) in
            guard let id = row[0].text.flatMap({ WorkoutID(storeText: $0) }),
                let reason = row[1].text.flatMap(DeletionReason.init(rawValue:)),
                let replaced = row[2].text.flatMap([String].init(recordText:)), let moment = row[3].moment
            else { throw damaged("a deletion is not readable") }
            return DeletedWorkout(
                id: id, reason: reason, replacedBy: replaced.compactMap { WorkoutID(storeText: $0) }, deletedAt: moment)
        }
    }

    /// Forgets deletions that are older than `tombstoneLife`, for good: deleted workouts lose their rows, and followers whose anchors are
    /// older have to read everything again. That a workout was deleted stays known, so that its capture does not bring it back. Recordings
    /// that workouts are made of stay as long as those.
    ///
    /// - Returns: how many workouts lost their rows.
    @discardableResult
    public func pruneDeletions() throws(StorageError) -> Int {
        try write { () throws(StorageError) in
            let limit = SQLValue.integer(now().microseconds &- Self.tombstoneLife.microseconds)
            let last = try connection.value("SELECT max(change) FROM tombstones WHERE deleted_at_us < ?", limit)
            if last != .null {
                // A clock that was put back must not leave older ones behind newer ones.
                try connection.run("DELETE FROM tombstones WHERE change <= ? AND deleted_at_us < ?", last, limit)
                try connection.run("UPDATE store SET pruned = max(pruned, ?)", last)
            }
            let gone = try connection.rows(
                """
                SELECT w.id, w.uid FROM workout_deletions AS d JOIN workouts AS w ON w.uid = d.uid WHERE d.deleted_at_us < ?
                AND d.uid NOT IN (SELECT recording FROM workout_pieces WHERE uid NOT IN
                    (SELECT uid FROM workout_deletions WHERE deleted_at_us < ?))
                """, [limit, limit]
            ) { row throws(StorageError) in (row[0], row[1]) }
            for (id, uid) in gone {
                try connection.run("DELETE FROM workouts WHERE id = ?", id)
                try connection.run("DELETE FROM routes WHERE workout = ?", uid)
                try connection.run("DELETE FROM workout_pieces WHERE uid = ?", uid)
            }
            return gone.count
        }
    }

    func noteStale(ofWorkout uid: String, _ change: Int64) throws(StorageError) {
        let spans = try connection.rows("SELECT start_at_us, end_at_us FROM workouts WHERE uid = ?", [.text(uid)]) {
            row throws(StorageError) -> (start: Timestamp, end: Timestamp)? in
            guard let start = row[0].moment, let end = row[1].moment else { return nil }
            return (start, end)
        }
        for span in spans { try noteStale(span.start, span.end, change) }
    }
}
