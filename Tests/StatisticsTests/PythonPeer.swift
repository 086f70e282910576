import Foundation
import TestSupport

/// Python's standard library as a second opinion; any Python 3.9 or later that knows the zones will do.
enum PythonPeer {
    /// Whether it can be asked; says so once when it cannot.
    static let isPresent: Bool = {
        let isPresent = (try? run(["-c", "import zoneinfo; zoneinfo.ZoneInfo('Europe/Prague')"], input: "")) != nil
        if !isPresent { print("skipped: no python3 with time zones, so no other program works out the calendar") }
        return isPresent
    }()

    struct Failed: Error {}

    /// What a script of Tests/Validators prints for an input, in one process.
    static func answers(of script: String, to input: String) throws -> [String] {
        let path = Fixture.repository.appending(path: "Tests/Validators/\(script)").path
        return try run([path], input: input).split(separator: "\n").map(String.init)
    }

    private static func run(_ arguments: [String], input: String) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3"] + arguments
        // From a file, so that neither side waits for the other to read.
        let url = FileManager.default.temporaryDirectory.appending(path: "wattbeat-\(UUID().uuidString).txt")
        try Data(input.utf8).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        process.standardInput = try FileHandle(forReadingFrom: url)
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failed() }
        return String(decoding: data, as: UTF8.self)
    }
}
