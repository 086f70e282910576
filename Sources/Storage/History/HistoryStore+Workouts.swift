public import Workouts

// Storing what is derived.
extension HistoryStore {
    /// Stores a workout, or what became of it, in one transaction. What people said of it stays: names, notes, moods, and that it was
    /// deleted. One whose rows or chunks were damaged is whole again then.
    ///
    /// - Parameters:
    ///   - origin: where it came from.
    ///   - routeGap: `.noAccess`, when a receiver was there and its places could not be had.
    @discardableResult
    public func store(
        _ workout: Workout, from origin: WorkoutOrigin, routeGap: RouteGap? = nil
    ) throws(StorageError) -> StoringOutcome {
        try write { () throws(StorageError) in try keep(called(workout), from: origin, routeGap: routeGap) }
    }

    /// Stores a workout as it is, in the transaction that goes on.
    func keep(_ workout: Workout, from origin: WorkoutOrigin, routeGap: RouteGap?) throws(StorageError) -> StoringOutcome {
        let rows = WorkoutRows(workout, from: origin, routeGap: routeGap)
        let digest = rows.digest
        var known: (id: Int64, digest: Int64?, start: Int64?, end: Int64?)?
        do {
            var statement = try connection.prepare("SELECT id, digest, start_at_us, end_at_us FROM workouts WHERE uid = ?")
            try statement.bind([.text(rows.uid)])
            if try statement.step(), let id = statement[0].integer {
                known = (id, statement[1].integer, statement[2].integer, statement[3].integer)
            }
        }
        let isRouteNew = try store(recorded: workout.route, of: workout)
        if let known, known.digest == digest, !isRouteNew, try storedDigest(ofRow: known.id) == digest {
            let outline = OutlineRow(workout)
            if try !holds(outline, of: known.id) { try insertOutline(outline, of: .integer(known.id)) }
            return .unchanged
        }
        let former = try known.map { known throws(StorageError) in try seriesIDs(ofRow: known.id) } ?? []
        if let known { try connection.run("DELETE FROM workouts WHERE id = ?", .integer(known.id)) }
        let key = try insert(rows, id: known?.id, digest: digest, formerSeries: former)
        try insertOutline(OutlineRow(workout), of: key)
        for source in workout.sources { try note(sensor: source, heardAt: workout.endMoment) }
        try refoldThose(madeOf: rows.uid)
        guard try !isDeleted(rows.uid) else { return .staysDeleted }
        let change = try noteChange(.workout, rows.uid)
        try noteStale(workout.startMoment, workout.endMoment, change)
        if let start = known?.start, let end = known?.end {
            try noteStale(Timestamp(microseconds: start), Timestamp(microseconds: end), change)
        }
        return known == nil ? .added : .replaced
    }

    private func seriesIDs(ofRow workout: Int64) throws(StorageError) -> [Int64] {
        try connection.rows("SELECT id FROM series WHERE workout = ? ORDER BY place", [.integer(workout)]) {
            row throws(StorageError) in row[0].integer
        }
    }

    func isDeleted(_ uid: String) throws(StorageError) -> Bool {
        try connection.value("SELECT 1 FROM workout_deletions WHERE uid = ?", .text(uid)) != .null
    }

    /// - Returns: the workout's key.
    private func insert(
        _ rows: WorkoutRows, id: Int64?, digest: Int64, formerSeries: [Int64]
    ) throws(StorageError) -> SQLValue {
        let key =
            if let id { SQLValue.integer(id) } else {
                try connection.value("SELECT coalesce(max(id), 0) + 1 FROM workouts")
            }
        try insert(
            "workouts (id, \(WorkoutRows.workoutColumns), digest)", [[key] + rows.workout + [.integer(digest)]])
        try insert("workout_sources (workout, place, number, \(SampleSource.columns))", rows.sources.numbered(key))
        try insert("workout_events (workout, place, kind, start_offset_us, end_offset_us, note)", rows.events.numbered(key))
        try insert(
            "activities (workout, place, type, start_offset_us, end_offset_us, summary)", rows.activities.numbered(key))
        try insert(
            "laps (workout, place, trigger, activity, start_offset_us, end_offset_us, summary)", rows.laps.numbered(key))
        try insert(
            """
            splits (workout, unit, place, distance_m, is_partial, start_offset_us, end_offset_us, elapsed_us, timer_us, ascent_m,
            average_heart_rate_bpm)
            """, rows.splits.map { [key] + $0 })
        var times: [[SQLValue]] = []
        for time in rows.zoneTimes {
            times.append(
                [
                    key, .text(time.scope), .integer(time.place), .text(time.quantity.rawValue),
                    .integer(try zonesID(time.configuration, time.quantity)),
                ] + time.values)
        }
        try insert(
            """
            zone_times (workout, scope, place, quantity, configuration, durations_us, unattributed_us, max_hold_us,
            algorithm_version)
            """, times)
        try insert(rows.series, of: key, formerSeries)
        return key
    }

    /// - Parameter former: keys that its series had, which they keep.
    private func insert(
        _ series: [WorkoutRows.Series], of workout: SQLValue, _ former: [Int64]
    ) throws(StorageError) {
        var insertion = try connection.prepare(
            "INSERT INTO series (id, workout, place, form, quantity, source) VALUES (?, ?, ?, ?, ?, ?) RETURNING id")
        var chunks = try connection.prepare(Self.chunkInsertion)
        for (place, one) in series.enumerated() {
            let key = former.indices.contains(place) ? SQLValue.integer(former[place]) : .null
            try insertion.bind([key, workout, .integer(place)] + one.values)
            guard try insertion.step(), let id = insertion[0].integer else { throw damaged("a series got no key") }
            while try insertion.step() {}
            for (place, chunk) in one.chunks.enumerated() {
                try chunks.bind([.integer(id), .integer(place)] + chunk)
                while try chunks.step() {}
            }
        }
    }

    /// In the order of `PackedChunk.columnValues`.
    static let chunkColumns =
        "first_offset_us, last_offset_us, count, minimum, maximum, sum, covered_us, integral, crc32, data"
    static let chunkInsertion =
        "INSERT INTO sample_chunks (series, place, \(chunkColumns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"

    /// - Parameter target: table and columns.
    private func insert(_ target: String, _ rows: [[SQLValue]]) throws(StorageError) {
        guard let width = rows.first?.count else { return }
        let places = Array(repeating: "?", count: width).joined(separator: ", ")
        var statement = try connection.prepare("INSERT INTO \(target) VALUES (\(places))")
        for row in rows {
            try statement.bind(row)
            while try statement.step() {}
        }
    }

    /// The row of zones that were frozen into a workout; the same zones are one row.
    private func zonesID(_ configuration: String, _ quantity: Quantity) throws(StorageError) -> Int64 {
        if let known = knownZones[configuration] { return known }
        let text = SQLValue.text(configuration)
        try connection.run(
            "INSERT OR IGNORE INTO zone_configurations (quantity, configuration) VALUES (?, ?)", .text(quantity.rawValue), text)
        guard let id = try connection.value("SELECT id FROM zone_configurations WHERE configuration = ?", text).integer else {
            throw damaged("zones got no key")
        }
        knownZones[configuration] = id
        return id
    }
}

extension Workout {
    var startMoment: Timestamp { Timestamp(microseconds: clock.moment(of: start)) }
    var endMoment: Timestamp { Timestamp(microseconds: clock.moment(of: end)) }
}

extension [[SQLValue]] {
    /// Rows behind their key and their place.
    fileprivate func numbered(_ key: SQLValue) -> [[SQLValue]] {
        enumerated().map { [key, .integer($0)] + $1 }
    }
}
