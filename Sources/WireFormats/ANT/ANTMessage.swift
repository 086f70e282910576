/// One message of a stick's serial protocol: `A4 | length | id | payload | checksum`, without its frame.
///
/// Kept inline, so that handing one on costs no allocation.
public struct ANTMessage: Sendable {
    /// The first byte of every frame.
    public static let sync: UInt8 = 0xA4
    /// A length above this is noise, not a length (the longest known payload has 20 bytes, version texts apart).
    public static let maximumPayloadCount = 40
    /// Sync, length, id and checksum.
    public static let frameOverhead = 4

    /// What the message is about.
    public let id: MessageID
    /// 0...40.
    public let payloadCount: Int
    private let storage: InlineArray<40, UInt8>

    /// The bytes between id and checksum.
    public var payload: Span<UInt8> {
        @_lifetime(borrow self)
        get { storage.span.extracting(0..<payloadCount) }
    }

    /// - Parameter payload: bytes beyond `maximumPayloadCount` are left off.
    public init(_ id: MessageID, _ payload: Span<UInt8>) {
        self.id = id
        let count = min(payload.count, Self.maximumPayloadCount)
        var storage = InlineArray<40, UInt8>(repeating: 0)
        for index in 0..<count { storage[index] = payload[index] }
        payloadCount = count
        self.storage = storage
    }

    /// - Parameter payload: bytes beyond `maximumPayloadCount` are left off.
    public init(_ id: MessageID, _ payload: [UInt8] = []) { self.init(id, payload.span) }

    /// Decodes exactly one frame.
    ///
    /// - Throws: `WireError.truncated` when the frame is not whole, `.checksumMismatch`, and `.invalid` for another first byte, a
    ///   length above `maximumPayloadCount`, or bytes behind the frame.
    public init(decoding frame: Span<UInt8>) throws(WireError) {
        var reader = ByteReader(frame)
        guard let first = reader.uint8() else { throw .truncated(field: "sync") }
        guard first == Self.sync else { throw .invalid(field: "sync", value: Int64(first)) }
        guard let length = reader.uint8() else { throw .truncated(field: "length") }
        guard length <= Self.maximumPayloadCount else { throw .invalid(field: "length", value: Int64(length)) }
        guard let id = reader.uint8() else { throw .truncated(field: "message id") }
        guard let payload = reader.take(Int(length)) else { throw .truncated(field: "payload") }
        guard let received = reader.uint8() else { throw .truncated(field: "checksum") }
        guard reader.isAtEnd else { throw .invalid(field: "frame length", value: Int64(frame.count)) }
        let computed = Self.checksum(of: frame.extracting(0..<frame.count - 1))
        guard computed == received else {
            throw .checksumMismatch(computed: UInt32(computed), received: UInt32(received))
        }
        self.init(MessageID(rawValue: id), payload)
    }

    /// Decodes exactly one frame.
    public init(decoding frame: [UInt8]) throws(WireError) { try self.init(decoding: frame.span) }

    /// The whole frame, from sync to checksum.
    public func encoded() -> [UInt8] {
        var writer = ByteWriter()
        writer.uint8(Self.sync)
        writer.uint8(UInt8(payloadCount))
        writer.uint8(id.rawValue)
        writer.append([UInt8](payload))
        writer.uint8(Self.checksum(of: writer.bytes.span))
        return writer.bytes
    }

    /// The exclusive or of every byte, sync included; over a whole good frame it is 0.
    static func checksum(of bytes: Span<UInt8>) -> UInt8 {
        var sum: UInt8 = 0
        for index in bytes.indices { sum ^= bytes[index] }
        return sum
    }
}

extension ANTMessage: Equatable {
    /// Equal ids and equal payloads.
    public static func == (a: ANTMessage, b: ANTMessage) -> Bool {
        guard a.id == b.id, a.payloadCount == b.payloadCount else { return false }
        return (0..<a.payloadCount).allSatisfy { a.storage[$0] == b.storage[$0] }
    }
}
