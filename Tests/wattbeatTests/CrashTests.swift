import Foundation
import TestSupport
import Testing

/// A gateway that is killed again and again while it records and stores: `make test-crash` does it a thousand times.
@Suite struct CrashTests {
    @Test func nothingIsLostByKills() throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "python3", Fixture.repository.appending(path: "Tests/Crash/crash.py").path, Program.url.path, "20", "7",
        ]
        let said = Pipe()
        (process.standardOutput, process.standardError) = (said, said)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: said.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(text)")
        #expect(text.contains(/20 kills, [1-9][0-9]* workouts/))
    }
}
