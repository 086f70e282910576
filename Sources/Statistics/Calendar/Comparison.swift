public import Workouts

/// What a period is compared with.
public enum Baseline: String, CaseIterable, Hashable, Sendable {
    /// The period just before.
    case previous
    /// The same date, month or quarter a year earlier; of a week, 52 weeks earlier.
    case sameLastYear
}

/// A period to compare with, and how much of it: as much as has passed of the current one (core §8).
public struct Comparison: Hashable, Sendable {
    public let period: Period
    /// Within the period; its end when the current one is over, its start when that is yet to come.
    public let cut: Timestamp

    /// What is compared.
    public var range: TimeRange { TimeRange(start: period.range.start, end: cut) }
}

extension CalendarRules {
    /// What to compare a period with.
    ///
    /// - Returns: `nil` for the rolling 24 hours and last year, which are not compared.
    public func comparison(of period: Period, with baseline: Baseline, now: Timestamp) throws(PeriodError) -> Comparison? {
        guard let days = period.days else {
            guard baseline == .previous else { return nil }
            let range = TimeRange(start: period.range.start - Self.dayOfClock, end: period.range.start)
            return Comparison(period: Period(kind: period.kind, range: range), cut: range.end)
        }
        let earlier = try self.period(earlierThan: days, kind: period.kind, baseline)
        if now >= period.range.end { return Comparison(period: earlier, cut: earlier.range.end) }
        guard now > period.range.start, let first = earlier.days?.lowerBound else {
            return Comparison(period: earlier, cut: earlier.range.start)
        }
        let cut = matchingMoment(of: now, since: days.lowerBound, in: period.kind, from: first)
        return Comparison(period: earlier, cut: max(earlier.range.start, min(cut, earlier.range.end)))
    }

    private func period(
        earlierThan days: ClosedRange<CalendarDay>, kind: Period.Kind, _ baseline: Baseline
    ) throws(PeriodError) -> Period {
        let (first, last) = (days.lowerBound, days.upperBound)
        switch (kind, baseline) {
        case (.custom, .sameLastYear): return try custom(from: first.adding(years: -1), to: last.adding(years: -1))
        case (.week, .sameLastYear): return try period(kind, on: first.adding(days: -364))
        case (_, .sameLastYear): return try period(kind, on: first.adding(years: -1))
        case (_, .previous): return try period(kind, on: first, back: 1)
        }
    }

    /// As far into the earlier period as `now` is into the current one.
    private func matchingMoment(
        of now: Timestamp, since first: CalendarDay, in kind: Period.Kind, from earlierFirst: CalendarDay
    ) -> Timestamp {
        let today = day(containing: now)
        // What clocks gave again of the day before, across midnight, is no later than the day's start.
        let date = localTime(at: now)
        let isDayBefore = CalendarDay(year: date.year, month: date.month, day: date.day) < today
        let clock = isDayBefore ? .zero : clockTime(at: now)
        switch kind {
        case .rolling24Hours, .day, .week, .custom:
            return moment(on: earlierFirst.adding(days: first.days(until: today)), at: clock)
        case .month, .quarter, .year:
            let months = (today.year - first.year) * 12 + today.month - first.month
            let month = earlierFirst.adding(months: months)
            // A day that the month does not have cuts at its end, at any time of day.
            guard today.day <= CivilDate.days(inMonth: month.month, of: month.year) else {
                return start(of: month.adding(months: 1))
            }
            return moment(on: CalendarDay(year: month.year, month: month.month, day: today.day), at: clock)
        }
    }
}
