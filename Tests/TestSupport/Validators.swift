import Foundation

/// garmin-fit-sdk, fitdecode and fitparse in a virtual environment of their own (`make test` sets it up).
public enum Validators {
    /// Whether they can be asked; says so once when they cannot.
    public static var arePresent: Bool { Peer.isPresent }

    /// What the three read, by reader: messages by name, each a list of fields by name.
    ///
    /// - Throws: `Peer.Failed`, when one of them would not read the file.
    public static func read(_ file: [UInt8]) throws -> [(reader: String, messages: FITMessages)] {
        let answer = try Peer("fit_check.py").answer(about: file)
        let found = try JSONSerialization.jsonObject(with: answer) as? [String: [String: Any]] ?? [:]
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
