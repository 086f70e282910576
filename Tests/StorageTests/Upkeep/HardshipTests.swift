import Foundation
import Statistics
import TestSupport
import Testing
import Workouts

@testable import Storage

/// What can be wrong with the file, its disk and its other readers: each says so, and nothing is lost.
struct HardshipTests {
    private let fixture: StoreFixture
    private var store: HistoryStore { fixture.store }
    private var path: String { fixture.path }
    private let demo = WorkoutOrigin(.demo)

    init() throws { fixture = try StoreFixture() }

    @Test func aStoreOfALaterVersionIsLeftAlone() throws {
        try fixture.execute("INSERT INTO migrations VALUES ('2031-thoughts')")
        for access in [HistoryStore.Access.reading, .writing] {
            let error = #expect(throws: StorageError.self) { try fixture.another(access) }
            #expect(error == .tooNew(path: path, migration: "2031-thoughts"))
            #expect(
                error?.description
                    == "\(path) was made by a later version of wattbeat (it knows \"2031-thoughts\"); this version leaves it alone"
            )
        }
    }

    @Test func anotherProgramsFileIsLeftAlone() throws {
        let other = fixture.folder.file("places.db")
        _ = try Connection(other, for: .writing, .places)
        #expect(throws: StorageError.notOurs(path: other)) {
            try HistoryStore(path: other, for: .writing) { Timestamp(microseconds: 0) }
        }
        let text = try fixture.folder.write(String(repeating: "no database at all ", count: 100), to: "text.db")
        #expect(throws: StorageError.notOurs(path: text)) {
            try HistoryStore(path: text, for: .writing) { Timestamp(microseconds: 0) }
        }
    }

    @Test func nobodyElseMayReadIt() throws {
        try store.store(Demo.small(0), from: demo)
        for name in fixture.folder.contents {
            let mode = try FileManager.default.attributesOfItem(atPath: fixture.folder.file(name))[.posixPermissions] as? Int
            #expect(mode == 0o600, "\(name)")
        }
    }

    @Test func readersDoNotWaitForAWriterAndSeeWholeCommits() throws {
        try store.store(Demo.small(0), from: demo)
        let reader = try fixture.another()
        try store.batch { store throws(StorageError) in
            try store.store(Demo.small(1), from: demo)
            let counts = (try reader.count(), try store.count())
            #expect(counts == (1, 2))
        }
        #expect(try reader.count() == 2)
    }

    @Test func aSecondWriterIsWaitedForAndThenTold() throws {
        let other = try fixture.another(.writing)
        try store.batch { store throws(StorageError) in
            try store.store(Demo.small(0), from: demo)
            #expect(throws: StorageError.locked(path: path)) { try other.store(Demo.small(1), from: demo) }
        }
        try other.store(Demo.small(1), from: demo)
        #expect(try store.count() == 2)
    }

    @Test func aDamagedChunkIsNamedAndCostsNoOtherWorkout() throws {
        let (workout, other) = (try Demo.workout(.running), Demo.small(0))
        for one in [workout, other] { try store.store(one, from: demo) }
        try fixture.execute(
            "UPDATE sample_chunks SET data = zeroblob(length(data)) WHERE rowid = (SELECT min(rowid) FROM sample_chunks)")
        #expect(throws: StorageError.damaged(path: path, message: "a chunk of series 1 is not as it was stored")) {
            try store.workout(workout.id)
        }
        #expect(try store.workout(other.id) == other && store.workouts().count == 2)
        let faults = try store.check()
        #expect(faults.count == 2 && faults[0] == "chunk 0 of series 1 has another checksum")
        // What it is derived from makes it whole.
        #expect(try store.store(workout, from: demo) == .replaced)
        #expect(try store.check() == [] && store.workout(workout.id) == workout)
        #expect(try store.store(workout, from: demo) == .unchanged)
    }

    @Test func aDamagedRouteIsMadeWholeByStoringItsWorkoutAgain() throws {
        let workout = try Demo.workout(.running)
        try store.store(workout, from: demo)
        for damage in ["data = zeroblob(length(data))", "crc32 = crc32 + 1", "count = 3"] {
            try fixture.execute("UPDATE route_chunks SET \(damage) WHERE place = 0")
            #expect(throws: StorageError.self) { try store.workout(workout.id) }
            #expect(try store.store(workout, from: demo) == .replaced)
            #expect(try store.check() == [] && store.workout(workout.id) == workout)
        }
    }

    /// Offsets that no sum survives, wherever they stand: damage, said by whoever reads, and mended by storing again.
    @Test(arguments: [
        "UPDATE workouts SET start_offset_us = -9223372036854775807, end_offset_us = 9223372036854775807",
        "UPDATE workouts SET end_offset_us = 9223372036854775807", "UPDATE workouts SET end_offset_us = start_offset_us - 1",
        "UPDATE workouts SET clock_origin_us = 9223372036854775807",
        "UPDATE workout_events SET start_offset_us = -9223372036854775807, end_offset_us = 9223372036854775807",
        "UPDATE workout_events SET end_offset_us = 9223372036854775807", "UPDATE activities SET start_offset_us = 1 << 51",
        "UPDATE laps SET end_offset_us = -9223372036854775808", "UPDATE splits SET end_offset_us = 9223372036854775807",
        "UPDATE splits SET timer_us = 9223372036854775807", "UPDATE zone_times SET unattributed_us = 9223372036854775807",
        "UPDATE zone_times SET durations_us = json_set(durations_us, '$[0]', 9223372036854775807)",
        "UPDATE sample_chunks SET first_offset_us = -9223372036854775807",
    ])
    func implausibleTimesAreDamageAndNoTrap(sql: String) throws {
        var workout = try Demo.workout(.running)
        workout.pauses = [Pause(start: Offset(seconds: 5), end: Offset(seconds: 6), isAutomatic: false)]
        try store.store(workout, from: demo)
        try fixture.execute(sql)
        #expect(throws: StorageError.self) { try store.workout(workout.id) }
        #expect(try !store.check().isEmpty)
        #expect(try store.store(workout, from: demo) == .replaced)
        #expect(try store.check() == [] && store.workout(workout.id) == workout)
    }

    @Test func aDamagedDayIsMadeWholeByTellingItAgain() throws {
        let pod = SampleSource(id: SourceID(0), kind: .imported, identity: "pod")
        let midnight: Int64 = 1_779_926_400
        func minutes(_ range: Range<Int64>) -> SampleColumns {
            var columns = SampleColumns()
            for minute in range {
                let start = Timestamp(secondsSince1970: midnight + minute * 60)
                columns.append(from: start, to: start + TimeSpan(seconds: 60), Double(minute), source: pod.id)
            }
            return columns
        }
        func told() throws -> [Double]? {
            try store.daySamples(
                from: Timestamp(secondsSince1970: midnight), to: Timestamp(secondsSince1970: midnight + 86_400)
            ).columns[.steps]?.values
        }
        try store.store(minutes(0..<600), of: .steps, from: [pod])
        for (place, next) in [(0, 600), (1, 601), (2, 602)] as [(Int, Int64)] {
            try fixture.execute("UPDATE sample_chunks SET data = zeroblob(length(data)) WHERE place = \(place)")
            // What follows is taken meanwhile, and the fault stays to be seen.
            try store.store(minutes(next..<next + 1), of: .steps, from: [pod])
            #expect(throws: StorageError.self) { try told() }
            #expect(try !store.check().isEmpty)
            try store.store(minutes(0..<next + 1), of: .steps, from: [pod])
            #expect(try told() == (0...next).map { Double($0) } && store.check() == [])
        }
    }

    @Test func nothingIsStoredInASnapshot() throws {
        let refusal = StorageError.refused("nothing can be stored while a snapshot is read")
        #expect(throws: refusal) {
            try store.snapshot { store throws(StorageError) in try store.store(Demo.small(0), from: demo) }
        }
        #expect(throws: refusal) {
            try store.snapshot { store throws(StorageError) in
                try store.batch { store throws(StorageError) in try store.store(Demo.small(0), from: demo) }
            }
        }
        #expect(try store.count() == 0)
        // Afterwards it can be, and what is being stored can be read as one moment.
        try store.batch { store throws(StorageError) in
            try store.store(Demo.small(0), from: demo)
            let count = try store.snapshot { store throws(StorageError) in try store.count() }
            #expect(count == 1)
            try store.store(Demo.small(1), from: demo)
        }
        #expect(try store.count() == 2)
    }

    /// A chunk may be anything with the right checksum.
    @Test func anyBytesInAChunkAreDamageAndNoTrap() throws {
        let workout = try Demo.workout(.running)
        try store.store(workout, from: demo)
        for seed in 1...80 as ClosedRange<UInt64> {
            var random = SeededGenerator(seed: seed)
            let table = seed.isMultiple(of: 3) ? "route_chunks" : "sample_chunks"
            var bytes = random.bytes(8 * Int.random(in: 0...12, using: &random))
            // Sparse ones come further.
            if seed.isMultiple(of: 2) { for index in bytes.indices where index % 8 != 0 { bytes[index] = 0 } }
            let (count, crc) = (Int64.random(in: -1...1100, using: &random), Checksum.crc32(bytes))
            try store.connection.run(
                "UPDATE \(table) SET data = ?, crc32 = ?, count = ? WHERE place = 0", .blob(bytes), .integer(crc), .integer(count)
            )
            #expect(throws: StorageError.self) { try store.workout(workout.id) }
        }
        #expect(try !store.check().isEmpty)
    }

    @Test func aCorruptPageIsDamage() throws {
        do {
            let writer = try fixture.another(.writing)
            for type in [ActivityType.cycling, .running, .indoorCycling, .walking] {
                try writer.store(Demo.workout(type), from: demo)
            }
            for number in 0..<12 { try writer.store(Demo.small(number), from: demo) }
            _ = try writer.connection.value("PRAGMA wal_checkpoint(TRUNCATE)")
        }
        let copy = fixture.folder.file("torn.db")
        var bytes = try Data(contentsOf: URL(filePath: path))
        // All but the first pages, where each table begins.
        try #require(bytes.count > 85 * 4096)
        for index in bytes.indices where index > 75 * 4096 && index % 7 == 0 { bytes[index] = 0xA5 }
        try bytes.write(to: URL(filePath: copy))
        let torn = try HistoryStore(path: copy, for: .reading) { Timestamp(microseconds: 0) }
        #expect(try !torn.check().isEmpty)
    }

    @Test(.enabled(if: SmallDisk.isAvailable))
    func aFullDiskLosesNothingThatWasStored() throws {
        let mount = fixture.folder.file("disk")
        try FileManager.default.createDirectory(atPath: mount, withIntermediateDirectories: false)
        let disk = try SmallDisk(at: mount, kilobytes: 2048)
        let store = try HistoryStore(path: "\(mount)/h.db", for: .writing) { Timestamp(microseconds: 0) }
        try store.store(Demo.small(0), from: demo)
        disk.fill()
        var stored = 1
        let error = #expect(throws: StorageError.self) {
            while stored < 40 {
                try store.store(Demo.small(stored % 12), from: WorkoutOrigin(.demo, place: "\(stored)"))
                stored += 1
            }
        }
        #expect(error == .diskFull(path: "\(mount)/h.db"))
        let count = try store.count()
        #expect(try count >= 1 && store.check() == [])
        disk.free()
        try store.store(Demo.small(11), from: WorkoutOrigin(.demo, place: "again"))
        #expect(try store.workout(Demo.small(11).id) == Demo.small(11) && store.check() == [])
    }

    @Test(.enabled(if: SmallDisk.isAvailable))
    func aReadOnlyFolderCanBeReadAndNotWritten() throws {
        let mount = fixture.folder.file("disk")
        try FileManager.default.createDirectory(atPath: mount, withIntermediateDirectories: false)
        let disk = try SmallDisk(at: mount, kilobytes: 2048)
        let file = "\(mount)/h.db"
        do {
            let store = try HistoryStore(path: file, for: .writing) { Timestamp(microseconds: 0) }
            try store.store(Demo.small(0), from: demo)
        }
        try disk.becomeReadOnly()
        let reader = try HistoryStore(path: file, for: .reading) { Timestamp(microseconds: 0) }
        #expect(try reader.workout(Demo.small(0).id) == Demo.small(0))
        #expect(throws: StorageError.notWritable(path: file)) {
            try HistoryStore(path: file, for: .writing) { Timestamp(microseconds: 0) }
        }
        #expect(throws: StorageError.notWritable(path: file)) { try reader.delete(Demo.small(0).id) }
    }

    @Test func aBackupIsWholeAndTakesNothingsPlace() throws {
        let workout = try Demo.workout(.running)
        try store.store(workout, from: demo)
        let target = fixture.folder.file("backup.db")
        // An earlier attempt did not come to its end.
        _ = try fixture.folder.write("half", to: "backup.db.part")
        try store.backup(to: target)
        let mode = try FileManager.default.attributesOfItem(atPath: target)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let copy = try HistoryStore(path: target, for: .reading) { Timestamp(microseconds: 0) }
        #expect(try copy.workout(workout.id) == workout && copy.check() == [] && copy.identity != store.identity)
        #expect(throws: StorageError.cannotOpen(path: target, message: "File exists")) { try store.backup(to: target) }
        #expect(!fixture.folder.contents.contains("backup.db.part"))
    }

    @Test func vacuumGivesRoomBack() throws {
        for number in 0..<10 { try store.store(Demo.small(number), from: demo) }
        try store.store(Demo.workout(.cycling), from: demo)
        for listing in try store.workouts() { try store.delete(listing.id) }
        fixture.pass(days: 91)
        try store.pruneDeletions()
        let before = try store.size()
        try store.vacuum()
        let after = try store.size()
        #expect(before.free > 0 && after.free == 0 && after.bytes < before.bytes)
        try store.store(Demo.small(11), from: demo)
        #expect(try store.check() == [])
    }
}
