/// A JSON value as read, with its place in the text.
public struct PlacedJSON: Equatable, Sendable {
    /// Where it begins.
    public let place: JSONPlace
    public let content: Content

    public enum Content: Equatable, Sendable {
        case null
        case bool(Bool)
        /// As it was written, and the nearest `Double`, which is finite.
        case number(text: String, value: Double)
        case string(String)
        case array([PlacedJSON])
        /// In the order of the text, names once each.
        case object([Member])
    }

    /// One name of an object and its value.
    public struct Member: Equatable, Sendable {
        public let name: String
        /// Of the name's opening quote.
        public let place: JSONPlace
        public let value: PlacedJSON
    }
}

/// A place in a text, as editors count it.
public struct JSONPlace: Equatable, Hashable, Comparable, Sendable {
    /// From 1.
    public let line: Int
    /// From 1, in Unicode scalars.
    public let column: Int

    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    public static func < (a: Self, b: Self) -> Bool { (a.line, a.column) < (b.line, b.column) }
}

extension PlacedJSON {
    /// The value under `name`; `nil` also where this is no object.
    public subscript(name: String) -> PlacedJSON? { members?.first { $0.name == name }?.value }

    public var members: [Member]? { if case .object(let members) = content { members } else { nil } }
    public var elements: [PlacedJSON]? { if case .array(let elements) = content { elements } else { nil } }
    public var string: String? { if case .string(let text) = content { text } else { nil } }
    public var bool: Bool? { if case .bool(let isOn) = content { isOn } else { nil } }
    // Not inlined elsewhere: Swift 6.3's optimiser ends with a signal where part of the payload is trivial and part is not.
    @inline(never)
    public var double: Double? { if case .number(_, let value) = content { value } else { nil } }
    public var isNull: Bool { content == .null }

    /// A whole number of 64 signed bits, however it is written: `7`, `7.0`, `7e0`.
    public var integer: Int64? {
        guard case .number(let text, let value) = content else { return nil }
        // The text first: a Double does not hold every whole number above 2^53.
        return Int64(text) ?? (value.magnitude < 0x1p53 ? Int64(exactly: value) : nil)
    }

    /// What the value is, to end "… is expected, not …".
    public var kindInWords: String {
        switch content {
        case .null: "null"
        case .bool(let isOn): isOn ? "true" : "false"
        case .number(let text, _): text
        case .string(let text): "\"\(text)\""
        case .array: "a list"
        case .object: "an object"
        }
    }
}

extension PlacedJSON {
    /// The value without its places, to be written again: numbers keep nine decimals.
    public var value: JSONValue {
        switch content {
        case .null: return .null
        case .bool(let isOn): return .bool(isOn)
        case .number(_, let value): return integer.map { .integer($0) } ?? .number(value, decimals: 9)
        case .string(let text): return .string(text)
        case .array(let elements): return .array(elements.map(\.value))
        case .object(let members):
            var object = JSONObject()
            for member in members { object.append(member.name, member.value.value) }
            return .object(object)
        }
    }
}
