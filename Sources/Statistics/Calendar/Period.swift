public import Workouts

/// A stretch of days, or the last 24 hours, that figures are given for (core §8).
public struct Period: Hashable, Sendable {
    public let kind: Kind
    public let range: TimeRange
    /// First and last local day; `nil` for the rolling 24 hours.
    public let days: ClosedRange<CalendarDay>?

    public enum Kind: Hashable, Sendable {
        case rolling24Hours, day, week, month, quarter, year
        /// Both included.
        case custom(first: CalendarDay, last: CalendarDay)
    }

    init(kind: Kind, range: TimeRange, days: ClosedRange<CalendarDay>? = nil) {
        self.kind = kind
        self.range = range
        self.days = days
    }

    /// Hours that pass from start to end: 23 or 25 in a day on which clocks change by one.
    public var hours: Double { range.length.seconds / 3600 }
}

/// Why there is no such period.
public enum PeriodError: Error, Equatable, Sendable {
    case noSuchDay(CalendarDay)
    case lastBeforeFirst
    /// A day before year 1 or after year 9999, or figures of more than a hundred years.
    case outOfRange
}

extension CalendarRules {
    /// The period that `now` lies in, or one so many periods earlier.
    ///
    /// - Parameters:
    ///   - kind: a custom period lies where it lies, and goes back by its own number of days.
    ///   - back: 0 is the current one; negative are those to come.
    public func period(_ kind: Period.Kind, now: Timestamp, back: Int = 0) throws(PeriodError) -> Period {
        guard (-Self.mostPeriods...Self.mostPeriods).contains(back), Self.moments.contains(now) else { throw .outOfRange }
        guard kind == .rolling24Hours else { return try period(kind, on: day(containing: now), back: back) }
        let end = now - TimeSpan(microseconds: Int64(back) * Self.dayOfClock.microseconds)
        guard Self.moments.contains(end) else { throw .outOfRange }
        return Period(kind: kind, range: TimeRange(start: end - Self.dayOfClock, end: end))
    }

    /// The period of a calendar kind that a day lies in, or one so many periods earlier.
    func period(_ kind: Period.Kind, on day: CalendarDay, back: Int = 0) throws(PeriodError) -> Period {
        switch kind {
        case .day, .rolling24Hours:
            let first = day.adding(days: -back)
            return try period(kind, from: first, upTo: first.adding(days: 1))
        case .week:
            let first = day.firstOfWeek(from: firstWeekday).adding(days: -7 * back)
            return try period(kind, from: first, upTo: first.adding(days: 7))
        case .month:
            let first = day.firstOfMonth.adding(months: -back)
            return try period(kind, from: first, upTo: first.adding(months: 1))
        case .quarter:
            let first = day.firstOfQuarter.adding(months: -3 * back)
            return try period(kind, from: first, upTo: first.adding(months: 3))
        case .year:
            let first = day.firstOfYear.adding(years: -back)
            return try period(kind, from: first, upTo: first.adding(years: 1))
        case .custom(let first, let last):
            guard first.exists else { throw .noSuchDay(first) }
            guard last.exists else { throw .noSuchDay(last) }
            guard first <= last else { throw .lastBeforeFirst }
            guard Self.years.contains(first.year), Self.years.contains(last.year) else { throw .outOfRange }
            let shift = (first.days(until: last) + 1) * back
            return try custom(from: first.adding(days: -shift), to: last.adding(days: -shift))
        }
    }

    func custom(from first: CalendarDay, to last: CalendarDay) throws(PeriodError) -> Period {
        try period(.custom(first: first, last: last), from: first, upTo: last.adding(days: 1))
    }

    private func period(_ kind: Period.Kind, from first: CalendarDay, upTo next: CalendarDay) throws(PeriodError) -> Period {
        guard Self.years.contains(first.year), Self.years.contains(next.year) else { throw .outOfRange }
        return Period(
            kind: kind, range: TimeRange(start: start(of: first), end: start(of: next)), days: first...next.adding(days: -1))
    }

    static let dayOfClock = TimeSpan(microseconds: 86_400_000_000)
    /// In which the days can be counted and every instant is far from the ends of a `Timestamp`.
    private static let years = 1...9999
    /// Years 0 to 10 000, roughly.
    public static let moments = Timestamp(secondsSince1970: -62_170_000_000)...Timestamp(secondsSince1970: 253_403_000_000)
    private static let mostPeriods = 4_000_000
}
