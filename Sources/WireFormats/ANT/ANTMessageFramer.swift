/// Finds messages in what a stick sends: USB chunks in, whole messages out, whatever the chunks cut apart.
///
/// A byte that cannot begin a frame is passed over alone, and so is the first byte of a frame whose checksum is wrong, since a
/// real frame may begin inside a bad one.
public struct ANTMessageFramer: Sendable {
    /// Bytes that belonged to no frame.
    public private(set) var skippedBytes = 0
    /// Frames whose checksum was wrong.
    public private(set) var checksumErrors = 0

    private var buffer: [UInt8] = []
    private var cursor = 0

    /// What may wait unread when a chunk comes; older bytes are dropped and counted as skipped.
    static let maximumPending = 1 << 16

    /// Nothing taken yet.
    public init() {}

    /// Bytes of a message that is not whole yet, or that nobody asked for yet.
    public var pendingBytes: Int { buffer.count - cursor }

    /// Takes a chunk as the USB call returned it. Ask for messages until there is none before the next.
    public mutating func append(_ chunk: Span<UInt8>) {
        let surplus = pendingBytes - Self.maximumPending
        if surplus > 0 { skip(surplus) }
        buffer.removeFirst(cursor)
        cursor = 0
        chunk.withUnsafeBufferPointer { buffer.append(contentsOf: $0) }
    }

    /// Takes a chunk as the USB call returned it. Ask for messages until there is none before the next.
    public mutating func append(_ chunk: [UInt8]) { append(chunk.span) }

    /// The next whole message; `nil` when more bytes must come first.
    public mutating func nextMessage() -> ANTMessage? {
        while cursor < buffer.count {
            guard buffer[cursor] == ANTMessage.sync else { skip(1); continue }
            guard pendingBytes >= 2 else { return nil }
            let length = Int(buffer[cursor + 1])
            guard length <= ANTMessage.maximumPayloadCount else { skip(1); continue }
            let end = cursor + ANTMessage.frameOverhead + length
            guard end <= buffer.count else { return nil }
            guard let message = message(in: cursor..<end) else {
                checksumErrors += 1
                skip(1)
                continue
            }
            cursor = end
            return message
        }
        return nil
    }

    /// `nil` when the checksum is wrong.
    private func message(in range: Range<Int>) -> ANTMessage? {
        let frame = buffer.span.extracting(range)
        guard ANTMessage.checksum(of: frame) == 0 else { return nil }
        return ANTMessage(MessageID(rawValue: frame[2]), frame.extracting(3..<frame.count - 1))
    }

    /// Forgets a message under way, as when the stick is opened anew; its bytes count as skipped.
    public mutating func reset() {
        skip(pendingBytes)
        buffer.removeAll(keepingCapacity: true)
        cursor = 0
    }

    private mutating func skip(_ count: Int) {
        cursor += count
        skippedBytes += count
    }
}
