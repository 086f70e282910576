import Foundation
import TestSupport
import Testing

/// What `run` and `record` do where a gateway runs already: two cannot share a stick, and the second would record silence.
final class SecondGatewayTests {
    private let folder: TemporaryFolder
    private let gateway = Process()

    init() throws {
        folder = try TemporaryFolder()
        gateway.executableURL = Program.url
        gateway.arguments = [
            "run", "--settings", path("settings.json"), "--captures", path("captures"), "--workouts", path("workouts"),
            "--ble", "off", "--ant", "off", "--gps", "off",
        ]
        gateway.environment = environment
        gateway.standardInput = FileHandle.nullDevice
        gateway.standardOutput = FileHandle.nullDevice
        gateway.standardError = FileHandle.nullDevice
        try gateway.run()
        try until { try run("status").status == 0 }
    }

    deinit {
        gateway.terminate()
        gateway.waitUntilExit()
    }

    /// Its socket is where a person's is.
    private var environment: [String: String] {
        ["HOME": folder.url.path, "XDG_RUNTIME_DIR": folder.url.path, "XDG_DATA_HOME": "", "XDG_CONFIG_HOME": ""]
    }
    private var socket: String { path("wattbeat/control.sock") }
    private func path(_ name: String) -> String { folder.url.appending(path: name).path }
    private func run(_ arguments: String...) throws -> Program.Outcome { try Program.run(arguments, environment: environment) }

    private func until(_ isTrue: () throws -> Bool) throws {
        var patience = Patience()
        while try !isTrue() {
            let goesOn = patience.lasts()
            try #require(goesOn, "waited in vain")
            usleep(20_000)
        }
    }

    private var isRecording: Bool {
        get throws { try run("status").output.hasPrefix("Indoor ride") }
    }

    /// Begins to record; its workout runs once this returns.
    private func record(into said: URL) throws -> Process {
        let process = Process()
        process.executableURL = Program.url
        process.arguments = ["record", "indoorCycling"]
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        try Data().write(to: said)
        process.standardOutput = try FileHandle(forWritingTo: said)
        process.standardError = process.standardOutput
        try process.run()
        try until { try isRecording }
        return process
    }

    @Test func runRefuses() throws {
        let outcome = try run("run")
        #expect(outcome.status == 69)
        #expect(
            outcome.complaint
                == "wattbeat: a gateway runs already (\(socket)): use it (wattbeat status), or end it with Ctrl-C where it was started\n"
        )
    }

    @Test func recordUsesIt() throws {
        let said = folder.url.appending(path: "said")
        let process = try record(into: said)
        #expect(try run("record").complaint.contains("a workout is running already at the gateway"))
        try until { try String(contentsOf: said, encoding: .utf8).contains("\n0:0") }
        process.interrupt()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 0)
        let text = try String(contentsOf: said, encoding: .utf8)
        #expect(text.hasPrefix("recording at the gateway that runs (\(socket))\n"))
        #expect(text.contains("\nYour indoor ride"))
        #expect(text.contains(path("workouts")) && text.contains("-indoorCycling.fit\n"))
        #expect(try run("status").output.hasPrefix("no workout is running"))
    }

    @Test func recordEndsWithAWorkoutThatIsStoppedElsewhere() throws {
        let said = folder.url.appending(path: "said")
        let process = try record(into: said)
        #expect(try run("stop").status == 0)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(try String(contentsOf: said, encoding: .utf8).contains("-indoorCycling.fit\n"))
    }

    /// Who lost only the terminal rides on.
    @Test func aTerminalThatGoesEndsNoWorkout() throws {
        let process = try record(into: folder.url.appending(path: "said"))
        kill(process.processIdentifier, SIGHUP)
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 129)
        #expect(try isRecording)
    }

    @Test func aGatewayThatEndsIsTold() throws {
        let said = folder.url.appending(path: "said")
        let process = try record(into: said)
        gateway.terminate()
        process.waitUntilExit()
        let text = try String(contentsOf: said, encoding: .utf8)
        #expect(process.terminationStatus == 0 ? text.contains("-indoorCycling.fit\n") : text.contains("the gateway has ended"))
    }

    @Test func optionsOfItsOwnAreRefused() throws {
        let outcome = try run("record", "--gps", "off", "--ant", "off")
        #expect(outcome.status == 69)
        #expect(
            outcome.complaint
                == "wattbeat: a gateway runs already (\(socket)): record without --ant, --gps to use it, "
                + "or end it with Ctrl-C where it was started\n")
    }
}
