import Statistics
import Testing
import Workouts

/// Buckets from an anchor, both ways (core §7).
@Suite struct CalendarIntervalTests {
    @Test func monthsAreReckonedFromTheAnchor() throws {
        let rules = try rules()
        let range = TimeRange(start: try at("2025-01-15", rules), end: try at("2025-06-01", rules))
        let buckets = try rules.buckets(every: CalendarInterval(.month), from: at("2025-03-31", rules), covering: range)
        let starts = try ["2024-12-31", "2025-01-31", "2025-02-28", "2025-03-31", "2025-04-30", "2025-05-31"].map {
            try at($0, rules)
        }
        #expect(buckets.map(\.start) == starts)
        #expect(buckets.last?.end == (try at("2025-06-30", rules)))
    }

    @Test func daysKeepTheTimeOfDay() throws {
        let rules = try rules()
        let range = TimeRange(start: try at("2025-03-28 12:00", rules), end: try at("2025-03-31 12:00", rules))
        let buckets = try rules.buckets(every: CalendarInterval(.day), from: at("2030-06-01 04:00", rules), covering: range)
        #expect(buckets.map { $0.length.seconds / 3600 } == [24, 23, 24, 24])
        #expect(buckets.allSatisfy { rules.localTime(at: $0.start).hour == 4 })
        // Hours are seconds, whatever clocks do.
        let hours = try rules.buckets(every: CalendarInterval(.hour, count: 6), from: at("2025-03-01", rules), covering: range)
        #expect(hours.allSatisfy { $0.length.seconds == 21_600 })
    }

    @Test(arguments: CalendarInterval.Unit.allCases, ["Europe/Prague", "Africa/Cairo", "Pacific/Apia", "Australia/Lord_Howe"])
    func everyRowIsClosed(unit: CalendarInterval.Unit, zone: String) throws {
        let rules = try rules(zone)
        for count in [1, 5] {
            for anchor in ["1995-02-28 00:30", "2024-02-29 02:15", "2040-12-31 23:59"] {
                let start = try at("2011-12-25 10:00", rules)
                let range = TimeRange(start: start, end: start + TimeSpan(seconds: unit == .minute ? 86_400 : 86_400 * 400))
                let buckets = try rules.buckets(
                    every: CalendarInterval(unit, count: count), from: at(anchor, rules), covering: range)
                #expect(try #require(buckets.first).start <= range.start && #require(buckets.first).end > range.start)
                #expect(try #require(buckets.last).end >= range.end && #require(buckets.last).start < range.end)
                #expect(zip(buckets, buckets.dropFirst()).allSatisfy { $0.end == $1.start && $0.start <= $0.end })
            }
        }
    }

    @Test func whatCannotBeEnumerated() throws {
        let rules = try rules()
        let long = TimeRange(start: try at("0100-01-01", rules), end: try at("9000-01-01", rules))
        #expect(throws: BucketError.tooMany(limit: 100_000)) {
            try rules.buckets(every: CalendarInterval(.minute), from: long.start, covering: long)
        }
        let endless = TimeRange(start: Timestamp(microseconds: .min), end: Timestamp(microseconds: .max))
        #expect(throws: BucketError.outOfRange) {
            try rules.buckets(every: CalendarInterval(.year), from: long.start, covering: endless)
        }
        let day = TimeRange(start: try at("2025-01-01", rules), end: try at("2025-01-02", rules))
        for unit in CalendarInterval.Unit.allCases {
            let step = CalendarInterval(unit, count: .max)
            #expect(try rules.buckets(every: step, from: at("2024-01-01", rules), covering: day).count == 1)
        }
        #expect(CalendarInterval(.day, count: -3).count == 1)
        #expect(
            try rules.buckets(every: CalendarInterval(.day), from: day.start, covering: TimeRange(start: day.end, end: day.start))
                .isEmpty)
    }

    @Test func everyBucketIsThereEmptyOnesWithNothing() throws {
        let rules = try rules()
        let week = try rules.period(.week, now: at("2025-03-28", rules)).range
        let ranges = try rules.buckets(every: CalendarInterval(.day), from: at("2025-01-01", rules), covering: week)
        var samples = SampleColumns()
        // From 23:00 on Saturday to 04:00 on Sunday, when clocks went from 2 to 3: four hours, one of them Saturday's.
        samples.append(
            from: try at("2025-03-29 23:00", rules), to: try at("2025-03-30 04:00", rules), 400, source: SourceID(0))
        let collection = StatisticsCollection(sumOf: samples, .steps, sources: [], in: ranges)
        #expect(collection.buckets.map(\.statistics) == [nil, nil, nil, nil, nil, 100, 300])
    }
}
