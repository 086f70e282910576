import Foundation
import TestSupport
import Testing
import Workouts

@testable import Storage

/// What can be read of a damaged store comes out of it.
@Suite struct SalvageTests {
    private static let types: [ActivityType] = [.running, .walking]

    /// A whole store in one file, as bytes; made once.
    private static let whole: (bytes: Data, rows: [String: Int64])? = {
        do {
            let fixture = try StoreFixture()
            for type in types { try fixture.store.store(Demo.workout(type), from: WorkoutOrigin(.demo)) }
            for number in 0..<40 {
                try fixture.store.add(
                    MoodCheckIn(at: Timestamp(microseconds: Int64(number)), .daily, valence: 0.5),
                    note: String(repeating: "so so ", count: 40))
            }
            try fixture.store.setEdits(WorkoutEdits(name: "Round the lake"), of: Demo.workout(.running).id)
            let copy = fixture.folder.file("whole.db")
            try fixture.store.backup(to: copy)
            var rows: [String: Int64] = [:]
            for (name, _) in HistoryStore.tables {
                rows[name] = try fixture.store.connection.value("SELECT count(*) FROM \(name)").integer
            }
            return (try Data(contentsOf: URL(filePath: copy)), rows)
        } catch { return nil }
    }()

    private let folder: TemporaryFolder
    private var path: String { folder.file("history.db") }
    init() throws { folder = try TemporaryFolder() }

    private func open(_ access: HistoryStore.Access = .writing) throws(StorageError) -> HistoryStore {
        try HistoryStore(path: path, for: access) { Timestamp(secondsSince1970: 1_780_000_000) }
    }

    private func renew() throws(StorageError) -> (damaged: String, unreadable: UnreadableRows) {
        try HistoryStore.renew(path) { Timestamp(secondsSince1970: 1_780_000_000) }
    }

    @Test func aWholeOneLosesNothing() throws {
        let (bytes, rows) = try #require(Self.whole)
        try bytes.write(to: URL(filePath: path))
        chmod(path, 0o660)
        let outcome = try renew()
        #expect(outcome.unreadable.isEmpty && outcome.damaged == path + ".damaged")
        #expect(try Data(contentsOf: URL(filePath: outcome.damaged)) == bytes)
        let store = try open()
        #expect(try store.check() == [])
        for (name, count) in rows { #expect(try store.connection.value("SELECT count(*) FROM \(name)").integer == count) }
        for type in Self.types { #expect(try store.recordedWorkout(Demo.workout(type).id) == Demo.workout(type)) }
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o660)
        // The next one is kept beside that.
        #expect(try renew().damaged == path + ".damaged-2")
    }

    /// One page is lost, whichever: no table loses a row that is not told, and what is whole is as it was.
    @Test(arguments: 0..<8) func aLostPage(seed: UInt64) throws {
        let (whole, rows) = try #require(Self.whole)
        var chance = SeededGenerator(seed: seed)
        var bytes = whole
        let page = Int.random(in: 1..<bytes.count / 4096, using: &chance)
        for index in page * 4096..<(page + 1) * 4096 { bytes[index] = UInt8.random(in: 0...255, using: &chance) }
        try bytes.write(to: URL(filePath: path))
        let outcome: (damaged: String, unreadable: UnreadableRows)
        do throws(StorageError) {
            outcome = try renew()
        } catch {
            // Without the tables' own descriptions nothing can be read; the file is as it was.
            guard case .damaged = error else { throw error }
            #expect(throws: StorageError.self) { try open().connection.value("SELECT count(sql) FROM sqlite_schema") }
            #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
            return
        }
        let store = try open()
        #expect(try store.isSoundByPages())
        // What followers are told of is put right with what is there.
        for (name, count) in rows where outcome.unreadable.byTable[name] == nil && name != "objects" {
            // Rows whose owner is lost have nobody to belong to.
            let isOwned = ["workouts", "series", "routes", "zone_configurations"].contains {
                outcome.unreadable.byTable[$0] != nil
            }
            if isOwned, !["moods", "workout_edits"].contains(name) { continue }
            #expect(try store.connection.value("SELECT count(*) FROM \(name)").integer == count, "\(name)")
        }
        let changed = Set(try store.changedWorkouts())
        var same = 0
        for type in Self.types {
            let workout = try Demo.workout(type)
            guard !changed.contains(workout.id.storeText),
                let read = try store.unlessDamaged({ () throws(StorageError) in
                    try store.recordedWorkout(workout.id)
                }), read.route.placeCount == workout.route.placeCount
            else { continue }
            #expect(read == workout)
            same += 1
        }
        // Behind a damaged index, or a page that nothing is on, all is there.
        if outcome.unreadable.isEmpty { #expect(same == Self.types.count) }
        // Derived again, all of it is whole.
        for type in Self.types { try store.store(Demo.workout(type), from: WorkoutOrigin(.demo)) }
        #expect(try store.check() == [], "\(outcome.unreadable) page \(page)")
    }

    /// A chunk whose bytes are others is left out of a dump, and told; the rest can be loaded.
    @Test func aLostChunk() throws {
        let fixture = try StoreFixture()
        try fixture.store.store(Demo.workout(.running), from: WorkoutOrigin(.demo))
        try fixture.execute("UPDATE sample_chunks SET data = zeroblob(length(data)) WHERE place = 0 AND series = 1")
        #expect(throws: StorageError.self) { try fixture.store.dump { _ in } }
        var lines: [[UInt8]] = []
        let unreadable = try fixture.store.dump(isSalvage: true) { lines.append($0) }
        #expect(unreadable.byTable == ["sample_chunks": 1] && unreadable.text == "1 in sample_chunks")
        #expect(lines.last.map { String(decoding: $0, as: UTF8.self) }?.hasSuffix(",\"unreadable\":1}") == true)
        var rest = lines[...]
        let other = try StoreFixture()
        try other.store.load { rest.popFirst() }
        #expect(try other.store.count() == 1 && !other.store.check().isEmpty)
        #expect(try other.store.store(Demo.workout(.running), from: WorkoutOrigin(.demo)) == .replaced)
        #expect(try other.store.check() == [])
    }
}
