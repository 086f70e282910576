import Statistics
import Testing
import Workouts

@Suite struct WeekdayTests {
    /// core §8, by the regions of its languages.
    @Test(arguments: [
        ("CZ", Weekday.monday), ("DE", .monday), ("ES", .monday), ("FR", .monday), ("IT", .monday), ("GB", .monday),
        ("CN", .monday), ("US", .sunday), ("PT", .sunday), ("BR", .sunday), ("JP", .sunday), ("KR", .sunday), ("MX", .sunday),
        ("EG", .saturday), ("MV", .friday), ("", .monday), ("XX", .monday), ("S", .monday),
    ])
    func firstOfWeek(region: String, expected: Weekday) { #expect(Weekday.firstOfWeek(region: region) == expected) }

    @Test func weekdays() throws {
        #expect(try day("1970-01-01").weekday == .thursday)
        #expect(try day("2026-11-30").weekday == .monday)
        #expect(try day("1899-12-31").weekday == .sunday)
        #expect(try day("2026-11-30").firstOfWeek(from: .sunday) == day("2026-11-29"))
        #expect(try day("2026-11-29").firstOfWeek(from: .monday) == day("2026-11-23"))
    }

    @Test func daysAreNumberedInOrder() throws {
        #expect(try day("1970-01-01").number == 0)
        #expect(try day("2000-02-29").adding(years: 1) == day("2001-02-28"))
        #expect(try day("2025-01-31").adding(months: 1) == day("2025-02-28"))
        #expect(try day("2025-01-31").adding(months: -11) == day("2024-02-29"))
        for number in -150_000..<150_000 where CalendarDay(number: number).number != number {
            Issue.record("\(number)")
        }
        for extreme in [Int.min, Int.max] {
            let day = CalendarDay(year: extreme, month: extreme, day: extreme)
            #expect(!day.exists)
            _ = (day.number, day.weekday, day.adding(days: extreme), day.adding(months: extreme), day.adding(years: extreme))
            _ = (day.firstOfMonth, day.firstOfQuarter, day.firstOfYear, day.firstOfWeek(from: .monday))
            _ = CalendarDay(number: extreme)
            _ = try rules().moment(on: day, at: TimeSpan(microseconds: Int64(extreme)))
        }
    }
}
