import Statistics
import TestSupport
import Testing
import Workouts

/// Finished workouts as a history.
@Suite struct WorkoutHistoryTests {
    private let strap = SampleSource(id: SourceID(1), kind: .ble, identity: "strap")
    private let wheel = SampleSource(id: SourceID(2), kind: .antPlus, identity: "wheel", distanceOrigin: .wheel)

    /// Half an hour at 140 bpm and 10 m/s, sampled every second, paused from 600 s to 900 s.
    private func ride(_ number: UInt64, from start: Timestamp, isDemo: Bool = false) throws -> Workout {
        var settings = WorkoutSettings()
        settings.zones[.heartRate] = try ZoneConfiguration(.heartRate, boundaries: [114, 133, 152, 171])
        settings.restingBeatsPerMinute = 60
        settings.maximumBeatsPerMinute = 190
        settings.sex = .male
        var events: [WorkoutEvent] = [.started(.zero, .cycling), .source(strap), .source(wheel)]
        for second in 0..<1800 {
            let offset = Offset(seconds: Double(second))
            if second == 600 { events.append(.paused(offset, automatic: false)) }
            if second == 900 { events.append(.resumed(offset, automatic: false)) }
            if (600..<900).contains(second) { continue }
            events.append(.reading(Reading(.heartRate, second == 1000 ? 150 : 140, at: offset, from: strap.id)))
            events.append(
                .amount(Amount(.distance, 10, from: offset, to: Offset(seconds: Double(second + 1)), source: wheel.id)))
        }
        events.append(.ended(Offset(seconds: 1800)))
        return try Workout(
            folding: events, id: WorkoutID(high: 9, low: number), settings: settings,
            clock: WallClock(origin: start, source: .system, isTrusted: true), isDemo: isDemo)
    }

    @Test func acrossMidnight() throws {
        let rules = try rules()
        let start = try at("2025-06-07 23:55", rules)
        var history = History()
        let workout = try ride(1, from: start)
        history.add(workout)
        history.add(workout)  // the same file twice
        history.add(try ride(2, from: start, isDemo: true))
        #expect(history.workouts.count == 1 && history.workoutsOfOtherKind == 1)

        let zones = try ZoneConfiguration(.heartRate, boundaries: [114, 133, 152, 171])
        let now = try at("2025-06-08 12:00", rules)
        let summary = try history.summary(HistoryQuery(.week), rules: rules, now: now, zones: zones)
        func figures(_ metric: HistoryMetric) -> MetricFigures { summary.figures(of: metric, in: .activities) }
        // Samples are cut at midnight, 300 s after the start: 3000 m and 12 000 m. The workout belongs to Saturday as a whole.
        #expect(figures(.distance).buckets.suffix(2) == [3000, 12_000])
        #expect(figures(.activityCount).buckets.suffix(2) == [1, 0])
        #expect(figures(.exerciseDuration).total == .value(1500))
        #expect(isClose(figures(.averageHeartRate).total.value, 140 + 10.0 / 1500))
        #expect(figures(.maximumHeartRate).buckets.suffix(2) == [140, 150])
        // TRIMP of core §6.4: 38.5109 for 30 min at 140, so 25/30 of that, and a second at 150 instead.
        #expect(abs(try #require(figures(.trainingImpulse).total.value) - 38.5109 * 25 / 30) < 0.02)
        let times = try #require(summary.zoneTimes)
        #expect(times.total.zoneDurations == [0, 0, 1500, 0, 0].map { TimeSpan(seconds: $0) } && times.withoutSamples == 0)
        #expect(times.buckets[5] == times.total)

        // Kept by days it says the same.
        let daily = history.dailyTotals(rules: rules, zones: zones)
        #expect(daily.days.map(\.day) == [try day("2025-06-07"), try day("2025-06-08")])
        let kept = PeriodSummary(summary.plan, totals: summary.plan.totals(from: daily), zones: zones)
        #expect(kept.figures(of: .distance, in: .allData) == summary.figures(of: .distance, in: .allData))
        #expect(kept.zoneTimes == summary.zoneTimes)
    }

