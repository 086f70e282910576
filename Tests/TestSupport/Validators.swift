import Foundation

/// garmin-fit-sdk, fitdecode and fitparse in a virtual environment of their own (`make test` sets it up).
public enum Validators {
    private static let python = Fixture.repository.appending(path: ".build/validators/bin/python")
    private static let script = Fixture.repository.appending(path: "Tests/Validators/fit_check.py")

    /// Whether they can be asked; says so once when they cannot.
    public static let arePresent: Bool = {
        let present = FileManager.default.isExecutableFile(atPath: python.path)
        if !present {
            print("skipped: no .build/validators/bin/python, so no other program reads the FIT files; run `make test`")
        }
        return present
    }()

    /// One of them would not read the file.
    public struct Refused: Error { let reason: String }

    /// What the three read, by reader: messages by name, each a list of fields by name.
    public static func read(_ file: [UInt8]) throws -> [(reader: String, messages: FITMessages)] {
        let url = FileManager.default.temporaryDirectory.appending(path: "wattbeat-\(UUID().uuidString).fit")
        try Data(file).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        let process = Process()
        process.executableURL = python
        process.arguments = [script.path, url.path]
        let output = Pipe()
        let complaints = FileManager.default.temporaryDirectory.appending(path: "wattbeat-\(UUID().uuidString).txt")
        try Data().write(to: complaints)
        defer { try? FileManager.default.removeItem(at: complaints) }
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: complaints)
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Refused(reason: (try? String(contentsOf: complaints, encoding: .utf8)) ?? "no reason")
        }
        let found = try JSONSerialization.jsonObject(with: data) as? [String: [String: Any]] ?? [:]
        return ["sdk", "fitdecode", "fitparse"].map { ($0, FITMessages(found[$0] ?? [:])) }
    }
}

/// What one reader found in a file.
public struct FITMessages {
    private let messages: [String: Any]

    fileprivate init(_ messages: [String: Any]) { self.messages = messages }

    /// Message names as they stand in the file, runs told once.
    public var order: [String] { messages["order"] as? [String] ?? [] }

    /// The messages of one name, in the order of the file.
    public subscript(_ name: String) -> [[String: Any]] { messages[name] as? [[String: Any]] ?? [] }
}

extension [String: Any] {
    /// A field's value.
    public func number(_ name: String) -> Double? { (self[name] as? NSNumber)?.doubleValue }
    /// The values of a field that holds several.
    public func numbers(_ name: String) -> [Double]? { (self[name] as? [Any])?.map { ($0 as? NSNumber)?.doubleValue ?? .nan } }
    /// A single text; one reader gives texts as lists.
    public func text(_ name: String) -> String? { self[name] as? String ?? (self[name] as? [String])?.first }
}
