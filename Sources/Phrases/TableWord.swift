public import Statistics

/// A word of the tables that look back: no figure's name, and no sentence.
public enum TableWord: String, CaseIterable, Sendable {
    // heads
    case total, average, best, trend, running, above, shares, timer, hour, day, week, month, weekOf
    // what a period is compared with
    case before, yearBefore, new, soFar, stillAhead, notCompared
    // in place of what is not known
    case noData, unknown, undated
    // titles
    case loadOverWeeks, goals, dayBadges, plans
    // beside rows
    case startUp, longest
    /// Where mood is going.
    case rising, falling, steady
}

/// What is said below a table.
public enum TableNote: String, CaseIterable, Sendable {
    case loadColumns, thresholdsDiffer, startUp, moodScale, easyDaysEasy
}

/// Months as dates have them: "Nov".
enum MonthName: String, CaseIterable, Sendable {
    case january, february, march, april, may, june, july, august, september, october, november, december
}

/// Days of the week as dates have them: "Thu".
enum WeekdayName: String, CaseIterable, Sendable {
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday
}

extension TableWord: Worded { static var family: String { "table" } }
extension TableNote: Worded { static var family: String { "tableNote" } }
extension MonthName: Worded { static var family: String { "monthName" } }
extension WeekdayName: Worded { static var family: String { "weekday" } }

extension Phrasebook {
    public func text(_ word: TableWord) -> String { self.word(word) }
    public func text(_ note: TableNote) -> String { word(note) }

    public func name(of unit: BucketUnit) -> String {
        switch unit {
        case .hour: text(TableWord.hour)
        case .day: text(TableWord.day)
        case .week: text(TableWord.week)
        case .month: text(TableWord.month)
        }
    }

    // MARK: Dates

    /// "Thu 29 May".
    public func weekday(_ day: CalendarDay) -> String {
        say(.dateOfWeekday(weekday: word(WeekdayName.allCases[day.weekday.rawValue - 1]), date: date(day)))
    }

    /// "29 May".
    public func date(_ day: CalendarDay) -> String { say(.dateOfDay(day.day, month: month(day))) }

    /// "29 May 2025".
    public func dateWithYear(_ day: CalendarDay) -> String { inYear(date(day), day) }

    /// "May 2025".
    public func monthOfYear(_ day: CalendarDay) -> String { say(.dateOfMonth(month: month(day), year: "\(day.year)")) }

    /// "26 May – 1 Jun", "16–22 Nov", "30 Nov".
    public func dates(_ days: ClosedRange<CalendarDay>) -> String {
        let (first, last) = (days.lowerBound, days.upperBound)
        if first == last { return date(first) }
        guard first.month == last.month, first.year == last.year else { return "\(date(first)) – \(date(last))" }
        return say(.dateOfDays(first: first.day, last: last.day, month: month(first)))
    }

    /// "26 May – 1 Jun 2025".
    public func datesWithYear(_ days: ClosedRange<CalendarDay>) -> String {
        let (first, last) = (days.lowerBound, days.upperBound)
        if first == last { return inYear(weekday(first), first) }
        return first.year == last.year ? inYear(dates(days), last) : "\(dateWithYear(first)) – \(dateWithYear(last))"
    }

    private func inYear(_ date: String, _ day: CalendarDay) -> String { say(.dateInYear(date, year: "\(day.year)")) }
    private func month(_ day: CalendarDay) -> String { word(MonthName.allCases[min(max(day.month, 1), 12) - 1]) }

    // MARK: Notes with arguments

    /// "until Thu 29 May 12:00".
    public func until(_ moment: String) -> String { say(.until(moment)) }
    /// "beside 19–25 May".
    public func beside(_ period: String) -> String { say(.beside(period)) }

    /// Workouts that a sum does not have in it.
    public func lacking(_ list: String) -> String { say(.lacking(list)) }
    public func comparedLacking(_ list: String) -> String { say(.comparedLacking(list)) }
    public func withoutLoad(_ list: String) -> String { say(.withoutLoad(list)) }
    public func withoutZones(_ duration: String) -> String { say(.withoutZones(duration)) }
}
