import Foundation
import ActivityFiles
import Gateway
import Ingest
import JSONText
import TestSupport
import Testing
import Transports
import WireFormats
import Workouts

/// The rule of rules: what a live run made, the replay of what it captured makes again, byte for byte.
struct LiveReplayTests {
    /// A real ride over three radios, its commands given over the control, played by a scripted transport.
    @Test func aRideAndItsReplayAreTheSame() async throws {
        let rig = try LiveRig { _, desk in
            desk.settings.engine = [CaptureHeader.Setting(name: "ftp", value: "250")]
        }
        let folder = "captures/morning-ride"
        let files = ["ble.btsnoop", "ant.pcap", "gps.nmea", "commands.capture"].map {
            ReplayPlan.File(path: Fixture("\(folder)/\($0)").url.path)
        }
        let plan = try ReplayPlan(files)
        var last: Int64 = 0
        var count = 0
        while let record = plan.next() {
            last = record.offset
            if case .bytes = record.input { count += 1 }
            if let act = rig.act(record.input) { rig.stage.steps.append((record.offset, act)) }
        }
        await rig.run(until: Double(last) / 1e6 + 1)

        #expect(rig.captures.holdsWorkout == [false, true, false])
        // The second capture and the third begin with the battery levels of strap and meter, said before.
        let restated = 2 * 2
        #expect(rig.collector.records.filter { if case .bytes = $0.input { true } else { false } }.count == count + restated)
        try expectReplaysTheSame(rig)
        let workout = try #require(rig.collector.finished.workouts.first)
        // What the ride's own page states, from its emulators' logs.
        let expected = try #require(RecordedRide.eachOnce.first { $0.name == "morning-ride" }).expected()
        #expect(abs(workout.summary.timer.seconds - expected.timer) < 0.1)
        let metres = try #require(workout.summary.distance.value?.metres)
        let path = try #require(expected.route?.workout.distance.emittedFixes)
        #expect(abs(metres / path - 1) < expected.tolerances.distanceRelative)
    }

    /// One turn of the reactor brings a flood, the stop, and more of the flood and of bytes that nobody can read: what comes before
    /// the stop counts, live and replayed.
    @Test func aFloodAtTheStopCountsUpToIt() async throws {
        let ride = CutRide()
        let rig = try LiveRig { parts, desk in
            desk.settings.start = .now
            if let folder = try? CaptureFolder(path: ride.captures, workouts: ride.workouts, clock: parts.clock) {
                parts.captures = folder
            }
        }
        rig.at(0, .open("mad", .power()))
        rig.at(0, .open("strap", .heartRate()))
        for second in 1...9 { rig.at(Double(second), .bytes("strap", heartRateValue(120))) }
        for _ in 0..<300 { rig.at(10, .bytes("mad", powerValue(100))) }
        rig.at(10, .bytes("strap", [0]))
        rig.ask(.stop, at: 10)
        for _ in 0..<50 { rig.at(10, .bytes("mad", powerValue(100))) }
        rig.at(10, .bytes("strap", [0]))
        await rig.run(until: 12)
        let name = try #require(ride.captureNames.first { !$0.hasPrefix("idle-") })
        let lines = try ride.captureText(name).split(separator: "\n")
        let stop = try #require(lines.firstIndex { $0.hasSuffix(" command - stop") })
        #expect(lines[..<stop].last?.hasSuffix(" drop 1 44") == true)
        #expect(lines[stop...].contains { $0.hasSuffix(" drop 1 50") })
        let replay = try await ride.replay([name])
        let document = try ride.workoutJSON(try #require(ride.workoutNames.last))
        #expect(replay.documents == [document])
        // 44 dropped, and one that is too short.
        #expect(document.contains("\"rejected\": 45,"))
    }

    private func expectReplaysTheSame(_ rig: LiveRig) throws {
        var outputs: [[IngestOutput]] = []
        var finished = FinishedWorkouts()
        for index in rig.captures.paths.indices {
            let (header, records) = try rig.captures.records(index)
            var engine = IngestEngine(header: try #require(header))
            var made = records.flatMap { engine.handle($0) }
            made += engine.finish()
            for output in made { finished.apply(output) }
            if !made.isEmpty { outputs.append(made) }
        }
        #expect(outputs.count == rig.collector.outputs.count)
        for (live, replayed) in zip(rig.collector.outputs, outputs) { #expect(live == replayed) }
        let live = rig.collector.finished.workouts
        #expect(!live.isEmpty && live == finished.workouts)
        for (a, b) in zip(live, finished.workouts) {
            #expect(workoutJSON(a, route: .full).utf8(.compact) == workoutJSON(b, route: .full).utf8(.compact))
            #expect(FITActivity(a).encoded() == FITActivity(b).encoded())
        }
    }
}

extension LiveRig {
    /// What a recorded input was for the gateway that met it.
    func act(_ input: CaptureRecord.Input) -> ScriptedTransport.Act? {
        switch input {
        case .linkOpened(let id, let identity): .open("\(id.rawValue)", identity)
        case .linkClosed(let id, _): .close("\(id.rawValue)")
        case .bytes(let id, let bytes): .bytes("\(id.rawValue)", bytes)
        case .command(let command):
            switch command {
            case .start(let activity): request(.start(activity: activity.isEmpty ? nil : activity))
            case .pause: request(.pause)
            case .resume: request(.resume)
            case .lap: request(.lap)
            case .stop: request(.stop)
            case .activity, .marker: nil
            }
        case .dropped, .tick, .setting, .pairing, .priority, .clockAnchor: nil
        }
    }

    private func request(_ request: ControlRequest) -> ScriptedTransport.Act {
        .call { [unowned self] in gateway.handle(request) { _ in } }
    }
}
