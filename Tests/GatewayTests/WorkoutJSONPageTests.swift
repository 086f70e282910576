import ActivityFiles
import Foundation
import JSONText
import TestSupport
import Testing
import Workouts

/// docs/workout-json.md names what the JSON of a whole replay holds, all of it and nothing else.
@Suite struct WorkoutJSONPageTests {
    @Test func tablesNameTheKeysInOrder() async throws {
        let page = try WorkoutJSONPage()
        for ride in RecordedRide.eachOnce {
            let document = workoutJSON(try await ride.replay().workout(), route: .full)
            #expect(document.names == page.firstColumn(under: "## Keys, in order"))
            // The page tells related figures in one row, so their order is told in words.
            let summary = try #require(document["summary"])
            #expect(Set(summary.names.filter { !$0.hasSuffix("Reason") }) == Set(page.firstColumn(under: "### A summary")))
            for group in document["zones"]?.values ?? [] { #expect(group.names == page.firstColumn(under: "### Time in zones")) }
            guard let location = document["route"]?["batches"]?.values.first?["locations"]?.values.first else { continue }
            #expect(location.names == Array(page.words(under: "### A location").prefix { $0 != "null" }))
        }
    }

    /// Every key at every depth is named on the page.
    @Test func everyKeyIsNamed() async throws {
        let words = Set(try WorkoutJSONPage().allWords)
        for ride in RecordedRide.eachOnce {
            let document = workoutJSON(try await ride.replay().workout(), route: .full, report: Self.report)
            let unnamed = document.paths().filter { path in
                guard let name = path.last, !Self.isData(path) else { return false }
                return !words.contains(name.hasSuffix("Reason") ? String(name.dropLast("Reason".count)) : name)
            }
            #expect(unnamed.map { $0.joined(separator: ".") } == [], "\(ride)")
        }
    }

    @Test func everyKeyOfAPlanIsNamed() async throws {
        let words = Set(try WorkoutJSONPage().allWords)
        for workout in try await Self.planned() {
            let document = workoutJSON(workout)
            for part in ["plan", "planSteps", "coaching"] {
                let names = Set((document[part]?.paths() ?? []).compactMap(\.last))
                #expect(names.subtracting(words).subtracting(["hrmax", "rest", "ftp", "lthr"]) == [])
            }
        }
    }

    /// A ride that follows a plan of each kind, and one without zones.
    private static func planned() async throws -> [Workout] {
        let ride = try #require(RecordedRide.eachOnce.first)
        let workout = try await ride.replay().workout()
        let zones = try ZoneConfiguration(.heartRate, boundaries: [90.0, 120, 150])
        func step(_ kind: PlanStep.Kind, _ zones: PlanTarget?) -> PlanStep {
            PlanStep(kind, .duration(TimeSpan(seconds: 40)), target: zones)
        }
        let (low, high) = (PlanTarget.zones(0...1, of: zones), PlanTarget.zones(2...3, of: zones))
        var planned: [Workout] = [
            [step(.steady, low)], [step(.work, high)], [step(.recovery, low), step(.recovery, nil)],
            [
                step(.work, high), step(.recovery, low), step(.work, high),
                PlanStep(.coolDown, .distance(metres: 100), target: .range(.heartRate, lower: 100, upper: nil)),
            ],
        ].map { steps in
            var planned = workout
            planned.plan = Plan(name: "a plan", steps: steps)
            return planned
        }
        var plain = workout
        plain.zoneGroups = [:]
        planned.append(plain)
        return planned
    }

    /// Every word that the page has for a key is a key somewhere; the others are values.
    @Test func everyNameIsAKey() async throws {
        var names: Set<String> = []
        for ride in RecordedRide.eachOnce {
            var workout = try await ride.replay().workout()
            // None of the riders knew a critical power.
            workout.summary.wPrime = .value(.init(minimumJoules: 1, minimumSecond: 1, endJoules: 1))
            for path in workoutJSON(workout, route: .full, report: Self.report).paths() { names.formUnion(path) }
        }
        for workout in try await Self.planned() {
            for path in workoutJSON(workout).paths() { names.formUnion(path) }
        }
        let absent = try WorkoutJSONPage().words(under: "## Keys, in order", through: "## Example").filter {
            !names.contains($0) && !Self.isValue($0)
        }
        #expect(absent == [])
    }

    private static let report = WorkoutReport(rejects: [.init(reason: "checksumMismatch", count: 1)])

    /// Names that the data bring: quantities, activities, what zones were computed from.
    private static func isData(_ path: [String]) -> Bool {
        guard let name = path.last, path.count > 1 else { return false }
        return Quantity(rawValue: name) != nil || ActivityType(rawValue: name) != nil || path[path.count - 2] == "inputs"
    }

    /// Words of the page that stand for values of a key.
    private static func isValue(_ word: String) -> Bool {
        let isCase =
            ActivityType(rawValue: word) != nil || SampleSource.Kind(rawValue: word) != nil || LapTrigger(rawValue: word) != nil
            || MarkerKind(rawValue: word) != nil || MetricGap(rawValue: word) != nil || WallClock.Source(rawValue: word) != nil
            || ZoneConfiguration.Source(rawValue: word) != nil || SampleSource.DistanceOrigin(rawValue: word) != nil
            || ActiveEnergy.Method(rawValue: word) != nil || Decoupling.Basis(rawValue: word) != nil
            || Altimeter(rawValue: word) != nil
        let isPlan =
            PlanStep.Kind(rawValue: word) != nil || PlanKind(rawValue: word) != nil || ComplianceVerdict(rawValue: word) != nil
            || CoachingLine.Share(rawValue: word) != nil || ["b", "i", "a", "u"].contains(word) || word.hasPrefix("mostly")
        let isModel = ["percentHRmax5", "karvonen5", "friel7", "coggan7", "seiler3", "custom"].contains(word)
        return isCase || isPlan || isModel || ["null", "true", "false"].contains(word)
    }
}

/// The page, by its headings.
struct WorkoutJSONPage {
    private let lines: [String]

