import Statistics
import TestSupport
import Testing
import Workouts

/// What is told of a period (core §8).
@Suite struct PeriodSummaryTests {
    private let source = SampleSource(id: SourceID(0), kind: .imported, identity: "phone")

    /// Amounts counted within a minute each.
    private func minutes(_ amounts: [(String, Double)], _ rules: CalendarRules) throws -> SampleColumns {
        var columns = SampleColumns()
        for (text, amount) in amounts {
            let start = try at(text, rules)
            columns.append(from: start, to: start + TimeSpan(seconds: 60), amount, source: SourceID(0))
        }
        return columns
    }

    private func history(_ steps: [(String, Double)], _ rules: CalendarRules) throws -> History {
        var history = History()
        history.add(try minutes(steps, rules), of: .steps, from: [source])
        return history
    }

    @Test func aWeekBesideTheOneBefore() throws {
        let rules = try rules()
        let now = try at("2025-03-26 18:00", rules)  // Wednesday
        let history = try history(
            [
                ("2025-03-24 08:00", 100), ("2025-03-26 09:00", 300), ("2025-03-26 10:00", 200),
                ("2025-03-17 08:00", 150), ("2025-03-18 08:00", 50), ("2025-03-19 17:59", 40), ("2025-03-19 18:00", 5000),
                ("2025-03-20 08:00", 7000),
            ], rules)
        let figures = try history.summary(HistoryQuery(.week), rules: rules, now: now).figures(of: .steps, in: .allData)
        #expect(figures.buckets == [100, nil, 500, nil, nil, nil, nil])
        #expect(figures.total == .value(600))
        #expect(figures.comparisonTotal == .value(240))  // up to Wednesday 18:00, half-open
        #expect(figures.cumulative == [100, 100, 600])
        #expect(figures.comparisonCumulative == [150, 200, 240])
        #expect(figures.averagePerBucket == .value(200))  // three have begun
        #expect(figures.best == .init(index: 2, value: 500))
        #expect(figures.change == .ratio(1.5))
    }

    @Test func changeFromNothing() throws {
        let rules = try rules()
        let now = try at("2025-03-26 18:00", rules)
        func change(_ amounts: [(String, Double)]) throws -> Change {
            try history(amounts, rules).summary(HistoryQuery(.day), rules: rules, now: now).figures(of: .steps, in: .allData)
                .change
        }
        #expect(try change([("2025-03-25 08:00", 0), ("2025-03-26 08:00", 5)]) == .new)
        #expect(try change([("2025-03-25 08:00", 0), ("2025-03-26 08:00", 0)]) == .ratio(0))
        #expect(try change([("2025-03-25 08:00", 10), ("2025-03-26 08:00", 0)]) == .ratio(-1))
        #expect(try change([("2025-03-26 08:00", 5)]) == .unavailable)  // nobody counted yesterday
        #expect(try change([]) == .unavailable)
    }

    @Test func theEarliestOfEqualsIsBest() throws {
        let rules = try rules()
        let history = try history([("2025-03-25 08:00", 7), ("2025-03-26 08:00", 7), ("2025-03-24 08:00", 6)], rules)
        let summary = try history.summary(HistoryQuery(.week), rules: rules, now: at("2025-04-20", rules))
        #expect(summary.figures(of: .steps, in: .allData).best == nil)  // of this week there is nothing
        let then = try history.summary(HistoryQuery(.week, periodsBack: 3), rules: rules, now: at("2025-04-15", rules))
        #expect(then.figures(of: .steps, in: .allData).best == .init(index: 1, value: 7))
        #expect(then.figures(of: .steps, in: .allData).averagePerBucket == .value(20.0 / 7))
    }

    /// Each workout belongs to the day of its start in the reader's calendar, not in UTC (FitTrackee #682, #683).
    @Test(arguments: [("Europe/Prague", 6), ("America/New_York", 5), ("Asia/Kathmandu", 6)])
    func workoutsByTheReadersDay(zone: String, index: Int) throws {
        let rules = try rules(zone)
        // 23:30 UTC on Saturday 7 June 2025: Sunday already in Prague and in Kathmandu, Saturday evening in New York.
        let start = try #require(CivilDate(year: 2025, month: 6, day: 7, hour: 23, minute: 30).timestamp)
        let range = TimeRange(start: start, end: start + TimeSpan(seconds: 3600))
        let plan = try HistoryPlan(HistoryQuery(.week), rules: rules, now: start + TimeSpan(seconds: 1800))
        let totals = HistoryAggregator(over: plan.ranges, workouts: [workout(1, range)], sources: []).finished()
        let figures = PeriodSummary(plan, totals: totals).figures(of: .activityCount, in: .activities)
        #expect(figures.best == .init(index: index, value: 1))
        #expect(figures.total == .value(1))
        #expect(figures.buckets == (0..<7).map { $0 < index ? 0 : $0 == index ? 1 : nil })
    }

