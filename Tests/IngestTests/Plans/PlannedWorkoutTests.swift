import Ingest
import Testing
import WireFormats
import Workouts

/// A plan and a template come in through the capture, and coach alike live and replayed.
struct PlannedWorkoutTests {
    private static let plan = """
        {"name":"two steps","steps":[{"kind":"warmUp","seconds":30,"target":{"quantity":"heart-rate","zones":[1,2]}},\
        {"kind":"work","seconds":60,"target":{"quantity":"heart-rate","zones":4}}]}
        """

    private func engine(_ settings: [(String, String)]) -> IngestEngine {
        IngestEngine(
            header: CaptureHeader(
                identity: "00000000000000000000000000000001", start: 1_764_489_600_000_000, isSynchronised: true,
                settings: settings.map { CaptureHeader.Setting(name: $0.0, value: $0.1) }))
    }

    /// A strap that says `beats` each second until `end`, with a tick whenever the engine asks for one.
    private func run(
        _ engine: inout IngestEngine, _ end: Int, beats: (Int) -> UInt8?, records: inout [CaptureRecord]
    ) -> [IngestOutput] {
        var outputs: [IngestOutput] = []
        func take(_ input: CaptureRecord.Input, _ offset: Int64) {
            records.append(CaptureRecord(offset: offset, input: input))
            outputs += engine.handle(CaptureRecord(offset: offset, input: input))
        }
        take(
            .linkOpened(LinkID(1), LinkIdentity(kind: .gatt(characteristic: 0x2A37), address: "C0:00:00:00:00:01")), 0)
        take(.command(.start(activity: "running")), 0)
        for second in 1...end {
            let moment = Int64(second) * 1_000_000
            while let wake = engine.nextWake?.microseconds, wake < moment { take(.tick, wake) }
            if let rate = beats(second) { take(.bytes(LinkID(1), [0, rate]), moment) }
        }
        take(.command(.stop), Int64(end) * 1_000_000 + 500_000)
        return outputs
    }

    private func cues(_ outputs: [IngestOutput]) -> [(LiveCue, Double)] {
        outputs.compactMap { if case .cue(let cue, let offset) = $0 { (cue, offset.seconds) } else { nil } }
    }

    private func workout(_ outputs: [IngestOutput]) throws -> Workout {
        try #require(outputs.compactMap { if case .workoutEnded(let workout) = $0 { workout } else { nil } }.last)
    }

    private let settings = [("zones.heart-rate", "114,133,152,171"), ("template", "Tuesday track"), ("plan", Self.plan)]

