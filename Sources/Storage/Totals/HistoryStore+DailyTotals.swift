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
    ///
    /// - Parameter days: only these; all when `nil`.
    public func keptDailyTotals(
        of days: ClosedRange<CalendarDay>? = nil, rules: CalendarRules, zones: ZoneConfiguration? = nil, isDemo: Bool = false
    ) throws(StorageError) -> DailyTotals? {
        try connection.snapshot { () throws(StorageError) in
            guard let set = try dailySet(rules, zones, isDemo) else { return nil }
            return try dailyTotals(of: days, set, rules, zones, isDemo)
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
    ///   - days: only these are told; all when `nil`.
    ///   - now: when this is; everything is summed with what is there, whatever its date.
    ///   - readsAll: whether all may be read because that is due; whoever waits for an answer may leave that to somebody else, since
    ///     what changed is read in any case.
    public func dailyTotals(
        of days: ClosedRange<CalendarDay>? = nil, rules: CalendarRules, zones: ZoneConfiguration? = nil, isDemo: Bool = false,
        now: Timestamp, readsAll: Bool = true
    ) throws(StorageError) -> DailyTotals {
        _ = try makeLackingOutlines(WorkoutFilter(isDemo: isDemo))
        let (kept, fresh) = try connection.snapshot { () throws(StorageError) -> (DailyTotals, FreshDays?) in
            let set = try dailySet(rules, zones, isDemo)
            let kept =
                try set.map { set throws(StorageError) in try dailyTotals(of: days, set, rules, zones, isDemo) }
                ?? DailyTotals(rules: rules, zones: zones, isDemo: isDemo)
            if let set, try isCurrent(set) { return (kept, nil) }
            return (kept, try freshDays(replacing: set, rules, zones, isDemo, now: now, readsAll: readsAll))
        }
        guard let fresh else { return kept }
        if connection.isWriting { try keep(fresh, rules, zones, isDemo, now: now) }
        var totals = fresh.isFull ? DailyTotals(rules: rules, zones: zones, isDemo: isDemo) : kept
        for stretch in fresh.stretches { totals.replace(stretch.days, with: stretch.totals) }
        guard let days else { return totals }
        return DailyTotals(rules: rules, zones: zones, isDemo: isDemo, days: totals.days.filter { days.contains($0.day) })
    }

    /// Throws all totals away; they are summed anew when they are asked for.
    public func clearDailyTotals() throws(StorageError) {
        try write { () throws(StorageError) in
            try connection.run("DELETE FROM daily_sets")
            try connection.run("DELETE FROM stale_spans")
        }
    }

    // MARK: Sets

    struct DailySet {
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
        of wanted: ClosedRange<CalendarDay>?, _ set: DailySet, _ rules: CalendarRules, _ zones: ZoneConfiguration?,
        _ isDemo: Bool
    ) throws(StorageError) -> DailyTotals {
        let condition = wanted == nil ? "" : "AND day BETWEEN ? AND ?"
        let bounds = wanted.map { [SQLValue.text($0.lowerBound.description), .text($0.upperBound.description)] } ?? []
        let days = try connection.rows(
            "SELECT \(DailyTotals.Day.columns) FROM daily_totals WHERE daily_set = ? \(condition) ORDER BY day",
            [.integer(set.row)] + bounds
        ) { row throws(StorageError) in
            guard let day = DailyTotals.Day(row) else { throw damaged("totals of a day are not readable") }
            return day
        }
        return DailyTotals(rules: rules, zones: zones, isDemo: isDemo, days: days)
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
