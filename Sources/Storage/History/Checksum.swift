/// CRC-32 as zlib, gzip and PNG have it: whoever reads a store elsewhere can check its chunks with what is there everywhere.
///
/// - SeeAlso: ISO 3309; RFC 1952, §8.
enum Checksum {
    /// For four bytes at a time: what each of the 256 bytes does at each of the four places.
    private static let tables: [[UInt32]] = {
        let first = (0..<256 as Range<UInt32>).map { byte in
            (0..<8).reduce(byte) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
        }
        var tables = [first]
        for _ in 1..<4 { tables.append(tables[tables.count - 1].map { $0 >> 8 ^ first[Int($0 & 0xFF)] }) }
        return tables
    }()

    static func crc32(_ bytes: [UInt8]) -> Int64 {
        let tables = tables
        var value = UInt32.max
        bytes.withUnsafeBytes { bytes in
            let whole = bytes.count & ~3
            for index in stride(from: 0, to: whole, by: 4) {
                value ^= UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self))
                value =
                    tables[3][Int(value & 0xFF)] ^ tables[2][Int(value >> 8 & 0xFF)] ^ tables[1][Int(value >> 16 & 0xFF)]
                    ^ tables[0][Int(value >> 24)]
            }
            for byte in bytes[whole...] { value = value >> 8 ^ tables[0][Int((value ^ UInt32(byte)) & 0xFF)] }
        }
        return Int64(~value)
    }
}
