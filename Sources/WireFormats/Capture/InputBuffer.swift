/// Bytes given in chunks of any size, taken in lines or packets.
struct InputBuffer: Sendable {
    private var bytes: [UInt8] = []
    private var head = 0
    /// Bytes searched in vain for a line's end.
    private var searched = 0
    /// Bytes still to pass over that have not arrived.
    private var toSkip: Int64 = 0
    /// The place in the file of the first byte not yet taken.
    private(set) var position: Int64 = 0
    private(set) var isFinished = false

    var count: Int { bytes.count - head }
    var isEmpty: Bool { count == 0 }
    /// Whether the file ended inside what was to be passed over.
    var isSkipping: Bool { toSkip > 0 }

    mutating func append(_ chunk: Span<UInt8>) {
        var fresh = 0
        if toSkip > 0 {
            fresh = Int(min(toSkip, Int64(chunk.count)))
            toSkip -= Int64(fresh)
            position += Int64(fresh)
        }
        if head == bytes.count {
            bytes.removeAll(keepingCapacity: true)
            head = 0
        } else if head > 0 {
            bytes.removeSubrange(0..<head)
            head = 0
        }
        chunk.extracting(fresh..<chunk.count).withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    }

    mutating func finish() { isFinished = true }

    /// What is there and not yet taken.
    var span: Span<UInt8> {
        @_lifetime(borrow self) borrowing get {
            bytes.span.extracting(head..<bytes.count)
        }
    }

    /// Takes `length` bytes, which may not have arrived yet.
    mutating func take(_ length: Int64) {
        let here = Int(min(length, Int64(count)))
        head += here
        searched = 0
        position += Int64(here)
        toSkip += length - Int64(here)
    }

    /// The length of the first line, its line feed counted; `nil` when no line feed is there yet.
    mutating func lineLength() -> Int? {
        let (from, to) = (head + searched, bytes.count)
        let found = bytes.withUnsafeBytes { bytes in
            var index = from
            // Eight bytes at a time: one of `rest` is 0 where a line feed stands.
            while index &+ 8 <= to {
                let rest = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) ^ 0x0A0A_0A0A_0A0A_0A0A
                guard (rest &- 0x0101_0101_0101_0101) & ~rest & 0x8080_8080_8080_8080 == 0 else { break }
                index &+= 8
            }
            while index < to, bytes[index] != 0x0A { index &+= 1 }
            return index
        }
        guard found < to else {
            searched = count
            return nil
        }
        return found - head + 1
    }
}
