/// The checksum of a FIT header and of a FIT file: CRC-16/ARC, taken a nibble at a time.
///
/// Over bytes followed by their own checksum it is 0.
/// - SeeAlso: FIT Protocol, "CRC".
struct FITChecksum {
    private(set) var value: UInt16 = 0

    private static let table: [16 of UInt16] = [
        0x0000, 0xCC01, 0xD801, 0x1400, 0xF001, 0x3C00, 0x2800, 0xE401, 0xA001, 0x6C00, 0x7800, 0xB401, 0x5000, 0x9C01, 0x8801,
        0x4400,
    ]

    mutating func update(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            value = value >> 4 ^ Self.table[Int(value & 15)] ^ Self.table[Int(byte & 15)]
            value = value >> 4 ^ Self.table[Int(value & 15)] ^ Self.table[Int(byte >> 4)]
        }
    }

    /// The checksum of `bytes` alone.
    static func of(_ bytes: some Sequence<UInt8>) -> UInt16 {
        var checksum = FITChecksum()
        checksum.update(bytes)
        return checksum.value
    }
}
