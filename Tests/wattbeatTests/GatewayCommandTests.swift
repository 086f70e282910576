import Foundation
import TestSupport
import Testing

/// A gateway in the foreground, with a recording of a minute in place of sensors.
@Suite struct GatewayCommandTests {
    private static let ride = Fixture("captures/nasty/laps.capture").url.path
    private static let silence = ["--ble", "off", "--ant", "off", "--gps", "off"]

    private static func places(_ folder: TemporaryFolder) -> [String] {
        let path = folder.url.path
        return [
            "--settings", path + "/settings.json", "--captures", path + "/captures", "--workouts", path + "/workouts", "--socket",
            path + "/s",
        ]
    }

    /// The recording presses lap at 20 and 50 s; its second press at 20 s is left out, since at this pace the two would not come at
    /// one moment. The time is not looked at.
    @Test func recordsADemo() throws {
        let folder = try TemporaryFolder()
        let pressed = try String(contentsOfFile: Self.ride, encoding: .utf8)
        let lap = "20000000 command - lap\n"
        #expect(pressed.contains(lap + lap))
        let ride = try folder.write(Array(pressed.replacingOccurrences(of: lap + lap, with: lap).utf8), "ride.capture")
        let outcome = try Program.run(["record", "--demo", ride, "--demo-speed", "100"] + Self.places(folder))
        #expect(outcome.status == 0, "\(outcome.complaint)")
        #expect(
            outcome.output.hasPrefix("DEMO: a recorded ride is played, nobody is riding, 100 times as fast as it was ridden\n"))
        #expect(outcome.output.contains("\nDEMO  0:"))
        #expect(outcome.output.components(separatedBy: "nobody is riding").count == 2)
        #expect(outcome.output.contains("\nDEMO Your ") && outcome.output.contains("km by wheel"))
        let written = outcome.output.split(separator: "\n").filter { $0.hasPrefix("written: ") }.map { String($0.dropFirst(9)) }
        #expect(written.map { String($0.suffix(4)) } == [".fit", "json"])
        for path in written {
            #expect(path.contains("/workouts/demo/") && path.contains("-DEMO-"))
            #expect(FileManager.default.fileExists(atPath: path))
        }
        let json = try Data(contentsOf: URL(filePath: try #require(written.last)))
        let workout = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
        #expect(workout["isDemo"] as? Bool == true)
        #expect((workout["laps"] as? [Any])?.count == 3)
        #expect(!FileManager.default.fileExists(atPath: folder.url.path + "/s"))
    }

    /// Nothing can be made below a file. No later start finds a workout of which nothing was written, and none is promised.
    @Test func nothingCanBeWritten() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write([], "file")
        let outcome = try Program.run([
            "record", "--demo", Self.ride, "--demo-speed", "100", "--settings", folder.url.path + "/settings.json", "--socket",
            folder.url.path + "/s", "--captures", file + "/captures", "--workouts", file + "/workouts",
        ])
        let why = "not recording: a file stands where its folder should be; move that away"
        #expect(outcome.output.components(separatedBy: "\n\(why)").count == 2, "\(outcome.output)")
        #expect(outcome.output.contains("\nthe workout is lost, since nothing of it could be written (\(why)"))
        #expect(!outcome.output.contains("the next run or record"))
    }

    @Test func aDemoThatIsNotThere() throws {
        let folder = try TemporaryFolder()
        let outcome = try Program.run(["run", "--demo", folder.url.path + "/none"] + Self.places(folder))
        #expect(outcome.status == 66)
        #expect(outcome.complaint.contains("none cannot be opened: No such file or directory"))
    }

    @Test(arguments: [
        (["run", "--auto", "--now"], "--auto and --now exclude each other"),
        (["run", "--demo", "a", "--demo-if-alone", "b"], "--demo and --demo-if-alone exclude each other"),
        (["run", "--gps", "ttyACM0"], "--gps 'ttyACM0': must be auto, off"),
        (["run", "--ble", "on"], "--ble 'on': must be auto or"),
        (["record", "cyclin"], "there is no activity 'cyclin'"), (["run", "cycling"], "run has no use for 'cycling'"),
    ]) func wrongUsage(arguments: [String], complaint: String) throws {
        let folder = try TemporaryFolder()
        let outcome = try Program.run(arguments + Self.places(folder))
        #expect(outcome.status == 64)
        #expect(outcome.complaint.contains(complaint), "\(outcome.complaint)")
    }

    @Test func wrongSettingsAreTold() throws {
        let folder = try TemporaryFolder()
        _ = try folder.write(Array("{\"rider\":\n{\"ftp\":2500}}".utf8), "settings.json")
        let outcome = try Program.run(["run"] + Self.silence + Self.places(folder))
        #expect(outcome.status == 78)
        #expect(outcome.complaint.contains("settings.json:2: \"ftp\""))
    }

