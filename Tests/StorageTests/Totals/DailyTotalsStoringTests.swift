import Statistics
import TestSupport
import Testing
import Workouts

@testable import Storage

/// Totals of days, kept: always what the aggregator comes to, whatever happened in between.
struct DailyTotalsStoringTests {
    private let fixture: StoreFixture
    private var store: HistoryStore { fixture.store }
    private let rules = CalendarRules(
        timeZone: TimeZoneRules(name: "+02", utcOffsetSeconds: 7200), firstWeekday: .monday)
    private let pod = SampleSource(
        id: SourceID(1), kind: .demo, identity: "pod", priorities: [.steps: 0, .distance: 0])

    init() throws { fixture = try StoreFixture() }

    private func zones() throws -> ZoneConfiguration { try ZoneConfiguration(.heartRate, boundaries: [114, 133, 152, 171]) }

    /// All at once, from memory.
    private func summed(
        _ workouts: [Workout], _ columns: SampleColumns = SampleColumns(), _ zones: ZoneConfiguration? = nil
    ) -> DailyTotals {
        var history = History(isDemo: true)
        for workout in workouts.sorted(by: { $0.startTimestamp < $1.startTimestamp }) {
            history.add(workout, rebucketingInto: zones.map { [$0] } ?? [])
        }
        if !columns.isEmpty { history.add(columns, of: .steps, from: [pod]) }
        return history.dailyTotals(rules: rules, zones: zones)
    }

    private func kept(_ zones: ZoneConfiguration? = nil) throws -> DailyTotals {
        try store.dailyTotals(rules: rules, zones: zones, isDemo: true, now: fixture.clock.now)
    }

    private func expectClose(_ a: DailyTotals, _ b: DailyTotals, _ comment: Comment? = nil) {
        #expect(a.days == b.days, comment)
    }

    @Test func theyAreWhatTheAggregatorComesTo() throws {
        let workouts = (0..<10).map { Demo.small($0) }
        for workout in workouts.reversed() { try store.store(workout, from: WorkoutOrigin(.demo)) }
        let real = try Demo.workout(.running)
        try store.store(real, from: WorkoutOrigin(.demo))
        let zones = try zones()
        let others = workouts.filter { $0.id != real.id }
        expectClose(try kept(), summed(others + [real]))
        expectClose(try kept(zones), summed(others + [real], SampleColumns(), zones))
        // Recorded data are another kind, of which there is none.
        #expect(try store.dailyTotals(rules: rules, now: fixture.clock.now).days.isEmpty)
    }

    /// What is edited, deleted, had back or imported late, long ago, shows at once.
    @Test func whatChangedIsSummedAnew() throws {
        var workouts = (0..<8).map { Demo.small($0) }
        for workout in workouts { try store.store(workout, from: WorkoutOrigin(.demo)) }
        expectClose(try kept(), summed(workouts))
        let late = Demo.small(9)
        try store.store(late, from: WorkoutOrigin(.demo))
        expectClose(try kept(), summed(workouts + [late]), "imported")
        try store.delete(workouts[2].id)
        expectClose(try kept(), summed(workouts.filter { $0.id != workouts[2].id } + [late]), "deleted")
        try store.restore(workouts[2].id)
        expectClose(try kept(), summed(workouts + [late]), "had back")
        // A better clock moves one to another day.
        workouts[1].clock.origin = workouts[1].clock.origin - TimeSpan(microseconds: 5 * 86_400_000_000)
        try store.store(workouts[1], from: WorkoutOrigin(.demo))
        expectClose(try kept(), summed(workouts + [late]), "moved")
    }

    @Test func nothingIsReadWhenNothingChanged() throws {
        try store.store(Demo.small(0), from: WorkoutOrigin(.demo))
        let first = try kept()
        let status = try #require(try store.dailyTotalsStatus(rules: rules, isDemo: true))
        #expect(status.isCurrent && status.days == first.days.count && status.synced == fixture.clock.now)
        fixture.pass(days: 3)
        #expect(try kept() == first)
        #expect(try store.dailyTotalsStatus(rules: rules, isDemo: true) == status)
        // Edits of names change no totals.
        try store.setEdits(WorkoutEdits(name: "x"), of: Demo.small(0).id)
        #expect(try store.dailyTotalsStatus(rules: rules, isDemo: true)?.isCurrent == true)
        try store.store(Demo.small(1), from: WorkoutOrigin(.demo))
        #expect(try store.dailyTotalsStatus(rules: rules, isDemo: true)?.isCurrent == false)
        _ = try kept()
        let after = try #require(try store.dailyTotalsStatus(rules: rules, isDemo: true))
        // More than a day later all is read.
        #expect(after.isCurrent && after.fullyRead == fixture.clock.now)
        try store.clearDailyTotals()
        #expect(try store.dailyTotalsStatus(rules: rules, isDemo: true) == nil)
        #expect(try store.keptDailyTotals(rules: rules, isDemo: true) == nil)
    }

