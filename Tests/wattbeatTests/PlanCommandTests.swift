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
