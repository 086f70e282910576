public import Workouts

// Reading a whole workout.
extension HistoryStore {
    /// A workout with what people said of it; `nil` when there is none, or it was deleted.
    public func workout(_ id: WorkoutID) throws(StorageError) -> Workout? {
        try connection.snapshot { () throws(StorageError) in
            let uid = id.storeText
            guard try !isDeleted(uid), var workout = try recordedWorkout(id) else { return nil }
            try apply(edits: uid, to: &workout)
            return workout
        }
    }

    /// A workout as it was derived, edits and deletions not looked at; `nil` when there is none.
    ///
    /// - Throws: `damaged`, when a row or a chunk is not as it was stored.
    public func recordedWorkout(_ id: WorkoutID) throws(StorageError) -> Workout? {
        try connection.snapshot { () throws(StorageError) in
            var statement = try connection.prepare("SELECT id, \(WorkoutRows.workoutColumns) FROM workouts WHERE uid = ?")
            try statement.bind([.text(id.storeText)])
            guard try statement.step(), let key = statement[0].integer else { return nil }
            guard var workout = Workout(statement, id) else { throw damaged("workout \(id.storeText) is not readable") }
            try readParts(of: key, into: &workout)
            return workout
        }
    }

    /// A workout with what totals are made of: summary, time in its zones, and the samples of some quantities. `nil` when there is none.
    func workoutForTotals(_ id: WorkoutID, quantities: Set<Quantity>) throws(StorageError) -> Workout? {
        var statement = try connection.prepare("SELECT id, \(WorkoutRows.workoutColumns) FROM workouts WHERE uid = ?")
        try statement.bind([.text(id.storeText)])
        guard try statement.step(), let key = statement[0].integer else { return nil }
        guard var workout = Workout(statement, id) else { throw damaged("workout \(id.storeText) is not readable") }
        let value = [SQLValue.integer(key)]
        try readSources(value, into: &workout)
        try readEvents(value, into: &workout)
        try readZoneTimes(value, into: &workout, scope: "AND t.scope = 'workout'")
        try readSeries(value, into: &workout, of: quantities)
        return workout
    }

    private func readParts(of key: Int64, into workout: inout Workout) throws(StorageError) {
        let value = [SQLValue.integer(key)]
        try readSources(value, into: &workout)
        try readEvents(value, into: &workout)
        try readOutline(value, into: &workout)
        try readSplits(value, into: &workout)
        try readZoneTimes(value, into: &workout)
        try readSeries(value, into: &workout)
    }

    private func readSources(_ value: [SQLValue], into workout: inout Workout) throws(StorageError) {
        let name = workout.id.storeText
        workout.sources = try connection.rows(
            "SELECT number, \(SampleSource.columns) FROM workout_sources WHERE workout = ? ORDER BY place", value
        ) { row throws(StorageError) in
            guard let number = row[0].integer.flatMap(UInt16.init(exactly:)),
                let source = SampleSource(row, from: 1, id: SourceID(number))
            else { throw damaged("a source of workout \(name) is not readable") }
            return source
        }
    }

    private func readEvents(_ key: [SQLValue], into workout: inout Workout) throws(StorageError) {
        var statement = try connection.prepare(
            "SELECT kind, start_offset_us, end_offset_us, note FROM workout_events WHERE workout = ? ORDER BY place")
        try statement.bind(key)
        while try statement.step() {
            let start = statement[1].offset
            if let end = statement[2].offset, let start, start <= end, let kind = statement[0].text {
                workout.pauses.append(Pause(start: start, end: end, isAutomatic: kind == "autoPause"))
            } else if statement[2] == .null, let start, let kind = statement[0].text.flatMap(MarkerKind.init(rawValue:)),
                let note = statement[3].text
            {
                workout.markers.append(Marker(offset: start, kind: kind, note: note))
            } else {
                throw damaged("an event of workout \(workout.id.storeText) is not readable")
            }
        }
    }

    private func readOutline(_ key: [SQLValue], into workout: inout Workout) throws(StorageError) {
        let name = workout.id.storeText
        workout.activities = try connection.rows(
            "SELECT type, start_offset_us, end_offset_us, summary FROM activities WHERE workout = ? ORDER BY place", key
        ) { row throws(StorageError) in
            guard let type = row[0].text.flatMap(ActivityType.init(rawValue:)), let start = row[1].offset,
                let end = row[2].offset, start <= end, let summary = row[3].text.flatMap(WorkoutSummary.init(recordText:))
            else { throw damaged("an activity of workout \(name) is not readable") }
            return WorkoutActivity(type: type, start: start, end: end, summary: summary)
        }
        workout.laps = try connection.rows(
            "SELECT trigger, activity, start_offset_us, end_offset_us, summary FROM laps WHERE workout = ? ORDER BY place", key
        ) { row throws(StorageError) in
            guard let trigger = row[0].text.flatMap(LapTrigger.init(rawValue:)), let activity = row[1].integer,
                let start = row[2].offset, let end = row[3].offset, start <= end,
                let summary = row[4].text.flatMap(WorkoutSummary.init(recordText:))
            else { throw damaged("a lap of workout \(name) is not readable") }
            return Lap(start: start, end: end, trigger: trigger, activityIndex: Int(clamping: activity), summary: summary)
        }
    }

