import Foundation
import Ingest
import TestSupport
import Testing
import Transports
import Workouts

@testable import Gateway
@testable import Storage

/// A store that is slow, full, locked, damaged, too new, gone: a state with a sentence, and what was recorded comes in later.
@Suite struct StoreHardshipTests {
    private let stored = StoreRig()
    private var database: String { stored.database }

    private func writer(_ path: String? = nil, isShared: Bool = false) -> HistoryWriter {
        HistoryWriter(
            path: path ?? database, captures: stored.ride.captures, isShared: isShared, patienceMilliseconds: 50
        ) { Timestamp(secondsSince1970: 1_780_000_000) }
    }

    private static func work(_ name: String) -> HistoryWork {
        var work = HistoryWork()
        work.earlier = [name]
        return work
    }

    /// One workout's capture.
    private func recorded() async throws -> String {
        try await stored.ride.run(seconds: 60, starts: true)
        return try #require(stored.ride.captureNames.last)
    }

    @Test func anotherProgramThatWritesIsWaitedForAndComesFirst() async throws {
        let name = try await recorded()
        let (writer, other) = (writer(), try stored.open())
        try other.batch { _ throws(StorageError) in
            let report = writer.carryOut(Self.work(name))
            #expect(report.failure == .locked(path: database) && report.newWorkouts == 0)
        }
        let report = writer.carryOut(Self.work(name))
        #expect(report.failure == nil && report.newWorkouts == 1)
        #expect(try other.count() == 1 && other.check().isEmpty)
    }

