/// The value of a characteristic's declaration (0x2803): what the characteristic can do, and on which handle its value is.
///
/// - SeeAlso: Bluetooth Core 5.4, Vol 3, Part G, §3.3.1.
public struct CharacteristicDeclaration: Equatable, Sendable {
    /// What may be done with the value.
    public var properties: Properties
    /// The handle on which the value is read and notified.
    public var valueHandle: UInt16
    /// Which characteristic it is.
    public var type: AttributeType

    /// What may be done with a characteristic's value; the bits of the declaration's first byte.
    public struct Properties: OptionSet, Sendable {
        /// The byte.
        public var rawValue: UInt8
        /// The bits of a declaration's byte, those that are not named here too.
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// The host may read it.
        public static let read = Properties(rawValue: 0x02)
        /// The host may write it unanswered (Write Command).
        public static let writeWithoutResponse = Properties(rawValue: 0x04)
        /// The host may write it and is answered.
        public static let write = Properties(rawValue: 0x08)
        /// The peripheral sends it of its own accord.
        public static let notify = Properties(rawValue: 0x10)
        /// The same, and the host confirms.
        public static let indicate = Properties(rawValue: 0x20)
    }

    /// A declaration to encode.
    public init(properties: Properties, valueHandle: UInt16, type: AttributeType) {
        self.properties = properties
        self.valueHandle = valueHandle
        self.type = type
    }

    /// Decodes the value of an attribute of type 0x2803: properties, value handle, a UUID of 2 or 16 bytes.
    ///
    /// - Throws: `WireError.truncated`; `.invalid` for a UUID of another length.
    public init(decoding value: [UInt8]) throws(WireError) {
        var reader = ByteReader(value.span)
        guard let properties = reader.uint8() else { throw .truncated(field: "properties") }
        guard let handle = reader.uint16() else { throw .truncated(field: "value handle") }
        let rest = reader.rest()
        guard let type = AttributeType(decoding: rest) else {
            throw .invalid(field: "length of the characteristic's UUID", value: Int64(rest.count))
        }
        self.init(properties: Properties(rawValue: properties), valueHandle: handle, type: type)
    }

    /// The attribute's value.
    public func encoded() -> [UInt8] {
        var bytes = ByteWriter()
        bytes.uint8(properties.rawValue)
        bytes.uint16(valueHandle)
        type.append(to: &bytes)
        return bytes.bytes
    }
}
