public import Statistics
import Workouts

// Outlines are kept beside a workout's rows, and made again where they are lacking.
extension HistoryStore {
    /// - Parameter key: of the workout's row.
    func insertOutline(_ outline: OutlineRow, of key: SQLValue) throws(StorageError) {
        try connection.run("DELETE FROM value_times WHERE workout = ?", key)
        let places = Array(repeating: "?", count: outline.columnValues.count).joined(separator: ", ")
        var statement = try connection.prepare(
            "INSERT OR REPLACE INTO workout_outlines (workout, \(OutlineRow.columns)) VALUES (?, \(places))")
        try statement.bind([key] + outline.columnValues)
        while try statement.step() {}
        var times = try connection.prepare(
            "INSERT INTO value_times (workout, \(OutlineRow.Times.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
        for one in outline.times {
            try times.bind([key] + one.columnValues)
            while try times.step() {}
        }
    }

    /// Whether the rows of an outline are these.
    func holds(_ outline: OutlineRow, of row: Int64) throws(StorageError) -> Bool {
        let columns = { (row: borrowing Statement) throws(StorageError) -> [SQLValue]? in row.columns.indices.map { row[$0] } }
        let kept = try connection.rows(
            "SELECT \(OutlineRow.columns) FROM workout_outlines WHERE workout = ?", [.integer(row)], columns)
        guard kept == [outline.columnValues] else { return false }
        let times = try connection.rows(
            "SELECT \(OutlineRow.Times.columns) FROM value_times WHERE workout = ?", [.integer(row)], columns)
        return times.count == outline.times.count && outline.times.allSatisfy { times.contains($0.columnValues) }
    }

    /// Whether all that looking back sums from samples is kept, so that whoever does needs not write.
    public func isSummed(rules: CalendarRules) throws(StorageError) -> Bool {
        try connection.snapshot { () throws(StorageError) in
            for isDemo in [false, true] {
                guard try !workouts(WorkoutFilter(isDemo: isDemo), limit: 1).isEmpty else { continue }
                guard let status = try dailyTotalsStatus(rules: rules, isDemo: isDemo), status.isCurrent else { return false }
            }
            return try workoutsWithoutOutline(WorkoutFilter()).isEmpty
        }
    }

    /// Makes the outlines that are lacking, as those of workouts that an earlier version stored or a dump brought, and keeps them.
    ///
    /// - Returns: all of them, kept or not, by the workout's row; and what cannot be read.
    func makeLackingOutlines(
        _ filter: WorkoutFilter
    ) throws(StorageError) -> (made: [Int64: OutlineRow], faults: [StorageError]) {
        let lacking = try workoutsWithoutOutline(filter)
        guard !lacking.isEmpty else { return ([:], []) }
        var made: [Int64: OutlineRow] = [:]
        var faults: [StorageError] = []
        for (row, id) in lacking {
            do throws(StorageError) {
                if let workout = try recordedWorkout(id) { made[row] = OutlineRow(workout) }
            } catch {
                guard case .damaged = error else { throw error }
                faults.append(error)
            }
        }
        guard connection.isWriting, !connection.isInTransaction else { return (made, faults) }
        do throws(StorageError) {
            try write { () throws(StorageError) in
                for (row, outline) in made.sorted(by: { $0.key < $1.key }) {
                    // It may be gone, or derived anew, by now.
                    let isThere = try connection.value("SELECT 1 FROM workouts WHERE id = ?", .integer(row)) != .null
                    if isThere { try insertOutline(outline, of: .integer(row)) }
                }
            }
        } catch {
            // Whoever looks back need not write: the disk may be full, or somebody else hold the lock.
        }
        return (made, faults)
    }

    private func workoutsWithoutOutline(_ filter: WorkoutFilter) throws(StorageError) -> [(Int64, WorkoutID)] {
        let conditions = filter.conditions(firstParameter: 2)
        return try connection.rows(
            """
            SELECT w.id, w.uid FROM \(WorkoutFilter.tables) LEFT JOIN workout_outlines AS o ON o.workout = w.id
            WHERE \(conditions.sql) AND (o.workout IS NULL OR o.algorithm_version <> ?1) ORDER BY w.id
            """, [.integer(Workout.algorithmVersion)] + conditions.values
        ) { row throws(StorageError) in
            guard let key = row[0].integer, let id = row[1].text.flatMap({ WorkoutID(storeText: $0) }) else {
                throw damaged("a workout is not readable")
            }
            return (key, id)
        }
    }
}
