public import Statistics
public import Workouts

/// What is known of the totals that are kept.
public struct DailyTotalsStatus: Equatable, Sendable {
    /// When they were last read again.
    public var synced: Timestamp
    /// When all of them were.
    public var fullyRead: Timestamp
    /// Days that came to something.
    public var days: Int
    /// Whether nothing that they rest on has changed since.
    public var isCurrent: Bool
}

// Totals of days are kept for one time zone, one configuration of zones and one kind of data each. Hours never are.
extension HistoryStore {
    /// The totals as they are kept; `nil` when there are none. No chunk is opened.
    public func keptDailyTotals(
        rules: CalendarRules, zones: ZoneConfiguration? = nil, isDemo: Bool = false
    ) throws(StorageError) -> DailyTotals? {
        try connection.snapshot { () throws(StorageError) in
            guard let set = try dailySet(rules, zones, isDemo) else { return nil }
            return try dailyTotals(of: set, rules, zones, isDemo)
        }
    }

    /// What is known of them; `nil` when there are none.
    public func dailyTotalsStatus(
        rules: CalendarRules, zones: ZoneConfiguration? = nil, isDemo: Bool = false
    ) throws(StorageError) -> DailyTotalsStatus? {
        try connection.snapshot { () throws(StorageError) in
            guard let set = try dailySet(rules, zones, isDemo) else { return nil }
            let days = try connection.value("SELECT count(*) FROM daily_totals WHERE daily_set = ?", .integer(set.row)).integer
            return DailyTotalsStatus(
                synced: set.synced, fullyRead: set.fullyRead, days: Int(clamping: days ?? 0), isCurrent: try isCurrent(set))
        }
    }

    /// The totals, brought up to date: nothing is read when nothing changed; else the days of what changed and those from two days before
    /// the last time on, and all of them when that has not been done for 24 hours (core §7). By the same aggregator as everything else.
    ///
    /// - Parameters:
    ///   - now: when this is; everything is summed with what is there, whatever its date.
    ///   - readsAll: whether all may be read because that is due; whoever waits for an answer may leave that to somebody else, since
    ///     what changed is read in any case.
    public func dailyTotals(
        rules: CalendarRules, zones: ZoneConfiguration? = nil, isDemo: Bool = false, now: Timestamp, readsAll: Bool = true
    ) throws(StorageError) -> DailyTotals {
        let fresh = try connection.snapshot { () throws(StorageError) -> FreshDays? in
            let set = try dailySet(rules, zones, isDemo)
            if let set, try isCurrent(set) { return nil }
            return try freshDays(replacing: set, rules, zones, isDemo, now: now, readsAll: readsAll)
        }
        if let fresh { try keep(fresh, rules, zones, isDemo, now: now) }
        return try keptDailyTotals(rules: rules, zones: zones, isDemo: isDemo)
            ?? DailyTotals(rules: rules, zones: zones, isDemo: isDemo)
    }

    /// Throws all totals away; they are summed anew when they are asked for.
    public func clearDailyTotals() throws(StorageError) {
        try write { () throws(StorageError) in
            try connection.run("DELETE FROM daily_sets")
            try connection.run("DELETE FROM stale_spans")
        }
    }

    // MARK: Sets

    private struct DailySet {
        var row: Int64
        var change: Int64
        var synced: Timestamp
        var fullyRead: Timestamp
    }

    private func dailySet(
        _ rules: CalendarRules, _ zones: ZoneConfiguration?, _ isDemo: Bool
    ) throws(StorageError) -> DailySet? {
        // Of another version of the arithmetic, and of a time before the last change of the schema, there are none.
        try connection.rows(
            """
            SELECT id, change, synced_at_us, fully_read_at_us FROM daily_sets
            WHERE time_zone = ? AND zones = ? AND is_demo = ? AND algorithm_version = ?
            """, Self.setValues(rules, zones, isDemo) + [.integer(Workout.algorithmVersion)]
        ) { row throws(StorageError) in
            guard let id = row[0].integer, let change = row[1].integer, let synced = row[2].moment, let full = row[3].moment
            else { throw damaged("a set of totals is not readable") }
            return DailySet(row: id, change: change, synced: synced, fullyRead: full)
        }.first
    }

    private static func setValues(_ rules: CalendarRules, _ zones: ZoneConfiguration?, _ isDemo: Bool) -> [SQLValue] {
        // By what makes zones equal, so that where they came from starts no other set.
        let key = zones.map { "\($0.quantity.rawValue) \($0.boundaries.recordText)" }
        return [.text(rules.timeZone.name), .text(key ?? ""), .integer(isDemo ? 1 : 0)]
    }

