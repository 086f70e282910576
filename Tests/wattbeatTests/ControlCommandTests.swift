import Foundation
import TestSupport
import Testing

/// The commands that ask a gateway, against answers written by hand as docs/control.md has them.
@Suite struct ControlCommandTests {
    private static func ask(_ arguments: [String], _ answer: String) throws -> (Program.Outcome, asked: [String]) {
        let gateway = try ScriptedGateway([answer])
        let outcome = try Program.run(arguments + ["--socket", gateway.path])
        return (outcome, gateway.asked)
    }

    @Test(arguments: [
        (["start"], #"{"request":"start"}"#, "started\n"),
        (["start", "running"], #"{"request":"start","activity":"running"}"#, "started\n"),
        (
            ["start", "running", "--template", "Tuesday track"],
            #"{"request":"start","activity":"running","template":"Tuesday track"}"#, "started\n"
        ),
        (["pause"], #"{"request":"pause"}"#, "paused\n"), (["resume"], #"{"request":"resume"}"#, "goes on\n"),
        (["lap"], #"{"request":"lap"}"#, "lap\n"),
    ]) func asksWhatWasTyped(arguments: [String], line: String, output: String) throws {
        let (outcome, asked) = try Self.ask(arguments, #"{"ok":true}"#)
        #expect(outcome.status == 0, "\(outcome.complaint)")
        #expect(outcome.output == output)
        #expect(asked == [line])
    }

    /// By its file, and by the name under which the store keeps it.
    @Test func aPlanGoesWithTheStart() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "wattbeat-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "laps.json").path
        let plan = #"{"name":"Laps","steps":[{"kind":"work","metres":400}]}"#
        try plan.write(toFile: file, atomically: true, encoding: .utf8)
        let data = ["XDG_DATA_HOME": folder.path]
        let added = try Program.run(["plan", "add", file, "--name", "Tuesday"], environment: data)
        #expect(added.status == 0, "\(added.complaint)")
        for name in [file, "Tuesday"] {
            let gateway = try ScriptedGateway([#"{"ok":true}"#])
            let outcome = try Program.run(["start", "--plan", name, "--socket", gateway.path], environment: data)
            #expect(outcome.status == 0, "\(outcome.complaint)")
            #expect(gateway.asked == [#"{"request":"start","plan":\#(plan)}"#])
        }
        let unknown = try Program.run(["record", "--plan", "Wednesday", "--no-store"], environment: data)
        #expect(unknown.status == 66 && unknown.complaint.contains("there is no file 'Wednesday'"), "\(unknown.complaint)")
    }

    @Test func aRefusalIsTold() throws {
        let (outcome, _) = try Self.ask(["lap"], #"{"ok":false,"error":"no workout is running"}"#)
        #expect(outcome.status == 1)
        #expect(outcome.complaint == "wattbeat: no workout is running\n")
    }

    @Test func anActivityThatIsNoneIsNotAsked() throws {
        let outcome = try Program.run(["start", "cyclin", "--socket", "/nowhere"])
        #expect(outcome.status == 64)
        #expect(outcome.complaint.contains("there is no activity 'cyclin'; did you mean 'cycling'?"))
    }

    @Test(arguments: [["start"], ["pause"], ["resume"], ["lap"], ["stop"], ["status"], ["watch"]])
    func withoutAGateway(arguments: [String]) throws {
        let folder = try TemporaryFolder()
        let environment = ["HOME": folder.url.path, "XDG_RUNTIME_DIR": folder.url.path, "XDG_DATA_HOME": ""]
        for more in [["--socket", folder.url.path + "/none"], []] {
            let outcome = try Program.run(arguments + more, environment: environment)
            #expect(outcome.status == 69)
            #expect(
                outcome.complaint
                    == "wattbeat: no gateway is running: start one with `wattbeat run`, or `sudo systemctl start wattbeat`\n")
        }
    }

    @Test func anAnswerThatCannotBeRead() throws {
        for answer in ["", "nonsense", "{}", #"{"ok":1}"#, #"{"ok":true,"status":{}}"#] {
            let (outcome, _) = try Self.ask(["status"], answer)
            #expect(outcome.status == 74, "\(answer)")
            #expect(outcome.complaint.hasPrefix("wattbeat: the gateway's answer cannot be read: "), "\(outcome.complaint)")
        }
    }

    /// By its title; a gateway of an earlier version tells none.
    @Test(arguments: [(#""title":"Your morning ride around Brno","#, "Your morning ride around Brno"), ("", "Ride")])
    func stopTellsTheWorkout(title: String, told: String) throws {
        let (outcome, asked) = try Self.ask(
            ["stop"],
            #"{"ok":true,"workout":{"activity":"cycling","# + title
                + #""isDemo":false,"startMicroseconds":1777789800000000,"utcOffsetSeconds":7200,"#
                + #""elapsedSeconds":3723,"timerSeconds":3600.4,"distanceMetres":31234.5,"ascentMetres":410,"averageHeartRate":142.4,"#
                + #""maximumHeartRate":171,"averagePower":212.6,"normalizedPower":230,"trainingStressScore":84.6,"#
                + #""averageCadence":null,"files":["/w/a.fit","/w/a\u001b.json"]}}"#)
        #expect(asked == [#"{"request":"stop"}"#])
        #expect(
            outcome.output == """
                \(told)  2026-05-03 08:30:00 UTC+02:00
                1:00:00  elapsed 1:02:03  31.23 km  142 bpm (171)  213 W  NP 230 W  TSS 85  410 m up
                  /w/a.fit
                  /w/a\\u{1b}.json

                """)
    }

    private static func status(_ live: String, demo: Bool = false) -> String {
        #"{"ok":true,"status":{"isDemo":"# + "\(demo)" + #","capture":{"state":"writing","path":"/c/x.capture"},"live":"# + live
            + #","idle":[{"source":1,"quantity":"heartRate","value":71,"from":1,"lastHeard":2}],"#
            + #""sources":[{"id":1,"kind":"ble","identity":"ble:C0:11:22:33:44:01","name":"Strap","batteryPercent":80,"priorities":{}}],"#
            + #""sensors":[{"sensor":"ble:C0:11:22:33:44:01","name":"My strap","kinds":["heartRate"],"isPaired":true,"#
            + #""isChosen":false,"isLinked":true,"facts":[]},{"sensor":"ant:11:7","kinds":["power"],"isPaired":true,"#
            + #""isChosen":false,"isLinked":false,"facts":[]},{"sensor":"ant:11:8","name":"Offered","kinds":["power"],"isPaired":false,"#
            + #""isChosen":false,"isLinked":false,"facts":[]}],"#
            + #""devices":[{"device":"ant:1-2","state":"fault","sentence":"held by another program: end it"}],"#
            + #""notes":["My strap is back"],"rejected":3,"dropped":0}}"#
    }

    private static func live(_ seconds: Int) -> String {
        #"{"now":\#(seconds + 2),"state":"running","activity":"cycling","activityIndex":0,"elapsedSeconds":\#(seconds),"#
            + #""timerSeconds":\#(seconds),"distance":{"metres":1130,"origin":"gps","parts":[]},"values":[{"quantity":"heartRate","#
            + #""value":142,"from":1,"zone":2,"timeInZones":{"model":"custom","setBy":"user","boundaries":[114,133,152],"#
            + #""seconds":[0,60,70,0],"unattributedSeconds":0,"maxHoldSeconds":10}}],"#
            + #""lap":{"index":0,"start":2,"elapsedSeconds":130,"timerSeconds":130},"sensors":[]}"#
    }

    @Test func statusBeforeAWorkout() throws {
        let (outcome, asked) = try Self.ask(["status"], Self.status("null"))
        #expect(asked == [#"{"request":"status"}"#])
        #expect(
            outcome.output == """
                no workout is running: `wattbeat start` begins one

                Sensors
                  My strap  71 bpm  battery 80 %
                  ant:11:7  not heard yet

                Offered
                  Offered  ant:11:8  power

                Devices
                  ant:1-2  fault: held by another program: end it

                Capture
                  /c/x.capture
                  3 unreadable

                Notes
                  My strap is back

                """)
    }

    @Test func statusInAWorkout() throws {
        let (outcome, _) = try Self.ask(["status"], Self.status(Self.live(130), demo: true))
        #expect(
            outcome.output.hasPrefix(
                "DEMO: a recorded ride is played, nobody is riding\n\nRide  2:10  142 bpm zone 3  1.13 km\n"))
    }

    /// In words, and by the name that the running capture has learned.
    @Test func offeredSensorsAreNamed() throws {
        let answer = Self.status("null").replacing(
            #"{"sensor":"ant:11:8","name":"Offered","kinds":["power"],"#, with: #"{"sensor":"ant:120:8","kinds":["heartRate"],"#
        ).replacing(
            #""sources":["#,
            with: #""sources":[{"id":2,"kind":"antPlus","identity":"ant:120:8","name":"Belt","priorities":{}},"#)
        let (outcome, _) = try Self.ask(["status"], answer)
        #expect(outcome.output.contains("\n\nOffered\n  Belt  ant:120:8  heart rate\n"), "\(outcome.output)")
    }

    @Test func statusAsJSON() throws {
        let (outcome, _) = try Self.ask(["status", "--json"], Self.status(Self.live(130)))
        let object = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
        #expect((object["live"] as? [String: Any])?["timerSeconds"] as? Double == 130)
        #expect((object["capture"] as? [String: Any])?["path"] as? String == "/c/x.capture")
    }

    /// In a pipe: a line a second, and word of the gateway's end; SIGTERM ends it.
    @Test func watchInAPipe() throws {
        let gateway = try ScriptedGateway([
            Self.status("null") + "\n" + Self.status(Self.live(10)) + "\n" + Self.status(Self.live(11))
        ])
        let process = Process()
        process.executableURL = Program.url
        process.arguments = ["watch", "--socket", gateway.path]
        process.standardInput = FileHandle.nullDevice
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        var output = ""
        var patience = Patience()
        while !output.contains("has ended"), patience.lasts() {
            let data = pipe.fileHandleForReading.availableData
            if data.isEmpty { break }
            output += String(decoding: data, as: UTF8.self)
        }
        process.terminate()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 0)
        #expect(
            output == """
                no workout is running
                0:10  142 bpm zone 3  1.13 km
                0:11  142 bpm zone 3  1.13 km
                the gateway has ended; its return is waited for

                """)
    }
}
