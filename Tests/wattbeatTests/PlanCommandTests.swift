import Foundation
import JSONText
import TestSupport
import Testing

/// `wattbeat replay --plan FILE`.
struct PlanCommandTests {
    private static let files = ["ble.btsnoop", "commands.capture"].map { Fixture("captures/morning-ride/\($0)").url.path }

    private func replay(_ plan: String) throws -> Program.Outcome {
        let folder = try TemporaryFolder()
        let path = try folder.write(Array(plan.utf8), "plan.json")
        return try Program.run(["replay", "--json", "--plan", path, "--zones", "100,120,140,160"] + Self.files)
    }

    @Test func theWorkoutFollowsIt() throws {
        let outcome = try replay(
            #"{"name":"Two","steps":[{"kind":"warmUp","seconds":60},{"kind":"steady","seconds":60,"target":{"quantity":"heart-rate","zones":[1,4]}}]}"#
        )
        #expect(outcome.status == 0, "\(outcome.complaint)")
        let document = try JSONReader.read(outcome.output)
        #expect(document["plan"]?["name"]?.string == "Two")
        #expect(document["name"]?.string == "Two")
        #expect(document["plan"]?["kind"]?.string == "easy")
        let steps = document["planSteps"]?.elements ?? []
        #expect(steps.map { $0["timerSeconds"]?.integer } == [60, 60])
        #expect(steps.last?["target"]?["highestZone"]?.integer == 3)
        #expect(steps.last?["compliance"]?["verdict"]?.string != nil)
        #expect(document["plan"]?["ribbon"]?.string?.hasPrefix(String(repeating: "-", count: 60)) == true)
    }

    @Test func eachStepIsHeldAgainstItsTarget() throws {
        let folder = try TemporaryFolder()
        let plan = #"""
            {"name": "Steps", "steps": [
                {"kind": "warmUp", "seconds": 60},
                {"kind": "steady", "seconds": 60, "name": "Settle", "target": {"quantity": "heart-rate", "from": 30, "to": 240}},
                {"kind": "work", "seconds": 60, "target": {"quantity": "heart-rate", "from": 240}},
                {"kind": "work", "seconds": 7200, "target": {"quantity": "cadence", "from": 300}},
                {"kind": "coolDown", "seconds": 60}
            ]}
            """#
        let path = try folder.write(Array(plan.utf8), "plan.json")
        let outcome = try Program.run(["replay", "--plan", path] + Self.files)
        #expect(outcome.status == 0, "\(outcome.complaint)")
        let lines = outcome.output.split(separator: "\n").map(String.init)
        let start = try #require(lines.firstIndex(of: "Plan  Steps"))
        let rows = lines[(start + 1)...].prefix(6).map { line in
            line.split(separator: "  ").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        }
        // The ride has 19 minutes of timer time, so the fourth step is cut short and the fifth never begins.
        #expect(
            rows == [
                ["1", "Warm-up", "1:00"], ["2", "Settle", "1:00", "30 to 240 bpm", "100 %", "Target met"],
                ["3", "Work", "1:00", "from 240 bpm", "0 %", "Target missed"],
                ["4", "Work", "16:00 of 2:00:00", "from 300 rpm", "0 %", "Target missed"], ["5", "Cool-down", "–", "not begun"],
                ["all steps", "6 %", "Target missed"],
            ])
    }

    @Test func mistakesAreNamedByLineAndKey() throws {
        let outcome = try replay("{\"steps\": [\n{\"kind\": \"work\", \"seconds\": 0},\n{\"kind\": \"rest\", \"seconds\": 9}]}")
        #expect(outcome.status == 65)
        #expect(outcome.output.isEmpty)
        let lines = outcome.complaint.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.hasSuffix("plan.json:2: \"seconds\": a number from 1 to 86400 is expected, not 0") == true)
        #expect(lines.last?.contains("plan.json:3: \"kind\": one of \"warmUp\"") == true)
    }

    @Test func aPlanThatIsNotThere() throws {
        let outcome = try Program.run(["replay", "--plan", "/nowhere/plan.json"] + Self.files)
        #expect(outcome.status == 66)
        #expect(outcome.complaint.contains("/nowhere/plan.json cannot be opened"))
    }
}