    private func isCurrent(_ set: DailySet) throws(StorageError) -> Bool {
        try connection.value("SELECT 1 FROM stale_spans WHERE change > ? LIMIT 1", .integer(set.change)) == .null
    }

    private func dailyTotals(
        of set: DailySet, _ rules: CalendarRules, _ zones: ZoneConfiguration?, _ isDemo: Bool
    ) throws(StorageError) -> DailyTotals {
        let days = try connection.rows(
            "SELECT \(DailyTotals.Day.columns) FROM daily_totals WHERE daily_set = ? ORDER BY day", [.integer(set.row)]
        ) { row throws(StorageError) in
            guard let day = DailyTotals.Day(row) else { throw damaged("totals of a day are not readable") }
            return day
        }
        return DailyTotals(rules: rules, zones: zones, isDemo: isDemo, days: days)
    }

    // MARK: Reading again

    /// Stretches of days that were read again.
    private struct FreshDays {
        var isFull: Bool
        /// Of the store, when they were read.
        var change: Int64
        var stretches: [(days: ClosedRange<CalendarDay>, totals: [IntervalTotals])]
    }

    private func freshDays(
        replacing set: DailySet?, _ rules: CalendarRules, _ zones: ZoneConfiguration?, _ isDemo: Bool, now: Timestamp,
        readsAll: Bool
    ) throws(StorageError) -> FreshDays {
        let change = try connection.value("SELECT counter FROM store").integer ?? 0
        let lastFullRead = readsAll ? set?.fullyRead : set.map { _ in now }
        let refresh = Refresh(lastSync: set?.synced, lastFullRead: lastFullRead, now: now, rules: rules)
        var fresh = FreshDays(isFull: refresh == .full, change: change, stretches: [])
        guard let all = try daysWithData(rules) else { return fresh }
        var stretches: [ClosedRange<CalendarDay>] = []
        switch refresh {
        case .full: stretches = [all]
        case .since(let day):
            if day <= all.upperBound { stretches.append(max(day, all.lowerBound)...all.upperBound) }
            stretches += try staleDays(since: set?.change ?? 0, rules)
        }
        for stretch in stretches.merged {
            for days in stretch.months {
                fresh.stretches.append((days, try totals(of: days, rules, zones, isDemo)))
            }
        }
        return fresh
    }

    /// From the first day of which anything is known to the last; the last hundred years of them.
    private func daysWithData(_ rules: CalendarRules) throws(StorageError) -> ClosedRange<CalendarDay>? {
        var statement = try connection.prepare(
            """
            SELECT min(start), max(finish) FROM (SELECT min(start_at_us) AS start, max(end_at_us) AS finish FROM workouts
            UNION ALL SELECT min(day) * ?1, (max(day) + 2) * ?1 FROM series WHERE workout IS NULL)
            """)
        try statement.bind([.integer(Self.dayMicroseconds)])
        guard try statement.step(), let first = statement[0].moment, let last = statement[1].moment else { return nil }
        let moments = CalendarRules.moments
        let lastDay = rules.day(containing: min(max(last, moments.lowerBound), moments.upperBound))
        let firstDay = rules.day(containing: min(max(first, moments.lowerBound), moments.upperBound))
        return min(max(firstDay, lastDay.adding(days: 1 - CalendarRules.mostDays)), lastDay)...lastDay
    }

    private func staleDays(since change: Int64, _ rules: CalendarRules) throws(StorageError) -> [ClosedRange<CalendarDay>] {
        try connection.rows("SELECT start_at_us, end_at_us FROM stale_spans WHERE change > ?", [.integer(change)]) {
            row throws(StorageError) -> ClosedRange<CalendarDay>? in
            guard let start = row[0].moment, let end = row[1].moment, CalendarRules.moments.contains(start),
                CalendarRules.moments.contains(end), start <= end
            else { return nil }
            return rules.day(containing: start)...rules.day(containing: end)
        }
    }

    private func totals(
        of days: ClosedRange<CalendarDay>, _ rules: CalendarRules, _ zones: ZoneConfiguration?, _ isDemo: Bool
    ) throws(StorageError) -> [IntervalTotals] {
        let ranges = rules.ranges(of: days)
        guard let start = ranges.first?.start, let end = ranges.last?.end else { return [] }
        return try history(from: start, to: end, isDemo: isDemo, zones: zones).totals(over: ranges, zones: zones)
    }