    /// Within a day only what changed, and what is newer than two days before the last time, is read (core §7).
    @Test func aFullReadComesOnceADayAtMost() throws {
        for number in 0..<6 { try store.store(Demo.small(number), from: WorkoutOrigin(.demo)) }
        _ = try kept()
        let day = try #require(try kept().days.first?.day)
        // Wrong totals of an old day are seen by a full read alone.
        try fixture.execute("UPDATE daily_totals SET timer_us = 1 WHERE day = '\(day)'")
        fixture.clock.now = fixture.clock.now + TimeSpan(microseconds: 3_600_000_000)
        try store.store(Demo.small(8), from: WorkoutOrigin(.demo))
        #expect(try kept()[day]?.workouts.timer == TimeSpan(microseconds: 1))
        fixture.pass(days: 1)
        try store.store(Demo.small(9), from: WorkoutOrigin(.demo))
        // Who waits for an answer may leave it to somebody else.
        let quick = try store.dailyTotals(rules: rules, isDemo: true, now: fixture.clock.now, readsAll: false)
        #expect(quick[day]?.workouts.timer == TimeSpan(microseconds: 1))
        #expect(try store.dailyTotalsStatus(rules: rules, isDemo: true)?.isCurrent == true)
        try store.store(Demo.small(10), from: WorkoutOrigin(.demo))
        #expect(try kept()[day]?.workouts.timer != TimeSpan(microseconds: 1))
    }

    @Test func samplesOutsideOfWorkoutsCount() throws {
        let workouts = (0..<3).map { Demo.small($0) }
        for workout in workouts { try store.store(workout, from: WorkoutOrigin(.demo)) }
        let start = try #require(workouts.first).startTimestamp.microseconds / 900_000_000 * 900
        var columns = SampleColumns()
        for quarter in 0..<700 as Range<Int64> {
            columns.append(
                from: Timestamp(secondsSince1970: start + quarter * 900),
                to: Timestamp(secondsSince1970: start + quarter * 900 + 900), Double(quarter % 97), source: pod.id)
        }
        #expect(try store.store(columns, of: .steps, from: [pod]) == 700)
        expectClose(try kept(), summed(workouts, columns))
        // Told again, and in pieces, nothing counts twice.
        try store.store(columns, of: .steps, from: [pod])
        let back = try store.daySamples(from: columns.starts[0], to: Timestamp(secondsSince1970: start + 900 * 700))
        #expect(back.columns[.steps]?.starts == columns.starts && back.columns[.steps]?.values == columns.values)
        #expect(try store.check() == [])
    }

    @Test(arguments: UInt64(1)...8)
    func piecesInAnyOrderMakeTheSameDays(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let start = Int64(1_780_000_000)
        var expected: [Int64: Double] = [:]
        for _ in 0..<25 {
            var columns = SampleColumns()
            let first = Int64.random(in: 0..<2000, using: &random)
            for step in 0..<Int64.random(in: 1...300, using: &random) {
                let value = Double(Int.random(in: 0...200, using: &random))
                let second = start + (first + step) * 60
                columns.append(
                    from: Timestamp(secondsSince1970: second), to: Timestamp(secondsSince1970: second + 60), value,
                    source: pod.id)
                expected[second] = value
            }
            try store.store(columns, of: .heartRate, from: [pod])
        }
        let back = try store.daySamples(
            from: Timestamp(secondsSince1970: start - 90_000), to: Timestamp(secondsSince1970: start + 400_000))
        let columns = try #require(back.columns[.heartRate])
        #expect(columns.starts.map { $0.microseconds / 1_000_000 } == expected.keys.sorted())
        #expect(columns.values == expected.sorted { $0.key < $1.key }.map(\.value))
        #expect(try store.check() == [])
    }
}
