import Statistics
import TestSupport
import Testing
import Workouts

@testable import Storage

/// Workouts as those see them who look back: what the samples come to, without the samples.
struct OutlineTests {
    private let fixture: StoreFixture
    private var store: HistoryStore { fixture.store }

    init() throws { fixture = try StoreFixture() }

    private static let quantities: Set<Quantity> = [.heartRate, .power, .cadence, .speed]

    /// A ride, a change, and a run: an hour, a heart rate each second.
    private func triathlon() throws -> Workout {
        var settings = WorkoutSettings()
        settings.lactateThresholdBeatsPerMinute = 165
        settings.addSystemZones()
        let clock = WallClock(origin: Timestamp(secondsSince1970: 1_779_926_400), source: .system, isTrusted: true)
        var draft = WorkoutDraft(id: WorkoutID(high: 3, low: 3), settings: settings, clock: clock)
        let strap = SourceID(1)
        func moment(_ second: Int) -> Offset { Offset(microseconds: Int64(second) * 1_000_000) }
        _ = try draft.apply(.started(.zero, .cycling))
        _ = try draft.apply(.source(SampleSource(id: strap, kind: .ble, identity: "strap")))
        for second in 0..<3600 {
            if second == 1800 { _ = try draft.apply(.activity(moment(second), .transition)) }
            if second == 1890 { _ = try draft.apply(.activity(moment(second), .running)) }
            _ = try draft.apply(.reading(Reading(.heartRate, Double(110 + second / 60), at: moment(second), from: strap)))
            // Thousands of values.
            _ = try draft.apply(.reading(Reading(.speed, 3 + Double(second) / 1000, at: moment(second), from: strap)))
        }
        _ = try draft.apply(.ended(moment(3600)))
        return try draft.finished()
    }

    private func expectSame(_ store: HistoryStore, _ workouts: [Workout]) throws {
        let stored = try store.outlines(valuesOf: Self.quantities, withZones: true)
        #expect(stored.faults.isEmpty)
        let sorted = workouts.sorted { $0.startTimestamp < $1.startTimestamp }
        #expect(stored.outlines.map(\.outline) == sorted.map { WorkoutOutline($0, valuesOf: Self.quantities) })
    }

    @Test func theyAreThoseOfTheWholeWorkouts() throws {
        let workouts = try [Demo.workout(.running), Demo.workout(.cycling), Demo.workout(.strength), triathlon(), Demo.small(11)]
        for workout in workouts { try store.store(workout, from: WorkoutOrigin(.demo)) }
        try expectSame(store, workouts)
        // Storing the same again, or anew, changes nothing of it.
        for workout in workouts { try store.store(workout, from: WorkoutOrigin(.demo)) }
        try store.store(workouts[0], from: WorkoutOrigin(.file, place: "/elsewhere.fit", format: "fit"))
        try expectSame(store, workouts)
        #expect(try store.check() == [])
        #expect(try store.outlines(WorkoutFilter(types: [.strength])).outlines.map(\.outline.figures.type) == [.strength])
    }

    /// What they say of zones is what the samples say, whatever the zones are.
    @Test func timeInZonesFollowsFromThem() throws {
        let workouts = [try Demo.workout(.running), try triathlon()]
        for workout in workouts { try store.store(workout, from: WorkoutOrigin(.demo)) }
        let zones = try ZoneConfiguration(.heartRate, boundaries: [117, 133.5, 150])
        var (fromStore, fromSamples) = (TimeSpan.zero, TimeSpan.zero)
        for one in try store.outlines(valuesOf: [.heartRate]).outlines {
            fromStore += try #require(one.outline.valueTimes[.heartRate]).zoneGroup(in: zones).zoneDurations[1]
        }
        for workout in workouts { fromSamples += try #require(workout.zoneGroup(rebucketedInto: zones)).zoneDurations[1] }
        #expect(fromStore == fromSamples && fromStore > .zero)
        var totals = ZoneTotals(of: .heartRate) { $0 == .running ? zones : nil }
        for one in try store.outlines(valuesOf: [.heartRate]).outlines { totals.add(one.outline, on: nil) }
        // All of the run's hour; of the other workout the leg of 1710 s, in which the heart rate was above 133.5 from 24 min on.
        let leg = try #require(workouts[1].activities.last)
        #expect(leg.type == .running && totals.workouts == 2)
        #expect(
            totals.unassigned == workouts[1].summary.timer - leg.summary.timer,
            "the ride, and the change, have no zones")
    }

