/// Whole numbers of any width, one behind the other without gaps, in 64-bit words.
struct BitWriter {
    private(set) var words: [UInt64] = []
    /// Of the last word.
    private var free = 0

    /// Appends the lowest `bits` (0...64) of a number, the others being 0.
    mutating func append(_ value: UInt64, bits: Int) {
        guard bits > 0 else { return }
        if free < bits {
            // What the last word has no room for begins the next one.
            if free > 0 { words[words.count - 1] |= value << UInt64(64 - free) }
            words.append(free > 0 ? value >> UInt64(free) : value)
            free += 64 - bits
        } else {
            words[words.count - 1] |= value << UInt64(64 - free)
            free -= bits
        }
    }
}

/// Reads what a `BitWriter` wrote, by the same widths.
struct BitReader {
    private let words: [UInt64]
    private var position = 0
    /// Whether more was asked for than there is, or something that no writer writes: what was read then is worth nothing.
    private(set) var hasFailed = false

    init(_ words: [UInt64]) { self.words = words }

    /// Whether all was read, and nothing but that.
    var isAtEnd: Bool { !hasFailed && (position + 63) >> 6 == words.count }

    /// From here on nothing but zeros is read.
    mutating func fail() { hasFailed = true }

    /// Whether there are so many numbers more; fails otherwise.
    private mutating func holds(_ count: Int, bits: Int) -> Bool {
        guard !hasFailed, bits <= 64, count <= (words.count * 64 - position) / bits else {
            fail()
            return false
        }
        return true
    }

    /// The next number of so many bits (0...64).
    mutating func next(bits: Int) -> UInt64 {
        guard bits > 0, holds(1, bits: bits) else { return 0 }
        let (word, used) = (position >> 6, position & 63)
        position += bits
        var value = words[word] >> UInt64(used)
        if used + bits > 64 { value |= words[word + 1] << UInt64(64 - used) }
        return bits == 64 ? value : value & (1 << UInt64(bits) - 1)
    }

    /// The next numbers, all of so many bits (0...64).
    ///
    /// - Parameter take: is given each with its index.
    @inline(__always)
    mutating func unpack(_ count: Int, bits: Int, _ take: (Int, UInt64) -> Void) {
        guard bits > 0, holds(max(0, count), bits: bits) else {
            for index in 0..<max(0, count) { take(index, 0) }
            return
        }
        let mask = UInt64.max >> UInt64(64 - bits)
        var position = position
        words.withUnsafeBufferPointer { words in
            for index in 0..<max(0, count) {
                let (word, used) = (position >> 6, position & 63)
                var value = words[word] &>> UInt64(used)
                if used &+ bits > 64 { value |= words[word &+ 1] &<< UInt64(64 &- used) }
                position &+= bits
                take(index, value & mask)
            }
        }
        self.position = position
    }
}
