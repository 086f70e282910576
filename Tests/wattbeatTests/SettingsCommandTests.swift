import Foundation
import TestSupport
import Testing

/// `wattbeat sensors` and `wattbeat settings` where no gateway runs: on a file of this test's own.
struct SettingsCommandTests {
    private let folder: TemporaryFolder
    init() throws { folder = try TemporaryFolder() }

    private var file: String { folder.url.appending(path: "settings.json").path }

    private func run(_ arguments: String...) throws -> Program.Outcome {
        try Program.run(arguments + ["--settings", file])
    }

    @Test func settings() throws {
        #expect(try run("settings", "path").output == file + "\n")
        #expect(try run("settings", "check").output == "\(file): nothing is set, every default counts\n")
        #expect(try run("settings", "get", "start").output == "command\n")
        #expect(try run("settings", "set", "ftp", "250").output == "rider.ftp is 250 now (\(file))\n")
        // No gateway runs, so none goes by its command line.
        #expect(try run("settings", "set", "start", "auto").output == "start is auto now (\(file))\n")
        #expect(try run("settings", "unset", "start").output == "start is not set any more (\(file))\n")
        #expect(try run("settings", "set", "zones.power", "150,200").output == "zones.power is 150,200 now (\(file))\n")
        // As it stands in the file, too.
        #expect(try run("settings", "set", "zones.heart-rate", "[114, 133,152,171]").status == 0)
        #expect(try run("settings", "get", "zones.heart-rate").output == "114,133,152,171\n")
        #expect(try run("settings", "set", "zones.heart-rate", "[114, 100]").status == 1)
        #expect(try run("settings", "set", "zones.cadence", "[60, 90").status == 1)
        #expect(try run("settings", "set", "sex", "\"male\"").status == 0)
        #expect(try run("settings", "get", "sex").output == "male\n")
        #expect(try run("settings", "set", "gps", "[\"auto\"]").status == 0)
        #expect(try run("settings", "get", "gps").output == "auto\n")
        #expect(try run("settings", "get", "rider.ftp").output == "250\n")
        #expect(try run("settings", "get", "zones.power").output == "150,200\n")
        let shown = try run("settings").output
        #expect(shown.contains(/rider\.ftp +250\n/) && shown.contains(/start +command +\(default\)\n/))
        let json = try run("settings", "show", "--json").output
        #expect(try String(contentsOfFile: file, encoding: .utf8) == json)
        #expect(try run("settings", "unset", "zones.power").status == 0)
        #expect(try run("settings", "get", "zones.power").status == 1)
        let refused = try run("settings", "set", "ftp", "2500")
        #expect(refused.status == 1)
        #expect(refused.complaint == "wattbeat: \"ftp\": watts from 30 to 700 are expected, not 2500\n")
    }