    @Test func anEditOfTheTypeIsOneOfItsOnlyLeg() throws {
        var workout = try Demo.workout(.cycling)
        try store.store(workout, from: WorkoutOrigin(.demo))
        try store.setEdits(WorkoutEdits(name: "Home", type: .indoorCycling), of: workout.id)
        let whole = try #require(try store.workout(workout.id))
        try expectSame(store, [whole])
        workout = try triathlon()
        try store.store(workout, from: WorkoutOrigin(.demo))
        try store.setEdits(WorkoutEdits(type: .other), of: workout.id)
        try expectSame(store, [whole, try #require(try store.workout(workout.id))])
    }

    @Test func onlyWhatIsAskedForIsTold() throws {
        let workouts = [try Demo.workout(.running), try Demo.workout(.cycling)].sorted { $0.startTimestamp < $1.startTimestamp }
        for workout in workouts { try store.store(workout, from: WorkoutOrigin(.demo)) }
        let range = TimeRange(start: workouts[1].startTimestamp, end: workouts[1].endTimestamp)
        let told = try store.outlines(valuesOf: [.heartRate], of: range).outlines.map(\.outline)
        #expect(told.map { Set($0.valueTimes.keys) } == [[], [.heartRate]])
        #expect(told.allSatisfy { $0.legs[0].zoneGroups.isEmpty })
        #expect(try store.outlines().outlines.allSatisfy { $0.outline.valueTimes.isEmpty })
    }

    /// Whatever is lost of them is made again from the samples.
    @Test func theyCanBeThrownAway() throws {
        let workouts = [try Demo.workout(.running), try triathlon()]
        for workout in workouts { try store.store(workout, from: WorkoutOrigin(.demo)) }
        try fixture.execute("UPDATE value_times SET data = x'0000000000000000'")
        try expectSame(store, workouts)
        try fixture.execute("UPDATE workout_outlines SET algorithm_version = 0")
        try expectSame(store, workouts)
        try fixture.execute("DELETE FROM workout_outlines")
        // Who only reads makes them, and keeps nothing.
        try expectSame(try fixture.another(), workouts)
        #expect(try store.connection.value("SELECT count(*) FROM workout_outlines").integer == 0)
        try expectSame(store, workouts)
        #expect(try store.connection.value("SELECT count(*) FROM workout_outlines").integer == 2)
        try store.delete(workouts[0].id)
        #expect(try store.outlines().outlines.count == 1)
    }

    /// A store of before outlines were kept: the next one that writes to it brings it up to date.
    @Test func anOlderStoreGetsThem() throws {
        let workouts = [try Demo.workout(.running), try triathlon()]
        for workout in workouts { try store.store(workout, from: WorkoutOrigin(.demo)) }
        let anchor = try store.anchor()
        try fixture.execute(
            """
            DROP TABLE workout_outlines; DROP TABLE value_times; DROP INDEX workout_list;
            CREATE INDEX workout_starts ON workouts (start_at_us);
            DELETE FROM migrations WHERE name IN ('2026-12-outlines', '2026-12-shorter-columns');
            PRAGMA user_version = 3;
            """)
        let newer = try fixture.another(.writing)
        try expectSame(newer, workouts)
        // Followers hear nothing of it, and importing again changes nothing.
        #expect(try newer.store(workouts[0], from: WorkoutOrigin(.demo)) == .unchanged)
        #expect(try newer.anchor() == anchor && newer.check() == [])
    }
}
