import TestSupport
import Testing

@testable import Storage

struct ChecksumTests {
    /// The check value of the CRC catalogue (CRC-32/ISO-HDLC), and zlib's own of the others.
    @Test(
        arguments: [
            ("123456789", 0xCBF4_3926), ("", 0), ("a", 0xE8B7_BE43), ("abc", 0x3524_41C2),
            ("The quick brown fox jumps over the lazy dog", 0x414F_A339),
        ] as [(String, Int64)])
    func knownValues(text: String, crc: Int64) {
        #expect(Checksum.crc32(Array(text.utf8)) == crc)
    }

    /// Four bytes at a time or one: by the definition, bit by bit.
    @Test func anyLength() {
        var random = SeededGenerator(seed: 3)
        for length in 0..<70 {
            let bytes = random.bytes(length)
            var value = UInt32.max
            for byte in bytes {
                value ^= UInt32(byte)
                for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
            }
            #expect(Checksum.crc32(bytes) == Int64(~value))
        }
    }
}
