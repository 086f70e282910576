import Statistics
import Workouts

// Times whose totals a change made wrong. Each counts for the sets of totals that are older than its change; spans that count for the
// same sets are joined where they are near, so that there are never more of them than days that changed.
extension HistoryStore {
    /// What totals of days say of a stretch of time is no longer so.
    func noteStale(_ start: Timestamp, _ end: Timestamp, _ change: Int64) throws(StorageError) {
        // Totals reach no further; nor do sums with these.
        let moments = CalendarRules.moments
        let start = min(max(start, moments.lowerBound), moments.upperBound)
        let end = min(max(end, start), moments.upperBound)
        // Those that no set has seen yet.
        let near = """
            FROM stale_spans WHERE change > (SELECT coalesce(max(change), -1) FROM daily_sets)
            AND start_at_us <= ? AND end_at_us >= ?
            """
        let values: [SQLValue] = [
            .integer(end.microseconds + Self.dayMicroseconds), .integer(start.microseconds - Self.dayMicroseconds),
        ]
        let others = try connection.rows("SELECT start_at_us, end_at_us \(near)", values) { row throws(StorageError) in
            StaleSpan(row, from: 0, change: change)
        }
        let joined = others.reduce(StaleSpan(change: change, start: start, end: end)) { $0.joined(with: $1) }
        if !others.isEmpty { try connection.run("DELETE \(near)", values[0], values[1]) }
        try insert(joined)
    }

    private func insert(_ span: StaleSpan) throws(StorageError) {
        try connection.run(
            "INSERT INTO stale_spans VALUES (?, ?, ?)", .integer(span.change), .integer(span.start.microseconds),
            .integer(span.end.microseconds))
    }

    /// Throws away what no set needs any more, with the sets that changes passed by and nobody asked for in a long time: they are summed
    /// anew when somebody does.
    func tidyStaleSpans(now: Timestamp) throws(StorageError) {
        try connection.run(
            """
            DELETE FROM daily_sets WHERE synced_at_us < ?
            AND EXISTS (SELECT 1 FROM stale_spans AS s WHERE s.change > daily_sets.change)
            """, .integer(now.microseconds.subtractingReportingOverflow(Self.unusedDays * Self.dayMicroseconds).partialValue))
        try connection.run("DELETE FROM stale_spans WHERE change <= (SELECT min(change) FROM daily_sets)")
        let spans = try connection.rows(
            """
            SELECT change, start_at_us, end_at_us, (SELECT count(*) FROM daily_sets AS d WHERE d.change < s.change) AS sets
            FROM stale_spans AS s ORDER BY sets, start_at_us
            """
        ) { row throws(StorageError) in
            StaleSpan(row, from: 1, change: row[0].integer ?? 0).map { (sets: row[3].integer ?? 0, span: $0) }
        }
        var joined: [(sets: Int64, span: StaleSpan)] = []
        for one in spans {
            if let last = joined.last, last.sets == one.sets,
                one.span.start.microseconds <= last.span.end.microseconds + Self.dayMicroseconds
            {
                joined[joined.count - 1].span = last.span.joined(with: one.span)
            } else {
                joined.append(one)
            }
        }
        guard joined.count < spans.count else { return }
        try connection.run("DELETE FROM stale_spans")
        for one in joined { try insert(one.span) }
    }

    /// So long a set is kept up that nobody asks for.
    private static let unusedDays: Int64 = 90
}

private struct StaleSpan {
    /// The last one of those that made it so.
    var change: Int64
    var start: Timestamp
    var end: Timestamp

    func joined(with other: StaleSpan) -> StaleSpan {
        StaleSpan(change: max(change, other.change), start: min(start, other.start), end: max(end, other.end))
    }
}

extension StaleSpan {
    init?(_ row: borrowing Statement, from column: Int, change: Int64) {
        guard let start = row[column].moment, let end = row[column + 1].moment, CalendarRules.moments.contains(start),
            CalendarRules.moments.contains(end)
        else { return nil }
        self.init(change: change, start: start, end: end)
    }
}
