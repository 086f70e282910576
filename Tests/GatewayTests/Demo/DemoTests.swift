import Foundation
import Gateway
import TestSupport
import Testing
import Transports
import WireFormats
import Workouts

/// The bundled ride, played to a gateway on a pretended clock.
@Suite struct DemoTests {
    private static func played(_ paths: [String]) async throws -> (LiveRig, GatewayStatus?) {
        let plan = try ReplayPlan(paths.map { ReplayPlan.File(path: $0) })
        final class Stage {
            var gateway: LiveGateway?
            var status: GatewayStatus?
        }
        let stage = Stage()
        var demo: DemoClock?
        let rig = try LiveRig { parts, desk in
            parts.isDemo = true
            parts.endsWithWorkout = true
            parts.transports = { reactor, intake in
                let clock = DemoClock(plan.header, reactor: reactor)
                demo = clock
                return [
                    DemoTransport(
                        plan, clock: clock, reactor: reactor, intake: intake,
                        command: { command in
                            let request: ControlRequest? =
                                switch command {
                                case .start(let activity): .start(activity: activity)
                                case .pause: .pause
                                case .resume: .resume
                                case .lap: .lap
                                case .stop: .stop
                                default: nil
                                }
                            if case .stop = command { stage.status = stage.gateway?.status }
                            if let request { stage.gateway?.handle(request) { _ in } }
                        }, onEnd: { stage.gateway?.end() })
                ]
            }
        }
        stage.gateway = rig.gateway
        await rig.gateway.run()
        #expect(demo?.read().wall ?? 0 > plan.header.start ?? 0)
        stage.gateway = nil
        return (rig, stage.status)
    }

    /// By the ride's README: 1200 s, a pause of 60 s, laps ended at 420 s and 800 s; the strap was heard
    /// 1192 times within the workout, and the receiver had 1140 fixes outside the pause.
    @Test func theBundledRide() async throws {
        let (rig, status) = try await Self.played(
            ["ble.btsnoop", "ant.pcap", "gps.nmea", "commands.capture"].map { Fixture("captures/morning-ride/\($0)").url.path })
        let workout = try #require(rig.collector.finished.workouts.first)
        #expect(rig.collector.finished.workouts.count == 1)
        #expect(workout.isDemo)
        #expect(workout.type == .cycling)
        #expect(abs(workout.summary.elapsed.seconds - 1200) < 0.01)
        #expect(abs(workout.summary.timer.seconds - 1140) < 0.01)
        #expect(workout.laps.count == 3)
        #expect(workout.pauses.count == 1)
        let strap = try #require(workout.sources.first { $0.identity == "ble:C0:11:22:33:44:01" })
        let beats = try #require(workout.series.first { $0.source == strap.id && $0.quantity == .heartRate })
        #expect(beats.values.count == 1192)
        // It was told once, before the start.
        #expect(workout.sources.first { $0.identity == "ble:C0:11:22:33:44:02" }?.batteryPercent == 88)
        let shown = try #require(status)
        #expect(shown.isDemo && shown.live?.state == .running)
        #expect(shown.devices.map(\.device) == ["DEMO"])
        #expect(shown.dropped == 0)
    }

    /// Damaged in its midst it is played up to there, and that is said: it is not its end.
    @Test func aDamagedRecording() async throws {
        var bytes = try Data(contentsOf: Fixture("captures/nasty/laps.capture").url)
        let middle = try #require(bytes[(bytes.count / 2)...].firstIndex(of: UInt8(ascii: "\n")))
        bytes.insert(contentsOf: Data("garbage\n".utf8), at: middle + 1)
        let damaged = FileManager.default.temporaryDirectory.appending(path: "wattbeat-\(UUID()).capture")
        try bytes.write(to: damaged)
        defer { try? FileManager.default.removeItem(at: damaged) }
        let (rig, _) = try await Self.played([damaged.path])
        #expect(rig.gateway.status.devices.isEmpty, "what ended is not shown as if it were there")
        let told = rig.notes.filter { $0.hasPrefix("DEMO: the recording") }
        #expect(told.count == 1)
        #expect(told.first?.hasPrefix("DEMO: the recording cannot be played to its end: \(damaged.path): line ") == true)
        #expect(rig.collector.finished.workouts.count == 1)
    }
}
