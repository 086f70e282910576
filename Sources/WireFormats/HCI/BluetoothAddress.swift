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
