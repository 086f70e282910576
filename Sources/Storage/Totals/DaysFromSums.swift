import Statistics
import Workouts

// Most days are sums of workouts that are kept beside them; samples are read of the others alone.
extension HistoryStore {
    /// Of each of them, in order.
    func totals(
        of days: ClosedRange<CalendarDay>, _ rules: CalendarRules, _ zones: ZoneConfiguration?, _ isDemo: Bool
    ) throws(StorageError) -> [IntervalTotals] {
        let whole = TimeRange(start: rules.start(of: days.lowerBound), end: rules.start(of: days.upperBound.adding(days: 1)))
        let workouts = try summedWorkouts(within: whole, zones, isDemo)
        let mixed = try mixedDays(of: days, workouts, rules)
        var sums = [IntervalTotals](repeating: IntervalTotals(), count: days.lowerBound.days(until: days.upperBound) + 1)
        var next = workouts[...]
        while let first = next.first {
            let day = rules.day(containing: first.figures.start)
            let sameDay = next.prefix { rules.day(containing: $0.figures.start) == day }
            next = next.dropFirst(sameDay.count)
            guard days.contains(day), !mixed.contains(day) else { continue }
            sums[days.lowerBound.days(until: day)] = IntervalTotals(
                of: sameDay.compactMap { one in one.sums.map { (one.figures, $0) } }, zones: zones)
        }
        for stretch in mixed.sorted().stretches {
            let ranges = rules.ranges(of: stretch)
            guard let start = ranges.first?.start, let end = ranges.last?.end else { continue }
            let totals = try history(from: start, to: end, isDemo: isDemo, zones: zones).totals(over: ranges, zones: zones)
            let first = days.lowerBound.days(until: stretch.lowerBound)
            for (index, total) in totals.enumerated() where sums.indices.contains(first + index) { sums[first + index] = total }
        }
        return sums
    }

    private struct Summed {
        var figures: HistoryWorkout
        /// `nil`: its samples have to be read.
        var sums: SampleSums?
    }

    private func summedWorkouts(
        within range: TimeRange, _ zones: ZoneConfiguration?, _ isDemo: Bool
    ) throws(StorageError) -> [Summed] {
        // One that ends as the range begins touches what is in it.
        var filter = WorkoutFilter(isDemo: isDemo)
        filter.within = TimeRange(
            start: Timestamp(microseconds: range.start.microseconds - 1),
            end: Timestamp(microseconds: range.end.microseconds + 1))
        let quantities = Set([zones?.quantity].compactMap(\.self))
        return try keptOutlines(filter, valuesOf: quantities).compactMap { stored in
            var figures = HistoryWorkout(stored.listing)
            guard CalendarRules.moments.contains(figures.start), CalendarRules.moments.contains(figures.end) else { return nil }
            if let zones, let times = stored.outline?.valueTimes[zones.quantity] {
                figures.zoneGroups = [times.zoneGroup(in: zones)]
            }
            return Summed(figures: figures, sums: stored.outline == nil ? nil : stored.sums)
        }
    }

    /// Days on which something was counted beside workouts, one workout touches another, or one reaches into the next day.
    private func mixedDays(
        of days: ClosedRange<CalendarDay>, _ workouts: [Summed], _ rules: CalendarRules
    ) throws(StorageError) -> Set<CalendarDay> {
        var mixed: Set<CalendarDay> = []
        func mix(_ start: Timestamp, _ end: Timestamp) {
            let (first, last) = (rules.day(containing: start), rules.day(containing: end))
            guard first <= last else { return }
            for number in first.number...last.number where (days.lowerBound.number...days.upperBound.number).contains(number) {
                mixed.insert(CalendarDay(number: number))
            }
        }
        var latest: Summed?
        for one in workouts {
            let (start, end) = (one.figures.start, one.figures.end)
            let isOfOneDay = rules.range(of: rules.day(containing: start)).end >= end
            if one.sums == nil || !isOfOneDay { mix(start, end) }
            if let before = latest, start <= before.figures.end {
                mix(before.figures.start, before.figures.end)
                mix(start, end)
            }
            if latest.map({ $0.figures.end < end }) ?? true { latest = one }
        }
        // A span may last into the next day, as a workout's may.
        let counted = try connection.rows(
            "SELECT DISTINCT day FROM series WHERE workout IS NULL AND day BETWEEN ? AND ?",
            [
                .integer(rules.start(of: days.lowerBound).utcDay - 2),
                .integer(rules.start(of: days.upperBound.adding(days: 1)).utcDay),
            ]
        ) { row throws(StorageError) in row[0].integer }
        for day in counted {
            let start = day.multipliedReportingOverflow(by: Self.dayMicroseconds)
            let moments = CalendarRules.moments
            guard !start.overflow, moments.contains(Timestamp(microseconds: start.partialValue)) else { continue }
            let end = Timestamp(
                microseconds: min(start.partialValue + 2 * Self.dayMicroseconds - 1, moments.upperBound.microseconds))
            mix(Timestamp(microseconds: start.partialValue), end)
        }
        return mixed
    }
}

extension Timestamp {
    /// Since 1970; before that one that is a day too late, at most.
    fileprivate var utcDay: Int64 { microseconds / HistoryStore.dayMicroseconds }
}

extension [CalendarDay] {
    /// Of days in order: those that follow each other, in pieces whose samples fit into memory.
    fileprivate var stretches: [ClosedRange<CalendarDay>] {
        var found: [ClosedRange<CalendarDay>] = []
        for day in self {
            if let last = found.last, last.upperBound.adding(days: 1) == day, last.lowerBound.days(until: day) < 31 {
                found[found.count - 1] = last.lowerBound...day
            } else {
                found.append(day...day)
            }
        }
        return found
    }
}