    /// Line and key of each; nothing is changed, whatever is asked.
    @Test func mistakes() throws {
        let wrong = "{\n  \"rider\": {\"ftp\": 2500},\n  \"bluetoth\": \"off\"\n}\n"
        try wrong.write(toFile: file, atomically: true, encoding: .utf8)
        for arguments in [
            ["settings", "check"], ["settings", "set", "age", "40"], ["sensors", "pair", "ant:120:7"], ["sensors"],
        ] {
            let outcome = try Program.run(arguments + ["--settings", file])
            #expect(outcome.status == 78)
            #expect(
                outcome.complaint == """
                    \(file):2: "ftp": watts from 30 to 700 are expected, not 2500
                    \(file):3: "bluetoth": there is no such key; did you mean "bluetooth"?

                    """)
        }
        #expect(try String(contentsOfFile: file, encoding: .utf8) == wrong)
    }

    @Test func sensors() throws {
        #expect(
            try run("sensors").output == "nothing is paired; no gateway is running: wattbeat sensors scan looks around\n")
        #expect(
            try run("sensors", "pair", "ant:120:12345", "My strap").output == "ant:120:12345 (My strap) is paired (\(file))\n")
        #expect(
            try run("sensors", "pair", "ble:c0:11:22:33:44:01").output.hasPrefix(
                "ble:C0:11:22:33:44:01 is paired; until it is heard"))
        // Bluetooth's addresses need no word in front.
        let spare = try run("sensors", "pair", "c0:11:22:33:44:09", "Spare").output
        #expect(spare.hasPrefix("ble:C0:11:22:33:44:09 (Spare) is paired"))
        #expect(try run("sensors", "forget", "C0:11:22:33:44:09").status == 0)
        #expect(try run("sensors", "rename", "c0", "Crank").output == "ble:C0:11:22:33:44:01 is called Crank now (\(file))\n")
        #expect(
            try run("sensors", "priority", "crank", "power", "0").output
                == "ble:C0:11:22:33:44:01 (Crank) has rank 0 for power now (\(file))\n")
        let list = try run("sensors", "list").output
        #expect(list.contains(/ant:120:12345 +My strap +heart rate +– +– +paired\n/))
        let json =
            try JSONSerialization.jsonObject(with: Data(try run("sensors", "list", "--json").output.utf8)) as? [[String: Any]]
        #expect(json?.map { $0["sensor"] as? String } == ["ant:120:12345", "ble:C0:11:22:33:44:01"])
        let forgotten = try run("sensors", "forget", "my").output
        #expect(forgotten.hasPrefix("ant:120:12345 (My strap) is forgotten; ") && forgotten.hasSuffix("(\(file))\n"))
        let unknown = try run("sensors", "forget", "my")
        #expect(unknown.status == 1)
        #expect(unknown.complaint.hasPrefix("wattbeat: no sensor \"my\" is known: wear the strap and wet its electrodes"))
        #expect(try run("sensors", "calibrate", "ant:11:7").complaint.contains("pair it first: wattbeat sensors pair ant:11:7"))
    }

    private let noRadio = "no radio listens: neither a Bluetooth adapter nor an ANT+ stick is in use; wattbeat doctor looks why"

    /// A gateway in the process looks around; here it has no radio to do it with.
    @Test func scan() throws {
        try #"{"bluetooth":"off","ant":"off","gps":[]}"#.write(toFile: file, atomically: true, encoding: .utf8)
        let outcome = try run("sensors", "scan", "--seconds", "1")
        #expect(outcome.status == 0)
        #expect(outcome.output == noRadio + "\n")
        // By a name that nobody bears: it looks around by itself, and blames no strap where none can be heard.
        let pair = try run("sensors", "pair", "Strap")
        #expect(pair.complaint == "looking around for 15 s …\nwattbeat: no sensor \"Strap\" is known: \(noRadio)\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["settings.json"])
    }

    /// Every subcommand is listed by its command, has a page of its own, and stands in the manual.
    @Test(arguments: [
        ("sensors", ["list", "scan", "pair", "forget", "rename", "priority", "info", "calibrate"]),
        ("settings", ["show", "get", "set", "unset", "check", "path"]),
    ]) func help(command: String, subcommands: [String]) throws {
        let page = try Program.run([command, "--help"]).output
        let manual = try String(contentsOf: Fixture.repository.appending(path: "docs/wattbeat.1"), encoding: .utf8)
        let section = manual.split(separator: ".SS \(command)\n", maxSplits: 1).last?.split(separator: "\n.S").first ?? ""
        #expect(page.contains("usage: wattbeat \(command) [COMMAND] [options]\n"))
        for subcommand in subcommands {
            #expect(page.contains("\n  \(subcommand) "))
            let own = try Program.run([command, subcommand, "--help"])
            #expect(own.status == 0)
            #expect(own.output.contains("usage: wattbeat \(command) \(subcommand) "))
            #expect(own.output == (try Program.run(["help", command, subcommand]).output))
            #expect(own.output.split(separator: "\n").allSatisfy { $0.count <= 120 })
            #expect(section.contains(subcommand))
        }
    }

    @Test(arguments: [
        (["sensors", "lst"], "there is no command 'sensors lst'; did you mean 'list'? (try: wattbeat sensors --help)"),
        (["sensors", "pair"], "sensors pair needs SENSOR [NAME] (try: wattbeat sensors pair --help)"),
        (["sensors", "--jsn"], "there is no option '--jsn'; did you mean '--json'? (try: wattbeat sensors --help)"),
        (["settings", "get", "ftpp"], "there is no setting 'ftpp'; did you mean 'ftp'? (try: wattbeat settings get --help)"),
        (
            ["sensors", "priority", "x", "powr", "0"],
            "there is no quantity 'powr'; did you mean 'power'? (try: wattbeat sensors priority --help)"
        ),
        (
            ["sensors", "priority", "x", "power", "100"],
            "'100': must be a whole number from 0 to 99 (try: wattbeat sensors priority --help)"
        ),
    ]) func wrongUsage(arguments: [String], complaint: String) throws {
        let outcome = try Program.run(arguments)
        #expect(outcome.status == 64)
        #expect(outcome.complaint == "wattbeat: \(complaint)\n")
    }
}
