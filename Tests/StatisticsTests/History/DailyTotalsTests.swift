import Statistics
import TestSupport
import Testing
import Workouts

/// Daily totals and when they are read again (core §7).
@Suite struct DailyTotalsTests {
    @Test(arguments: CalendarPeerTests.zones) func theSameAsFromSamples(zone: String) throws {
        let rules = try rules(zone)
        let days = (try day("2023-12-20"))...(try day("2025-11-05"))
        let ranges = rules.ranges(of: days)
        let all = TimeRange(start: try #require(ranges.first).start, end: try #require(ranges.last).end)
        let history = RandomHistory(seed: 11, over: all, samples: 800, workouts: 300)
        var daily = DailyTotals(rules: rules)
        daily.replace(days, with: try history.totals(over: ranges))
        let now = try at("2025-11-03 16:20", rules)
        let custom = Period.Kind.custom(first: try day("2024-10-01"), last: try day("2025-11-04"))
        for kind in [Period.Kind.week, .quarter, .year, custom] {
            for baseline in Baseline.allCases where kind != custom || baseline == .sameLastYear {
                let plan = try HistoryPlan(HistoryQuery(kind, baseline: baseline), rules: rules, now: now)
                // The day of the comparison's cut is cut; where a period overlaps itself a year ago its other part is asked too.
                #expect(plan.rangesWithinDays.count <= 2)
                let kept = plan.totals(from: daily, within: try history.totals(over: plan.rangesWithinDays))
                let (fast, slow) = (PeriodSummary(plan, totals: kept), try history.summary(plan))
                for metric in HistoryMetric.allCases {
                    for scope in HistoryScope.allCases {
                        let (a, b) = (fast.figures(of: metric, in: scope), slow.figures(of: metric, in: scope))
                        #expect(
                            isClose(a.total.value, b.total.value) && isClose(a.comparisonTotal.value, b.comparisonTotal.value))
                        #expect(zip(a.buckets, b.buckets).allSatisfy(isClose))
                    }
                }
            }
        }
    }

    @Test func replacedDaysAreForgottenFirst() throws {
        let rules = try rules()
        var one = IntervalTotals()
        one.allData.steps = 1
        var daily = DailyTotals(rules: rules)
        daily.replace((try day("2025-01-01"))...(try day("2025-01-05")), with: [one, one, IntervalTotals(), one, one])
        #expect(daily.days.map(\.day.day) == [1, 2, 4, 5])
        daily.replace((try day("2025-01-02"))...(try day("2025-01-04")), with: [IntervalTotals(), one])
        #expect(daily.days.map(\.day.day) == [1, 3, 5])
        #expect(try daily[day("2025-01-02")] == nil)
        #expect(try daily[day("2025-01-03")] == one)
        #expect(daily.total(of: (try day("2025-01-01"))...(try day("2025-01-04"))).allData.steps == 2)
        #expect(DailyTotals(rules: rules, days: daily.days.reversed()) == daily)
    }

    @Test func refreshFromTwoDaysBeforeAndInFullOnceADay() throws {
        let rules = try rules()
        func refresh(_ lastSync: String?, full: String?, now: String) throws -> Refresh {
            Refresh(
                lastSync: try lastSync.map { try at($0, rules) }, lastFullRead: try full.map { try at($0, rules) },
                now: try at(now, rules), rules: rules)
        }
        #expect(try refresh(nil, full: nil, now: "2025-03-31 10:00") == .full)
        #expect(try refresh("2025-03-31 09:00", full: "2025-03-30 11:00", now: "2025-03-31 10:00") == .since(day("2025-03-29")))
        // Two days are 48 hours: across the spring change they reach an hour further back on the clock.
        #expect(try refresh("2025-04-01 00:30", full: "2025-03-31 11:00", now: "2025-04-01 01:00") == .since(day("2025-03-29")))
        #expect(try refresh("2025-03-31 09:00", full: "2025-03-30 10:00", now: "2025-03-31 10:00") == .full)
        #expect(try refresh("2025-03-31 09:00", full: "2031-01-01", now: "2025-03-31 10:00") == .full)
        #expect(try refresh("2031-01-01", full: "2025-03-31 09:00", now: "2025-03-31 10:00") == .since(day("2025-03-29")))
    }
}
