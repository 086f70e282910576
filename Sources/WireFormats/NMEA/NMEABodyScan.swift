/// The inner loop of framing, eight bytes at a time.
enum NMEABodyScan {
    /// The index of the first byte from `first` on that ends a sentence's body (`*`, a new start, a byte that is not printable
    /// ASCII), or `bytes.count`. XORs the bytes before it into `checksum`.
    ///
    /// All of those lie below 0x2B or above 0x7E, and hardly any other byte of a sentence does (digits, capitals, comma, dot,
    /// minus all lie between), so one test settles eight bytes. XOR does not care for the order of bytes in a word, hence nothing
    /// here depends on the processor's.
    static func end(in bytes: Span<UInt8>, from first: Int, checksum: inout UInt8) -> Int {
        var sum = checksum
        defer { checksum = sum }
        var index = first
        let count = bytes.count
        while true {
            var words: UInt64 = 0
            // The one place where NMEA is read unsafely: `index + 8 <= count` holds for each load, alignment is not asked for.
            bytes.withUnsafeBytes { raw in
                while index &+ 8 <= count {
                    let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                    let belowPlus = (word &- 0x2B2B_2B2B_2B2B_2B2B) & ~word
                    let aboveTilde = (word &+ 0x0101_0101_0101_0101) | word
                    guard (belowPlus | aboveTilde) & 0x8080_8080_8080_8080 == 0 else { break }
                    words ^= word
                    index &+= 8
                }
            }
            words ^= words >> 32
            words ^= words >> 16
            words ^= words >> 8
            sum ^= UInt8(truncatingIfNeeded: words)
            // At most eight bytes one by one: among them the one that stopped the words, if any.
            let limit = min(index &+ 8, count)
            while index < limit {
                let byte = bytes[index]
                if endsBody(byte) { return index }
                sum ^= byte
                index &+= 1
            }
            if index == count { return count }
        }
    }

    private static func endsBody(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "*") || byte == UInt8(ascii: "$") || byte == UInt8(ascii: "!") || byte < 0x20 || byte > 0x7E
    }
}