    /// All that went on in `[start, end)`, with its samples, for statistics finer than days.
    public func history(
        from start: Timestamp, to end: Timestamp, isDemo: Bool = false, zones: ZoneConfiguration? = nil
    ) throws(StorageError) -> History {
        try connection.snapshot { () throws(StorageError) in
            var history = History(isDemo: isDemo)
            let ids = try connection.rows(
                """
                SELECT w.uid FROM \(WorkoutFilter.tables) WHERE d.uid IS NULL AND w.is_demo = ? AND w.start_at_us < ?
                AND w.end_at_us >= ? ORDER BY w.start_at_us, w.uid
                """, [.integer(isDemo ? 1 : 0), .integer(end.microseconds), .integer(start.microseconds)]
            ) { row throws(StorageError) in row[0].text.flatMap { WorkoutID(storeText: $0) } }
            let measured = Set(
                HistoryQuantity.allCases.compactMap { Quantity(rawValue: $0.rawValue) } + [zones?.quantity].compactMap(\.self))
            for id in ids {
                guard let workout = try workoutForTotals(id, quantities: measured) else { continue }
                history.add(workout, rebucketingInto: zones.map { [$0] } ?? [])
            }
            // A span that began the day before may reach in.
            let (columns, sources) = try daySamples(
                from: Timestamp(microseconds: start.microseconds &- Self.dayMicroseconds), to: end)
            for (quantity, columns) in columns.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                history.add(columns, of: quantity, from: sources)
            }
            return history
        }
    }

    private func keep(
        _ fresh: FreshDays, _ rules: CalendarRules, _ zones: ZoneConfiguration?, _ isDemo: Bool, now: Timestamp
    ) throws(StorageError) {
        try write { () throws(StorageError) in
            let key = Self.setValues(rules, zones, isDemo)
            let times: [SQLValue] = [
                .integer(fresh.change), .integer(Workout.algorithmVersion), .integer(now.microseconds),
            ]
            let row = try connection.rows(
                """
                INSERT INTO daily_sets (time_zone, zones, is_demo, change, algorithm_version, synced_at_us, fully_read_at_us)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6) ON CONFLICT (time_zone, zones, is_demo) DO UPDATE SET change = ?4,
                algorithm_version = ?5, synced_at_us = ?6, fully_read_at_us = CASE WHEN ?7 THEN ?6 ELSE fully_read_at_us END
                RETURNING id
                """, key + times + [.integer(fresh.isFull ? 1 : 0)]
            ) { row throws(StorageError) in row[0] }.first
            guard let row else { throw damaged("a set of totals got no key") }
            if fresh.isFull { try connection.run("DELETE FROM daily_totals WHERE daily_set = ?", row) }
            let places = Array(repeating: "?", count: DailyTotals.Day.columnCount + 1).joined(separator: ", ")
            var insertion = try connection.prepare(
                "INSERT INTO daily_totals (daily_set, \(DailyTotals.Day.columns)) VALUES (\(places))")
            for (days, totals) in fresh.stretches {
                try connection.run(
                    "DELETE FROM daily_totals WHERE daily_set = ? AND day BETWEEN ? AND ?", row,
                    .text(days.lowerBound.description), .text(days.upperBound.description))
                for (index, total) in totals.enumerated() where !total.isEmpty {
                    let day = DailyTotals.Day(day: days.lowerBound.adding(days: index), totals: total)
                    try insertion.bind([row] + day.columnValues)
                    while try insertion.step() {}
                }
            }
            try tidyStaleSpans(now: now)
        }
    }
}

extension [ClosedRange<CalendarDay>] {
    /// In order, those that touch or overlap joined.
    fileprivate var merged: [ClosedRange<CalendarDay>] {
        var joined: [ClosedRange<CalendarDay>] = []
        for range in sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = joined.last, range.lowerBound <= last.upperBound.adding(days: 1) {
                joined[joined.count - 1] = last.lowerBound...Swift.max(last.upperBound, range.upperBound)
            } else {
                joined.append(range)
            }
        }
        return joined
    }
}

extension ClosedRange<CalendarDay> {
    /// In pieces whose samples fit into memory, however long it is.
    fileprivate var months: [ClosedRange<CalendarDay>] {
        stride(from: lowerBound.number, through: upperBound.number, by: 31).map { first in
            CalendarDay(number: first)...Swift.min(CalendarDay(number: first + 30), upperBound)
        }
    }
}
