import Gateway
import Ingest
import JSONText
import Statistics
import Testing
import WireFormats
import Workouts

/// Templates in the settings file, and workouts that start from them.
struct TemplateTests {
    private static let text = """
        {
          "templates": [
            {"name": "Tuesday track", "activity": "running", "plan": {"name": "5 × 1000", "steps": [
              {"kind": "warmUp", "seconds": 5}, {"kind": "work", "metres": 1000}]}},
            {"name": "Yoga", "kcal-per-minute": 3.5}
          ]
        }
        """

    private func mistakes(_ text: String) -> [String] {
        do throws(SettingsError) {
            _ = try SettingsDocument(reading: Array(text.utf8), path: "s.json")
            return []
        } catch {
            return "\(error)".split(separator: "\n").map(String.init)
        }
    }

    @Test func theyAreRead() throws {
        let settings = try SettingsDocument(reading: Array(Self.text.utf8), path: "").settings
        #expect(settings.templates.map(\.name) == ["Tuesday track", "Yoga"])
        #expect(settings.templates.map(\.activity) == [.running, nil])
        #expect(settings.templates.map(\.kilocaloriesPerMinute) == [nil, 3.5])
        #expect(settings.templates[0].plan?.steps.count == 2)
        #expect(settings.templates[1].plan == nil)
        // They concern workouts that start from them, and no other capture.
        #expect(settings.headerSettings(on: CalendarDay(year: 2026, month: 3, day: 1)).map(\.name) == ["activity"])
    }

    @Test func mistakesAreNamedByLineAndKey() {
        let text = """
            {"templates": [
              {"name": "a", "activity": "runing"},
              {"activity": "running"},
              {"name": "b", "plan": {"steps": [
                {"kind": "work"}]}},
              {"name": "b", "kcal-per-minute": 500},
              {"name": "c", "plam": 1},
              7
            ]}
            """
        #expect(
            mistakes(text) == [
                "s.json:2: \"activity\": no such activity; did you mean \"running\"?",
                "s.json:3: \"templates\": this one has no \"name\"",
                "s.json:5: \"plan\": this step has neither \"seconds\" nor \"metres\"",
                "s.json:6: \"name\": b is there twice",
                "s.json:6: \"kcal-per-minute\": kilocalories from 1 to 40 are expected, not 500",
                "s.json:7: \"plam\": there is no such key; did you mean \"plan\"?",
                "s.json:8: \"templates\": an object in braces is expected, not 7",
            ])
        #expect(mistakes("{\"templates\": 1}") == ["s.json:1: \"templates\": a list of templates is expected, not 1"])
    }

    private func rig(_ configure: @escaping (PlainDesk) -> Void = { _ in }) throws -> LiveRig {
        let templates = try SettingsDocument(reading: Array(Self.text.utf8), path: "").settings.templates
        let rig = try LiveRig { _, desk in
            desk.settings.templates = templates
            configure(desk)
        }
        rig.at(0.5, .open("strap", .heartRate()))
        for second in 1..<40 { rig.at(Double(second), .bytes("strap", heartRateValue(UInt8(100 + second)))) }
        return rig
    }

    @Test func aWorkoutStartsFromOne() async throws {
        let rig = try rig()
        rig.ask(.start(activity: nil, template: "Tuesday trick"), at: 2.5)
        rig.ask(.start(activity: nil, template: "Tuesday track"), at: 3.5)
        var status: GatewayStatus?
        rig.at(12.5, .call { [unowned rig] in status = rig.gateway.status })
        rig.ask(.stop, at: 20.5)
        rig.ask(.start(activity: nil, template: nil), at: 25.5)
        rig.ask(.stop, at: 30.5)
        await rig.run(until: 40)
        #expect(
            rig.replies.first == .failure("there is no template Tuesday trick; there are Tuesday track, Yoga"))
        let workouts = rig.collector.finished.workouts
        #expect(workouts.map(\.name) == ["Tuesday track", nil])
        #expect(workouts.map(\.type) == [.running, .cycling])
        #expect(workouts.map(\.plan?.name) == ["5 × 1000", nil])
        #expect(status?.live?.coaching?.planName == "5 × 1000")
        #expect(status?.live?.coaching?.progress?.step.kind == .work)
        // The capture says it by itself.
        let (header, records) = try rig.captures.records(1)
        #expect(header?.settings.map(\.name) == ["activity", "template", "plan"])
        #expect(records.contains { $0.input == .command(.start(activity: "running")) })
        var engine = IngestEngine(header: try #require(header))
        let replayed = records.flatMap { engine.handle($0) }.compactMap {
            if case .workoutEnded(let workout) = $0 { workout } else { nil }
        }
        #expect(replayed.first == workouts.first)
        let (later, _) = try rig.captures.records(3)
        #expect(later?.settings.map(\.name) == ["activity"])
    }

    /// A plan that is named stands above the template's, and the gateway's own where neither is named.
    @Test func aWorkoutFollowsAPlan() async throws {
        func plan(_ name: String) -> PlanOutline {
            PlanOutline(name: name, steps: [PlanOutline.Step(.steady, .duration(TimeSpan(seconds: 60)))])
        }
        let templates = try SettingsDocument(reading: Array(Self.text.utf8), path: "").settings.templates
        let rig = try LiveRig { parts, desk in
            desk.settings.templates = templates
            desk.settings.start = .now
            parts.plan = plan("usual")
        }
        rig.at(0.5, .open("strap", .heartRate()))
        for second in 1..<60 { rig.at(Double(second), .bytes("strap", heartRateValue(UInt8(100 + second)))) }
        rig.ask(.stop, at: 10.5)
        rig.ask(.start(activity: nil, template: "Tuesday track", plan: plan("mine")), at: 12.5)
        rig.ask(.stop, at: 20.5)
        rig.ask(.start(activity: nil, template: "Tuesday track"), at: 22.5)
        rig.ask(.stop, at: 30.5)
        rig.ask(.start(activity: "running"), at: 32.5)
        rig.ask(.stop, at: 40.5)
        await rig.run(until: 50)
        let workouts = rig.collector.finished.workouts
        #expect(workouts.map(\.plan?.name) == ["usual", "mine", "5 × 1000", "usual"])
        #expect(workouts.map(\.name) == ["usual", "Tuesday track", "Tuesday track", "usual"])
        for index in 0..<8 {
            let plans = try rig.captures.records(index).header?.settings.filter { $0.name == "plan" } ?? []
            #expect(plans.count <= 1)
        }
    }

    @Test func aGatewayMayHaveOneForAllItsWorkouts() async throws {
        let rig = try rig {
            $0.settings.start = .now
            $0.settings.template = "Yoga"
        }
        rig.ask(.stop, at: 10.5)
        rig.ask(.start(activity: "flexibility"), at: 12.5)
        rig.ask(.stop, at: 20.5)
        await rig.run(until: 30)
        let workouts = rig.collector.finished.workouts
        #expect(workouts.map(\.name) == ["Yoga", "Yoga"])
        #expect(workouts.map(\.type) == [.cycling, .flexibility])
        #expect(workouts.map(\.settings.fallbackKilocaloriesPerMinute) == [3.5, 3.5])
    }
}
