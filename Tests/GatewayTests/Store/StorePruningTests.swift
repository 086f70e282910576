import Foundation
import Testing
import Transports
import Workouts

@testable import Gateway
@testable import Storage

/// Captures that the setting `capture-days` has the gateway give up, and those that stay.
@Suite struct StorePruningTests {
    let stored = StoreRig()
    private var ride: CutRide { stored.ride }
    /// 2026-11-30T08:00:00Z, when the first of them begins.
    private static let begin: Int64 = 1_796_025_600

    /// A gateway starts, and has nothing to record.
    ///
    /// - Returns: its notes.
    private func start(days: Int, after daysPassed: Int64) throws -> [String] {
        let now = Timestamp(secondsSince1970: Self.begin + daysPassed * 86_400)
        let clock = PretendedClock(now: 0)
        let reactor = try Reactor(clock: clock)
        let keeper = HistoryKeeper(path: stored.database, captures: ride.captures, reactor: reactor) { now }
        keeper.captureDays = { days }
        keeper.begin(running: nil)
        repeat { reactor.turn() } while !keeper.isIdle
        return keeper.takeNotes()
    }

    private func rides(_ count: Int) async throws {
        for _ in 0..<count {
            try await ride.run(seconds: 20, starts: false)
            try await ride.run(seconds: 60, starts: true)
            ride.clock.pass(seconds: 600)
        }
    }

    private var whole: [String] { ride.captureNames.filter { !$0.hasPrefix("idle-") } }

    @Test func whatIsOldIsGivenUp() async throws {
        try await rides(3)
        let names = whole
        // Never is the default, and a day is not over yet.
        #expect(try start(days: 0, after: 30).count == 1)
        #expect(try start(days: 1, after: 1).isEmpty)
        #expect(whole == names)
        let notes = try start(days: 1, after: 3)
        #expect(notes.count == 1 && notes[0].hasPrefix("3 captures of "), "\(notes)")
        #expect(notes[0].contains("given up, by capture-days"))
        #expect(whole.isEmpty && ride.captureNames.count == 3)
        let store = try stored.open()
        #expect(try store.prunedCaptures().count == 3 && store.workouts().count == 3)
        #expect(try store.workouts().allSatisfy { try store.workout($0.id) != nil })
        #expect(try start(days: 1, after: 4).isEmpty)
    }

    /// What the store does not have, has otherwise or was told to forget stays, and is told of once.
    @Test func whatIsNotVerifiedStays() async throws {
        try await rides(3)
        try #expect(start(days: 0, after: 0).count == 1)
        let store = try stored.open()
        let ids = try store.recordings().map(\.id)
        let names = whole
        // One that is not as it was stored, by the hand of somebody; one that was deleted; and one that is as it should be.
        try store.connection.execute("UPDATE workouts SET distance_m = 77, digest = 5 WHERE uid = '\(ids[0].storeText)'")
        try store.delete(ids[1])
        let notes = try start(days: 1, after: 9)
        // They were stored the newest first.
        #expect(whole == Array(names.dropFirst()), "\(notes)")
        #expect(notes.contains { $0.contains("1 capture of ") })
        #expect(notes.contains { $0.contains("makes another workout than the store has") })
        #expect(try store.prunedCaptures().map(\.workout) == [ids[2]])
    }

    /// A store that is locked or cannot be written gives nothing up.
    @Test func aLockedStoreGivesNothingUp() async throws {
        try await rides(2)
        try #expect(start(days: 0, after: 0).count == 1)
        let names = whole
        let other = try stored.open()
        let pruning = try CapturePruning(folders: [ride.captures], store: other)
        let impatient = try HistoryStore(path: stored.database, for: .writing, patienceMilliseconds: 10) {
            Timestamp(secondsSince1970: 0)
        }
        #expect(pruning.captures.count == 2)
        try other.batch { other throws(StorageError) in
            try other.forget(captures: ["none"])
            for capture in pruning.captures {
                #expect(throws: StorageError.self) { try CapturePruning.prune(capture, store: impatient) }
            }
        }
        #expect(whole == names)
        #expect(try other.prunedCaptures().isEmpty)
    }
}
