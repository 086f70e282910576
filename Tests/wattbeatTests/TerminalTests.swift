import Foundation
import Testing

/// What a person sees and types at a terminal; script(1) makes one.
@Suite struct TerminalTests {
    /// A program at a terminal of its own.
    final class Typed {
        private let process = Process()
        private let input = Pipe()
        private let output = Pipe()
        private(set) var text = ""

        init(_ arguments: [String], columns: Int, term: String) throws {
            let command = ([Program.url.path] + arguments).map { "'\($0)'" }.joined(separator: " ")
            process.executableURL = URL(filePath: "/usr/bin/script")
            process.arguments = ["-qec", "stty cols \(columns) rows 40; exec \(command)", "/dev/null"]
            process.environment = ProcessInfo.processInfo.environment.merging(["TERM": term, "NO_COLOR": "1"]) { $1 }
            process.standardInput = input
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            try process.run()
        }

        func type(_ keys: String) throws { try input.fileHandleForWriting.write(contentsOf: Data(keys.utf8)) }

        /// Reads on until the text holds `part`, or the program has ended.
        func read(until part: String?) {
            while part.map({ !text.contains($0) }) ?? true {
                let data = output.fileHandleForReading.availableData
                if data.isEmpty { return }
                text += String(decoding: data, as: UTF8.self).replacing("\r\n", with: "\n")
            }
        }

        func end() -> Int32 {
            read(until: nil)
            process.waitUntilExit()
            return process.terminationStatus
        }

        deinit { if process.isRunning { process.terminate() } }
    }

    @Test func keysOfADumbTerminal() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.path
        let typed = try Typed(
            [
                "record", "indoorCycling", "--settings", path + "/settings.json", "--captures", path + "/captures", "--workouts",
                path + "/workouts", "--socket", path + "/s", "--ble", "off", "--ant", "off", "--gps", "off",
            ], columns: 80, term: "dumb")
        typed.read(until: "\n0:0")
        #expect(typed.text.contains("Enter: lap   p: pause, go on   q: end\n"))
        try typed.type("\n")
        try typed.type("q")
        #expect(typed.end() == 0)
        #expect(typed.text.contains("Laps\n") && typed.text.contains("-indoorCycling.fit\n"))
    }

    private static let status =
        #"{"ok":true,"status":{"isDemo":false,"capture":{"state":"off"},"live":{"now":700,"state":"paused","activity":"indoorCycling","#
        + #""activityIndex":0,"elapsedSeconds":698,"timerSeconds":630,"values":[{"quantity":"power","value":213,"from":1,"zone":3,"#
        + #""timeInZones":{"model":"coggan7","setBy":"user","boundaries":[138,188,226,263,300,375],"#
        + #""seconds":[60,61,62,63,64,65,66],"unattributedSeconds":0,"maxHoldSeconds":10}}],"#
        + #""lap":{"index":1,"start":2,"elapsedSeconds":130,"timerSeconds":130},"sensors":[]},"idle":[],"#
        + #""sources":[],"sensors":[],"devices":[],"#
        + #""notes":["the adapter hci0 is held back by a switch of the machine and nothing is heard until you type: rfkill unblock bluetooth"],"#
        + #""rejected":0,"dropped":0}}"#

    /// Nothing of the picture is cut off: no zone, no state, and not what is to be typed.
    @Test(arguments: [40, 60, 80]) func aNarrowTerminal(columns: Int) throws {
        let gateway = try ScriptedGateway([Self.status])
        let typed = try Typed(["watch", "--socket", gateway.path], columns: columns, term: "xterm")
        typed.read(until: "has ended")
        try typed.type("q")
        #expect(typed.end() == 0)
        let words = typed.text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        #expect(words.contains("1 1:00 2 1:01 3 1:02 4 1:03 5 1:04 6 1:05 7 1:06"))
        #expect(words.contains("elapsed 11:38 paused"))
        #expect(words.contains("until you type: rfkill unblock bluetooth"))
        // Whoever rides and is heard by nobody is told so, and where to look.
        #expect(words.contains("nothing is heard yet no radio listens: neither a Bluetooth adapter nor an ANT+ stick is in use;"))
        #expect(words.contains("the gateway has ended; its return is waited for"))
        let lines = typed.text.split(separator: "\n").filter { !$0.contains("\u{1B}") }
        #expect(lines.allSatisfy { $0.count < columns })
    }
}
