/// Why bytes could not be read.
public enum WireError: Error, Hashable, Sendable {
    /// The bytes ended inside `field`.
    case truncated(field: FieldName)
    /// `field` holds a value that the format does not allow.
    case invalid(field: FieldName, value: Int64)
    case checksumMismatch(computed: UInt32, received: UInt32)
}

/// A field as its specification names it; a literal, so that an error costs no allocation.
public struct FieldName: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    private let literal: StaticString

    public init(stringLiteral value: StaticString) { literal = value }

    public var description: String { literal.withUTF8Buffer { String(decoding: $0, as: UTF8.self) } }

    public static func == (a: FieldName, b: FieldName) -> Bool { a.description == b.description }
    public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}
