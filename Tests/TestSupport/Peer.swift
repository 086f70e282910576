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
    public struct Failed: Error {
        /// What it complained of.
        public let reason: String
    }

    /// What it prints when it reads `input` as JSON.
    public func answer(to input: some Encodable) throws -> Data {
        try Scratch.with(JSONEncoder().encode(input)) { questions in
            try run([], reading: try FileHandle(forReadingFrom: questions))
        }
    }

    /// What it prints about a file of these bytes.
    public func answer(about file: [UInt8]) throws -> Data {
        try Scratch.with(Data(file)) { url in try run([url.path], reading: .nullDevice) }
    }

    private func run(_ arguments: [String], reading input: FileHandle) throws -> Data {
        try Scratch.with(Data()) { complaints in
            let process = Process()
            process.executableURL = Self.python
            process.arguments = [script.path] + arguments
            process.standardInput = input
            let output = Pipe()
            process.standardOutput = output
            process.standardError = try FileHandle(forWritingTo: complaints)
            try process.run()
            let answer = output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            guard process.terminationStatus == 0 else {
                throw Failed(reason: (try? String(contentsOf: complaints, encoding: .utf8)) ?? "no reason")
            }
            return answer
        }
    }
}

/// A file that is gone again afterwards.
private enum Scratch {
    static func with<Result>(_ contents: Data, _ use: (URL) throws -> Result) throws -> Result {
        let url = FileManager.default.temporaryDirectory.appending(path: "wattbeat-\(UUID().uuidString)")
        try contents.write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        return try use(url)
    }
}
