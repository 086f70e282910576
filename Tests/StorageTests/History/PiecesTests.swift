import Testing
import Workouts

@testable import Storage

/// Workouts that people cut and join: overlays over what was recorded.
struct PiecesTests {
    private let fixture: StoreFixture
    private var store: HistoryStore { fixture.store }

    init() throws { fixture = try StoreFixture() }

    /// A second a sample, a lap at ten minutes, a pause from 1000 s to 1100 s.
    private func ride(
        _ number: UInt64, at start: Int64 = 0, type: ActivityType = .cycling, seconds: Int = 1800
    ) throws -> Workout {
        let meter = SourceID(1)
        var events: [WorkoutEvent] = [
            .started(.zero, type),
            .source(SampleSource(id: meter, kind: .ble, identity: "meter", distanceOrigin: .wheel)),
        ]
        for second in 0..<seconds {
            let offset = Offset(microseconds: Int64(second) * 1_000_000)
            if second == 600 { events.append(.lap(offset, .manual)) }
            if second == 1000 { events.append(.paused(offset, automatic: false)) }
            if second == 1100 { events.append(.resumed(offset, automatic: false)) }
            events.append(.reading(Reading(.power, Double(100 + second % 150), at: offset, from: meter)))
            events.append(.reading(Reading(.heartRate, Double(110 + second % 60), at: offset, from: meter)))
            events.append(
                .amount(
                    Amount(.distance, 8, from: offset, to: offset + TimeSpan(microseconds: 1_000_000), source: meter)))
        }
        events.append(.ended(Offset(microseconds: Int64(seconds) * 1_000_000)))
        var settings = WorkoutSettings()
        settings.functionalThresholdPowerWatts = 200
        settings.zones[.heartRate] = try ZoneConfiguration(.heartRate, boundaries: [114, 133, 152, 171])
        settings.zonesByActivity[.running] = [.heartRate: try ZoneConfiguration(.heartRate, boundaries: [120, 140])]
        let clock = WallClock(
            origin: Timestamp(secondsSince1970: 1_770_000_000 + start), source: .system, isTrusted: true)
        return try Workout(folding: events, id: WorkoutID(high: 7, low: number), settings: settings, clock: clock)
    }

    private func offset(_ seconds: Int64) -> Offset { Offset(microseconds: seconds * 1_000_000) }
    private func cut(_ seconds: Int64) -> WorkoutCut { WorkoutCut(end: offset(seconds), start: offset(seconds)) }
    private let capture = WorkoutOrigin(.capture, place: "/rides/a.capture")

