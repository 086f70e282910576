import Testing
import Workouts

@testable import Storage

/// A gateway's notes of what it brought in.
struct TakenCapturesTests {
    @Test func whatIsNotedIsThereUntilItIsForgotten() throws {
        let fixture = try StoreFixture()
        let store = fixture.store
        #expect(try store.takenCaptures().isEmpty)
        let anchor = try store.anchor()
        try store.take(capture: "2026-11-30T08-00-00Z-01234567", bytes: 12)
        try store.take(capture: "2026-11-30T09-00-00Z-89abcdef", bytes: 7)
        try store.take(capture: "2026-11-30T09-00-00Z-89abcdef", bytes: 9)
        let noted: [String: Int64] = ["2026-11-30T08-00-00Z-01234567": 12, "2026-11-30T09-00-00Z-89abcdef": 9]
        #expect(try fixture.another().takenCaptures() == noted)
        try store.forget(captures: ["2026-11-30T08-00-00Z-01234567", "nothing"])
        #expect(try store.takenCaptures() == ["2026-11-30T09-00-00Z-89abcdef": 9])
        // Followers hear nothing of it, and it is in no dump.
        #expect(try store.anchor() == anchor)
        try store.dump { line throws(StorageError) in #expect(!String(decoding: line, as: UTF8.self).contains("89abcdef")) }
    }

    /// A store that the first version made, with a workout in it.
    @Test func aStoreWithoutThemIsBroughtUpToDate() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("history.db")
        do {
            let first = Migrations(application: Migrations.history.application, steps: [Migrations.history.steps[0]])
            _ = try Connection(path, for: .writing, first)
        }
        let error = #expect(throws: StorageError.self) {
            try HistoryStore(path: path, for: .reading) { Timestamp(microseconds: 0) }
        }
        #expect(error == .tooOld(path: path, migration: "2026-12-taken-captures"))
        let store = try HistoryStore(path: path, for: .writing) { Timestamp(microseconds: 0) }
        try store.store(Demo.small(0), from: WorkoutOrigin(.demo))
        try store.take(capture: "a", bytes: 1)
        #expect(try store.count() == 1 && store.takenCaptures() == ["a": 1] && store.check().isEmpty)
    }
}
