import Foundation
import JSONText
import TestSupport
import Testing

/// `wattbeat coach PATH…`.
struct CoachTests {
    /// A ride of the fixtures as one capture, so that all of it is there.
    private static func capture(
        _ ride: String, in folder: TemporaryFolder, _ settings: [String] = []
    ) throws -> String {
        let path = folder.url.appending(path: "\(ride).capture").path
        let names = try FileManager.default.contentsOfDirectory(atPath: Fixture("captures/\(ride)").url.path).sorted()
        let recorded = names.filter { name in [".btsnoop", ".pcap", ".nmea", ".capture"].contains { name.hasSuffix($0) } }
        let files = recorded.map { Fixture("captures/\(ride)/\($0)").url.path }
        let outcome = try Program.run(["replay", "--capture", path] + settings + files)
        #expect(outcome.status == 0, "\(outcome.complaint)")
        return path
    }

    /// A ride without a receiver, a week before the others: all fixtures were recorded in the same hour, as one rider cannot ride.
    private static func earlierRide(in folder: TemporaryFolder) throws {
        let path = try capture("indoor-ride", in: folder)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        try text.replacing("start 2026-11-30T", with: "start 2026-11-23T").write(
            toFile: path, atomically: true, encoding: .utf8)
    }

    private static let plan = #"""
        {"name": "Two by two", "steps": [
            {"kind": "warmUp", "seconds": 180, "target": {"quantity": "heart-rate", "zones": [1, 2]}},
            {"repeat": 2, "steps": [
                {"kind": "work", "seconds": 120, "target": {"quantity": "heart-rate", "from": 135, "to": 150}},
                {"kind": "recovery", "seconds": 90}]},
            {"kind": "steady", "seconds": 3600, "target": {"quantity": "power", "from": 150}},
            {"kind": "coolDown", "seconds": 600}
        ]}
        """#

    /// All that is told of a workout alone is told of it among others, too.
    @Test func detailsAreThoseOfEachAlone() throws {
        let folder = try TemporaryFolder()
        try Self.earlierRide(in: folder)
        let path = try Self.capture("morning-ride", in: folder)
        func lines(_ words: String...) throws -> [String] {
            let outcome = try Program.run(["coach"] + words, environment: ["LANG": "C.UTF-8"])
            #expect(outcome.status == 0, "\(outcome.complaint)")
            return outcome.output.split(separator: "\n").map(String.init)
        }
        let alone = try lines(path)
        let all = try lines(folder.url.path, "--details")
        #expect(alone.count > 5 && Set(alone).isSubset(of: all), "\(Set(alone).subtracting(all))")
        #expect(try lines(folder.url.path).count < all.count)
    }

    @Test func aPlanIsHeldBesideTheWorkout() throws {
        let folder = try TemporaryFolder()
        let plan = try folder.write(Array(Self.plan.utf8), "plan.json")
        let path = try Self.capture("morning-ride", in: folder)
        let outcome = try Program.run(["coach", path, "--plan", plan], environment: ["LANG": "C.UTF-8"])
        #expect(outcome.status == 0, "\(outcome.complaint)")
        let lines = outcome.output.split(separator: "\n").map(String.init)
        #expect(lines.first?.hasPrefix("Your morning ride  ") == true)
        let heads = [
            "Plan  Two by two", "Heart rate  bpm", "Power  W", "Cues  what the live coach says, and when", "Climbs and flats",
        ]
        #expect(heads.map { lines.firstIndex(of: $0) != nil } == heads.map { _ in true })
        // 19 minutes of timer time less 10 of the steps before: 9 minutes of 60.
        #expect(lines.contains { $0.hasSuffix("The workout ended in step 6, 51:00 before its end; 1 step was never begun.") })
        #expect(lines.filter { $0.contains("│") }.count == 20)
        #expect(lines.filter { $0.contains("│") }.allSatisfy { $0.count <= 80 })
    }

    /// Everything that is drawn, in numbers: the compliance of each step is reckoned anew from the seconds.
    @Test func theSecondsTellTheSameAsTheSteps() throws {
        let folder = try TemporaryFolder()
        let plan = try folder.write(Array(Self.plan.utf8), "plan.json")
        let path = try Self.capture("morning-ride", in: folder)
        let outcome = try Program.run(["coach", path, "--plan", plan, "--json"])
        #expect(outcome.status == 0, "\(outcome.complaint)")
        let document = try JSONReader.read(outcome.output)
        #expect(document["format"]?.string == "wattbeat coaching")
        let workout = try #require(document["workouts"]?.elements?.first)
        #expect(workout["intent"]?.string == "intervals")
        let ribbon = Array(try #require(workout["plan"]?["ribbon"]?.string))
        let steps = try #require(workout["planSteps"]?.elements)
        #expect(steps.count == 7)
        var second = 0
        for step in steps {
            let length = Int(step["timerSeconds"]?.double ?? 0)
            let marks = ribbon[second..<min(second + length, ribbon.count)]
            let target = step["target"]
            if let target, let trace = target["quantity"]?.string.flatMap({ workout["traces"]?[$0]?.elements }) {
                var inside = 0
                for (mark, value) in zip(marks, trace[second...]) {
                    guard let value = value.double else {
                        #expect(mark == "u")
                        continue
                    }
                    let configured = target["configuration"]?["boundaries"]?.elements?.compactMap(\.double) ?? []
                    let zones = ["lowestZone", "highestZone"].map { target[$0]?.integer.map { Int($0) } }
                    let lower = target["lower"]?.double ?? zones[0].flatMap { $0 > 0 ? configured[$0 - 1] : nil }
                    let upper = target["upper"]?.double ?? zones[1].map { configured[$0] }
                    let place: Character =
                        value < lower ?? -.infinity ? "b" : value >= upper ?? .infinity ? "a" : "i"
                    // Two decimals may put a value on a limit that it is not on.
                    let isOnLimit = [lower, upper].contains { limit in limit.map { abs($0 - value) < 0.01 } ?? false }
                    #expect(mark == place || isOnLimit)
                    inside += place == "i" ? 1 : 0
                }
                // Means of seconds against exact times: a change within a second may count in two ways.
                let exact = step["compliance"]?["insideSeconds"]?.double ?? -1
                #expect(abs(exact - Double(inside)) <= 0.1 * Double(length) + 2)
            } else {
                #expect(marks.allSatisfy { $0 == "-" })
            }
            second += length
        }
        let cues = try #require(workout["cues"]?.elements)
        #expect(cues.first?["cue"]?.string == "stepBegins")
        #expect(cues.first?["step"]?.string == "warmUp")
        let kinds = workout["terrain"]?["totals"]?.elements?.compactMap { $0["kind"]?.string }
        #expect(kinds == ["climb", "flat", "descent"])
    }

    @Test func aWordStandsInPlaceOfAPlan() throws {
        let folder = try TemporaryFolder()
        let path = try Self.capture("indoor-ride", in: folder)
        let outcome = try Program.run(["coach", path, "--as", "tempo", "--json"])
        let workout = try JSONReader.read(outcome.output)["workouts"]?.elements?.first
        #expect(workout?["intent"]?.string == "tempo")
        #expect(workout?["coaching"]?["line"]?.string == "tempo")
        #expect(workout?["plan"]?.isNull == true)
        #expect(workout?["cues"]?.elements?.isEmpty == true)
    }

    @Test func aFolderIsALineEachAndTheWeeks() throws {
        let folder = try TemporaryFolder()
        _ = try Self.capture("morning-ride", in: folder)
        try Self.earlierRide(in: folder)
        let outcome = try Program.run(
            ["coach", folder.url.path, "--as", "easy", "--time-zone", "UTC", "--week-starts", "sunday"],
            environment: ["LANG": "C.UTF-8"])
        #expect(outcome.status == 0, "\(outcome.complaint)")
        let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        #expect(lines[0].contains(/^began +timer +meant +in target$/))
        // Newest first, by a clock that is named.
        #expect(lines[1].contains("easy") && lines[2].contains("easy"))
        #expect(lines[1].hasPrefix("2026-11-30 ") && lines[2].hasPrefix("2026-11-23 "))
        #expect(lines[3] == "Times of day are those of UTC.")
        // Nothing has to fit into a file: the line ends as its sentence does.
        #expect(lines[1].hasSuffix(".") && !outcome.output.contains("…"))
        #expect(lines.contains("Weeks"))
        #expect(lines.contains { $0.hasPrefix("Are the easy days easy? 0 of 2 easy days were easy, and ") })
        #expect(lines.dropFirst(3).allSatisfy { $0.count <= 80 })
    }

    /// 19 minutes hold five of six repeats behind the warm-up. Each counts with its 2 minutes less the lead-in of 30 s.
    /// 100 and 106 % of a threshold of 168 are 168 and 178.08.
    @Test func repeatsThatNeverCameAreToldByTheirPlannedTime() throws {
        let folder = try TemporaryFolder()
        let plan = try folder.write(
            Array(
                #"""
                {"steps": [
                    {"kind": "warmUp", "seconds": 180},
                    {"repeat": 6, "steps": [
                        {"kind": "work", "seconds": 120, "target": {"quantity": "heart-rate", "zones": [5, 6]}},
                        {"kind": "recovery", "seconds": 90}]}
                ]}
                """#.utf8), "plan.json")
        let path = try Self.capture("morning-ride", in: folder)
        let arguments = ["coach", path, "--plan", plan, "--lthr", "168", "--zones", "friel7", "--language"]
        let outcome = try Program.run(arguments + ["en"], environment: ["LANG": "C.UTF-8"])
        let text = outcome.output
        #expect(outcome.status == 0, "\(outcome.complaint)")
        #expect(text.contains("zones 5a–5b (168 to 178 bpm)"))
        #expect(text.contains("Repeats  time in zone 5a or above\n"))
        let repeats = text.matches(of: /\n +\d+ +(\S+) of 1:30 .*(reached|not begun)/).map { ($0.1, $0.2) }
        #expect(repeats.map { $0.1 == "not begun" } == [false, false, false, false, false, true])
        #expect(repeats.map { $0.0 == "–" } == [false, false, false, false, false, true])
        #expect(text.contains("Heart rate zones: Friel, by threshold heart rate, "))
        // What the line rests on is English, whatever the line is.
        #expect(try Program.run(arguments + ["cs"]).output.contains("Heart rate zones: Friel, by threshold heart rate, "))
    }

    @Test func weeksBeginWhereTheCalendarSaysSo() throws {
        let folder = try TemporaryFolder()
        _ = try Self.capture("morning-ride", in: folder)
        try Self.earlierRide(in: folder)
        func week(_ day: String) throws -> String? {
            let outcome = try Program.run(
                ["coach", folder.url.path, "--as", "easy", "--json", "--time-zone", "UTC", "--week-starts", day])
            return try JSONReader.read(outcome.output)["weeks"]?.elements?.first?["start"]?.string
        }
        // 2026-11-30 is a Monday.
        #expect(try week("monday") == "2026-11-30")
        #expect(try week("sunday") == "2026-11-29")
        #expect(try week("tuesday") == "2026-11-24")
    }

    @Test func amongManyAPlanIsForThoseOfItsName() throws {
        let folder = try TemporaryFolder()
        let plan = try folder.write(Array(Self.plan.utf8), "plan.json")
        let rides = try TemporaryFolder()
        try Self.earlierRide(in: rides)
        _ = try Self.capture("morning-ride", in: rides, ["--plan", plan])
        let other = try folder.write(
            Array(#"{"name": "Two by two", "steps": [{"kind": "steady", "seconds": 60}]}"#.utf8), "other.json")
        let outcome = try Program.run(["coach", rides.url.path, "--plan", other, "--json"])
        let workouts = try JSONReader.read(outcome.output)["workouts"]?.elements ?? []
        #expect(workouts.map { $0["planSteps"]?.elements?.count }.sorted { ($0 ?? 0) < ($1 ?? 0) } == [0, 1])
        let unknown = try folder.write(Array(Self.plan.replacing("Two by two", with: "Else").utf8), "unknown.json")
        let refused = try Program.run(["coach", rides.url.path, "--plan", unknown])
        #expect(refused.status == 65)
        #expect(refused.output.isEmpty)
        #expect(refused.complaint.contains("none of the 2 workouts was recorded with a template or a plan called 'Else'"))
    }

    @Test func aTemplateOfTheSettingsIsAPlan() throws {
        let folder = try TemporaryFolder()
        let path = try Self.capture("morning-ride", in: folder)
        let settings = try folder.write(
            Array(
                #"""
                {"templates": [
                    {"name": "Tuesday", "plan": {"steps": [{"kind": "steady", "seconds": 60}]}}, {"name": "Bare"}
                ]}
                """#.utf8), "settings.json")
        let outcome = try Program.run(["coach", path, "--plan", "Tuesday", "--settings", settings, "--json"])
        #expect(outcome.status == 0, "\(outcome.complaint)")
        let workout = try JSONReader.read(outcome.output)["workouts"]?.elements?.first
        #expect(workout?["plan"]?["name"]?.string == "Tuesday")
        for (name, sentence) in [
            ("Bare", "the template 'Bare' has no plan"),
            ("Nothing", "there is no file 'Nothing', and there is no template Nothing"),
        ] {
            let refused = try Program.run(["coach", path, "--plan", name, "--settings", settings])
            #expect(refused.status != 0)
            #expect(refused.complaint.contains(sentence))
        }
    }

    @Test func mistakesOfAPlanAreNamedByLineAndKey() throws {
        let folder = try TemporaryFolder()
        let path = try Self.capture("morning-ride", in: folder)
        let plan = try folder.write(Array("{\"steps\": [\n{\"kind\": \"works\", \"seconds\": 60}]}".utf8), "plan.json")
        let outcome = try Program.run(["coach", path, "--plan", plan])
        #expect(outcome.status == 65)
        #expect(outcome.complaint.contains("plan.json:2: \"kind\": one of \"warmUp\""))
    }

    /// docs/plans.md tells every key of its JSON that no other page tells.
    @Test func everyKeyIsOnThePage() throws {
        let folder = try TemporaryFolder()
        let plan = try folder.write(Array(Self.plan.utf8), "plan.json")
        let path = try Self.capture("morning-ride", in: folder)
        let document = try JSONReader.read(try Program.run(["coach", path, "--plan", plan, "--json"]).output)
        let page = try String(contentsOf: Fixture.repository.appending(path: "docs/plans.md"), encoding: .utf8)
        func check(_ value: PlacedJSON) {
            for member in value.members ?? [] where !["plan", "planSteps", "coaching", "cues", "traces"].contains(member.name) {
                #expect(page.contains("`\(member.name)`"), "\(member.name)")
                if member.name == "compliance" || member.name == "verdicts" { continue }
                check(member.value)
            }
            for element in value.elements ?? [] { check(element) }
        }
        check(document)
    }
}
