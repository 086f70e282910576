import Testing
import Workouts

@testable import Storage

/// What people say of workouts stays, whatever is derived anew.
struct OverlayTests {
    private let fixture: StoreFixture
    private var store: HistoryStore { fixture.store }
    private let demo = WorkoutOrigin(.demo)

    init() throws { fixture = try StoreFixture() }

    @Test func editsSurviveARebuild() throws {
        let workout = Demo.small(0)
        try store.store(workout, from: demo)
        let edits = WorkoutEdits(name: "Over the hill", type: .hiking, note: "wind")
        try store.setEdits(edits, of: workout.id)
        var derivedAnew = workout
        derivedAnew.summary.timer = workout.summary.timer + TimeSpan(microseconds: 1)
        #expect(try store.store(derivedAnew, from: demo) == .replaced)
        let shown = try #require(try store.workout(workout.id))
        #expect(shown.name == "Over the hill" && shown.type == .hiking && shown.activities[0].type == .hiking)
        #expect(try store.edits(of: workout.id) == edits)
        #expect(try store.recordedWorkout(workout.id) == derivedAnew)
        let listing = try #require(try store.workouts().first)
        #expect(listing.name == "Over the hill" && listing.type == .hiking && listing.note == "wind" && listing.version == 3)
        // No name is a wish too, and no edits are the way back.
        try store.setEdits(WorkoutEdits(name: ""), of: workout.id)
        #expect(try store.workout(workout.id)?.name == nil && store.workouts()[0].name == nil)
        try store.setEdits(WorkoutEdits(), of: workout.id)
        #expect(try store.workout(workout.id) == derivedAnew)
    }

    /// Derived rows are the same bytes when they are derived again, and followers hear nothing.
    @Test func theSameAgainIsNoChange() throws {
        let workout = try Demo.workout(.running)
        try store.store(workout, from: demo)
        let before = try (rows(), store.anchor())
        #expect(try store.store(workout, from: demo) == .unchanged)
        #expect(try store.anchor() == before.1)
        // Thrown away and derived again: but for the change nothing differs.
        try fixture.execute("UPDATE workouts SET digest = 0 WHERE uid = '\(workout.id.storeText)'")
        #expect(try store.store(workout, from: demo) == .replaced)
        #expect(try rows() == before.0)
    }

    private func rows() throws -> [[SQLValue]] {
        try ["workouts", "activities", "laps", "splits", "zone_times", "series", "sample_chunks", "routes", "route_chunks"]
            .flatMap { table in
                try store.connection.rows("SELECT * FROM \(table) ORDER BY 1, 2, 3, 4") { row throws(StorageError) in
                    row.columns.indices.map { row[$0] }
                }
            }
    }

    @Test func deletedWorkoutsComeBackAndStayAway() throws {
        let (workout, other) = (Demo.small(0), Demo.small(1))
        for one in [workout, other] { try store.store(one, from: demo) }
        try store.setEdits(WorkoutEdits(name: "Mine"), of: workout.id)
        let shown = try store.workout(workout.id)
        try store.delete(workout.id, because: .merged, replacedBy: [other.id])
        #expect(try store.workout(workout.id) == nil && store.workouts().map(\.id) == [other.id] && store.count() == 1)
        #expect(throws: StorageError.unknown(kind: "workout", id: workout.id.storeText)) { try store.delete(workout.id) }
        #expect(
            try store.deletedWorkouts() == [
                DeletedWorkout(id: workout.id, reason: .merged, replacedBy: [other.id], deletedAt: fixture.clock.now)
            ])
        // Its capture is read again.
        #expect(try store.store(workout, from: demo) == .unchanged)
        try fixture.execute("UPDATE workouts SET digest = 0 WHERE uid = '\(workout.id.storeText)'")
        #expect(try store.store(workout, from: demo) == .staysDeleted)
        #expect(try store.workout(workout.id) == nil)

