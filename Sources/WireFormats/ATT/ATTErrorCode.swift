/// Why a peripheral refuses a request of the Attribute Protocol.
///
/// - SeeAlso: Bluetooth Core 5.4, Vol 3, Part F, §3.4.1.1; Core Specification Supplement, Part B, for 0xFC…0xFF; Cycling Power
///   Service 1.1 for 0x80.
public struct ATTErrorCode: Hashable, RawRepresentable, Sendable {
    /// The byte.
    public var rawValue: UInt8

    /// - Parameter rawValue: any; those that tell a client what to do next have names.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let insufficientAuthentication = Self(rawValue: 0x05)
    public static let requestNotSupported = Self(rawValue: 0x06)
    /// The end of every discovery.
    public static let attributeNotFound = Self(rawValue: 0x0A)
    public static let insufficientEncryptionKeySize = Self(rawValue: 0x0C)
    public static let insufficientEncryption = Self(rawValue: 0x0F)

    /// Whether the peripheral wants to be paired with first.
    public var asksForPairing: Bool {
        switch self {
        case .insufficientAuthentication, .insufficientEncryptionKeySize, .insufficientEncryption: true
        default: false
        }
    }

    /// What a person is told, without a full stop.
    public var words: String {
        switch rawValue {
        case 0x02: "it may not be read"
        case 0x03: "it may not be written"
        case 0x05, 0x0C, 0x0F: "pairing is needed"
        case 0x06: "it does not support the request"
        case 0x08: "it does not permit this"
        case 0x0A: "it has no such attribute"
        case 0x11: "it has no resources left"
        case 0x80: "it refuses in this state of the connection (error 0x80)"
        case 0xFC: "it rejected the write"
        case 0xFD: "its indications are not turned on"
        case 0xFE: "it is busy with an earlier request: try again in half a minute"
        case 0xFF: "the value is out of its range"
        default: "it answers with error 0x\(Self.hex(rawValue))"
        }
    }

    private static func hex(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return digits.utf8.count == 1 ? "0" + digits : digits
    }
}
