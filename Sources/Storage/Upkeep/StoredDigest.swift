public import Workouts

// Whether what is in the rows is what was stored.
extension HistoryStore {
    /// Whether a workout stands in the store just as it is, every byte of it: its rows are read back for that.
    ///
    /// - Parameter workout: as it is derived; what people said of it is looked at as when it was stored.
    public func holds(_ workout: Workout) throws(StorageError) -> Bool {
        try write { () throws(StorageError) in
            guard let origin = try origin(of: workout.id) else { return false }
            let called = try called(workout)
            let rows = WorkoutRows(called, from: origin, routeGap: try knownRouteGap(of: workout.id))
            let row = try connection.value("SELECT id FROM workouts WHERE uid = ?", .text(rows.uid)).integer
            guard let row, try storedDigest(ofRow: row) == rows.digest, try holds(OutlineRow(called), of: row) else {
                return false
            }
            return try unlessDamaged { () throws(StorageError) in try route(ofRecorded: workout.id) } == called.route
        }
    }

    /// Of a workout's rows as they are, which `WorkoutRows.digest` gave when they were stored; `nil` when they cannot be read.
    func storedDigest(ofRow row: Int64) throws(StorageError) -> Int64? {
        try unlessDamaged { () throws(StorageError) in
            var digest = FNVDigest()
            let key = [SQLValue.integer(row)]
            let workout = try plainRows("SELECT \(WorkoutRows.workoutColumns) FROM workouts WHERE id = ?", key)
            guard let first = workout.first else { return nil }
            digest.add(first)
            for (columns, table, order) in Self.partTables {
                let rows = try plainRows("SELECT \(columns) FROM \(table) WHERE workout = ? ORDER BY \(order)", key)
                digest.add([.integer(rows.count)])
                for row in rows { digest.add(row) }
            }
            let times = try plainRows(
                """
                SELECT t.scope, t.place, t.quantity, z.configuration, t.durations_us, t.unattributed_us, t.max_hold_us,
                t.algorithm_version FROM zone_times AS t JOIN zone_configurations AS z ON z.id = t.configuration
                WHERE t.workout = ?
                """, key)
            for row in times.sorted(by: Self.comesBefore) { digest.add(row) }
            for one in try plainRows("SELECT id, form, quantity, source FROM series WHERE workout = ? ORDER BY place", key) {
                digest.add(Array(one.dropFirst()))
                let chunks = try plainRows(
                    """
                    SELECT first_offset_us, last_offset_us, count, minimum, maximum, sum, covered_us, integral, crc32, data
                    FROM sample_chunks WHERE series = ? ORDER BY place
                    """, [one[0]])
                for chunk in chunks { digest.add(chunk) }
            }
            return digest.value
        }
    }

    /// As `WorkoutRows` has them, in its order.
    private static let partTables: [(columns: String, table: String, order: String)] = [
        ("number, \(SampleSource.columns)", "workout_sources", "place"),
        ("kind, start_offset_us, end_offset_us, note", "workout_events", "place"),
        ("type, start_offset_us, end_offset_us, summary", "activities", "place"),
        ("trigger, activity, start_offset_us, end_offset_us, summary", "laps", "place"),
        (
            """
            unit, place, distance_m, is_partial, start_offset_us, end_offset_us, elapsed_us, timer_us, ascent_m,
            average_heart_rate_bpm
            """, "splits", "unit, place"
        ),
    ]

    /// Zone times by scope, place and quantity.
    private static func comesBefore(_ a: [SQLValue], _ b: [SQLValue]) -> Bool {
        func key(_ row: [SQLValue]) -> (Int, Int64, Int) {
            let quantity = row[2].text.flatMap(Quantity.init(rawValue:))
            return (
                ["workout", "activity", "lap"].firstIndex(of: row[0].text ?? "") ?? .max, row[1].integer ?? .max,
                quantity.flatMap { Quantity.allCases.firstIndex(of: $0) } ?? .max
            )
        }
        return key(a) < key(b)
    }

    private func plainRows(_ sql: String, _ values: [SQLValue]) throws(StorageError) -> [[SQLValue]] {
        try connection.rows(sql, values) { row throws(StorageError) in row.columns.indices.map { row[$0] } }
    }
}
