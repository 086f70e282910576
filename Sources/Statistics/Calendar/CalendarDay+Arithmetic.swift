import Workouts

extension CalendarDay {
    /// From 0 for 1970-01-01, by which days are counted and compared; of a day that there is not, as 31 June, that of the day
    /// as many days after the month's last one.
    ///
    /// Years are taken as within ±200 000, which is past every `Timestamp`'s practical use and keeps the arithmetic in range.
    public var number: Int {
        // Years are taken to begin in March, so that a leap day is a year's last; an era is 400 of them, or 146 097 days.
        let (month, day) = (inRange.month, inRange.day)
        let year = inRange.year - (month <= 2 ? 1 : 0)
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - Self.daysFromMarch0ToEpoch
    }

    /// The day so many days after 1970-01-01.
    public init(number: Int) {
        let limit = (Self.yearLimit + 1) * 366
        let days = min(max(number, -limit), limit) + Self.daysFromMarch0ToEpoch
        let era = (days >= 0 ? days : days - 146_096) / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        self.init(
            year: era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month: month, day: dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }

    /// Whether the calendar has it.
    public var exists: Bool { day >= 1 && day <= CivilDate.days(inMonth: month, of: year) }

    public var weekday: Weekday { Weekday(dayNumber: number) }

    /// So many days later, or, negative, earlier.
    public func adding(days: Int) -> CalendarDay { CalendarDay(number: number + min(max(days, -Self.dayLimit), Self.dayLimit)) }

    /// The same day of a month so many months later, or, negative, earlier; the month's last day where it has no such day.
    public func adding(months: Int) -> CalendarDay {
        let inRange = inRange
        let months = inRange.year * 12 + inRange.month - 1 + min(max(months, -Self.dayLimit), Self.dayLimit)
        let year = (months >= 0 ? months : months - 11) / 12
        let month = months - year * 12 + 1
        return CalendarDay(year: year, month: month, day: min(inRange.day, CivilDate.days(inMonth: month, of: year)))
    }

    /// The same date so many years later; 29 February becomes 28 February where there is none (core §8).
    public func adding(years: Int) -> CalendarDay { adding(months: min(max(years, -Self.yearLimit), Self.yearLimit) * 12) }

    /// How many days `other` is later.
    public func days(until other: CalendarDay) -> Int { other.number - number }

    /// The first of its month.
    public var firstOfMonth: CalendarDay { CalendarDay(year: inRange.year, month: inRange.month, day: 1) }
    /// The first of January, April, July or October.
    public var firstOfQuarter: CalendarDay {
        CalendarDay(year: inRange.year, month: inRange.month - (inRange.month - 1) % 3, day: 1)
    }
    /// The first of January.
    public var firstOfYear: CalendarDay { CalendarDay(year: inRange.year, month: 1, day: 1) }

    /// The first day of the week that it belongs to.
    public func firstOfWeek(from firstWeekday: Weekday) -> CalendarDay {
        adding(days: -((weekday.rawValue - firstWeekday.rawValue + 7) % 7))
    }

    /// What no arithmetic here can overflow on, whoever made it.
    private var inRange: CalendarDay {
        CalendarDay(
            year: min(max(year, -Self.yearLimit), Self.yearLimit), month: min(max(month, 1), 12), day: min(max(day, -1000), 1000))
    }

    private static let yearLimit = 200_000
    private static let dayLimit = 100_000_000
    /// From 0000-03-01 to 1970-01-01.
    private static let daysFromMarch0ToEpoch = 719_468
}
