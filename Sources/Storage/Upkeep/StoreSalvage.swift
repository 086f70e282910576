public import Workouts

/// What of a store cannot be read, by table: rows, and stretches of rows whose number nobody knows.
public struct UnreadableRows: Equatable, Sendable {
    public private(set) var byTable: [String: Int] = [:]

    public var isEmpty: Bool { byTable.isEmpty }
    public var count: Int { byTable.values.reduce(0, +) }

    mutating func note(_ table: String) { byTable[table, default: 0] += 1 }

    /// `3 in sample_chunks, 1 in workouts`
    public var text: String { byTable.sorted { $0.key < $1.key }.map { "\($1) in \($0)" }.joined(separator: ", ") }
}

// Reading around damaged pages: SQLite reads on from either end of a table up to them.
extension HistoryStore {
    /// A file that may be damaged, to get out of it what can be read.
    ///
    /// - Throws: `cannotOpen`, `notOurs`, `tooNew`; `damaged`, when not even its tables are known.
    public convenience init(salvaging path: String, now: @escaping () -> Timestamp) throws(StorageError) {
        self.init(try Connection(salvaging: path, .history), identity: "", now: now)
    }

    /// Puts a new store in the place of a damaged one, with all that can be read of it; the damaged one is kept beside it.
    ///
    /// - Returns: where that is, and what could not be read.
    public static func renew(
        _ path: String, now: @escaping () -> Timestamp
    ) throws(StorageError) -> (damaged: String, unreadable: UnreadableRows) {
        let half = path + ".part"
        FileMove.removeStore(half)
        do throws(StorageError) {
            let unreadable = try fill(half, of: path, now)
            return (try FileMove.exchange(path, for: half), unreadable)
        } catch {
            FileMove.removeStore(half)
            throw error
        }
    }

    private static func fill(
        _ half: String, of path: String, _ now: @escaping () -> Timestamp
    ) throws(StorageError) -> UnreadableRows {
        let old = try HistoryStore(salvaging: path, now: now)
        let new = try HistoryStore(path: half, for: .writing, now: now)
        let unreadable = try new.load(salvaged: old)
        _ = try new.connection.value("PRAGMA wal_checkpoint(TRUNCATE)")
        return unreadable
    }

    func hasTable(_ name: String) throws(StorageError) -> Bool {
        try connection.value("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?", .text(name)) != .null
    }

    /// Whether SQLite finds no fault in the file's pages.
    public func isSoundByPages() throws(StorageError) -> Bool {
        do throws(StorageError) {
            return try connection.value("PRAGMA quick_check(1)").text == "ok"
        } catch {
            guard case .damaged = error else { throw error }
            return false
        }
    }

    /// - Parameter take: is given the columns' names and each row, and says whether it could be read.
    func forEachReadable(
        _ columns: String, of table: String, by order: String, _ isSalvage: Bool, _ unreadable: inout UnreadableRows,
        _ take: ([String], borrowing Statement) throws(StorageError) -> Bool
    ) throws(StorageError) {
        let keys = order.split(separator: ",").map { String($0.drop { $0 == " " }) }
        // What `take` throws is not the table's.
        var fault: StorageError?
        var lost = 0
        func read(
            _ order: String, until isKnown: ([SQLValue]) -> Bool
        ) throws(StorageError) -> (isWhole: Bool, last: [SQLValue]?) {
            var last: [SQLValue]?
            do throws(StorageError) {
                var statement = try connection.prepare(
                    "SELECT \(columns), \(keys.joined(separator: ", ")) FROM \(table) ORDER BY \(order)")
                try statement.bind([])
                let names = Array(statement.columns.dropLast(keys.count))
                while try statement.step() {
                    let key = keys.indices.map { statement[names.count + $0] }
                    if isKnown(key) { return (true, last) }
                    do throws(StorageError) { if try !take(names, statement) { lost += 1 } } catch {
                        fault = error
                        throw error
                    }
                    last = key
                }
                return (true, last)
            } catch {
                guard fault == nil, isSalvage, case .damaged = error else { throw error }
                return (false, last)
            }
        }
        let forward = try read(order, until: { _ in false })
        if !forward.isWhole {
            lost += 1
            _ = try read(keys.map { "\($0) DESC" }.joined(separator: ", "), until: { $0 == forward.last })
        }
        for _ in 0..<lost { unreadable.note(table) }
    }