    private func readSplits(_ key: [SQLValue], into workout: inout Workout) throws(StorageError) {
        let rows = try connection.rows(
            """
            SELECT unit, distance_m, is_partial, start_offset_us, end_offset_us, elapsed_us, timer_us, ascent_m,
            average_heart_rate_bpm FROM splits WHERE workout = ? ORDER BY unit, place
            """, key
        ) { row throws(StorageError) -> (isMile: Bool, split: Split)? in
            guard let distance = row[1].real, let start = row[3].offset, let end = row[4].offset, start <= end,
                let elapsed = row[5].span, let timer = row[6].span
            else { throw damaged("a split of workout \(workout.id.storeText) is not readable") }
            var split = Split(
                distanceMetres: distance, isPartial: row[2].integer == 1, start: start, end: end,
                timer: timer, ascentMetres: row[7].real, averageBeatsPerMinute: row[8].real)
            split.elapsed = elapsed
            return (row[0].text == "mi", split)
        }
        workout.kilometreSplits = rows.filter { !$0.isMile }.map(\.split)
        workout.mileSplits = rows.filter(\.isMile).map(\.split)
    }

    private func readZoneTimes(
        _ key: [SQLValue], into workout: inout Workout, scope: String = ""
    ) throws(StorageError) {
        var configurations: [Int64: ZoneConfiguration] = [:]
        var statement = try connection.prepare(
            """
            SELECT t.scope, t.place, t.quantity, t.configuration, t.durations_us, t.unattributed_us, t.max_hold_us,
            t.algorithm_version, z.configuration FROM zone_times AS t JOIN zone_configurations AS z ON z.id = t.configuration
            WHERE t.workout = ? \(scope)
            """)
        try statement.bind(key)
        while try statement.step() {
            let row = statement[3].integer ?? 0
            let configuration = configurations[row] ?? statement[8].text.flatMap(ZoneConfiguration.init(recordText:))
            guard let configuration, let quantity = statement[2].text.flatMap(Quantity.init(rawValue:)),
                let group = ZoneGroup(statement, of: configuration, from: 4), let place = statement[1].integer.flatMap(Int.init)
            else { throw damaged("time in zones of workout \(workout.id.storeText) is not readable") }
            configurations[row] = configuration
            switch statement[0].text {
            case "workout": workout.zoneGroups[quantity] = group
            case "activity" where workout.activities.indices.contains(place):
                workout.activities[place].zoneGroups[quantity] = group
            case "lap" where workout.laps.indices.contains(place): workout.laps[place].zoneGroups[quantity] = group
            default: throw damaged("time in zones of workout \(workout.id.storeText) belongs to nothing")
            }
        }
    }

    /// - Parameter quantities: `nil` for all, beats and the route included; else a route that no amount needs is left out.
    private func readSeries(
        _ key: [SQLValue], into workout: inout Workout, of quantities: Set<Quantity>? = nil
    ) throws(StorageError) {
        let name = workout.id.storeText
        let names = quantities.map { $0.sorted().map { "'\($0.rawValue)'" }.joined(separator: ", ") }
        let all = try storedSeries("workout = ?" + (names.map { " AND s.quantity IN (\($0))" } ?? ""), key)
        if quantities == nil || all.contains(where: { $0.form == AmountLane.Form.route.rawValue }) {
            workout.route = try route(ofRecorded: workout.id)
        }
        var lanes: [Quantity: [AmountLane]] = [:]
        for one in all {
            let isWhole: Bool
            switch (one.form, one.quantity) {
            case ("samples", let quantity?):
                let series = SampleSeries(quantity: quantity, source: one.source ?? SourceID(0), chunks: one.chunks)
                if let series { workout.series.append(series) }
                isWhole = series != nil
            case ("beats", _): isWhole = workout.setBeats(one.chunks)
            case (let form, let quantity?):
                let lane = AmountLane.Form(rawValue: form).map {
                    AmountLane(form: $0, source: one.source ?? SourceID(0), chunks: one.chunks)
                }
                if let lane { lanes[quantity, default: []].append(lane) }
                isWhole = lane != nil
            default: isWhole = false
            }
            guard isWhole else { throw damaged("samples of workout \(name) are not readable") }
        }
        for (quantity, lanes) in lanes {
            guard workout.setAmounts(of: quantity, lanes) else {
                throw damaged("amounts of workout \(name) are not readable")
            }
        }
    }
}

extension Workout {
    /// What stands in the workout's own row, behind its key.
    fileprivate init?(_ row: borrowing Statement, _ id: WorkoutID) {
        guard let type = row[2].text.flatMap(ActivityType.init(rawValue:)), let start = row[7].offset, let end = row[8].offset,
            start <= end, let origin = row[9].moment, origin.isPlausible,
            let source = row[10].text.flatMap(WallClock.Source.init(rawValue:)),
            let settings = row[27].text.flatMap(WorkoutSettings.init(recordText:)),
            let summary = row[29].text.flatMap(WorkoutSummary.init(recordText:)),
            let omissions = row[30].text.flatMap(Omissions.init(recordText:)), let scale = row[31].real
        else { return nil }
        var plan: Plan?
        if let text = row[28].text {
            guard let read = Plan(recordText: text) else { return nil }
            plan = read
        }
        let clock = WallClock(
            origin: origin, source: source, isTrusted: row[11].integer == 1,
            utcOffsetSeconds: row[12].integer.flatMap(Int.init(exactly:)), timeZone: row[13].text)
        self.init(
            id: id, type: type, name: row[3].text, plan: plan, isDemo: row[4].integer == 1, clock: clock, start: start, end: end,
            settings: settings, activities: [], laps: [], route: Route(syncID: id), summary: summary,
            splitCalibration: SplitCalibration(scale: scale, isRejected: row[32].integer == 1), omissions: omissions)
    }
}
