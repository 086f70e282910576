import Foundation
import TestSupport
import Testing

/// `wattbeat sensors` and `wattbeat settings` at a gateway that runs, without any radio.
struct SensorGatewayTests {
    @Test func askedOfAGateway() throws {
        let folder = try TemporaryFolder()
        let paths = ["settings", "captures", "workouts", "socket"].map { folder.url.appending(path: $0).path }
        let gateway = Process()
        gateway.executableURL = Program.url
        gateway.arguments = [
            "run", "--settings", paths[0], "--captures", paths[1], "--workouts", paths[2], "--socket", paths[3], "--ble", "off",
            "--ant", "off", "--gps", "off",
        ]
        gateway.standardOutput = FileHandle.nullDevice
        gateway.standardError = FileHandle.nullDevice
        gateway.standardInput = FileHandle.nullDevice
        try gateway.run()
        defer {
            gateway.terminate()
            gateway.waitUntilExit()
        }
        var patience = Patience()
        while try Program.run(["status", "--socket", paths[3]]).status != 0, patience.lasts() { usleep(50_000) }

        let run = { (arguments: String...) in try Program.run(arguments + ["--socket", paths[3]]) }
        #expect(try run("settings", "set", "ftp", "250").output == "rider.ftp is 250 now (\(paths[0]))\n")
        #expect(
            try run("settings", "set", "ant", "scan").output
                == "ant is scan now; it counts from the gateway's next start (\(paths[0]))\n")
        #expect(try run("settings", "get", "ftp").output == "250\n")
        #expect(
            try run("settings", "set", "ftp", "1").complaint == "wattbeat: \"ftp\": watts from 30 to 700 are expected, not 1\n")
        #expect(try run("sensors", "pair", "ant:11:4242", "Crank").output == "ant:11:4242 (Crank) is paired (\(paths[0]))\n")
        #expect(
            try run("sensors", "scan", "--seconds", "1").output.contains(/ant:11:4242 +Crank +power +– +– +paired +not yet\n/))
        #expect(try run("sensors", "info", "cra").output.contains("it is not heard: "))
        #expect(try run("sensors", "calibrate", "crank").complaint.hasPrefix("wattbeat: ant:11:4242 is not connected"))
        #expect(try run("status").output.contains("  no radio listens: "))
        #expect(try run("settings", "path").output == paths[0] + "\n")
        #expect(try run("settings", "check").output == "\(paths[0]): no mistakes\n")
        let forgotten = try run("sensors", "forget", "crank").output
        #expect(forgotten.hasPrefix("ant:11:4242 (Crank) is forgotten; ") && forgotten.hasSuffix("(\(paths[0]))\n"))
        let written = try String(contentsOfFile: paths[0], encoding: .utf8)
        #expect(written == "{\n  \"rider\": {\n    \"ftp\": 250\n  },\n  \"ant\": \"scan\"\n}\n")
    }
}
