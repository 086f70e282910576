/// A value as D-Bus carries it, without its type's width: what a caller of BlueZ needs to read and to say.
///
/// A value that was read holds no `.variant`: what a variant holds stands in its place.
public indirect enum DBusValue: Equatable, Sendable {
    case boolean(Bool)
    /// Of any integer type; one above `Int64.max` is held as that.
    case integer(Int64)
    case double(Double)
    case string(String)
    case path(String)
    /// An array of bytes.
    case bytes([UInt8])
    case array([DBusValue])
    case structure([DBusValue])
    /// When said to others: `a{sv}`.
    case dictionary([Entry])
    /// Only said to others, never read.
    case variant(DBusValue)
    /// Of a type that nobody here reads: a descriptor, a signature.
    case other

    /// One pair of a dictionary, in the order in which it came.
    public struct Entry: Equatable, Sendable {
        /// A name or an object's path; other keys are left out when read.
        public var key: String
        public var value: DBusValue
        public init(_ key: String, _ value: DBusValue) {
            self.key = key
            self.value = value
        }
    }
}

extension DBusValue {
    var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }
    var integer: Int? { if case .integer(let value) = self { Int(clamping: value) } else { nil } }
    var bytes: [UInt8]? {
        switch self {
        case .bytes(let bytes): bytes
        case .array(let elements) where elements.isEmpty: []
        default: nil
        }
    }
    /// A string's or a path's text.
    var text: String? {
        switch self {
        case .string(let text), .path(let text): text
        default: nil
        }
    }
    /// An array's elements; none of anything else.
    var elements: [DBusValue] { if case .array(let elements) = self { elements } else { [] } }
    /// A dictionary's pairs; none of anything else.
    var entries: [Entry] { if case .dictionary(let entries) = self { entries } else { [] } }
}

/// Why a call failed: an error's name (`org.bluez.Error.InProgress`) and its words.
public struct DBusFault: Error, Equatable, Sendable {
    public var name: String
    public var message: String
    public init(name: String, message: String) {
        self.name = name
        self.message = message
    }

    /// Whether a switch of the machine, in hardware or by rfkill, keeps the radio off.
    public var isRadioBlocked: Bool { name == "org.bluez.Error.Blocked" }

    /// Whether BlueZ is still busy with an earlier request of the same kind.
    var isInProgress: Bool {
        if name == "org.bluez.Error.InProgress" { return true }
        let words = message.lowercased()
        return name == "org.bluez.Error.Failed" && (words.contains("in progress") || words.contains("connection-busy"))
    }
}