    @Test func theWorkoutFollowsItsPlan() throws {
        var engine = engine(settings)
        var records: [CaptureRecord] = []
        let outputs = run(&engine, 120, beats: { $0 < 30 ? 120 : $0 < 75 ? 160 : 180 }, records: &records)
        let workout = try workout(outputs)
        #expect(workout.name == "Tuesday track")
        #expect(workout.plan?.name == "two steps")
        let zones = try ZoneConfiguration(.heartRate, boundaries: [114.0, 133, 152, 171])
        #expect(workout.plan?.steps.map(\.target) == [.zones(0...1, of: zones), .zones(3...3, of: zones)])
        let said = cues(outputs)
        #expect(said.map(\.0) == [.stepBegins(.warmUp), .workAhead(seconds: 10), .aboveTarget(.heartRate), .planDone])
        // The workout began at 0 s; silence is looked at four times a second, news at once. The step that begins at 30 s comes
        // within a minute of the one before. From 75 s on the rate is too high.
        for (cue, moment) in zip(said, [0.0, 20, 83, 90]) { #expect(abs(cue.1 - moment) < 0.3) }
        // The finished workout tells the same; it knows no silence between two looks.
        #expect(workout.cues().map(\.cue) == said.map(\.0))
        for (cue, heard) in zip(workout.cues(), said) { #expect(abs(cue.offset.seconds - heard.1) < 0.3) }
        #expect(workout.review()?.steps.map { $0.compliance?.verdict } == [.met, .partly])
        #expect(workout.coachingRemark()?.line == .tempo(minutes: 1, zones: 3...3))
    }

    @Test func aReplayCoachesAlike() throws {
        var live = engine(settings)
        var records: [CaptureRecord] = []
        let outputs = run(&live, 150, beats: { $0 % 40 < 30 ? UInt8(100 + $0 % 90) : nil }, records: &records)
        var again = engine(settings)
        #expect(records.flatMap { again.handle($0) } == outputs)
        #expect(cues(outputs).count > 2)
    }

    @Test func theLiveFiguresTellWhereItIs() throws {
        var engine = engine(settings)
        _ = engine.handle(CaptureRecord(offset: 0, input: .command(.start(activity: "running"))))
        _ = engine.handle(CaptureRecord(offset: 12_000_000, input: .tick))
        let coaching = try #require(engine.live?.coaching)
        #expect(coaching.planName == "two steps")
        #expect(coaching.progress?.remaining == .duration(TimeSpan(seconds: 18)))
        #expect(coaching.progress?.next?.kind == .work)
        #expect(coaching.lastCue?.cue == .stepBegins(.warmUp))
        // The build cue comes by itself.
        #expect((engine.nextWake?.seconds ?? 0) <= 20)
        _ = engine.handle(CaptureRecord(offset: 95_000_000, input: .tick))
        #expect(engine.live?.coaching?.progress == nil)
        #expect(engine.live?.coaching?.lastCue?.cue == .planDone)
    }

    @Test func zonesThatAreNotThereAreToldAndTheStepsStay() throws {
        var engine = engine([("plan", Self.plan)])
        let outputs = engine.handle(CaptureRecord(offset: 0, input: .command(.start(activity: "running"))))
        let notices = outputs.compactMap { if case .notice(.targetLeftOut(let target)) = $0 { target } else { nil } }
        #expect(notices.map(\.steps) == [[0, 1]])
        #expect(notices.map(\.zoneCount) == [nil])
        #expect(
            notices.map(\.sentence) == ["steps 1, 2 of the plan go on without their targets: no zones of heart rate are set"])
        #expect(engine.live?.coaching?.progress?.step.target == nil)
        #expect(engine.live?.coaching?.progress?.stepCount == 2)
    }

    /// A plan of many repeats says it once.
    @Test func stepsThatAreRepeatedAreToldTogether() throws {
        let work = #"{"kind": "work", "seconds": 30, "target": {"quantity": "power", "zones": 9}}"#
        let rest = #"{"kind": "recovery", "seconds": 30, "target": {"quantity": "heart-rate", "zones": 1}}"#
        var engine = engine([("plan", #"{"steps": [{"repeat": 40, "steps": [\#(work), \#(rest)]}]}"#), ("ftp", "250")])
        let outputs = engine.handle(CaptureRecord(offset: 0, input: .command(.start(activity: "cycling"))))
        let notices = outputs.compactMap { if case .notice(.targetLeftOut(let target)) = $0 { target } else { nil } }
        #expect(
            notices.map(\.sentence) == [
                "steps 1, 3, 5, 7, 9, 11, 13, 15 and 32 more of the plan go on without their targets: there are only 7 zones of power",
                "steps 2, 4, 6, 8, 10, 12, 14, 16 and 32 more of the plan go on without their targets: no zones of heart rate are set",
            ])
    }

    @Test func noneTakesThemBack() throws {
        var engine = engine(settings)
        _ = engine.handle(CaptureRecord(offset: 0, input: .setting(name: "plan", value: "none")))
        _ = engine.handle(CaptureRecord(offset: 0, input: .setting(name: "template", value: "none")))
        _ = engine.handle(CaptureRecord(offset: 0, input: .command(.start(activity: "running"))))
        #expect(engine.live?.coaching == nil)
        let refused = engine.handle(CaptureRecord(offset: 1, input: .setting(name: "plan", value: "{}")))
        guard case .notice(.settingRejected(name: "plan", _, let reason))? = refused.first else {
            Issue.record("nothing was said of a plan without steps")
            return
        }
        #expect(reason == "this plan has no \"steps\"")
    }
}