    @Test func aStoreOfALaterVersionIsLeftAlone() async throws {
        let name = try await recorded()
        try stored.open().connection.execute("INSERT INTO migrations VALUES ('2031-thoughts')")
        let report = writer().carryOut(Self.work(name))
        let failure = try #require(report.failure)
        #expect(failure == .tooNew(path: database, migration: "2031-thoughts"))
        #expect(
            StoreWords.stops(failure).hasSuffix(
                "later version of wattbeat (it knows \"2031-thoughts\"); this version leaves it "
                    + "alone: update this one, or give another --store. The capture goes on, and what is missing is stored from it later"
            ))
    }

    @Test func aStoreThatIsRemovedIsMadeAnew() async throws {
        let name = try await recorded()
        let writer = writer()
        #expect(writer.carryOut(Self.work(name)).newWorkouts == 1)
        for ending in ["", "-wal", "-shm"] { unlink(database + ending) }
        var work = HistoryWork()
        work.surveys = true
        let report = writer.carryOut(work)
        #expect(report.failure == nil && report.isAnew && report.backlog == [name])
        #expect(report.sentences == [StoreWords.replaced(database)])
        #expect(writer.carryOut(Self.work(name)).newWorkouts == 1)
        #expect(try stored.open().count() == 1)
    }

    @Test func aDamagedPageIsSaidAndTheCaptureKeepsTheWorkout() async throws {
        let name = try await recorded()
        #expect(writer().carryOut(Self.work(name)).failure == nil)
        try await stored.ride.run(seconds: 30, starts: true)
        let second = try #require(stored.ride.captureNames.first { $0 != name })
        let store = try stored.open()
        let root = try #require(try store.connection.value("SELECT rootpage FROM sqlite_schema WHERE name = 'workouts'").integer)
        let size = try #require(try store.connection.value("PRAGMA page_size").integer)
        try store.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        let file = try FileHandle(forUpdating: URL(filePath: database))
        try file.seek(toOffset: UInt64((root - 1) * size))
        try file.write(contentsOf: Data(repeating: 0xA5, count: Int(size)))
        try file.close()
        let failure = try #require(writer().carryOut(Self.work(second)).failure)
        guard case .damaged = failure else { Issue.record("\(failure)"); return }
        #expect(StoreWords.trouble(failure).contains("wattbeat store rebuild makes a new one"))
        for ending in ["", "-wal", "-shm"] { unlink(database + ending) }
        try stored.catchUp(into: database)
        #expect(try stored.open().count() == 2)
    }

    @Test func aFolderThatIsNone() async throws {
        let name = try await recorded()
        let report = writer("\(stored.ride.captures)/\(name)/history.db").carryOut(Self.work(name))
        guard case .cannotOpen? = report.failure else { Issue.record("\(report)"); return }
    }

    @Test(.enabled(if: SmallDisk.isAvailable)) func aFullDiskAndOneThatMayOnlyBeRead() async throws {
        let name = try await recorded()
        let folder = stored.ride.root.appending(path: "small").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let disk = try SmallDisk(at: folder, kilobytes: 1024)
        do {
            let writer = writer("\(folder)/history.db")
            #expect(writer.carryOut(HistoryWork()).failure == nil)
            disk.fill()
            let full = try #require(writer.carryOut(Self.work(name)).failure)
            #expect(full == .diskFull(path: "\(folder)/history.db"))
            #expect(StoreWords.trouble(full).hasSuffix("the disk is full; make room, and storing goes on by itself"))
            disk.free()
            #expect(writer.carryOut(Self.work(name)).newWorkouts == 1)
        }
        try disk.becomeReadOnly()
        try await stored.ride.run(seconds: 30, starts: true)
        let second = try #require(stored.ride.captureNames.first { $0 != name })
        #expect(
            self.writer("\(folder)/history.db").carryOut(Self.work(second)).failure == .notWritable(path: "\(folder)/history.db"))
    }

    /// Another process imports while the gateway catches up: both get done, and each workout is there once.
    @Test func aSecondProcessImportsMeanwhile() async throws {
        for _ in 0..<4 {
            try await stored.ride.run(seconds: 30, starts: true)
            stored.ride.clock.pass(seconds: 600)
        }
        let (path, captures) = (database, stored.ride.captures)
        let importing = Task.detached {
            let store = try HistoryStore(path: path, for: .writing) { Timestamp(secondsSince1970: 1_780_000_000) }
            for _ in 0..<3 {
                let archive = WorkoutArchive(paths: [captures], athlete: AthleteHistory())
                let intake = HistoryIntake(store, takesDemo: false)
                while let found = await archive.next() {
                    try intake.take(found)
                    try intake.finish()
                }
            }
        }
        let writer = HistoryWriter(path: database, captures: captures) { Timestamp(secondsSince1970: 1_780_000_000) }
        for name in stored.ride.captureNames { #expect(writer.carryOut(Self.work(name)).failure == nil) }
        try await importing.value
        let store = try stored.open()
        #expect(try store.count() == 4 && store.check().isEmpty && store.deletedWorkouts().isEmpty)
    }

    /// The group of a service's folder may change what is in its store, a person's own is nobody else's.
    @Test(arguments: [(false, 0o600), (true, 0o660)]) func rights(isShared: Bool, mode: Int) async throws {
        let name = try await recorded()
        let writer = writer(isShared: isShared)
        #expect(writer.carryOut(Self.work(name)).failure == nil)
        for ending in ["", "-wal", "-shm"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: database + ending)
            #expect(attributes[.posixPermissions] as? Int == mode, "\(ending)")
        }
    }

    /// The gateway goes on, says what is wrong and what to do, once, and stores everything when it can.
    @Test func aStateAndNoError() async throws {
        let stored = stored
        let rig = try stored.rig(start: .now)
        // A folder stands where the file should be.
        try FileManager.default.createDirectory(atPath: database, withIntermediateDirectories: true)
        StoreRig.play(rig, 1...200) { UInt8(60 + $0 % 90) }
        var states: [StoreState] = []
        rig.at(30, .call { states.append(rig.gateway.status.store) })
        rig.ask(.stop, at: 100.5)
        rig.at(
            120,
            .call {
                states.append(rig.gateway.status.store)
                try? FileManager.default.removeItem(atPath: stored.database)
            })
        await rig.run(until: 600)
        guard case .waiting(database, _, _, let sentence)? = states.last else { Issue.record("\(states)"); return }
        #expect(sentence.contains(database))
        #expect(rig.notes.filter { $0.hasPrefix("not stored: ") }.count == 1)
        #expect(rig.collector.finished.workouts.count == 1 && stored.ride.workoutNames.count == 2)
        try stored.catchUp(into: database)
        #expect(try stored.open().count() == 1)
    }
}
