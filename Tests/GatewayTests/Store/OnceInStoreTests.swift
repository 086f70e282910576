import ActivityFiles
import Foundation
import Gateway
import Storage
import TestSupport
import Testing
import Workouts

/// What was done counts once in a store, whatever was brought in, deleted, cut, joined and had back.
@Suite struct OnceInStoreTests {
    private let folder: ArchiveFolder
    private let store: HistoryStore

    init() throws {
        folder = try ArchiveFolder()
        store = try HistoryStore(path: folder.path("history.db"), for: .writing) { Timestamp(secondsSince1970: 1_796_100_000) }
    }

    /// What came of it.
    @discardableResult
    private func take(_ found: ArchivedWorkout) throws -> HistoryIntake.Outcome {
        let intake = HistoryIntake(store, takesDemo: false)
        try intake.take(found)
        try intake.finish()
        return try #require(intake.outcomes.last).outcome
    }

    private func watch(_ workout: Workout, _ name: String = "watch.fit") -> ArchivedWorkout {
        ArchivedWorkout(workout: workout, path: folder.path(name), format: .fit)
    }

    private func capture(_ workout: Workout) -> ArchivedWorkout {
        ArchivedWorkout(workout: workout, path: folder.path("ride.capture"), format: .capture)
    }

    /// A file that was written of a workout, as whoever reads it finds it.
    private func export(_ id: WorkoutID, as format: ActivityFormat) async throws -> ArchivedWorkout {
        let workout = try #require(try store.workout(id))
        let path = try folder.write("export/own.\(format.rawValue)", format.encoded(workout))
        let archive = WorkoutArchive(paths: [path], athlete: AthleteHistory())
        let found = try #require(await archive.next())
        #expect(found.writtenOf == id)
        return found
    }

    private func counted() throws -> [WorkoutID] { try store.workoutIDs() }

    @Test func whoeverIsHadBackCounts() throws {
        let (first, second) = (
            try folder.made(id: 1, start: "08:00", minutes: 12), try folder.made(id: 2, start: "08:00", minutes: 12)
        )
        #expect(try take(watch(first)) == .added)
        try store.setEdits(WorkoutEdits(name: "Round the lake"), of: first.id)
        #expect(try take(capture(second)) == .better(than: folder.path("watch.fit")))
        #expect(try counted() == [second.id])
        let restoration = try store.bringBack(first.id)
        #expect(restoration.restored == [first.id] && restoration.removed == [second.id])
        #expect(try counted() == [first.id] && store.deletedWorkouts().first?.reason == .superseded)
        // And the other way round.
        #expect(try store.bringBack(second.id).removed == [first.id])
        #expect(try counted() == [second.id] && store.edits(of: second.id).name == "Round the lake")
        #expect(try store.check().isEmpty)
    }

    /// Deleted, and brought in by another device meanwhile.
    @Test func whatCameMeanwhileGivesWay() throws {
        let (first, second) = (
            try folder.made(id: 1, start: "08:00", minutes: 12), try folder.made(id: 2, start: "08:01", minutes: 12)
        )
        try take(watch(first))
        try store.delete(first.id)
        #expect(try take(watch(second, "phone.fit")) == .added)
        #expect(try store.bringBack(first.id).removed == [second.id])
        #expect(try counted() == [first.id])
    }

    /// What people made of another recording is theirs.
    @Test func whatWasCutDoesNotGiveWay() throws {
        let (first, second) = (
            try folder.made(id: 1, start: "08:00", minutes: 12), try folder.made(id: 2, start: "08:00", minutes: 12)
        )
        try take(watch(first))
        try take(capture(second))
        let parts = try store.split(second.id, at: [WorkoutCut(end: .minutes(6), start: .minutes(6))])
        #expect(throws: StorageError.self) { try store.bringBack(first.id) }
        #expect(try Set(counted()) == Set(parts))
        // Their whole is no other recording.
        #expect(try store.bringBack(second.id).restored == [second.id])
    }

    /// Files that were written of what the store has, or had: nothing new, whatever was done to it since.
    @Test(arguments: [ActivityFormat.fit, .tcx, .csv]) func ownFiles(format: ActivityFormat) async throws {
        let ride = try folder.made(id: 1, start: "08:00", minutes: 12, withPower: true)
        try take(watch(ride, "garmin.fit"))
        let whole = try await export(ride.id, as: format)
        #expect(try take(whole) == .unchanged)
        try store.setEdits(WorkoutEdits(name: "Round the lake", type: .running), of: ride.id)
        #expect(try take(whole) == .unchanged)
        let rest = try store.trim(ride.id, from: .minutes(3), to: .zero)
        let trimmed = try await export(rest, as: format)
        for found in [whole, trimmed] {
            let outcome = try take(found)
            #expect(outcome != .added && outcome != .better(than: folder.path("garmin.fit")), "\(outcome)")
            #expect(try counted() == [rest])
        }
        try store.bringBack(ride.id)
        for found in [whole, trimmed] {
            try take(found)
            #expect(try counted() == [ride.id])
        }
    }

    /// Of whatever a store is told in whatever order, no two workouts that count are recordings of the same.
    @Test(arguments: 0..<6) func whateverIsDone(seed: UInt64) throws {
        var chance = SeededGenerator(seed: seed)
        var recordings: [ArchivedWorkout] = []
        for hour in 8...9 {
            for device in 0..<3 {
                let workout = try folder.made(
                    id: UInt64(hour * 10 + device), start: "0\(hour):0\(device)", minutes: 10 + device, withPower: device == 1)
                recordings.append(device == 0 ? capture(workout) : watch(workout, "\(hour)-\(device).fit"))
            }
        }
        for _ in 0..<30 {
            let there = try counted()
            let one = there.randomElement(using: &chance)
            do throws(StorageError) {
                switch Int.random(in: 0..<8, using: &chance) {
                case 0...2: _ = try? take(recordings[Int.random(in: 0..<6, using: &chance)])
                case 3: if let one { try store.delete(one) }
                case 4...5:
                    let gone = try store.deletedWorkouts().randomElement(using: &chance)
                    if let gone { try store.bringBack(gone.id) }
                case 6:
                    guard let one, let whole = try store.workout(one) else { continue }
                    let cut = whole.start + .minutes(3)
                    _ = try store.split(one, at: [WorkoutCut(end: cut, start: cut)])
                default: if there.count > 1 { _ = try store.merge(Array(there.prefix(2))) }
                }
            } catch {
                // What cannot be is refused, and is as it was.
                guard case .refused = error else { throw error }
            }
            var rivals: [ArchiveRival] = []
            for id in try counted() {
                let (workout, origin) = (try #require(try store.workout(id)), try #require(try store.origin(of: id)))
                let format = ArchivedWorkout.Format(origin)
                let rival = ArchiveRival(ArchivedWorkout(workout: workout, path: id.storeText, format: format))
                #expect(!rivals.contains { rival.isSame(as: $0) })
                rivals.append(rival)
            }
        }
        #expect(try store.check().isEmpty)
    }
}

extension TimeSpan {
    fileprivate static func minutes(_ minutes: Int64) -> TimeSpan { TimeSpan(microseconds: minutes * 60_000_000) }
}

extension Offset {
    fileprivate static func minutes(_ minutes: Int64) -> Offset { Offset(microseconds: minutes * 60_000_000) }
}