    @Test func rebucketedIntoAnotherModel() throws {
        let rules = try rules()
        let start = try at("2025-06-07 12:00", rules)
        let seiler = try ZoneConfiguration(.heartRate, boundaries: [145, 165])
        var history = History()
        history.add(try ride(1, from: start), rebucketingInto: [seiler])
        history.add(try ride(2, from: start + TimeSpan(seconds: 7200)))
        let summary = try history.summary(HistoryQuery(.day), rules: rules, now: start + TimeSpan(seconds: 20_000), zones: seiler)
        let times = try #require(summary.zoneTimes)
        #expect(times.total.zoneDurations == [1499, 1, 0].map { TimeSpan(seconds: $0) })
        #expect(times.withoutSamples == 1)
    }

    /// Without a strap there is nothing to cut, though the zones were set (core §5).
    @Test func withoutSamplesInItsOwnZones() throws {
        let rules = try rules()
        let start = try at("2025-06-07 12:00", rules)
        let zones = try ZoneConfiguration(.heartRate, boundaries: [114, 133, 152, 171])
        var settings = WorkoutSettings()
        settings.zones[.heartRate] = zones
        let withoutStrap = try Workout(
            folding: [.started(.zero, .cycling), .ended(Offset(seconds: 3600))], id: WorkoutID(high: 9, low: 2),
            settings: settings, clock: WallClock(origin: start + TimeSpan(seconds: 7200), source: .system, isTrusted: true))
        var history = History()
        history.add(try ride(1, from: start))
        history.add(withoutStrap, rebucketingInto: [zones])
        let summary = try history.summary(HistoryQuery(.day), rules: rules, now: start + TimeSpan(seconds: 20_000), zones: zones)
        let times = try #require(summary.zoneTimes)
        #expect(times.total.zoneDurations == [0, 0, 1500, 0, 0].map { TimeSpan(seconds: $0) })
        #expect(times.total.unattributed == .zero && times.withoutSamples == 1)
    }

    /// Nobody samples energy: the figure of the whole is spread over its time.
    @Test func energyIsSpreadOverTheWorkout() throws {
        let rules = try rules()
        let start = try at("2025-06-07 23:45", rules)
        let workout = try ride(1, from: start)
        let energy = try #require(workout.summary.energy.value?.kilocalories)
        var history = History()
        history.add(workout)
        let now = try at("2025-06-08 12:00", rules)
        let days = try history.summary(HistoryQuery(.week), rules: rules, now: now).figures(of: .energy, in: .allData)
        #expect(isClose(days.total.value, energy) && isClose(days.buckets[5], energy / 2))
    }

    @Test func anotherSourceBesideTheWorkout() throws {
        let rules = try rules()
        let start = try at("2025-06-07 12:00", rules)
        var history = History()
        history.add(try ride(1, from: start))
        // A phone that counted twice as much over an hour, half of it before the ride.
        let phone = SampleSource(id: SourceID(2), kind: .imported, identity: "phone", priorities: [.distance: 5])
        var columns = SampleColumns()
        columns.append(
            from: start - TimeSpan(seconds: 1800), to: start + TimeSpan(seconds: 1800), 72_000, source: SourceID(2))
        history.add(columns, of: .distance, from: [phone])
        let summary = try history.summary(HistoryQuery(.day), rules: rules, now: start + TimeSpan(seconds: 7200))
        // Nobody ranked the wheel, so the phone goes before it: 20 m/s, half of it within the ride.
        #expect(isClose(summary.figures(of: .distance, in: .allData).total.value, 72_000))
        #expect(isClose(summary.figures(of: .distance, in: .activities).total.value, 36_000))

        var ranked = wheel
        ranked.priorities = [.distance: 0]
        history.add(SampleColumns(), of: .distance, from: [ranked])
        #expect(history.sources.map(\.identity) == ["strap", "wheel", "workout", "phone"])
        let byWheel = PeriodSummary(summary.plan, totals: history.totals(over: summary.plan.ranges))
        // 36 000 m before the ride, 15 000 by the wheel, and 6000 by the phone while the wheel was paused.
        #expect(isClose(byWheel.figures(of: .distance, in: .allData).total.value, 57_000))
        #expect(isClose(byWheel.figures(of: .distance, in: .activities).total.value, 21_000))
    }
}
