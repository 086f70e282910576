/// A JSON document whose text is the same on every machine: keys keep their order, numbers state their decimals.
///
/// - SeeAlso: RFC 8259.
public enum JSONValue: Equatable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    /// A number written with at most `decimals` places (0...9), rounded half away from zero, trailing zeros cut.
    /// What is not finite is written as `null`: JSON has no word for it.
    case number(Double, decimals: Int)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)
}

/// Members of a JSON object in the order in which they were set.
public struct JSONObject: Equatable, Sendable, ExpressibleByDictionaryLiteral {
    /// One name and its value.
    public struct Member: Equatable, Sendable {
        /// The member's key.
        public let name: String
        /// What stands behind the colon.
        public let value: JSONValue
    }

    /// In writing order, names once each unless `append` was told otherwise.
    public private(set) var members: [Member] = []

    /// An object without members.
    public init() {}

    /// Members in the order of the literal; a name that comes twice keeps its place and takes the later value.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        for (name, value) in elements { self[name] = value }
    }

    /// The value under `name`; setting a new name appends it, setting `nil` removes the member.
    public subscript(name: String) -> JSONValue? {
        get { members.first { $0.name == name }?.value }
        set {
            let index = members.firstIndex { $0.name == name }
            switch (index, newValue) {
            case (let index?, let value?): members[index] = Member(name: name, value: value)
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append(Member(name: name, value: value))
            case (nil, nil): break
            }
        }
    }

    /// Appends a member whose name is known to be new: for long objects built in one go.
    public mutating func append(_ name: String, _ value: JSONValue) {
        members.append(Member(name: name, value: value))
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    /// `"text"`.
    public init(stringLiteral value: String) { self = .string(value) }
    /// `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// A whole number.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// Values in the order of the literal.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// `null`.
    public init(nilLiteral: ()) { self = .null }

    /// Members in the order of the literal; the names must differ.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        var object = JSONObject()
        for (name, value) in elements { object.append(name, value) }
        self = .object(object)
    }

    /// An integer of any width; `nil` becomes `null`. What 64 signed bits cannot hold is written as a number, as readers take it anyway.
    public static func integer(_ value: (some BinaryInteger)?) -> JSONValue {
        guard let value else { return .null }
        return Int64(exactly: value).map { .integer($0) } ?? .number(Double(value), decimals: 0)
    }

    /// A number with stated decimals; `nil` becomes `null`.
    public static func number(_ value: Double?, decimals: Int) -> JSONValue {
        value.map { .number($0, decimals: decimals) } ?? .null
    }

    /// A string; `nil` becomes `null`.
    public static func string(_ value: String?) -> JSONValue {
        value.map { .string($0) } ?? .null
    }
}
