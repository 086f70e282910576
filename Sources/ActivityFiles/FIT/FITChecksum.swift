/// The checksum of a FIT header and of a FIT file: CRC-16/ARC.
///
/// Over bytes followed by their own checksum it is 0.
/// - SeeAlso: FIT Protocol, "CRC".
struct FITChecksum {
    private(set) var value: UInt16 = 0

    /// What each byte comes to.
    private static let table: [UInt16] = (0..<256).map { byte in
        (0..<8).reduce(UInt16(byte)) { value, _ in value >> 1 ^ (value & 1 == 1 ? 0xA001 : 0) }
    }

    mutating func update(_ bytes: some Sequence<UInt8>) {
        let table = Self.table
        var value = value
        for byte in bytes { value = value >> 8 ^ table[Int(UInt8(truncatingIfNeeded: value) ^ byte)] }
        self.value = value
    }

    /// The checksum of `bytes` alone.
    static func of(_ bytes: some Sequence<UInt8>) -> UInt16 {
        var checksum = FITChecksum()
        checksum.update(bytes)
        return checksum.value
    }
}