    /// The whole journey of a person with two terminals, without sensors.
    @Test func runsAndIsAsked() throws {
        let folder = try TemporaryFolder()
        let socket = folder.url.path + "/s"
        let process = Process()
        process.executableURL = Program.url
        process.arguments = ["run"] + Self.silence + Self.places(folder)
        process.standardInput = FileHandle.nullDevice
        let said = folder.url.appending(path: "said")
        try Data().write(to: said)
        process.standardOutput = try FileHandle(forWritingTo: said)
        process.standardError = process.standardOutput
        try process.run()
        defer { if process.isRunning { process.terminate() } }
        var patience = Patience()
        while !FileManager.default.fileExists(atPath: socket), patience.lasts() { usleep(10_000) }

        func ask(_ arguments: String...) throws -> Program.Outcome { try Program.run(arguments + ["--socket", socket]) }
        #expect(try ask("status").output.contains("no workout is running"))
        #expect(try ask("lap").complaint.contains("no workout is running"))
        #expect(try ask("start", "indoorCycling").output == "started\n")
        #expect(try ask("start").status == 1)
        #expect(try ask("lap").output == "lap\n")
        #expect(try ask("resume").complaint == "wattbeat: the timer runs already\n")
        #expect(try ask("pause").output == "paused\n")
        #expect(try ask("pause").complaint == "wattbeat: the timer stands already\n")
        #expect(try ask("status").output.contains("paused"))
        #expect(try ask("resume").output == "goes on\n")
        let second = try Program.run(["run"] + Self.silence + Self.places(folder))
        #expect(second.status == 69)
        let stop = try ask("stop").output
        #expect(stop.hasPrefix("Your indoor ride"))
        #expect(stop.contains("-indoorCycling.fit"))
        process.terminate()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        // What was refused is no part of the ride.
        let captures = try FileManager.default.subpathsOfDirectory(atPath: folder.url.path + "/captures")
            .filter { $0.hasSuffix(".capture") }.map { folder.url.path + "/captures/" + $0 }
        // Its name says only when it began; idle captures lie beside it.
        let ride = try #require(
            captures.first { ((try? String(contentsOfFile: $0, encoding: .utf8)) ?? "").contains(" command - start") })
        let replay = try Program.run(["replay", ride])
        #expect(!replay.complaint.contains("ignored"))
        #expect(replay.output.hasPrefix("Your indoor ride  "), "it is called as stop calls it")
        let journal = try String(contentsOf: said, encoding: .utf8)
        #expect(journal.contains("a workout starts by `wattbeat start`"))
        #expect(journal.contains("Your indoor ride: 0:0"))
        #expect(journal.hasSuffix("the gateway has ended\n"))
    }

    /// A demo is labelled wherever its sensors are shown, and all of them are.
    @Test func aDemoIsAskedForItsSensors() throws {
        let folder = try TemporaryFolder()
        let files = ["ble.btsnoop", "ant.pcap", "gps.nmea", "commands.capture"].flatMap {
            ["--demo", Fixture("captures/morning-ride/\($0)").url.path]
        }
        let process = Process()
        process.executableURL = Program.url
        process.arguments = ["run", "--demo-speed", "50"] + files + Self.places(folder)
        process.standardInput = FileHandle.nullDevice
        let said = folder.url.appending(path: "said")
        try Data().write(to: said)
        process.standardOutput = try FileHandle(forWritingTo: said)
        process.standardError = process.standardOutput
        try process.run()
        defer { if process.isRunning { process.terminate() } }
        func ask(_ arguments: String...) throws -> Program.Outcome {
            try Program.run(arguments + ["--socket", folder.url.path + "/s"])
        }
        var list = ""
        var patience = Patience()
        while !(list.contains("ble:C0:11:22:33:44:01") && list.contains("ant:")), patience.lasts() {
            usleep(50_000)
            list = try ask("sensors").output
        }
        #expect(list.hasPrefix("DEMO: a recorded ride is played, nobody is riding\n"))
        #expect(list.contains("ble:C0:11:22:33:44:01") && list.contains("ant:"))
        #expect(try ask("sensors", "info", "ble:C0:11:22:33:44:01").output.hasPrefix("DEMO: "))
        #expect(try ask("settings", "show").status == 0)
        #expect(try ask("settings", "path").output == folder.url.path + "/settings.json\n")
        #expect(try ask("settings", "set", "ftp", "250").complaint.hasPrefix("wattbeat: this is a DEMO: "))
        #expect(try ask("sensors", "calibrate", "ble:C0:11:22:33:44:01").complaint.hasPrefix("wattbeat: this is a DEMO: "))
        process.terminate()
        process.waitUntilExit()
        let journal = try String(contentsOf: said, encoding: .utf8)
        #expect(journal.contains("workouts to \(folder.url.path)/workouts/demo\n"))
        #expect(!journal.contains("DEMO  DEMO"))
    }

    /// From the moment at which somebody can reach it, it ends in good order. Several times, since the moments lie close together.
    @Test func endsInOrderFromItsFirstMoment() throws {
        for _ in 0..<8 {
            let folder = try TemporaryFolder()
            let process = Process()
            process.executableURL = Program.url
            process.arguments = ["run"] + Self.silence + Self.places(folder)
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            var patience = Patience()
            while !FileManager.default.fileExists(atPath: folder.url.path + "/s"), patience.lasts() { sched_yield() }
            process.terminate()
            process.waitUntilExit()
            #expect(process.terminationReason == .exit && process.terminationStatus == 0)
            #expect(!FileManager.default.fileExists(atPath: folder.url.path + "/s"))
        }
    }
}
