import Statistics
import Workouts

/// Ten years of somebody's life: 5000 workouts sampled every second, and a phone that counts steps every minute between them; about
/// 60 million samples, made day by day, so that no more than one day's are held.
enum StatisticsBenchmark {
    private static let years = 10

    static func run() throws {
        let file = "/usr/share/zoneinfo/Europe/Prague"
        guard let bytes = try? Files.contents(of: file) else { return print("no \(file) is here, so no calendar") }
        let zone = try TimeZoneRules(name: "Europe/Prague", tzif: bytes)
        print(
            Row(
                try Measurement(of: "a time zone read", bytes: nil, items: nil) {
                    try TimeZoneRules(name: "Europe/Prague", tzif: bytes)
                }))
        let rules = CalendarRules(timeZone: zone, firstWeekday: .monday)
        let first = CalendarDay(year: 2016, month: 1, day: 1)
        let tenth = Life(days: first...first.adding(years: 1).adding(days: -1), rules: rules)
        let life = Life(days: first...first.adding(years: years).adding(days: -1), rules: rules)

        let one = try sweep(tenth, "one year's samples, in one pass")
        let ten = try sweep(life, "ten years' samples, in one pass")
        print("ten years take \(fixed(ten / one, 2)) times as long as one")

        var daily = DailyTotals(rules: rules)
        daily.replace(life.days, with: try life.totals(over: life.ranges).totals)
        let now = rules.moment(on: CalendarDay(year: 2025, month: 7, day: 9), at: TimeSpan(seconds: 40_000))
        print(
            Row(
                try Measurement(of: "a calendar year by months, rules alone", bytes: nil, items: nil) {
                    rules.buckets(of: try rules.period(.year, now: now))
                }))
        // What the totals cannot tell is the comparison's last day up to the hour; its samples are there, as a store would give them.
        let query = HistoryQuery(.year)
        let partial = try HistoryPlan(query, rules: rules, now: now).rangesWithinDays
        let hours = life.samples(of: partial)
        print(
            Row(
                try Measurement(of: "a year beside the last, from daily totals", bytes: nil, items: nil) {
                    let plan = try HistoryPlan(query, rules: rules, now: now)
                    var aggregator = HistoryAggregator(
                        over: plan.rangesWithinDays, workouts: life.workouts, sources: life.sources)
                    for (quantity, columns) in hours { try aggregator.add(columns, of: quantity) }
                    let totals = plan.totals(from: daily, within: aggregator.finished())
                    let summary = PeriodSummary(plan, totals: totals)
                    return HistoryScope.allCases.map { scope in
                        HistoryMetric.allCases.map { summary.figures(of: $0, in: scope) }
                    }
                }))
    }

    /// The quickest of three passes.
    ///
    /// - Returns: its seconds, of the processor.
    private static func sweep(_ life: Life, _ name: String) throws -> Double {
        var (quickest, samples) = (Double.infinity, 0)
        let clock = ContinuousClock()
        var wall = Double.infinity
        for _ in 0..<3 {
            let start = clock.now
            let result = try life.totals(over: life.ranges)
            keep(result.totals)
            wall = min(wall, start.duration(to: clock.now) / .seconds(1))
            (quickest, samples) = (min(quickest, result.cpuSeconds), result.samples)
        }
        // The clock on the wall saw the samples made, too.
        print(Row(Measurement(name: name, bytes: nil, items: samples, wallSeconds: wall, cpuSeconds: quickest)))
        return quickest
    }
}

/// Samples that are made when they are asked for, the same each time.
private struct Life {
    let days: ClosedRange<CalendarDay>
    let ranges: [TimeRange]
    let workouts: [HistoryWorkout]
    let sources = [
        SampleSource(id: SourceID(0), kind: .ble, identity: "pod", priorities: [.steps: 0]),
        SampleSource(id: SourceID(1), kind: .imported, identity: "phone", priorities: [.steps: 1]),
    ]
    private let byDay: [Int: [TimeRange]]

