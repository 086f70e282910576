import Foundation
import TestSupport
import Testing

/// Text for people is as wide as their terminal at most, whatever it is put together from, and in signs that it knows.
struct NarrowPageTests {
    private static let widths = [40, 80, 120]

    private static func run(_ arguments: [String], width: Int, locale: String = "C.UTF-8") throws -> Program.Outcome {
        try Program.run(arguments, environment: ["COLUMNS": "\(width)", "LC_ALL": locale])
    }

    /// A line may be longer only where it is one word, or one that is quoted, which nobody can break.
    private static func expectFits(_ outcome: Program.Outcome, _ width: Int, _ words: [String]) {
        #expect(outcome.status == 0 && !outcome.output.isEmpty, "\(words): \(outcome.complaint)")
        for line in outcome.output.split(separator: "\n") where line.count > width {
            let text = line.trimmingCharacters(in: CharacterSet(charactersIn: " \\"))
            let isQuoted = text.hasPrefix("'") && text.hasSuffix("'") && !text.dropFirst().dropLast().contains("'")
            #expect(isQuoted || !text.contains(" "), "\(words) at \(width): \(line)")
        }
    }

    /// But for what is drawn as long as there is room.
    private static func words(of text: String) -> [String] {
        text.split { $0 == " " || $0 == "\n" }.map(String.init).filter { word in
            word != "\\" && !word.allSatisfy { "█▏▎▍▌▋▊▉▄▀░·│#.…12345".contains($0) }
        }
    }

    /// Below `commands:`, by their own page.
    private static func commands(of page: String) -> [String] {
        let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
        guard let start = lines.firstIndex(of: "commands:") else { return [] }
        return lines[(start + 1)...].prefix { $0.hasPrefix("  ") }.filter { !$0.hasPrefix("   ") }
            .compactMap { $0.split(separator: " ").first.map(String.init) }
    }

    @Test func everyHelpFitsAndLosesNoWord() throws {
        let overview = try Self.run(["help"], width: 120).output
        var pages: [[String]] = [["help"]]
        for command in Self.commands(of: overview) {
            pages.append([command, "--help"])
            let page = try Self.run([command, "--help"], width: 120).output
            pages += Self.commands(of: page).map { [command, $0, "--help"] }
        }
        #expect(pages.count > 60)
        for page in pages {
            let texts = try Self.widths.map { width in
                let outcome = try Self.run(page, width: width)
                Self.expectFits(outcome, width, page)
                return Self.words(of: outcome.output)
            }
            #expect(texts[0] == texts[2] && texts[1] == texts[2], "\(page)")
        }
    }

    private static func nasty(_ name: String) -> String { Fixture("captures/nasty/\(name).capture").url.path }

    /// Workouts with zones, of two sports, without a date, edited; check-ins and a plan.
    private static func store(in folder: TemporaryFolder) throws -> String {
        let store = folder.url.appending(path: "history.db").path
        let plan = folder.url.appending(path: "plan.json").path
        try
            #"{"name": "Four times four minutes, and the way home beside the river", "steps": [{"kind": "work", "seconds": 240}]}"#
            .write(toFile: plan, atomically: true, encoding: .utf8)
        let note = "slept badly, and then the bus was late; the rest of the day was as long as days before a long weekend are"
        for words in [
            ["workouts", "import", Fixture("captures/nasty").url.path, Fixture("fit").url.path],
            [
                "workouts", "edit", "1", "--note", note, "--name",
                "Round the lake with everybody who had come to see the lake again",
            ],
            ["mood", "add", "0.4", "--at", "2026-11-24T10:00", "--labels", "calm,content,happy,proud", "--note", note],
            ["plan", "add", plan],
        ] {
            let outcome = try Program.run(words + ["--store", store])
            #expect(outcome.status == 0, "\(words): \(outcome.complaint)")
        }
        return store
    }

    private static let shown: [[String]] = [
        ["workouts", "list"], ["workouts", "show", "1"], ["workouts", "show", "2"], ["mood", "list"], ["plan", "list"], ["store"],
        ["store", "check"], ["zones", "--recorded", "--by", "workout"], ["zones", "--lthr", "165", "--ftp", "250"],
        ["coach", "--lthr", "165"], ["stats", "--period", "year", "--today", "2026-12-31", "--lthr", "165"],
    ]

    @Test func whatIsShownFits() throws {
        let folder = try TemporaryFolder()
        let store = try Self.store(in: folder)
        for words in Self.shown {
            let texts = try Self.widths.map { width in
                let outcome = try Self.run(words + ["--store", store], width: width)
                Self.expectFits(outcome, width, words)
                return Self.words(of: outcome.output).filter { !$0.contains("…") }
            }
            // Titles in lists are shortened by words, and the trend by a word of its own; nothing else is.
            if words != ["workouts", "list"], words.first != "stats" {
                #expect(texts[0].sorted() == texts[2].sorted(), "\(words)")
                #expect(texts[1].sorted() == texts[2].sorted(), "\(words)")
            }
        }
    }

    @Test(arguments: ["C", "POSIX", "en_US.ISO-8859-1"]) func aTerminalOfOtherCharactersGetsNoUTF8(_ locale: String) throws {
        let folder = try TemporaryFolder()
        let store = try Self.store(in: folder)
        for words in Self.shown.map({ $0 + ["--store", store] }) + [
            ["help"], ["plan", "--help"], ["replay", Self.nasty("laps")],
        ] {
            let outcome = try Self.run(words, width: 80, locale: locale)
            #expect(outcome.status == 0)
            let others = (outcome.output + outcome.complaint).filter { !$0.isASCII }
            #expect(others.isEmpty, "\(words): \(others)")
        }
    }
}
