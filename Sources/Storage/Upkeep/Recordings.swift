public import Workouts

/// A workout that was recorded, as `rebuild` and `prune` look at it: deleted ones too, as long as their rows are there.
public struct StoredRecording: Equatable, Sendable {
    public var id: WorkoutID
    public var origin: WorkoutOrigin
    public var start: Timestamp
    public var end: Timestamp
}

/// A capture that was given up, since the store has what was in it.
public struct PrunedCapture: Equatable, Sendable {
    public var path: String
    public var workout: WorkoutID
    public var bytes: Int64
    public var prunedAt: Timestamp
}

extension HistoryStore {
    /// All that came from captures and files, in the order in which they were stored.
    public func recordings() throws(StorageError) -> [StoredRecording] {
        try connection.rows(
            """
            SELECT uid, origin, origin_place, origin_format, start_at_us, end_at_us FROM workouts
            WHERE origin <> 'derived' ORDER BY id
            """
        ) { row throws(StorageError) in
            guard let id = row[0].text.flatMap({ WorkoutID(storeText: $0) }),
                let kind = row[1].text.flatMap(WorkoutOrigin.Kind.init(rawValue:)), let start = row[4].moment,
                let end = row[5].moment
            else { throw damaged("a workout is not readable") }
            return StoredRecording(
                id: id, origin: WorkoutOrigin(kind, place: row[2].text, format: row[3].text), start: start, end: end)
        }
    }

    /// Recordings whose rows are gone though they are to be there: of workouts that nobody deleted, or whose deletion can still be
    /// undone, and those that others are made of.
    public func lostRecordings() throws(StorageError) -> Set<WorkoutID> {
        let limit = SQLValue.integer(now().microseconds &- Self.tombstoneLife.microseconds)
        return Set(
            try identities(
                """
                SELECT uid FROM (SELECT uid FROM objects WHERE kind = 'workout'
                    UNION SELECT uid FROM workout_deletions WHERE deleted_at_us >= ? UNION SELECT recording FROM workout_pieces)
                WHERE uid NOT IN (SELECT uid FROM workouts) AND uid NOT IN (SELECT uid FROM workout_pieces)
                """, [limit]))
    }

    /// Of what is stored, or is what stored workouts are made of, what went on in `[start, end)`, if only for a part of it, as it was
    /// recorded.
    public func recordingsThatCount(from start: Timestamp, to end: Timestamp) throws(StorageError) -> [WorkoutID] {
        try identities(
            """
            SELECT w.uid FROM workouts AS w LEFT JOIN workout_deletions AS d ON d.uid = w.uid
            WHERE w.start_at_us < ? AND w.end_at_us > ? AND w.origin <> 'derived'
            AND (d.uid IS NULL OR d.reason IN ('split', 'merged')) ORDER BY w.start_at_us, w.uid
            """, [.integer(end.microseconds), .integer(start.microseconds)])
    }

    /// What a workout was computed with; `nil` where there is none, or it cannot be read.
    public func settings(of workout: WorkoutID) throws(StorageError) -> WorkoutSettings? {
        try connection.value("SELECT settings FROM workouts WHERE uid = ?", .text(workout.storeText)).text
            .flatMap(WorkoutSettings.init(recordText:))
    }

    /// Remembers that a capture is no longer there since nobody needs it.
    public func notePruned(_ path: String, of workout: WorkoutID, bytes: Int64) throws(StorageError) {
        try write { () throws(StorageError) in
            try connection.run(
                "INSERT OR REPLACE INTO pruned_captures (path, workout, bytes, pruned_at_us) VALUES (?, ?, ?, ?)", .text(path),
                .text(workout.storeText), .integer(bytes), .integer(now().microseconds))
        }
    }

    /// By path.
    public func prunedCaptures() throws(StorageError) -> [PrunedCapture] {
        try connection.rows("SELECT path, workout, bytes, pruned_at_us FROM pruned_captures ORDER BY path") {
            row throws(StorageError) in
            guard let path = row[0].text, let workout = row[1].text.flatMap({ WorkoutID(storeText: $0) }),
                let bytes = row[2].integer, let moment = row[3].moment
            else { throw damaged("a capture that was pruned is not readable") }
            return PrunedCapture(path: path, workout: workout, bytes: bytes, prunedAt: moment)
        }
    }

    /// Totals of days that are kept, as `store cache` shows them.
    public struct KeptTotals: Equatable, Sendable {
        public var timeZone: String
        /// `heartRate [114,133]`; empty: of no zones.
        public var zones: String
        public var isDemo: Bool
        public var days: Int
        public var synced: Timestamp
        public var fullyRead: Timestamp
        /// Whether nothing that they rest on has changed since.
        public var isCurrent: Bool
    }

    public func keptTotals() throws(StorageError) -> [KeptTotals] {
        try connection.rows(
            """
            SELECT time_zone, zones, is_demo, (SELECT count(*) FROM daily_totals AS t WHERE t.daily_set = s.id), synced_at_us,
            fully_read_at_us, NOT EXISTS (SELECT 1 FROM stale_spans AS p WHERE p.change > s.change) AND algorithm_version = ?
            FROM daily_sets AS s ORDER BY is_demo, time_zone, zones
            """, [.integer(Workout.algorithmVersion)]
        ) { row throws(StorageError) in
            guard let zone = row[0].text, let zones = row[1].text, let days = row[3].integer, let synced = row[4].moment,
                let full = row[5].moment
            else { throw damaged("a set of totals is not readable") }
            return KeptTotals(
                timeZone: zone, zones: zones, isDemo: row[2].integer == 1, days: Int(clamping: days), synced: synced,
                fullyRead: full, isCurrent: row[6].integer == 1)
        }
    }
}
