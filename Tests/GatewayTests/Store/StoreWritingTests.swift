import Foundation
import Ingest
import Statistics
import Testing
import Transports
import Workouts

@testable import Gateway
@testable import Storage

/// What a gateway writes into the store while it runs is what its captures hold.
@Suite struct StoreWritingTests {
    private static func beats(_ second: Int) -> UInt8 { UInt8(60 + second % 90) }

    /// Idle until 30 s, a workout from 30 to 250 s with a lap and a pause, idle until 290 s.
    private static func ridden(_ stored: StoreRig) async throws -> LiveRig {
        let rig = try stored.rig()
        StoreRig.play(rig, 1...289, strap: beats)
        rig.ask(.start(activity: "running"), at: 30.75)
        rig.ask(.lap, at: 100.5)
        rig.ask(.pause, at: 150.5)
        rig.ask(.resume, at: 170.5)
        rig.ask(.stop, at: 250.75)
        await rig.run(until: 290)
        stored.settle(rig)
        return rig
    }

    @Test func liveAndReplayGiveTheSameRows() async throws {
        let stored = StoreRig()
        let rig = try await Self.ridden(stored)
        #expect(rig.gateway.status.store == .current(path: stored.database))
        let live = try stored.open()
        let workout = try #require(rig.collector.finished.workouts.first)
        #expect(try live.recordedWorkout(workout.id) == workout)

        let other = stored.ride.root.appending(path: "other.db").path
        try stored.catchUp(into: other)
        let (mine, replayed) = (try StoreRig.derived(live), try StoreRig.derived(try stored.open(other)))
        #expect(mine.count > 12)
        #expect(mine == replayed)
    }

    /// The rows of a workout are those of its import, the digest among them.
    @Test func anImportChangesNothing() async throws {
        let stored = StoreRig()
        _ = try await Self.ridden(stored)
        let live = try stored.open()
        let (before, anchor) = (try StoreRig.derived(live), try live.anchor())
        let archive = WorkoutArchive(paths: [stored.ride.captures, stored.ride.workouts], athlete: AthleteHistory())
        let intake = HistoryIntake(live, takesDemo: false)
        while let found = await archive.next() { try intake.take(found) }
        try intake.finish()
        #expect(intake.outcomes.map(\.outcome) == [.unchanged])
        #expect(try StoreRig.derived(live) == before)
        #expect(try live.anchor() == anchor)
    }

    /// Each heart rate that was heard outside of the workout is there, at its moment, and no other.
    @Test func whatIsSaidOutsideOfWorkoutsIsKept() async throws {
        let stored = StoreRig()
        let rig = try await Self.ridden(stored)
        let workout = try #require(rig.collector.finished.workouts.first)
        let begin = rig.machine.origin + 5_000_000_000
        let store = try stored.open()
        let (columns, sources) = try store.daySamples(
            from: Timestamp(microseconds: begin), to: Timestamp(microseconds: begin + 86_400_000_000))
        #expect(columns.keys.map(\.rawValue) == ["heartRate"])
        let samples = try #require(columns[.heartRate]?.sorted())
        // The strap is told of before the workout until 30.25 s, and after it from 251.25 s on.
        let seconds = Array(1...30) + Array(251...289)
        #expect(samples.values == seconds.map { Double(Self.beats($0)) })
        #expect(samples.starts == seconds.map { Timestamp(microseconds: begin + Int64($0) * 1_000_000 + 250_000) })
        #expect(zip(samples.starts, samples.ends).allSatisfy { $1 - $0 == Quantity.heartRate.defaultMaxHold })
        #expect(samples.ends.count == 69)
        #expect(Set(samples.sources.map { id in sources.first { $0.id == id }?.identity }) == ["ble:C0:11:22:33:44:01"])
        #expect(workout.series.contains { $0.quantity == .heartRate })
        // Both are known by themselves, too.
        let heard = try store.sensors().map(\.sensor.identity)
        #expect(heard == ["ble:C0:11:22:33:44:01", "gps:/dev/ttyACM0"])
    }

    /// Where a workout is going on, others read its places from the store; the finished one takes their place.
    @Test func theRouteGrowsInTheStore() async throws {
        let stored = StoreRig()
        let rig = try stored.rig(start: .now)
        StoreRig.play(rig, 1...300, strap: Self.beats)
        var seen: [(count: Int, isOpen: Bool)] = []
        for second in [130.0, 290] {
            rig.at(
                second,
                .call {
                    // The pretended minute is shorter than a disk's moment.
                    for _ in 0..<200 where seen.count < (second < 200 ? 1 : 2) {
                        guard let store = try? stored.open(), let id = rig.gateway.capture?.engine.workoutID,
                            case .route(let route)? = try? store.route(of: id), route.count > (seen.last?.count ?? 0)
                        else {
                            usleep(20_000)
                            continue
                        }
                        seen.append((route.count, route.isOpen))
                    }
                })
        }
        rig.ask(.stop, at: 300.5)
        await rig.run(until: 301)
        stored.settle(rig)
        #expect(seen.map(\.isOpen) == [true, true])
        #expect(seen.first.map { (50...130).contains($0.count) } == true)
        let workout = try #require(rig.collector.finished.workouts.first)
        guard case .route(let route) = try stored.open().route(of: workout.id) else { Issue.record("no route"); return }
        #expect(!route.isOpen && route.count == workout.route.placeCount && route.count >= 299)
    }
}
