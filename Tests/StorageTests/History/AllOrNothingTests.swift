import Foundation
import TestSupport
import Testing
import Workouts

@testable import Storage

/// What people do to workouts is done or it is not: whatever the disk, another program or a kill in between says.
struct AllOrNothingTests {
    private let fixture: StoreFixture
    private var store: HistoryStore { fixture.store }

    init() throws { fixture = try StoreFixture() }

    private func dump(_ store: HistoryStore) throws -> [[UInt8]] {
        var lines: [[UInt8]] = []
        try store.dump { line throws(StorageError) in lines.append(line) }
        return lines
    }

    private func cuts(_ workout: Workout) -> [WorkoutCut] {
        [Int64(1), 2].map { part in
            let cut = workout.start + TimeSpan(microseconds: (workout.end - workout.start).microseconds / 3 * part)
            return WorkoutCut(end: cut, start: cut)
        }
    }

    private typealias Change = (HistoryStore) throws(StorageError) -> Void

    /// All that can be done to a workout and two parts of another one.
    private func changes(_ whole: Workout, parts: [WorkoutID], of other: WorkoutID) throws -> [(String, Change)] {
        let cuts = cuts(whole)
        let mood = try MoodCheckIn(at: Timestamp(secondsSince1970: 1_780_000_000), .daily, valence: 0.5)
        return [
            ("split", { store throws(StorageError) in _ = try store.split(whole.id, at: cuts) }),
            ("merge", { store throws(StorageError) in _ = try store.merge(Array(parts.prefix(2))) }),
            ("restore", { store throws(StorageError) in _ = try store.restore(other) }),
            (
                "refold",
                { store throws(StorageError) in
                    try store.connection.run("UPDATE workouts SET digest = 0 WHERE uid = ?", .text(parts[0].storeText))
                    _ = try store.refold(parts[0])
                }
            ),
            ("mood", { store throws(StorageError) in _ = try store.add(mood, note: "tired") }),
            ("pruned", { store throws(StorageError) in try store.notePruned("/a.capture", of: whole.id, bytes: 7) }),
        ]
    }

    private func prepared(_ store: HistoryStore) throws -> [(String, Change)] {
        let (whole, other) = (try Demo.workout(.running), try Demo.workout(.cycling))
        for one in [whole, other] { try store.store(one, from: WorkoutOrigin(.demo)) }
        let parts = try store.split(other.id, at: cuts(other))
        return try changes(whole, parts: parts, of: other.id)
    }

    @Test func whileAnotherProgramWrites() throws {
        let changes = try prepared(store)
        let before = try dump(store)
        let other = try fixture.another(.writing)
        try store.batch { store throws(StorageError) in
            try store.forget(captures: ["none"])
            for (name, change) in changes {
                #expect(throws: StorageError.locked(path: fixture.path), "\(name)") { try change(other) }
            }
        }
        #expect(try dump(store) == before)
        for (_, change) in changes.prefix(2) { try change(other) }
        #expect(try store.check() == [])
    }

    /// The file and its log as they are on the disk after the last statement, and before the commit.
    @Test func killedBeforeTheEnd() throws {
        let changes = try prepared(store)
        let before = try dump(store)
        for (name, change) in changes {
            let copy = fixture.folder.file("killed-\(name).db")
            #expect(throws: StorageError.self) {
                try store.batch { store throws(StorageError) in
                    try change(store)
                    for ending in ["", "-wal"] {
                        try? FileManager.default.copyItem(atPath: fixture.path + ending, toPath: copy + ending)
                    }
                    throw StorageError.refused("killed")
                }
            }
            let left = try HistoryStore(path: copy, for: .writing) { Timestamp(microseconds: 0) }
            #expect(try dump(left) == before && left.check() == [], "\(name)")
            #expect(try dump(store) == before, "\(name)")
        }
    }

    @Test(.enabled(if: SmallDisk.isAvailable))
    func onAFullDisk() throws {
        let mount = fixture.folder.file("disk")
        try FileManager.default.createDirectory(atPath: mount, withIntermediateDirectories: false)
        let disk = try SmallDisk(at: mount, kilobytes: 8192)
        let store = try HistoryStore(path: "\(mount)/h.db", for: .writing) { Timestamp(microseconds: 0) }
        let changes = try prepared(store)
        let before = try dump(store)
        disk.fill()
        for (name, change) in changes.prefix(2) {
            #expect(throws: StorageError.diskFull(path: "\(mount)/h.db"), "\(name)") { try change(store) }
            #expect(try dump(store) == before, "\(name)")
        }
        disk.free()
        for (_, change) in changes.prefix(2) { try change(store) }
        #expect(try store.check() == [] && dump(store) != before)
    }
}
