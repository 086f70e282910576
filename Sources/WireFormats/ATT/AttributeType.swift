/// What an attribute is: a 16-bit number that the Bluetooth SIG assigned, or 128 bits of a maker's own.
///
/// - SeeAlso: Bluetooth Core 5.4, Vol 3, Part B, §2.5.1.
public enum AttributeType: Hashable, Sendable {
    case assigned(UInt16)
    case custom(high: UInt64, low: UInt64)

    /// Declares a service of its own.
    public static let primaryService = AttributeType.assigned(0x2800)
    /// Declares a service that others include.
    public static let secondaryService = AttributeType.assigned(0x2801)
    /// Declares a characteristic.
    public static let characteristic = AttributeType.assigned(0x2803)
    /// Where a host switches notifications and indications on.
    public static let clientCharacteristicConfiguration = AttributeType.assigned(0x2902)

    /// - Parameter bytes: 2 or 16, least significant first; 16 that spell an assigned number become that number.
    /// - Returns: `nil` for any other length.
    public init?(decoding bytes: Span<UInt8>) {
        if let number = GATTUUID(littleEndian: bytes) {
            self = .assigned(number.rawValue)
            return
        }
        var reader = ByteReader(bytes)
        guard bytes.count == 16, let low = reader.uint64(), let high = reader.uint64() else { return nil }
        self = .custom(high: high, low: low)
    }

    var isAssigned: Bool {
        if case .assigned = self { true } else { false }
    }

    /// 2 bytes for an assigned number, 16 for any other.
    func append(to bytes: inout ByteWriter) {
        if case .assigned(let number) = self { bytes.uint16(number) } else { append128Bits(to: &bytes) }
    }

    /// 16 bytes, an assigned number on the SIG's base.
    func append128Bits(to bytes: inout ByteWriter) {
        let (high, low) =
            switch self {
            case .assigned(let number): (UInt64(number) << 32 | UInt64(GATTUUID.baseMiddle), GATTUUID.baseLow)
            case .custom(let high, let low): (high, low)
            }
        bytes.uint32(UInt32(truncatingIfNeeded: low))
        bytes.uint32(UInt32(truncatingIfNeeded: low >> 32))
        bytes.uint32(UInt32(truncatingIfNeeded: high))
        bytes.uint32(UInt32(truncatingIfNeeded: high >> 32))
    }
}