    init() throws {
        let url = Fixture.repository.appending(path: "docs/workout-json.md")
        lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
    }

    /// What stands below a heading: up to the next one, or up to the one named.
    private func section(_ heading: String, through end: String? = nil) -> ArraySlice<String> {
        guard let start = lines.firstIndex(of: heading) else { return [] }
        let rest = lines[(start + 1)...]
        return rest.prefix { end == nil ? !$0.hasPrefix("#") : $0 != end }
    }

    /// The names in the first column of the section's table, in order.
    func firstColumn(under heading: String) -> [String] {
        section(heading).filter { $0.hasPrefix("|") }.flatMap {
            Self.words(in: $0.split(separator: "|").first.map(String.init) ?? "")
        }
    }

    func words(under heading: String, through end: String? = nil) -> [String] {
        section(heading, through: end).flatMap(Self.words(in:))
    }

    /// Everything in the page's code marks, its example aside.
    var allWords: [String] { lines.prefix { $0 != "## Example" }.flatMap(Self.words(in:)) }

    /// Names in code marks; those of a piece of JSON are its keys.
    private static func words(in line: String) -> [String] {
        line.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }.flatMap {
            _, code in
            code.split { !($0.isLetter || $0.isNumber) }.map(String.init).filter {
                $0.first?.isLetter == true && $0.first?.isLowercase == true
            }
        }
    }
}

extension JSONValue {
    fileprivate var names: [String] { if case .object(let object) = self { object.members.map(\.name) } else { [] } }

    fileprivate var values: [JSONValue] {
        switch self {
        case .object(let object): object.members.map(\.value)
        case .array(let elements): elements
        default: []
        }
    }

    fileprivate subscript(name: String) -> JSONValue? { if case .object(let object) = self { object[name] } else { nil } }

    /// The names that lead to every member at every depth, each path once; places in lists have none.
    fileprivate func paths() -> Set<[String]> {
        switch self {
        case .object(let object):
            object.members.reduce(into: []) { paths, member in
                paths.insert([member.name])
                for path in member.value.paths() { paths.insert([member.name] + path) }
            }
        case .array(let elements): elements.reduce(into: []) { $0.formUnion($1.paths()) }
        default: []
        }
    }
}