    @Test func elevationIsTheLargerOfFloorsAndAscentOfADay() throws {
        let rules = try rules()
        let now = try at("2025-03-30 20:00", rules)
        var ride = workout(1, span(try at("2025-03-30 08:30", rules), minutes: 60))
        ride.ascentMetres = 44
        func elevation(_ kind: Period.Kind, _ scope: HistoryScope) throws -> MetricFigures {
            let plan = try HistoryPlan(HistoryQuery(kind), rules: rules, now: now)
            var aggregator = HistoryAggregator(over: plan.ranges, workouts: [ride], sources: [source])
            let floors = [("2025-03-29 08:00", 40.0), ("2025-03-30 08:00", 10), ("2025-03-30 12:00", 5)]
            try aggregator.add(minutes(floors, rules), of: .floors)
            return PeriodSummary(plan, totals: aggregator.finished()).figures(of: .elevationGain, in: scope)
        }
        // 15 floors are 45 m, more than 44; by hours the day says the same, though at 8 the ride's 44 m are more than 30.
        #expect(try elevation(.week, .allData).buckets == [nil, nil, nil, nil, nil, 120, 45])
        #expect(try elevation(.day, .allData).total == .value(45))
        // The hour from 8 is the eighth of a day without one from 2.
        #expect(try elevation(.day, .allData).best == .init(index: 7, value: 30))
        #expect(try elevation(.day, .activities).total == .value(44))
        ride.ascentMetres = 46
        #expect(try elevation(.week, .allData).total == .value(166))
        #expect(try elevation(.day, .allData).best == .init(index: 7, value: 46))
    }

    @Test func noFloorsIsZeroMetres() throws {
        let rules = try rules()
        var history = History()
        history.add(try minutes([("2025-03-26 08:00", 0)], rules), of: .floors, from: [source])
        let summary = try history.summary(HistoryQuery(.day), rules: rules, now: at("2025-03-26 18:00", rules))
        #expect(summary.figures(of: .elevationGain, in: .allData).total == .value(0))
        #expect(summary.figures(of: .elevationGain, in: .activities).total == .unavailable(.noData))
    }

    @Test func summariesHaveRoomForSoManyMetrics() throws {
        let rules = try rules()
        let now = try at("2025-03-26 18:00", rules)
        let summary = try history([("2025-03-25 08:00", 10)], rules).summary(HistoryQuery(.month), rules: rules, now: now)
        let wanted: [HistoryMetric] = [.steps, .activityCount, .distance, .energy, .work, .exerciseDuration]
        for (size, count) in [(SummaryRequest.Size.small, 1), (.medium, 3), (.large, 5)] {
            let request = SummaryRequest(HistoryQuery(.month), scope: .allData, metrics: wanted, size: size)
            #expect(summary.figures(for: request).map(\.metric) == Array(wanted.prefix(count)))
        }
        #expect(summary.figures(of: .distance, in: .allData).total == .unavailable(.noData))
        #expect(summary.figures(of: .averageHeartRate, in: .allData).averagePerBucket == .unavailable(.noData))
    }

    @Test func whatIsToComeIsComparedWithNothing() throws {
        let rules = try rules()
        let history = try history([("2025-03-25 08:00", 10)], rules)
        let summary = try history.summary(HistoryQuery(.month, periodsBack: -1), rules: rules, now: at("2025-03-26 18:00", rules))
        let figures = summary.figures(of: .activityCount, in: .allData)
        #expect(figures.total == .unavailable(.noData) && figures.comparisonTotal == .unavailable(.noData))
        #expect(figures.cumulative.isEmpty && figures.comparisonCumulative.isEmpty && figures.change == .unavailable)
    }

    /// Seeded, at every kind of period and in zones with and without changes of clocks.
    @Test(arguments: CalendarPeerTests.zones) func bucketsAddUp(zone: String) throws {
        let rules = try rules(zone)
        let kinds: [Period.Kind] = [.rolling24Hours, .day, .week, .month, .quarter, .year]
        let nows = ["2025-03-30 03:30", "2025-10-26 02:40", "2024-02-29 13:00", "2024-04-26 10:00", "2025-04-06 23:00"]
        for (seed, text) in nows.enumerated() {
            let now = try at(text, rules)
            for (index, kind) in kinds.enumerated() {
                let baseline = Baseline.allCases[(index + seed) % 2]
                let plan = try HistoryPlan(HistoryQuery(kind, baseline: baseline), rules: rules, now: now)
                let around = TimeRange(
                    start: plan.comparison?.period.range.start ?? plan.period.range.start, end: plan.period.range.end)
                let history = RandomHistory(seed: UInt64(seed), over: around, samples: 60, workouts: 8)
                let summary = try history.summary(plan)
                let whole = try history.totals(over: [plan.period.range])[0]
                for metric in HistoryMetric.allCases {
                    let (all, some) = (
                        summary.figures(of: metric, in: .allData), summary.figures(of: metric, in: .activities)
                    )
                    #expect(all.comparisonCumulative.count == (metric.isAdditive ? plan.comparisonBuckets.count : 0))
                    guard metric.isAdditive else { continue }
                    for figures in [all, some] {
                        let values = figures.buckets.compactMap { $0 }
                        #expect(isClose(figures.total.value, values.isEmpty ? nil : values.reduce(0, +)))
                    }
                    #expect(
                        all.total.value.map { (some.total.value ?? 0) <= $0 * (1 + 1e-12) + 1e-9 }
                            ?? (some.total.value == nil))
                }
                #expect(isClose(summary.figures(of: .steps, in: .allData).total.value, whole.allData.steps))
                #expect(isClose(summary.figures(of: .distance, in: .activities).total.value, whole.activities.distanceMetres))
                let heartRate = summary.figures(of: .averageHeartRate, in: .activities).total.value
                #expect(isClose(heartRate, whole.activities.heartRate?.average))
                #expect(summary.buckets.reduce(0) { $0 + $1.workouts.count } == whole.workouts.count)
                if let compared = plan.comparison, !compared.range.isEmpty {
                    let before = try history.totals(over: [compared.range])[0]
                    #expect(isClose(summary.figures(of: .steps, in: .allData).comparisonTotal.value, before.allData.steps))
                }
            }
        }
    }
}
