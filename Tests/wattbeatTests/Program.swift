import Foundation

/// The program as a person runs it: the binary that was built beside these tests.
enum Program {
    /// How a run ended and what it said.
    struct Outcome {
        let status: Int32
        let output: String
        let complaint: String
    }

    static let url = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "wattbeat")

    /// - Parameter output: where standard output goes instead of into `Outcome.output`.
    static func run(_ arguments: [String], output: FileHandle? = nil, environment: [String: String] = [:]) throws -> Outcome {
        let process = Process()
        process.executableURL = url
        process.arguments = arguments
        // Whatever this person keeps, a table of places say, is nothing to the tests.
        let nobody = ["XDG_DATA_HOME": "/nowhere", "XDG_CONFIG_HOME": "/nowhere", "LC_ALL": "C.UTF-8"]
        process.environment = ProcessInfo.processInfo.environment.merging(nobody) { $1 }.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        // Files rather than pipes: no run can wait for a reader.
        let folder = FileManager.default.temporaryDirectory.appending(path: "wattbeat-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let said = folder.appending(path: "output")
        let complained = folder.appending(path: "complaint")
        for url in [said, complained] { try Data().write(to: url) }
        process.standardOutput = try output ?? FileHandle(forWritingTo: said)
        process.standardError = try FileHandle(forWritingTo: complained)
        try process.run()
        process.waitUntilExit()
        return Outcome(
            status: process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus,
            output: try String(contentsOf: said, encoding: .utf8), complaint: try String(contentsOf: complained, encoding: .utf8))
    }
}
