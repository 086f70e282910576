import Statistics
import Testing
import Workouts

/// The rows of core §8.
@Suite struct PeriodTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var now: String
        var kind: Period.Kind
        var start: String
        var hours: Double
        var baseline = Baseline.previous
        var comparison: (start: String, end: String)
        var cut: String
        var zone = "Europe/Prague"
        var firstWeekday = Weekday.monday
        var testDescription: String { "\(kind) at \(now), \(baseline)" }
    }

    static let rows = [
        Row(
            now: "2025-03-28 18:00", kind: .week, start: "2025-03-24", hours: 167,
            comparison: ("2025-03-17", "2025-03-24"), cut: "2025-03-21 18:00"),
        Row(
            now: "2025-10-22 12:00", kind: .week, start: "2025-10-20", hours: 169,
            comparison: ("2025-10-13", "2025-10-20"), cut: "2025-10-15 12:00"),
        Row(
            now: "2025-03-30 12:00", kind: .day, start: "2025-03-30", hours: 23,
            comparison: ("2025-03-29", "2025-03-30"), cut: "2025-03-29 12:00"),
        Row(
            now: "2025-03-31 10:00", kind: .month, start: "2025-03-01", hours: 743,
            comparison: ("2025-02-01", "2025-03-01"), cut: "2025-03-01"),
        Row(
            now: "2025-03-10 09:00", kind: .month, start: "2025-03-01", hours: 743,
            comparison: ("2025-02-01", "2025-03-01"), cut: "2025-02-10 09:00"),
        Row(
            now: "2024-03-05 12:00", kind: .year, start: "2024-01-01", hours: 8784,
            comparison: ("2023-01-01", "2024-01-01"), cut: "2023-03-05 12:00"),
        Row(
            now: "2025-05-15 12:00", kind: .quarter, start: "2025-04-01", hours: 2184,
            comparison: ("2025-01-01", "2025-04-01"), cut: "2025-02-15 12:00"),
        Row(
            now: "2025-05-15 12:00", kind: .quarter, start: "2025-04-01", hours: 2184, baseline: .sameLastYear,
            comparison: ("2024-04-01", "2024-07-01"), cut: "2024-05-15 12:00"),
        Row(
            now: "2024-02-29 12:00", kind: .day, start: "2024-02-29", hours: 24, baseline: .sameLastYear,
            comparison: ("2023-02-28", "2023-03-01"), cut: "2023-02-28 12:00"),
        Row(
            now: "2025-07-09 08:00", kind: .week, start: "2025-07-06", hours: 168, baseline: .sameLastYear,
            comparison: ("2024-07-07", "2024-07-14"), cut: "2024-07-10 08:00", zone: "America/New_York", firstWeekday: .sunday),
    ]

    @Test(arguments: rows) func referenceTable(row: Row) throws {
        let rules = try rules(row.zone, from: row.firstWeekday)
        let now = try at(row.now, rules)
        let period = try rules.period(row.kind, now: now)
        #expect(period.range.start == (try at(row.start, rules)))
        #expect(period.hours == row.hours)
        let comparison = try #require(try rules.comparison(of: period, with: row.baseline, now: now))
        #expect(comparison.period.range.start == (try at(row.comparison.start, rules)))
        #expect(comparison.period.range.end == (try at(row.comparison.end, rules)))
        #expect(comparison.cut == (try at(row.cut, rules)))
    }

    @Test func rollingDayComparesWithTheOneBefore() throws {
        let rules = try rules()
        let now = try at("2025-03-30 12:00", rules)  // across the spring change: hours, not local days
        let period = try rules.period(.rolling24Hours, now: now)
        #expect(period.range == TimeRange(start: now - TimeSpan(seconds: 86_400), end: now))
        let comparison = try #require(try rules.comparison(of: period, with: .previous, now: now))
        #expect(comparison.range == TimeRange(start: now - TimeSpan(seconds: 172_800), end: now - TimeSpan(seconds: 86_400)))
        #expect(try rules.comparison(of: period, with: .sameLastYear, now: now) == nil)
        #expect(try rules.period(.rolling24Hours, now: now, back: 2).range.end == now - TimeSpan(seconds: 172_800))
        let buckets = rules.buckets(of: period)
        #expect(buckets.count == 24)
        #expect(buckets.allSatisfy { $0.length == TimeSpan(seconds: 3600) } && buckets.last?.end == now)
    }

    /// 28 December 2020 to 3 January 2021 is ISO week 53; 52 weeks earlier begins 30 December 2019.
    @Test func week53ComparesWithTheSameWeekdays() throws {
        let rules = try rules()
        let now = try at("2021-01-02 10:00", rules)
        let week = try rules.period(.week, now: now)
        #expect(week.days == (try day("2020-12-28"))...(try day("2021-01-03")))
        let comparison = try #require(try rules.comparison(of: week, with: .sameLastYear, now: now))
        #expect(comparison.period.days == (try day("2019-12-30"))...(try day("2020-01-05")))
        #expect(comparison.cut == (try at("2020-01-04 10:00", rules)))
    }

    @Test func periodsBack() throws {
        let rules = try rules()
        let now = try at("2025-03-31 10:00", rules)
        func first(_ kind: Period.Kind, _ back: Int) throws -> CalendarDay? {
            try rules.period(kind, now: now, back: back).days?.lowerBound
        }
        #expect(try first(.day, 31) == day("2025-02-28"))
        #expect(try first(.week, 1) == day("2025-03-24"))
        #expect(try first(.month, 1) == day("2025-02-01"))
        #expect(try first(.month, 13) == day("2024-02-01"))
        #expect(try first(.quarter, 5) == day("2023-10-01"))
        #expect(try first(.year, 2) == day("2023-01-01"))
        #expect(try first(.month, -1) == day("2025-04-01"))
        let custom = try rules.period(.custom(first: day("2025-03-01"), last: day("2025-03-10")), now: now, back: 1)
        #expect(custom.days == (try day("2025-02-19"))...(try day("2025-02-28")))
    }

    @Test func finishedPeriodComparesWithTheWholeAndAComingOneWithNothing() throws {
        let rules = try rules()
        let now = try at("2025-03-31 10:00", rules)
        let finished = try rules.period(.month, now: now, back: 1)
        let whole = try #require(try rules.comparison(of: finished, with: .previous, now: now))
        #expect(whole.range == whole.period.range)
        let coming = try rules.period(.month, now: now, back: -1)
        let nothing = try #require(try rules.comparison(of: coming, with: .sameLastYear, now: now))
        #expect(nothing.range.isEmpty)
        #expect(nothing.cut == (try at("2024-04-01", rules)))
        // At its first instant it has begun, and nothing of it has passed.
        let dawn = try at("2025-03-01", rules)
        let justBegun = try #require(try rules.comparison(of: rules.period(.month, now: dawn), with: .previous, now: dawn))
        #expect(justBegun.range.isEmpty)
    }

    @Test func customComparesByDayOffset() throws {
        let rules = try rules()
        let now = try at("2025-03-12 09:30", rules)
        let period = try rules.period(.custom(first: day("2025-03-10"), last: day("2025-03-19")), now: now)
        let previous = try #require(try rules.comparison(of: period, with: .previous, now: now))
        #expect(previous.period.days == (try day("2025-02-28"))...(try day("2025-03-09")))
        #expect(previous.cut == (try at("2025-03-02 09:30", rules)))
        // 29 February becomes 28 February, at either end.
        let leap = try rules.period(.custom(first: day("2024-02-20"), last: day("2024-02-29")), now: now)
        let lastYear = try #require(try rules.comparison(of: leap, with: .sameLastYear, now: now))
        #expect(lastYear.period.days == (try day("2023-02-20"))...(try day("2023-02-28")))
    }

    @Test func leapDayOfAYearCutsAtTheEndOfFebruary() throws {
        let rules = try rules()
        let now = try at("2024-02-29 12:00", rules)
        let year = try rules.period(.year, now: now)
        let comparison = try #require(try rules.comparison(of: year, with: .previous, now: now))
        #expect(comparison.cut == (try at("2023-03-01", rules)))
    }

    @Test func whatIsNoPeriod() throws {
        let rules = try rules()
        let now = try at("2025-03-31 10:00", rules)
        let (first, last) = (try day("2025-03-02"), try day("2025-03-01"))
        #expect(throws: PeriodError.lastBeforeFirst) { try rules.period(.custom(first: first, last: last), now: now) }
        let june31 = CalendarDay(year: 2025, month: 6, day: 31)
        #expect(throws: PeriodError.noSuchDay(june31)) { try rules.period(.custom(first: last, last: june31), now: now) }
        #expect(throws: PeriodError.outOfRange) { try rules.period(.year, now: now, back: 2025) }
        #expect(throws: PeriodError.outOfRange) { try rules.period(.day, now: now, back: .min) }
        for microseconds in [Int64.min, .max] {
            let moment = Timestamp(microseconds: microseconds)
            #expect(throws: PeriodError.outOfRange) { try rules.period(.rolling24Hours, now: moment) }
            _ = rules.day(containing: moment)
        }
    }
}
