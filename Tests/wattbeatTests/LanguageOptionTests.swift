import Foundation
import TestSupport
import Testing

/// `wattbeat replay --language CODE`: what the workout is called.
@Suite struct LanguageOptionTests {
    /// The bundled ride began at 8:58 local time, which its commands state.
    private static let ride = ["ble.btsnoop", "ant.pcap", "gps.nmea", "commands.capture"].map {
        Fixture("captures/morning-ride/\($0)").url.path
    }

    /// Above the capture's zone 2 lie 1:19 and 11:50.
    @Test(arguments: [
        ("en", "Your morning ride  2026-", "You accumulated 13 minutes in Zones 3–5."),
        ("cs", "Ranní vyjížďka  2026-", "V zónách 3–5 máš za sebou 13 minut."),
        ("ja", "朝のサイクリング  2026-", "ゾーン3～5で合計13分過ごしました。"),
    ])
    func titleAndLine(code: String, title: String, line: String) throws {
        let outcome = try Program.run(["replay"] + Self.ride + ["--language", code])
        #expect(outcome.status == 0, "\(outcome.complaint)")
        #expect(outcome.output.hasPrefix(title), "\(outcome.output.prefix(60))")
        #expect(outcome.output.split(separator: "\n").dropFirst().first.map(String.init) == line)
    }

    /// Whatever the environment asks for: a script reads the same everywhere.
    @Test func englishUnlessToldOtherwise() throws {
        let outcome = try Program.run(["replay"] + Self.ride, environment: ["LC_ALL": "cs_CZ.UTF-8", "LANG": "cs_CZ.UTF-8"])
        #expect(outcome.output.hasPrefix("Your morning ride  2026-"))
    }

    /// A person's settings say it once for all commands; the command line stands before them, and what is amiss in them harms no ride.
    @Test(arguments: [
        (#"{"language": "cs"}"#, [], "Ranní vyjížďka  2026-"),
        (#"{"language": "cs"}"#, ["--language", "ja"], "朝のサイクリング  2026-"),
        (#"{"language": "tlh"}"#, [], "Your morning ride  2026-"),
    ])
    func asTheSettingsSay(settings: String, options: [String], title: String) throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(at: folder.url.appending(path: "wattbeat"), withIntermediateDirectories: true)
        _ = try folder.write(Array(settings.utf8), "wattbeat/settings.json")
        let outcome = try Program.run(["replay"] + Self.ride + options, environment: ["XDG_CONFIG_HOME": folder.url.path])
        #expect(outcome.output.hasPrefix(title), "\(outcome.output.prefix(60))")
    }

    @Test func misuse() throws {
        let unknown = try Program.run(["replay"] + Self.ride + ["--language", "tlh"])
        #expect(unknown.status == 64)
        #expect(unknown.complaint.contains("en, cs, de, es, fr, it, pt, ja, ko, zh-Hans"))
        let needless = try Program.run(["replay"] + Self.ride + ["--language", "cs", "--json"])
        #expect(needless.status == 64)
        #expect(needless.complaint.contains("--json is the same with it and without"))
    }
}