    /// By the table's own key, so that no damaged index is needed.
    func plainOrder(of table: (name: String, order: String)) throws(StorageError) -> String {
        let sql = try connection.value("SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?", .text(table.name))
        return sql.text?.contains("WITHOUT ROWID") ?? false ? table.order : "rowid"
    }

    /// Of the last change, and up to which deletions are forgotten.
    func counters(
        _ isSalvage: Bool, _ unreadable: inout UnreadableRows
    ) throws(StorageError) -> (counter: Int64, pruned: Int64) {
        do throws(StorageError) {
            var head = try connection.prepare("SELECT counter, pruned FROM store")
            guard try head.step(), let counter = head[0].integer, let pruned = head[1].integer else {
                throw damaged("it has no counter")
            }
            return (counter, pruned)
        } catch {
            guard isSalvage, case .damaged = error else { throw error }
            unreadable.note("store")
            return (0, 0)
        }
    }

    /// Of what was read of a damaged store: rows go whose owners are lacking, and whoever follows is told of what is there.
    func joinWhatIsThere() throws(StorageError) {
        for table in ["workout_sources", "workout_events", "activities", "laps", "splits", "zone_times"] {
            try connection.run("DELETE FROM \(table) WHERE workout NOT IN (SELECT id FROM workouts)")
        }
        try connection.run("DELETE FROM zone_times WHERE configuration NOT IN (SELECT id FROM zone_configurations)")
        try connection.run("DELETE FROM series WHERE workout IS NOT NULL AND workout NOT IN (SELECT id FROM workouts)")
        try connection.run("DELETE FROM sample_chunks WHERE series NOT IN (SELECT id FROM series)")
        try connection.run("DELETE FROM route_chunks WHERE route NOT IN (SELECT id FROM routes)")
        try connection.run(
            "UPDATE routes SET count = (SELECT coalesce(sum(count), 0) FROM route_chunks WHERE route = routes.id)")
        try connection.run(
            """
            UPDATE store SET counter = max(counter, (SELECT coalesce(max(change), 0) FROM
                (SELECT change FROM objects UNION ALL SELECT change FROM tombstones)))
            """)
        let gone = try connection.rows(Self.unknownObjects) { row throws(StorageError) in (row[0].text ?? "", row[1].text ?? "") }
        for (kind, uid) in gone {
            // A workout may come back of its capture, and is looked for as long as followers know it.
            if kind != StoredKind.workout.rawValue {
                try connection.run("DELETE FROM objects WHERE kind = ? AND uid = ?", .text(kind), .text(uid))
            }
        }
        let untold: [(StoredKind, String)] = [
            (.workout, "SELECT uid FROM workouts WHERE uid NOT IN (SELECT uid FROM workout_deletions)"),
            (.route, "SELECT DISTINCT uid FROM routes WHERE count > 0 AND workout NOT IN (SELECT uid FROM workout_deletions)"),
            (.mood, "SELECT uid FROM moods"), (.plan, "SELECT uid FROM plans"), (.sensor, "SELECT uid FROM sensors"),
            (.athleteFact, "SELECT uid FROM athlete_facts"),
            (.daySeries, "SELECT day || '/' || quantity || '/' || sensor FROM series WHERE workout IS NULL"),
        ]
        for (kind, sql) in untold {
            let uids = try connection.rows(sql) { row throws(StorageError) in row[0].text }
            for uid in uids where try currentID(kind, uid) == nil { try noteChange(kind, uid) }
        }
    }
}
