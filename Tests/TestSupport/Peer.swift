public import Foundation

/// A script of `Tests/Validators` that computes the same as the code under test by another way, with the packages of
/// `requirements.txt` (`make test` sets them up).
public struct Peer {
    private static let python = Fixture.repository.appending(path: ".build/validators/bin/python")
    private let script: URL

    /// - Parameter script: its file name.
    public init(_ script: String) { self.script = Fixture.repository.appending(path: "Tests/Validators/\(script)") }

    /// Whether any can be asked; says so once when none can.
    public static let isPresent: Bool = {
        let present = FileManager.default.isExecutableFile(atPath: python.path)
        if !present { print("skipped: no .build/validators/bin/python, so nothing is computed a second time; run `make test`") }
        return present
    }()

    /// It ended with another status than 0.
    public struct Failed: Error { let status: Int32 }

    /// What it prints when it reads `input`; its complaints go to where the test's go.
    public func answer(to input: some Encodable) throws -> Data {
        let questions = FileManager.default.temporaryDirectory.appending(path: "wattbeat-\(UUID().uuidString).json")
        try JSONEncoder().encode(input).write(to: questions)
        defer { try? FileManager.default.removeItem(at: questions) }
        let process = Process()
        process.executableURL = Self.python
        process.arguments = [script.path]
        process.standardInput = try FileHandle(forReadingFrom: questions)
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let answer = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failed(status: process.terminationStatus) }
        return answer
    }
}
