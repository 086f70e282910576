import Workouts

// What `store check`, `backup` and `vacuum` do.
extension HistoryStore {
    /// Reads everything and compares it with what must be so.
    ///
    /// - Returns: what is wrong, a sentence each without a full stop; empty when all is well.
    /// - Throws: what keeps it from reading at all.
    public func check() throws(StorageError) -> [String] {
        try connection.snapshot { () throws(StorageError) in
            var faults: [String] = []
            do throws(StorageError) {
                faults += try connection.rows("PRAGMA integrity_check(20)") { row throws(StorageError) in
                    row[0].text.flatMap { $0 == "ok" ? nil : "SQLite: \($0)" }
                }
            } catch {
                guard case .damaged(_, let message) = error else { throw error }
                faults.append("SQLite: \(message)")
            }
            // What SQLite itself cannot read is not looked at more closely.
            guard faults.isEmpty else { return faults }
            faults += try connection.rows("PRAGMA foreign_key_check") { row throws(StorageError) in
                "a row of \(row[0].text ?? "?") belongs to no \(row[2].text ?? "?")"
            }
            for rule in Self.rules {
                faults += try connection.rows(rule.sql) { row throws(StorageError) in
                    "\(rule.what): \(row[0].text ?? row[0].integer.map { String($0) } ?? "?")"
                }
            }
            faults += try checkChunks()
            faults += try checkWorkouts()
            return faults
        }
    }

    private struct Rule {
        let what: String
        /// Names what breaks it.
        let sql: String
    }

    /// Kind and uid.
    static let unknownObjects = """
        SELECT b.kind AS kind, b.uid AS uid FROM objects AS b WHERE NOT CASE b.kind
        WHEN 'workout' THEN EXISTS (SELECT 1 FROM workouts AS w WHERE w.uid = b.uid)
        WHEN 'route' THEN EXISTS (SELECT 1 FROM routes AS r WHERE r.uid = b.uid AND r.count > 0)
        WHEN 'mood' THEN EXISTS (SELECT 1 FROM moods AS m WHERE m.uid = b.uid)
        WHEN 'plan' THEN EXISTS (SELECT 1 FROM plans AS p WHERE p.uid = b.uid)
        WHEN 'sensor' THEN EXISTS (SELECT 1 FROM sensors AS s WHERE s.uid = b.uid)
        WHEN 'athleteFact' THEN EXISTS (SELECT 1 FROM athlete_facts AS f WHERE f.uid = b.uid)
        WHEN 'daySeries' THEN EXISTS (SELECT 1 FROM series AS s
            WHERE s.workout IS NULL AND s.day || '/' || s.quantity || '/' || s.sensor = b.uid)
        ELSE 0 END
        """

    private static let rules: [Rule] = [
        Rule(
            what: "a change lies ahead of the counter",
            sql: """
                SELECT change FROM (SELECT change FROM objects UNION ALL SELECT change FROM tombstones), store
                WHERE change > counter
                """),
        Rule(
            what: "a workout is known to no follower",
            sql: """
                SELECT w.uid FROM workouts AS w LEFT JOIN objects AS b ON b.kind = 'workout' AND b.uid = w.uid
                WHERE b.uid IS NULL AND w.uid NOT IN (SELECT uid FROM workout_deletions)
                """),
        Rule(
            what: "followers know something that is not there",
            sql: "SELECT kind || ' ' || uid FROM (\(unknownObjects))"),
        Rule(
            what: "a route does not have the places that it counts",
            sql: """
                SELECT r.uid FROM routes AS r
                WHERE r.count <> (SELECT coalesce(sum(c.count), 0) FROM route_chunks AS c WHERE c.route = r.id)
                """),
    ]

    private func checkChunks() throws(StorageError) -> [String] {
        var faults: [String] = []
        for (table, owner) in [("sample_chunks", "series"), ("route_chunks", "route"), ("value_times", "workout")] {
            var statement = try connection.prepare("SELECT \(owner), place, crc32, data FROM \(table)")
            try statement.bind([])
            while try statement.step(), faults.count < 20 {
                guard let data = statement[3].blob, statement[2].integer == Checksum.crc32(data) else {
                    faults.append(
                        "chunk \(statement[1].integer ?? -1) of \(owner) \(statement[0].integer ?? -1) has another checksum")
                    continue
                }
            }
        }
        return faults
    }

    /// Each is read as whoever shows it would, and its rows are compared with what was stored.
    private func checkWorkouts() throws(StorageError) -> [String] {
        let changed = Set(try changedWorkouts())
        let uids = try connection.rows("SELECT uid FROM workouts ORDER BY id") { row throws(StorageError) in row[0].text }
        var faults: [String] = []
        for uid in uids {
            guard let id = WorkoutID(storeText: uid) else {
                faults.append("\(uid) is no workout's name")
                continue
            }
            do throws(StorageError) {
                _ = try recordedWorkout(id)
                if changed.contains(uid) { faults.append("workout \(uid) is not as it was stored") }
            } catch {
                faults.append("workout \(uid): \(error)")
            }
        }
        return faults
    }

    /// Workouts whose rows are others than were stored.
    func changedWorkouts() throws(StorageError) -> [String] {
        let stored = try connection.rows("SELECT id, uid, digest FROM workouts ORDER BY id") {
            row throws(StorageError) -> (Int64, String, Int64)? in
            guard let id = row[0].integer, let uid = row[1].text, let digest = row[2].integer else { return nil }
            return (id, uid, digest)
        }
        var changed: [String] = []
        for (id, uid, digest) in stored where try storedDigest(ofRow: id) != digest { changed.append(uid) }
        return changed
    }

    /// Writes a whole copy, of one moment, that is good to be opened: others may go on writing. The copy is a store of its own, so that
    /// followers of this one do not take it for this one when it is put in its place: their anchors are foreign to it.
    ///
    /// - Parameter target: a path where nothing is.
    public func backup(to target: String) throws(StorageError) {
        let half = target + ".part"
        try FileMove.begin(half)
        do throws(StorageError) {
            try connection.run("VACUUM INTO ?", .text(half))
            let copy = try Connection(half, for: .building, .history)
            try copy.run("UPDATE store SET identity = ?", .text(Self.randomUID()))
        } catch {
            FileMove.remove(half)
            // SQLite's fault names no file, and means the one that was written.
            if case .diskFull = error { throw .diskFull(path: target) }
            throw error
        }
        try FileMove.place(half, at: target)
    }

    /// Gives back the room of what was deleted, and what nobody refers to any more.
    public func vacuum() throws(StorageError) {
        try write { () throws(StorageError) in
            try connection.execute(
                "DELETE FROM zone_configurations WHERE id NOT IN (SELECT configuration FROM zone_times)")
            knownZones.removeAll()
        }
        try connection.execute("VACUUM")
        try connection.execute("PRAGMA optimize")
        _ = try connection.value("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    /// How much the file holds, and how much of that is free, in bytes; the log beside it not counted.
    public func size() throws(StorageError) -> (bytes: Int, free: Int) {
        let page = try connection.value("PRAGMA page_size").integer ?? 0
        let pages = try connection.value("PRAGMA page_count").integer ?? 0
        let free = try connection.value("PRAGMA freelist_count").integer ?? 0
        return (Int(clamping: page * pages), Int(clamping: page * free))
    }
}
