import Statistics
import Workouts

// Which days are summed again, and from what.
extension HistoryStore {
    /// Stretches of days that were read again.
    struct FreshDays {
        var isFull: Bool
        /// Of the store, when they were read.
        var change: Int64
        var stretches: [(days: ClosedRange<CalendarDay>, totals: [IntervalTotals])]
    }

    func freshDays(
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
            fresh.stretches.append((stretch, try totals(of: stretch, rules, zones, isDemo)))
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
}

extension [ClosedRange<CalendarDay>] {
    /// In order, those that touch or overlap joined.
    fileprivate var merged: [ClosedRange<CalendarDay>] { merged(atMostApart: 0) }

    /// - Parameter gap: so many days between two are taken as well.
    func merged(atMostApart gap: Int) -> [ClosedRange<CalendarDay>] {
        var joined: [ClosedRange<CalendarDay>] = []
        for range in sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = joined.last, range.lowerBound <= last.upperBound.adding(days: 1 + gap) {
                joined[joined.count - 1] = last.lowerBound...Swift.max(last.upperBound, range.upperBound)
            } else {
                joined.append(range)
            }
        }
        return joined
    }
}