        let before = try store.anchor()
        try store.restore(workout.id)
        #expect(try store.workout(workout.id) == shown && shown?.name == "Mine")
        // A version that was never there before.
        #expect(
            try store.changes(of: .workout, after: before).added
                == [StoredID(kind: .workout, uid: workout.id.storeText, version: 3)])

        try store.delete(workout.id)
        fixture.pass(days: 91)
        #expect(try store.pruneDeletions() == 1)
        #expect(try store.deletedWorkouts().isEmpty && store.recordedWorkout(workout.id) == nil)
        #expect(throws: StorageError.unknown(kind: "deleted workout", id: workout.id.storeText)) {
            try store.restore(workout.id)
        }
        #expect(try store.store(workout, from: demo) == .staysDeleted && store.workout(workout.id) == nil)
        #expect(try store.check() == [])
    }

    @Test func moodsComeBack() throws {
        let workout = Demo.small(0)
        let moods = try [
            MoodCheckIn(at: Timestamp(microseconds: 1), .daily, valence: -1),
            MoodCheckIn(
                at: Timestamp(microseconds: 2), .momentary, valence: 0.1, labels: MoodCheckIn.Label.allCases,
                associations: MoodCheckIn.Association.allCases, workout: workout.id),
        ]
        let ids = try moods.map { try store.add($0) }
        #expect(try store.moods().map(\.mood) == moods.reversed())
        #expect(try store.moods(from: Timestamp(microseconds: 2)).map(\.id) == [ids[1]])
        #expect(try store.moods(to: Timestamp(microseconds: 2)).map(\.id) == [ids[0]])
        try store.deleteMood(ids[0])
        #expect(try store.moods().map(\.id) == [ids[1]])
        #expect(throws: StorageError.unknown(kind: "mood", id: ids[0])) { try store.deleteMood(ids[0]) }
    }

    @Test func plansComeBack() throws {
        let zones = try ZoneModel.coggan7(thresholdWatts: 247.3).configuration(validFrom: Timestamp(microseconds: 9))
        let outline = PlanOutline(
            name: "4 × 8",
            steps: [
                PlanOutline.Step(.warmUp, .duration(TimeSpan(microseconds: 600_000_001)), target: .zones(0...1, .heartRate)),
                PlanOutline.Step(.work, .distance(metres: 1609.344), target: .settled(.zones(3...3, of: zones)), name: "hard"),
                PlanOutline.Step(.recovery, .duration(.zero), target: .settled(.range(.power, lower: nil, upper: 0.1 + 0.2))),
                PlanOutline.Step(.coolDown, .duration(TimeSpan(microseconds: .max))),
            ])
        let id = try store.add(outline, named: "Tuesday", for: Timestamp(microseconds: 7))
        var expected = StoredPlan(id: id, name: "Tuesday", outline: outline, plannedFor: Timestamp(microseconds: 7))
        #expect(try store.plans() == [expected])
        expected.name = "Wednesday"
        expected.plannedFor = nil
        try store.replace(expected)
        #expect(try store.plans() == [expected])
        try store.deletePlan(id)
        #expect(try store.plans().isEmpty)
    }

    @Test func whatIsKnownOfTheAthleteComesBack() throws {
        let zones = try ZoneConfiguration(
            .heartRate, boundaries: [114, 133, 152, 171], source: .user, modelName: "mine", inputs: ["hrmax": 190, "rest": 47.5],
            estimatedInputs: ["hrmax"])
        let facts: [(AthleteHistory.Fact, Int64)] = [
            (.figure(.functionalThresholdPower, 251.7), 50), (.figure(.functionalThresholdPower, nil), 90),
            (.ageYears(41), 10), (.ageYears(nil), 11), (.sex(.female), 3), (.sex(nil), 3), (.sex(.male), 3),
            (.zones(.heartRate, nil, zones), 20), (.zones(.heartRate, .running, zones), 21), (.zones(.heartRate, nil, nil), 60),
        ]
        var expected = AthleteHistory()
        var ids: [String] = []
        for (fact, second) in facts {
            ids.append(try store.record(fact, from: Timestamp(secondsSince1970: second)))
            try expected.record(fact, from: Timestamp(secondsSince1970: second))
        }
        let back = try store.athleteHistory()
        #expect(back == expected)
        // Equality of zones leaves out where they came from.
        let read = try #require(back.settings(at: Timestamp(secondsSince1970: 30)).zones[.heartRate])
        #expect(read.modelName == "mine" && read.inputs == zones.inputs && read.estimatedInputs == ["hrmax"])
        #expect(read.validFrom == Timestamp(secondsSince1970: 20))
        try store.deleteAthleteFact(ids[7])
        #expect(try store.athleteHistory().zones(of: .heartRate, for: .cycling, at: Timestamp(secondsSince1970: 30)) == nil)
        #expect(throws: StorageError.refused("zones of heartRate are none of power")) {
            try store.record(.zones(.power, nil, zones), from: .init(microseconds: 0))
        }
    }

    @Test func sensorsAreKnownAsTheyWereLast() throws {
        var strap = SampleSource(id: SourceID(3), kind: .ble, identity: "ble:C0:11", name: "Strap", priorities: [.heartRate: 1])
        strap.batteryPercent = 80
        strap.batteryStatus = .good
        strap.distanceOrigin = .footPod
        try store.note(sensor: strap, heardAt: Timestamp(microseconds: 10))
        let anchor = try store.anchor()
        var older = strap
        older.batteryPercent = 90
        try store.note(sensor: older, heardAt: Timestamp(microseconds: 9))
        try store.note(sensor: strap, heardAt: Timestamp(microseconds: 11))
        #expect(try store.anchor() == anchor)
        strap.id = SourceID(0)
        #expect(try store.sensors() == [StoredSensor(sensor: strap, lastHeard: Timestamp(microseconds: 11))])
        strap.batteryPercent = 70
        try store.note(sensor: strap, heardAt: Timestamp(microseconds: 12))
        #expect(try store.sensors().map(\.sensor) == [strap])
        #expect(try store.changes(of: .sensor, after: anchor).added.map(\.version) == [2])
        try store.forgetSensor("ble:C0:11")
        #expect(try store.sensors().isEmpty)
    }
}
