import Ingest
import JSONText
import TestSupport
import Testing
import Workouts

/// Plans as people write them (docs/plans.md).
struct PlanReaderTests {
    private func read(_ text: String) throws -> (PlanOutline?, [PlanReader.Mistake]) {
        var reader = PlanReader()
        let outline = reader.plan(try JSONReader.read(text))
        return (outline, reader.mistakes)
    }

    private let intervals = """
        {
          "name": "2 × 4 min",
          "steps": [
            {"kind": "warmUp", "seconds": 600, "target": {"quantity": "heart-rate", "zones": [1, 2]}},
            {"repeat": 2, "steps": [
              {"kind": "work", "seconds": 240, "name": "hard", "target": {"quantity": "power", "from": 250, "to": 280.5}},
              {"kind": "recovery", "metres": 800}
            ]},
            {"kind": "coolDown", "seconds": 300, "target": {"quantity": "heart-rate", "zones": 1, "boundaries": [120, 150]}}
          ]
        }
        """

    @Test func everythingThatCanStand() throws {
        let (outline, mistakes) = try read(intervals)
        #expect(mistakes.isEmpty)
        let work = PlanOutline.Step(
            .work, .duration(TimeSpan(seconds: 240)), target: .settled(.range(.power, lower: 250, upper: 280.5)), name: "hard")
        let rest = PlanOutline.Step(.recovery, .distance(metres: 800))
        #expect(
            outline
                == PlanOutline(
                    name: "2 × 4 min",
                    steps: [
                        PlanOutline.Step(.warmUp, .duration(TimeSpan(seconds: 600)), target: .zones(0...1, .heartRate)), work,
                        rest,
                        work, rest,
                        PlanOutline.Step(
                            .coolDown, .duration(TimeSpan(seconds: 300)),
                            target: .settled(
                                .zones(0...0, of: try ZoneConfiguration(.heartRate, boundaries: [120.0, 150.0])))),
                    ]))
    }

    @Test func theCapturesTextMeansTheSame() throws {
        let outline = try #require(try read(intervals).0)
        let text = PlanText.text(outline)
        #expect(!text.contains("\n"))
        #expect(try read(text).0 == outline)
        #expect(PlanText.text(try #require(try read(text).0)) == text)
    }

    @Test(arguments: [
        (#"[]"#, "1: a plan in braces is expected, not a list"),
        (#"{}"#, "1: this plan has no \"steps\""),
        (#"{"steps": []}"#, "1: \"steps\": at least one step is expected"),
        (#"{"steps": 5}"#, "1: \"steps\": a list of steps is expected, not 5"),
        (
            "{\n\"steps\": [\n{\"kind\": \"works\", \"seconds\": 9}]}",
            "3: \"kind\": one of \"warmUp\", \"work\", \"recovery\", \"steady\", \"coolDown\" is expected, not \"works\""
        ),
        ("{\"steps\": [\n{\"kind\": \"work\"}]}", "2: this step has neither \"seconds\" nor \"metres\""),
        (
            "{\"steps\": [{\"kind\": \"work\", \"seconds\": 9,\n\"metres\": 9}]}",
            "1: this step has both \"seconds\" and \"metres\""
        ),
        (#"{"steps": [{"kind": "work", "seconds": 0}]}"#, "1: \"seconds\": a number from 1 to 86400 is expected, not 0"),
        (#"{"steps": [{"kind": "work", "metres": 1e7}]}"#, "1: \"metres\": a number from 1 to 1000000 is expected, not 1e7"),
        (
            #"{"steps": [{"kind": "work", "seconds": 9, "watts": 1}]}"#,
            "1: \"watts\": there is no such key; there are kind, seconds, metres, target, name, repeat, steps"
        ),
        (
            #"{"steps": [{"repeat": 0, "steps": [{"kind": "work", "seconds": 9}]}]}"#,
            "1: \"repeat\": a whole number from 1 to 100 is expected, not 0"
        ),
        (
            #"{"steps": [{"repeat": 2, "steps": [{"repeat": 2, "steps": []}]}]}"#,
            "1: \"repeat\": a repeat within a repeat is not possible"
        ),
        (#"{"steps": [{"repeat": 2}]}"#, "1: this repeat has no \"steps\""),
        (#"{"steps": [{"steps": []}]}"#, "1: this one has \"steps\" but no \"repeat\""),
        (
            #"{"steps": [{"kind": "work", "seconds": 9, "target": {"zones": 1}}]}"#,
            "1: \"quantity\": one of \"heart-rate\", \"power\", \"cadence\", \"speed\" is expected"
        ),
        (
            #"{"steps": [{"kind": "work", "seconds": 9, "target": {"quantity": "power", "zones": 0}}]}"#,
            "1: \"zones\": a zone from 1 to 9, or the first and the last of several, is expected, not 0"
        ),
        (
            #"{"steps": [{"kind": "work", "seconds": 9, "target": {"quantity": "power", "zones": [3, 2]}}]}"#,
            "1: \"zones\": a zone from 1 to 9, or the first and the last of several, is expected, not a list"
        ),
        (
            #"{"steps": [{"kind": "work", "seconds": 9, "target": {"quantity": "power"}}]}"#,
            "1: this target has neither \"zones\" nor \"from\" and \"to\""
        ),
        (
            #"{"steps": [{"kind": "work", "seconds": 9, "target": {"quantity": "power", "from": 200, "to": 200}}]}"#,
            "1: \"to\": it is not above \"from\""
        ),
        (
            #"{"steps": [{"kind": "work", "seconds": 9, "target": {"quantity": "power", "zones": 4, "boundaries": [100, 200]}}]}"#,
            "1: \"zones\": these boundaries make 3 zones only"
        ),
        (
            #"{"steps": [{"kind": "work", "seconds": 9, "name": ""}]}"#,
            "1: \"name\": a text of 1 to 100 characters is expected, not \"\""
        ),
        (
            #"{"steps": [{"repeat": 100, "steps": [{"kind": "work", "seconds": 9}, {"kind": "work", "seconds": 9}, {"kind": "work", "seconds": 9}, {"kind": "work", "seconds": 9}, {"kind": "work", "seconds": 9}, {"kind": "work", "seconds": 9}]}]}"#,
            "1: \"steps\": with all repeats these are more than 500 steps"
        ),
    ])
    func mistakesAreNamedByLineAndKey(text: String, expected: String) throws {
        let (outline, mistakes) = try read(text)
        #expect(outline == nil)
        #expect(mistakes.first.map { "\($0.place.line): \($0.text)" } == expected)
    }

    @Test func allMistakesAreTold() throws {
        let (_, mistakes) = try read(#"{"name": 7, "steps": [{"kind": "x"}, {"kind": "work", "seconds": -1}], "y": 1}"#)
        #expect(mistakes.map(\.key) == ["y", "name", "kind", nil, "seconds"])
    }

    /// One mistake hides no other, wherever both stand.
    @Test(
        arguments: [
            (
                #"{"kind": "jog", "seconds": -4, "name": "", "target": {"quantity": "watts", "zones": 0}}"#,
                ["kind", "seconds", "quantity", "zones", "name"]
            ),
            (#"{"kind": "work", "seconds": 0, "metres": 0}"#, ["seconds", "metres", nil]),
            (#"{"repeat": 0, "name": "x", "steps": [{"kind": "jog", "seconds": 9}]}"#, ["name", "repeat", "kind"]),
            (#"{"steps": [{"kind": "work"}]}"#, [nil, nil]),
            (#"{"kind": "work", "seconds": 9, "target": {"quantity": "x", "from": -1, "to": -1}}"#, ["quantity", "from", "to"]),
            (
                #"{"kind": "work", "seconds": 9, "target": {"quantity": "x", "zones": 0, "from": 5, "to": 4}}"#,
                ["quantity", "to", nil, "zones"]
            ),
        ] as [(String, [String?])])
    func allMistakesOfAStepAreTold(step: String, keys: [String?]) throws {
        let (outline, mistakes) = try read(#"{"steps": ["# + step + "]}")
        #expect(outline == nil)
        #expect(mistakes.map(\.key) == keys, "\(mistakes.map(\.text))")
    }

    /// Anything that reads as JSON is taken or refused with a reason; what is taken can be followed.
    @Test func anyJSON() {
        var random = SeededGenerator(seed: 3)
        let words = [
            "{", "}", "[", "]", ",", ":", "\"steps\"", "\"kind\"", "\"work\"", "\"seconds\"", "\"metres\"", "\"target\"",
            "\"zones\"",
            "\"quantity\"", "\"power\"", "\"repeat\"", "1", "2", "1e300", "-1", "null", "\"from\"", "\"to\"", "\"boundaries\"",
        ]
        let base = Array(intervals.unicodeScalars)
        for _ in 0..<3000 {
            var text = base
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let at = Int.random(in: 0..<text.count, using: &random)
                let length = min(Int.random(in: 0...8, using: &random), text.count - at)
                text.replaceSubrange(at..<at + length, with: (words.randomElement(using: &random) ?? "").unicodeScalars)
            }
            var string = String.UnicodeScalarView()
            string.append(contentsOf: text)
            guard let json = try? JSONReader.read(String(string)) else { continue }
            var reader = PlanReader()
            let outline = reader.plan(json)
            #expect((outline == nil) == !reader.mistakes.isEmpty)
            if let outline { #expect(outline.settled(with: [:]).plan.mistake == nil) }
        }
    }
}
