import ActivityFiles
import Foundation
import Gateway
import Ingest
import JSONText
import Testing
import Transports
import WireFormats
import Workouts

/// A whole gateway that is killed within a workout, and the next one that goes on with it.
struct LiveRecoveryTests {
    private static func rig(_ ride: CutRide, uptime: Int64) throws -> LiveRig {
        let rig = try LiveRig { parts, _ in
            let folder = try? CaptureFolder(
                path: ride.captures, workouts: ride.workouts, clock: parts.clock, boot: "first")
            if let folder { parts.captures = folder }
        }
        rig.clock.skip(to: rig.clock.now + uptime)
        return rig
    }

    private static func play(_ rig: LiveRig, seconds: ClosedRange<Int>) {
        rig.at(0.1, .open("strap", .heartRate()))
        rig.at(0.1, .open("meter", .power()))
        for second in seconds {
            rig.at(Double(second) + 0.2, .bytes("strap", heartRateValue(UInt8(120 + second % 50))))
            rig.at(Double(second) + 0.3, .bytes("meter", powerValue(UInt8(150 + second % 90))))
        }
    }

    @Test func aKilledGatewaysWorkoutGoesOn() async throws {
        let (killed, later) = (CutRide(), CutRide())
        let first = try Self.rig(killed, uptime: 0)
        Self.play(first, seconds: 1...40)
        first.ask(.start(activity: "running"), at: 2)
        // What is on the disk when the power fails.
        first.at(30.5, .call { try? FileManager.default.copyItem(atPath: killed.root.path, toPath: later.root.path) })
        await first.run(until: 41)
        #expect(later.captureNames.map { $0.hasSuffix(".part") }.contains(true))

        let second = try Self.rig(later, uptime: 55_500_000)
        Self.play(second, seconds: 1...20)
        second.ask(.lap, at: 10)
        second.ask(.stop, at: 20.5)
        await second.run(until: 22)
        #expect(second.notes.contains { $0.contains("it goes on, 25 s are missing") })

        let captures = later.captureNames.filter { !$0.hasPrefix("idle-") }
        #expect(captures.count == 2 && captures.allSatisfy { $0.hasSuffix(".capture") })
        let replay = try await later.replay(captures)
        let document = try #require(later.workoutNames.last { $0.hasSuffix("-running.json") })
        #expect(try replay.documents == [later.workoutJSON(document)])
        let workout = try #require(replay.workouts.first)
        #expect(second.collector.finished.workouts == [workout])
        // From 2 s to the last record before 30.5 s, and from the second gateway's start to its stop.
        #expect(abs(workout.summary.timer.seconds - (28.3 + 20.5)) < 0.3)
        #expect(workout.laps.count == 2)
        let values = workout.series.reduce(0) { $0 + $1.values.count }
        #expect(values >= 2 * (28 + 20))
    }
}