    /// An hour's workout on some 500 days of each 365, two on some of them.
    init(days: ClosedRange<CalendarDay>, rules: CalendarRules) {
        self.days = days
        ranges = rules.ranges(of: days)
        var workouts: [HistoryWorkout] = []
        var byDay: [Int: [TimeRange]] = [:]
        for (index, day) in ranges.enumerated() {
            for hour in [7, 17].prefix(index % 27 < 10 ? 2 : 1) {
                let start = day.start + TimeSpan(seconds: Double(hour) * 3600 + Double(index % 60))
                let range = TimeRange(start: start, end: start + TimeSpan(seconds: 3600))
                byDay[index, default: []].append(range)
                workouts.append(
                    HistoryWorkout(
                        id: WorkoutID(high: UInt64(hour), low: UInt64(index)), type: .running, start: start, end: range.end,
                        timer: range.length, ascentMetres: 100, workKilojoules: 700, trainingImpulse: 80,
                        trainingStressScore: 60))
            }
        }
        self.workouts = workouts
        self.byDay = byDay
    }

    /// One pass; processor time is that of the pass, without that of making the samples.
    func totals(over ranges: [TimeRange]) throws -> (totals: [IntervalTotals], samples: Int, cpuSeconds: Double) {
        var passed = -Measurement.processSeconds
        var aggregator = HistoryAggregator(over: ranges, workouts: workouts, sources: sources)
        passed += Measurement.processSeconds
        var count = 0
        var chunk = Chunk()
        for index in self.ranges.indices {
            make(&chunk, day: index)
            count += chunk.count
            passed -= Measurement.processSeconds
            for (quantity, columns) in chunk.columns { try aggregator.add(columns, of: quantity) }
            passed += Measurement.processSeconds
        }
        passed -= Measurement.processSeconds
        let totals = aggregator.finished()
        passed += Measurement.processSeconds
        return (totals, count, passed)
    }

    /// Of the days that some ranges touch.
    func samples(of parts: [TimeRange]) -> [(HistoryQuantity, SampleColumns)] {
        var all: [(HistoryQuantity, SampleColumns)] = []
        for index in ranges.indices where parts.contains(where: { $0.start < ranges[index].end && $0.end > ranges[index].start })
        {
            var chunk = Chunk()
            make(&chunk, day: index)
            all += chunk.columns
        }
        return all
    }

    private func make(_ chunk: inout Chunk, day index: Int) {
        chunk.removeAll()
        var minute = ranges[index].start
        func phone(_ chunk: inout Chunk, until end: Timestamp) {
            while minute < end {
                let next = minute + TimeSpan(microseconds: 60_000_000)
                chunk.steps.append(from: minute, to: next, 20, source: SourceID(1))
                minute = next
            }
        }
        for workout in byDay[index] ?? [] {
            phone(&chunk, until: workout.start)
            var second = workout.start
            while second < workout.end {
                let next = second + TimeSpan(microseconds: 1_000_000)
                if second == minute { phone(&chunk, until: next) }
                chunk.steps.append(from: second, to: next, 3, source: SourceID(0))
                chunk.distance.append(from: second, to: next, 3.5, source: SourceID(0))
                let rate = 120 + Double(second.microseconds / 1_000_000 % 60)
                chunk.heartRate.append(at: second, rate, source: SourceID(0), maxHold: TimeSpan(microseconds: 10_000_000))
                second = next
            }
        }
        phone(&chunk, until: ranges[index].end)
    }

    /// A day's samples, in memory that the next day's take over.
    private struct Chunk {
        var steps = SampleColumns()
        var distance = SampleColumns()
        var heartRate = SampleColumns()

        var count: Int { steps.count + distance.count + heartRate.count }
        var columns: [(HistoryQuantity, SampleColumns)] { [(.steps, steps), (.distance, distance), (.heartRate, heartRate)] }

        mutating func removeAll() {
            steps.removeAll()
            distance.removeAll()
            heartRate.removeAll()
        }
    }
}