    @Test func partsAreTheWholeAndSurviveARebuild() throws {
        let whole = try ride(1)
        try store.store(whole, from: capture)
        try store.setEdits(WorkoutEdits(name: "Loop", note: "wind"), of: whole.id)
        let parts = try store.split(whole.id, at: [cut(600), cut(1050)])
        #expect(try Set(store.workoutIDs()) == Set(parts) && parts.count == 3)
        let made = try parts.map { try #require(try store.workout($0)) }
        #expect(made.map(\.name) == ["Loop (1/3)", "Loop (2/3)", "Loop (3/3)"])
        #expect(try store.edits(of: parts[0]).note == "wind" && store.edits(of: parts[1]).note == nil)
        #expect(made.map { $0.summary.timer.seconds } == [600, 400, 700])
        #expect(made.map { $0.summary.distance.value?.metres } == [4800, 3200, 5600])
        let work = made.reduce(0) { $0 + ($1.summary.workKilojoules.value ?? 0) }
        #expect(abs(work - (whole.summary.workKilojoules.value ?? 0)) < 1e-9)
        #expect(try store.deletedWorkouts().map(\.reason) == [.split])
        #expect(try store.deletedWorkouts()[0].replacedBy == parts)
        // Derived anew, byte for byte the same: nothing changes, in the parts neither.
        let before = try (store.anchor(), rows())
        #expect(try store.store(whole, from: capture) == .unchanged)
        for part in parts { #expect(try store.refold(part) == .unchanged) }
        #expect(try store.anchor() == before.0 && rows() == before.1)
        #expect(try store.check() == [])
        // And by other rules: the parts follow.
        var better = whole
        better.clock.origin = whole.clock.origin + TimeSpan(microseconds: 5_000_000)
        #expect(try store.store(better, from: capture) == .staysDeleted)
        #expect(try store.workout(parts[1])?.startTimestamp == better.clock.timestamp(at: offset(600)))
        #expect(try store.workout(parts[1])?.name == "Loop (2/3)")
    }

    private func rows() throws -> [[UInt8]] {
        var lines: [[UInt8]] = []
        try store.dump { line throws(StorageError) in lines.append(line) }
        return lines
    }

    /// What was cut and is joined again is the recording, with its name.
    @Test func mergingThePartsIsTheWorkout() throws {
        let whole = try ride(1)
        try store.store(whole, from: capture)
        let shown = try store.workout(whole.id)
        // In the pause: it belongs to neither, and is a pause again.
        let parts = try store.split(whole.id, at: [WorkoutCut(end: offset(1000), start: offset(1100))])
        #expect(try parts.map { try store.workout($0)?.summary.elapsed.seconds } == [1000, 700])
        #expect(try store.merge(parts.reversed()) == whole.id)
        #expect(try store.workout(whole.id) == shown && store.workoutIDs() == [whole.id])
        #expect(try store.deletedWorkouts().map(\.id).sorted() == parts.sorted())
        // And back: what was joined comes apart again.
        let restoration = try store.restore(parts[0])
        #expect(restoration.removed == [whole.id] && Set(restoration.restored) == Set(parts))
        // A part alone cannot stand beside the whole.
        try store.restore(whole.id)
        #expect(throws: StorageError.self) { try store.restore(parts[0]) }
        #expect(try store.workoutIDs() == [whole.id])
        #expect(try store.check() == [])
    }

    /// Of two of three parts: one piece again, with the same figures as if it had been cut so.
    @Test func partsSideBySideAreOnePiece() throws {
        let whole = try ride(1)
        try store.store(whole, from: capture)
        let parts = try store.split(whole.id, at: [cut(300), cut(900)])
        let joint = try store.merge([parts[1], parts[2]])
        #expect(try store.pieces(of: joint) == [WorkoutPiece(recording: whole.id, start: offset(300), end: offset(1800))])
        let direct = try Workout(folding: [WorkoutStretch(of: whole, from: offset(300))], id: joint)
        #expect(try store.workout(joint) == direct)
        // The cut of a part is a cut of the recording.
        let again = try store.split(joint, at: [cut(900)])
        #expect(again == [parts[1], parts[2]])
        #expect(try Set(store.workoutIDs()) == Set(parts))
    }

    @Test func restoringTakesThePartsAway() throws {
        let whole = try ride(1)
        try store.store(whole, from: capture)
        let before = try store.anchor()
        let parts = try store.split(whole.id, at: [cut(700)])
        let inner = try store.split(parts[1], at: [cut(1200)])
        #expect(try Set(store.workoutIDs()) == Set([parts[0]] + inner))
        let restoration = try store.restore(whole.id)
        #expect(restoration.restored == [whole.id] && Set(restoration.removed) == Set([parts[0]] + inner))
        #expect(try store.workoutIDs() == [whole.id] && store.workout(whole.id) == whole)
        #expect(try store.changes(of: .workout, after: before).added.map(\.uid) == [whole.id.storeText])
        #expect(try store.check() == [])
        // The same again has the same names.
        #expect(try store.split(whole.id, at: [cut(700)]) == parts)
        #expect(try Set(store.workoutIDs()) == Set(parts))
    }

    @Test func mergedWorkoutsAreLegsAndComeBackTogether() throws {
        let (first, second) = (try ride(1), try ride(2, at: 2000, type: .running, seconds: 900))
        try store.store(first, from: capture)
        try store.store(second, from: WorkoutOrigin(.file, place: "/rides/b.fit", format: "fit"))
        let joint = try store.merge([second.id, first.id])
        let workout = try #require(try store.workout(joint))
        #expect(workout.activities.map(\.type) == [.cycling, .transition, .running])
        #expect(workout.summary.timer == first.summary.timer + second.summary.timer)
        #expect(workout.summary.elapsed.seconds == 2900)
        let metres = try #require(workout.summary.distance.value?.metres)
        #expect(abs(metres - (13_600 + 7200)) < 1e-6)
        #expect(workout.activities[2].zoneGroups[.heartRate]?.zoneDurations == second.zoneGroups[.heartRate]?.zoneDurations)
        let origin = try #require(try store.origin(of: joint))
        #expect(origin == WorkoutOrigin(.derived))
        // A cut right between them gives both back as they were recorded.
        let parts = try store.split(joint, at: [WorkoutCut(end: offset(1800), start: offset(2000))])
        #expect(parts == [first.id, second.id])
        let again = try store.merge(parts)
        #expect(again == joint)
        let restoration = try store.restore(first.id)
        #expect(restoration.removed == [joint] && restoration.restored == [first.id, second.id])
        #expect(try store.workout(second.id) == second && store.check() == [])
    }

    @Test func whatCannotBe() throws {
        let (first, second) = (try ride(1), try ride(2, at: 1000))
        for one in [first, second] { try store.store(one, from: capture) }
        let before = try rows()
        for cuts in [[], [cut(0)], [cut(1800)], [cut(-5)], [cut(9)] + [cut(9)], [cut(20), cut(10)]] {
            #expect(throws: StorageError.self) { try store.split(first.id, at: cuts) }
        }
        #expect(throws: StorageError.refused("two of the workouts went on at the same time")) {
            try store.merge([first.id, second.id])
        }
        #expect(throws: StorageError.refused("it takes two workouts or more")) { try store.merge([first.id, first.id]) }
        #expect(throws: StorageError.self) { try store.merge([first.id, WorkoutID(high: 0, low: 1)]) }
        #expect(throws: StorageError.self) { try store.trim(first.id, from: .zero, to: .zero) }
        #expect(throws: StorageError.self) { try store.trim(first.id, from: TimeSpan(seconds: 900), to: TimeSpan(seconds: 900)) }
        #expect(try rows() == before)
    }

    @Test func trimmingTakesTheEndsAway() throws {
        let whole = try ride(1)
        try store.store(whole, from: capture)
        let rest = try store.trim(whole.id, from: TimeSpan(seconds: 60), to: TimeSpan(seconds: 120))
        let workout = try #require(try store.workout(rest))
        #expect(workout.start == offset(60) && workout.end == offset(1680) && workout.summary.timer.seconds == 1520)
        try store.restore(whole.id)
        #expect(try store.workoutIDs() == [whole.id])
    }

    /// A sport that people say is one with its zones, also when the capture is read again, and taken back.
    @Test func anotherSportHasItsZones() throws {
        let whole = try ride(1)
        try store.store(whole, from: capture)
        try store.setEdits(WorkoutEdits(type: .running), of: whole.id)
        let shown = try #require(try store.workout(whole.id))
        #expect(shown.type == .running && shown.zoneGroups[.heartRate]?.configuration.boundaries == [120, 140])
        #expect(shown == (try Workout(folding: [WorkoutStretch(of: whole)], id: whole.id, as: .running)))
        let before = try rows()
        #expect(try store.store(whole, from: capture) == .unchanged)
        #expect(try rows() == before && store.holds(whole))
        // Its parts are runs, too.
        let parts = try store.split(whole.id, at: [cut(900)])
        #expect(try store.workout(parts[0])?.zoneGroups[.heartRate]?.configuration.boundaries == [120, 140])
        try store.restore(whole.id)
        try store.setEdits(WorkoutEdits(type: .hiking), of: whole.id)
        try store.setEdits(WorkoutEdits(), of: whole.id)
        #expect(try store.workout(whole.id) == whole && store.holds(whole))
        #expect(try store.check() == [])
    }

    /// Rows that somebody spoiled are as they were when the workout is stored again, whatever its digest says.
    @Test(arguments: [
        "DELETE FROM laps", "UPDATE laps SET end_offset_us = end_offset_us + 1", "DELETE FROM zone_times",
        "UPDATE workouts SET distance_m = 1", "DELETE FROM splits", "DELETE FROM series", "DELETE FROM activities",
        "UPDATE sample_chunks SET data = zeroblob(8)", "DELETE FROM routes",
        "UPDATE zone_configurations SET configuration = '{}'",
    ])
    func spoiledRowsAreMadeAgain(sql: String) throws {
        let whole = try ride(1)
        try store.store(whole, from: capture)
        #expect(try store.holds(whole))
        let digest = try store.storedDigest(ofRow: 1)
        try fixture.execute(sql)
        // Without places a route says nothing.
        let isHeld = try store.holds(whole)
        #expect(isHeld == sql.contains("routes"))
        try store.store(whole, from: capture)
        #expect(try store.holds(whole) && store.storedDigest(ofRow: 1) == digest && store.workout(whole.id) == whole)
    }

    /// Those whose recording is gone are folded from their samples.
    @Test func figuresComeOfTheSamples() throws {
        let whole = try ride(1)
        try store.store(whole, from: capture)
        let before = try store.storedDigest(ofRow: 1)
        #expect(try store.refoldFromSamples(whole.id) == .unchanged)
        #expect(try store.forgetZones() == 1)
        #expect(try store.workout(whole.id)?.zoneGroups == [:])
        try fixture.execute("UPDATE workouts SET summary = replace(summary, '1', '2'); DELETE FROM splits")
        #expect(try store.refoldFromSamples(whole.id) == .replaced)
        #expect(try store.storedDigest(ofRow: 1) == before && store.workout(whole.id) == whole)
    }

    /// What was split stays as long as its parts are there.
    @Test func recordingsOfPartsOutliveTheirDeletion() throws {
        let whole = try ride(1)
        try store.store(whole, from: capture)
        let parts = try store.split(whole.id, at: [cut(700)])
        fixture.pass(days: 91)
        #expect(try store.pruneDeletions() == 0)
        #expect(try store.restore(whole.id).removed.count == 2)
        fixture.pass(days: 91)
        #expect(try store.pruneDeletions() == 2)
        for part in parts { #expect(try store.pieces(of: part).isEmpty) }
    }

    /// The store that the version before made.
    @Test func anOlderStoreMigrates() throws {
        let path = fixture.folder.file("old.db")
        let old = Migrations(application: Migrations.history.application, steps: [Migrations.history.steps[0]])
        do {
            let connection = try Connection(path, for: .writing, old)
            try connection.execute(
                """
                INSERT INTO workout_edits VALUES ('\(WorkoutID(high: 7, low: 1).storeText)', 'Loop', 'running', 'wind', 5);
                INSERT INTO moods VALUES ('a', 7, 'daily', 0.5, '[]', '[]', NULL);
                """)
        }
        let store = try HistoryStore(path: path, for: .writing) { Timestamp(microseconds: 9) }
        #expect(try store.moods().map(\.note) == [nil] && store.moods().map(\.mood.valence) == [0.5])
        try store.store(try ride(1), from: capture)
        let shown = try #require(try store.workout(WorkoutID(high: 7, low: 1)))
        #expect(shown.name == "Loop" && shown.type == .running)
        #expect(shown.zoneGroups[.heartRate]?.configuration.boundaries == [120, 140])
        #expect(try store.check() == [])
    }
}
