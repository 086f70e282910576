import Foundation
import Ingest
import Testing
import Transports
import WireFormats
import Workouts

@testable import Gateway
@testable import Storage

/// What an earlier run left, and what was recorded before there was a store.
@Suite struct StoreRecoveryTests {
    @Test func whatWasRecordedBeforeThereWasAStore() async throws {
        let stored = StoreRig()
        for _ in 0..<3 {
            try await stored.ride.run(seconds: 20, starts: false)
            try await stored.ride.run(seconds: 60, starts: true)
            stored.ride.clock.pass(seconds: 600)
        }
        #expect(stored.ride.captureNames.count == 6)
        let notes = try stored.catchUp(into: stored.database)
        #expect(notes == ["6 earlier recordings are in \(stored.database) now, with 3 new workouts"])
        let store = try stored.open()
        let listed = try store.workouts()
        #expect(listed.count == 3 && listed.allSatisfy { $0.origin.kind == .capture })
        #expect(listed.allSatisfy { FileManager.default.fileExists(atPath: $0.origin.place ?? "") })
        #expect(try store.takenCaptures().count == 6)
        #expect(try store.check().isEmpty)

        // Again: no change is counted, and no capture is opened.
        let anchor = try store.anchor()
        for name in stored.ride.captureNames { #expect(chmod("\(stored.ride.captures)/\(name)", 0) == 0) }
        #expect(try stored.catchUp(into: stored.database).isEmpty)
        #expect(try store.anchor() == anchor)
    }

    /// All of it once more, as when the gateway is killed before it notes that it was taken.
    @Test func finishingTwiceChangesNothing() async throws {
        let stored = StoreRig()
        try await stored.ride.run(seconds: 20, starts: false)
        try await stored.ride.run(seconds: 60, starts: true)
        try stored.catchUp(into: stored.database)
        let store = try stored.open()
        let (anchor, rows) = (try store.anchor(), try StoreRig.derived(store))
        try store.forget(captures: try store.takenCaptures().keys.sorted())
        let notes = try stored.catchUp(into: stored.database)
        #expect(notes == ["2 earlier recordings are in \(stored.database) now"])
        #expect(try store.anchor() == anchor && StoreRig.derived(store) == rows)
    }

    /// A workout that was cut off and went on is one, and the import says the same.
    @Test func aWorkoutThatWentOnIsOne() async throws {
        let stored = StoreRig()
        let ride = stored.ride
        try await ride.run(seconds: 60, starts: true, isCutOff: true)
        ride.clock.pass(seconds: 30)
        #expect(try ride.recover())
        // While it runs the part before it is left alone.
        let header = ride.header()
        let begun = try #require(ride.folder).begin(header, holdsWorkout: true)
        for record in CutRide.records(seconds: 5, opening: begun.opening, stops: false) { begun.writer?.append(record) }
        _ = begun.writer?.settle()
        ride.folder?.tend()
        #expect(ride.captureNames.contains { $0.hasSuffix(".capture") })
        #expect(try stored.catchUp(into: stored.database).isEmpty)
        #expect(try stored.open().workouts().isEmpty)
        begun.writer?.append(CaptureRecord(offset: 6_000_000, input: .command(.stop)))
        _ = begun.writer?.close()
        ride.clock.pass(seconds: 6)
        #expect(try !ride.recover())
        #expect(ride.captureNames.allSatisfy { $0.hasSuffix(".capture") })
        try stored.catchUp(into: stored.database)
        let store = try stored.open()
        let listed = try store.workouts()
        #expect(listed.count == 1)
        let id = try #require(listed.first?.id)
        let workout = try #require(try store.recordedWorkout(id))
        #expect(workout.pauses.count == 1 && workout.pauses.first?.isAutomatic == true)
        #expect(abs(workout.summary.elapsed.seconds - 96) < 1)
        #expect(listed.first?.origin.place == "\(ride.captures)/\(ride.captureNames[0])")
        #expect(try store.takenCaptures().count == 2)
        let archive = WorkoutArchive(paths: [ride.captures], athlete: AthleteHistory())
        let intake = HistoryIntake(store, takesDemo: false)
        while let found = await archive.next() { try intake.take(found) }
        try intake.finish()
        #expect(intake.outcomes.map(\.outcome) == [.unchanged])
    }

    /// Cut off twice, the second time before anything was recorded, and an idle capture that names it comes after: still one workout, and
    /// once more changes nothing.
    @Test func aWorkoutThatWentOnTwiceIsOne() async throws {
        let stored = StoreRig()
        let ride = stored.ride
        try await ride.run(seconds: 60, starts: true, isCutOff: true)
        for seconds in [1, 5] {
            ride.clock.pass(seconds: 30)
            #expect(try ride.recover())
            let begun = try #require(ride.folder).begin(ride.header(), holdsWorkout: true)
            let records = CutRide.records(seconds: seconds, opening: begun.opening, stops: seconds > 1)
            for record in records.prefix(seconds > 1 ? records.count : 1) { begun.writer?.append(record) }
            if seconds > 1 { _ = begun.writer?.close() }
            ride.clock.pass(seconds: Double(seconds))
        }
        #expect(try !ride.recover())
        try await ride.run(seconds: 5, starts: false)
        try stored.catchUp(into: stored.database)
        let store = try stored.open()
        #expect(try store.workouts().count == 1)
        let (anchor, rows) = (try store.anchor(), try StoreRig.derived(store))
        try store.forget(captures: try store.takenCaptures().keys.sorted())
        try stored.catchUp(into: stored.database)
        #expect(try store.anchor() == anchor && StoreRig.derived(store) == rows)
    }

    /// What a person deleted does not come back with its capture.
    @Test func aDeletedWorkoutStaysDeleted() async throws {
        let stored = StoreRig()
        try await stored.ride.run(seconds: 60, starts: true)
        try stored.catchUp(into: stored.database)
        let store = try stored.open()
        let id = try #require(try store.workouts().first?.id)
        try store.delete(id, because: .deleted)
        try store.forget(captures: try store.takenCaptures().keys.sorted())
        try stored.catchUp(into: stored.database)
        #expect(try store.workouts().isEmpty && store.deletedWorkouts().count == 1)
    }

    @Test func whatHoldsNothingIsNotReadAgain() async throws {
        let stored = StoreRig()
        try FileManager.default.createDirectory(atPath: stored.ride.captures, withIntermediateDirectories: true)
        for (name, text) in [("2026-11-30T08-00-00Z-01234567.capture.damaged", "PK"), ("idle-x-89abcdef.capture", "")] {
            try text.write(toFile: "\(stored.ride.captures)/\(name)", atomically: false, encoding: .utf8)
        }
        try stored.catchUp(into: stored.database)
        let store = try stored.open()
        #expect(try store.takenCaptures().count == 2 && store.workouts().isEmpty)
        #expect(try stored.catchUp(into: stored.database).isEmpty)
    }
}
