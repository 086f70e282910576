/// A number that the Bluetooth SIG assigned to a service or a characteristic: 16 bits, and the 128-bit form on the SIG's base,
/// both ways. Vendors' own 128-bit numbers are no `GATTUUID`.
///
/// - SeeAlso: Bluetooth Core Specification 5.4, volume 3, part B, §2.5.1.
public struct GATTUUID: Hashable, Comparable, RawRepresentable, Sendable {
    /// The assigned number.
    public var rawValue: UInt16

    /// - Parameter rawValue: any; those that we use have names in AssignedNumbers.swift.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Reads `2a37`, `0x2A37` or `00002a37-0000-1000-8000-00805f9b34fb`, in either case; `nil` for anything else, a vendor's number
    /// included.
    public init?(_ text: String) {
        var digits = Substring(text.lowercased())
        if digits.utf8.count == 36 {
            guard digits.hasPrefix("0000"), digits.hasSuffix(Self.baseSuffix) else { return nil }
            digits = digits.dropFirst(4).prefix(4)
        } else if digits.hasPrefix("0x") {
            digits = digits.dropFirst(2)
        }
        guard digits.utf8.count == 4, digits.allSatisfy(\.isHexDigit), let number = UInt16(digits, radix: 16) else { return nil }
        rawValue = number
    }

    /// Reads the 2 or 16 bytes that ATT sends, lowest first; `nil` for another length or a vendor's number.
    public init?(littleEndian bytes: Span<UInt8>) {
        var reader = ByteReader(bytes)
        switch bytes.count {
        case 2: break
        case 16:
            guard let low = reader.uint64(), let middle = reader.uint32(), low == Self.baseLow, middle == Self.baseMiddle else {
                return nil
            }
        default: return nil
        }
        guard let number = reader.uint16(), (reader.uint16() ?? 0) == 0 else { return nil }
        rawValue = number
    }

    /// The 128-bit form, in lower case as BlueZ writes it.
    public var uuidString: String { "0000" + shortString + Self.baseSuffix }

    /// Four digits, in lower case.
    public var shortString: String {
        let digits = String(rawValue, radix: 16)
        return String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }

    /// By number.
    public static func < (a: GATTUUID, b: GATTUUID) -> Bool { a.rawValue < b.rawValue }

    private static let baseSuffix = "-0000-1000-8000-00805f9b34fb"
    static let baseLow: UInt64 = 0x8000_0080_5F9B_34FB
    static let baseMiddle: UInt32 = 0x0000_1000
}
