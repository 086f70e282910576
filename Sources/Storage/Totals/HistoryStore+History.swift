public import Statistics
public import Workouts

// What is summed from samples, for statistics that totals of days cannot tell.
extension HistoryStore {
    /// All that went on in `[start, end)`, with its samples.
    ///
    /// - Parameters:
    ///   - zones: what samples are cut by as well.
    ///   - leftOut: workouts that do not count.
    ///   - latest: what was counted outside of workouts counts only where it ended by then.
    public func history(
        from start: Timestamp, to end: Timestamp, isDemo: Bool = false, zones: ZoneConfiguration? = nil,
        leavingOut leftOut: Set<WorkoutID> = [], until latest: Timestamp? = nil
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
            for id in ids where !leftOut.contains(id) {
                // One that is damaged is left out, as it is by whoever looks at it; stored anew it counts again.
                let whole = try unlessDamaged { () throws(StorageError) in try workoutForTotals(id, quantities: measured) }
                guard let workout = whole else { continue }
                history.add(workout, rebucketingInto: zones.map { [$0] } ?? [])
            }
            // A span that began the day before may reach in.
            let (columns, sources) = try daySamples(
                from: Timestamp(microseconds: start.microseconds &- Self.dayMicroseconds), to: end)
            for (quantity, columns) in columns.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                history.add(latest.map(columns.ended(by:)) ?? columns, of: quantity, from: sources)
            }
            return history
        }
    }

    /// All that went on in some days, in any order.
    ///
    /// - Parameters:
    ///   - leftOut: workouts that do not count.
    ///   - latest: what was counted outside of workouts counts only where it ended by then.
    public func history(
        of days: [ClosedRange<CalendarDay>], rules: CalendarRules, isDemo: Bool, leavingOut leftOut: Set<WorkoutID> = [],
        until latest: Timestamp? = nil
    ) throws(StorageError) -> History {
        try connection.snapshot { () throws(StorageError) in
            var history = History(isDemo: isDemo)
            // Spans of the day before are read with each, and none may be read twice.
            for stretch in days.merged(atMostApart: 2) {
                history.add(
                    try self.history(
                        from: rules.start(of: stretch.lowerBound), to: rules.start(of: stretch.upperBound.adding(days: 1)),
                        isDemo: isDemo, leavingOut: leftOut, until: latest))
            }
            return history
        }
    }
}

extension SampleColumns {
    fileprivate func ended(by latest: Timestamp) -> SampleColumns {
        guard ends.contains(where: { $0 > latest }) else { return self }
        var columns = SampleColumns()
        for index in starts.indices where ends[index] <= latest {
            columns.append(from: starts[index], to: ends[index], values[index], source: sources[index])
        }
        return columns
    }
}
