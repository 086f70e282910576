import Statistics
import Testing
import Workouts

@Suite struct BucketTests {
    @Test(arguments: [
        ("Europe/Prague", "2025-03-30", 23, 60), ("Europe/Prague", "2025-10-26", 25, 60), ("Europe/Prague", "2025-06-01", 24, 60),
        ("Australia/Lord_Howe", "2025-04-06", 25, 30), ("Australia/Lord_Howe", "2025-10-05", 24, 30),
        ("Asia/Kathmandu", "2025-03-30", 24, 60),
    ])
    func hoursOfADay(zone: String, date: String, count: Int, lastMinutes: Int64) throws {
        let rules = try rules(zone)
        let period = try rules.period(.day, now: at(date + " 12:00", rules))
        let buckets = rules.buckets(of: period)
        #expect(buckets.count == count)
        #expect(buckets.dropLast().allSatisfy { $0.length.microseconds == 3_600_000_000 })
        #expect(buckets.last?.length.microseconds == lastMinutes * 60_000_000)
    }

    @Test func unitsByKind() throws {
        let rules = try rules()
        let now = try at("2025-05-15 12:00", rules)
        func count(_ kind: Period.Kind, by unit: BucketUnit? = nil) throws -> Int {
            rules.buckets(of: try rules.period(kind, now: now), by: unit).count
        }
        #expect(try count(.week) == 7)
        #expect(try count(.month) == 31)
        // 1 April 2025 is a Tuesday, 30 June a Monday: thirteen weeks of the second quarter, and a day of a fourteenth.
        #expect(try count(.quarter) == 14)
        #expect(try count(.quarter, by: .day) == 91)
        #expect(try count(.year) == 12)
        func custom(_ first: String, _ last: String) throws -> Period.Kind { .custom(first: try day(first), last: try day(last)) }
        #expect(try count(custom("2025-01-01", "2025-03-03")) == 62)  // 62 days
        #expect(try count(custom("2025-01-01", "2025-03-04")) == 10)  // 63 days: Wednesday to Tuesday, ten calendar weeks
        #expect(try count(custom("2025-01-01", "2025-12-31")) == 53)  // a year: weeks
        #expect(try count(custom("2025-01-01", "2026-01-01")) == 13)  // above: months
        #expect(try count(custom("2025-01-15", "2026-01-15")) == 13)
    }

    @Test func weeksOfAQuarterAreCutAtItsEnds() throws {
        let rules = try rules()
        let quarter = try rules.period(.quarter, now: at("2025-05-15 12:00", rules))
        let weeks = rules.buckets(of: quarter)
        #expect(weeks.first == TimeRange(start: try at("2025-04-01", rules), end: try at("2025-04-07", rules)))
        #expect(weeks.last == TimeRange(start: try at("2025-06-30", rules), end: try at("2025-07-01", rules)))
    }

    @Test(arguments: CalendarPeerTests.zones + ["Pacific/Apia"])
    func bucketsAreThePeriod(zone: String) throws {
        let rules = try rules(zone, from: .sunday)
        let kinds: [Period.Kind] = [.rolling24Hours, .day, .week, .month, .quarter, .year]
        for back in stride(from: 0, to: 400, by: 7) {
            for kind in kinds {
                let period = try rules.period(kind, now: at("2026-03-01 03:10", rules), back: kind == .year ? back / 7 : back)
                let buckets = rules.buckets(of: period)
                #expect(buckets.first?.start == period.range.start && buckets.last?.end == period.range.end)
                #expect(zip(buckets, buckets.dropFirst()).allSatisfy { $0.end == $1.start })
            }
        }
    }

    /// Samoa went from 29 to 31 December 2011.
    @Test func skippedDay() throws {
        let rules = try rules("Pacific/Apia")
        let skipped = try day("2011-12-30")
        #expect(rules.range(of: skipped).isEmpty)
        let week = try rules.period(.week, now: at("2011-12-31 12:00", rules))
        #expect(week.hours == 144)
        #expect(rules.buckets(of: week).map(\.isEmpty) == [false, false, false, false, true, false, false])
        let now = try at("2011-12-31 12:00", rules)
        let before = try #require(try rules.comparison(of: rules.period(.day, now: now), with: .previous, now: now))
        #expect(before.period.days == skipped...skipped && before.range.isEmpty)
    }

    /// Newfoundland's clocks went back across midnight until 2011: at 00:01 on 7 November 2010 it became 23:01 of the 6th again.
    @Test func clocksBackAcrossMidnight() throws {
        let rules = try rules("America/St_Johns")
        let sunday = try day("2010-11-07")
        let start = rules.start(of: sunday)
        #expect(rules.range(of: sunday).length == TimeSpan(seconds: 25 * 3600))
        #expect(rules.day(containing: start + TimeSpan(seconds: 1800)) == sunday)
        #expect(rules.localTime(at: start + TimeSpan(seconds: 1800)).hour == 23)
        let now = start + TimeSpan(seconds: 1800)
        let period = try rules.period(.day, now: now)
        #expect(period.days == sunday...sunday)
        #expect(try rules.comparison(of: period, with: .previous, now: now)?.range.isEmpty == true)
    }

    /// core §8: on 26 April 2024 Cairo had no midnight.
    @Test func cairoHasNoMidnight() throws {
        let rules = try rules("Africa/Cairo", from: .saturday)
        let start = rules.start(of: try day("2024-04-26"))
        let shown = rules.localTime(at: start)
        #expect((shown.day, shown.hour, shown.minute) == (26, 1, 0))
        #expect(rules.range(of: try day("2024-04-26")).length == TimeSpan(seconds: 23 * 3600))
        #expect(rules.range(of: try day("2024-04-25")).length == TimeSpan(seconds: 24 * 3600))
    }

    @Test func gapsMoveForwardAndTheFirstOfTwoCounts() throws {
        let rules = try rules()
        let gap = rules.moment(on: try day("2025-03-30"), at: TimeSpan(seconds: 2.5 * 3600))
        #expect(gap.iso8601 == "2025-03-30T01:30:00.000Z")  // 03:30 in summer time
        let twice = rules.moment(on: try day("2025-10-26"), at: TimeSpan(seconds: 2.5 * 3600))
        #expect(twice.iso8601 == "2025-10-26T00:30:00.000Z")  // still summer time
    }
}
