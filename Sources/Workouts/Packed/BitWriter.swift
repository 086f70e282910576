/// Whole numbers of any width, one behind the other without gaps, in 64-bit words.
struct BitWriter {
    private var full: [UInt64] = []
    /// The word that is being filled, from the lowest bit on; how many bits of it are.
    private var open: UInt64 = 0
    private var used = 0

    /// Appends the lowest `bits` (0...64) of a number, the others being 0.
    mutating func append(_ value: UInt64, bits: Int) {
        open |= value << UInt64(used)
        used += bits
        guard used >= 64 else { return }
        full.append(open)
        used -= 64
        // What the word had no room for begins the next one.
        open = value >> UInt64(bits - used)
    }

    /// All of it, in an array without the room that a growing one keeps.
    var words: [UInt64] {
        let count = full.count + (used > 0 ? 1 : 0)
        return [UInt64](unsafeUninitializedCapacity: count) { room, filled in
            for index in full.indices { room[index] = full[index] }
            if used > 0 { room[full.count] = open }
            filled = count
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
