/// The 48 bits by which a Bluetooth device is known, written as `D8:3A:5B:01:02:03`.
public struct BluetoothAddress: Hashable, Sendable, CustomStringConvertible {
    /// The 48 bits as a number.
    public var rawValue: UInt64
    /// The lowest 48 bits of a number.
    public init(_ rawValue: UInt64) { self.rawValue = rawValue & 0xFFFF_FFFF_FFFF }

    /// Reads six bytes, least significant first, as the HCI has them.
    @_lifetime(reader: copy reader)
    init?(_ reader: inout ByteReader) {
        guard let low = reader.uint32(), let high = reader.uint16() else { return nil }
        rawValue = UInt64(high) << 32 | UInt64(low)
    }

    /// Reads `D8:3A:5B:01:02:03`, in either case; `nil` for anything else.
    public init?(_ text: String) {
        let pairs = text.split(separator: ":", omittingEmptySubsequences: false)
        guard pairs.count == 6 else { return nil }
        var number: UInt64 = 0
        for pair in pairs {
            guard pair.utf8.count == 2, pair.allSatisfy(\.isHexDigit), let byte = UInt8(pair, radix: 16) else { return nil }
            number = number << 8 | UInt64(byte)
        }
        rawValue = number
    }

    /// The six bytes as the HCI and the kernel have them, least significant first.
    public var littleEndianBytes: [UInt8] { (0..<6).map { UInt8(truncatingIfNeeded: rawValue >> (8 * $0)) } }

    /// Six pairs of hex digits, the most significant first, as BlueZ writes them.
    public var description: String {
        var text: [UInt8] = []
        for shift in stride(from: UInt64(40), through: 0, by: -8) {
            text.appendHex(UInt8(truncatingIfNeeded: rawValue >> shift))
            if shift > 0 { text.append(0x3A) }
        }
        return String(decoding: text, as: UTF8.self).uppercased()
    }
}
