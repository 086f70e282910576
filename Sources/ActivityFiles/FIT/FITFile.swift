/// The container of a FIT file: header, definition and data messages, checksums.
///
/// - SeeAlso: FIT Protocol 2.3, "FIT File Structure".
struct FITFile {
    /// Protocol 2.0, which developer fields need.
    private static let protocolVersion: UInt8 = 0x20
    /// The profile that the messages follow: major × 1000 + minor.
    private static let profileVersion: UInt16 = 21218

    /// What follows the header, as far as it is full.
    private let take: ([UInt8]) -> Void
    /// The messages that wait to be taken, no longer than its first room.
    private var part: [UInt8] = []
    private var messageByteCount = 0
    /// Of the messages that were taken.
    private var checksum = FITChecksum()
    /// What each local type means at this place of the file.
    private var definitions: [Definition?] = Array(repeating: nil, count: 16)

    private struct Definition: Equatable {
        var kind: FITMessage.Kind
        var fields: [FITField]
        var developerFields: [FITDeveloperField]
    }

    /// - Parameter take: gets the file part by part, room for the header first.
    init(_ take: @escaping ([UInt8]) -> Void) {
        self.take = take
        part.reserveCapacity(Self.partLength)
        take([UInt8](repeating: 0, count: Self.headerLength))
    }

    /// Appends a data message, and its definition first unless the one in force is the same.
    mutating func append(_ message: FITMessage) {
        let local = message.kind.localType
        if !isDefined(message) { define(message) }
        append(count: 1 + message.payload.count + message.developerPayload.count) { part in
            part.append(local)
            part.append(contentsOf: message.payload)
            part.append(contentsOf: message.developerPayload)
        }
    }

    private static let partLength = 1 << 16
    private static let headerLength = 14

    /// - Parameter count: as many bytes as `write` appends.
    private mutating func append(count: Int, _ write: (inout [UInt8]) -> Void) {
        if part.count + count > Self.partLength { flush() }
        write(&part)
        messageByteCount += count
    }

    private mutating func flush() {
        checksum.update(part)
        take(part)
        part.removeAll(keepingCapacity: true)
    }

    /// Gives the end of the file.
    ///
    /// - Returns: the header, whose room is the file's first bytes: it holds the length.
    mutating func finish() -> [UInt8] {
        flush()
        // A header ends with its own checksum, behind which the file's stands at 0.
        var end: [UInt8] = []
        end.appendLittleEndian(checksum.value)
        take(end)
        return header()
    }

    private func header() -> [UInt8] {
        var bytes: [UInt8] = [UInt8(Self.headerLength), Self.protocolVersion]
        bytes.appendLittleEndian(Self.profileVersion)
        bytes.appendLittleEndian(UInt32(clamping: messageByteCount))
        bytes.append(contentsOf: ".FIT".utf8)
        bytes.appendLittleEndian(FITChecksum.of(bytes))
        return bytes
    }

    private func isDefined(_ message: FITMessage) -> Bool {
        guard let definition = definitions[Int(message.kind.localType)] else { return false }
        return definition.kind == message.kind && definition.fields == message.fields
            && definition.developerFields == message.developerFields
    }

    private mutating func define(_ message: FITMessage) {
        let local = message.kind.localType
        definitions[Int(local)] = Definition(
            kind: message.kind, fields: message.fields, developerFields: message.developerFields)
        let hasDeveloperFields = !message.developerFields.isEmpty
        let count = 6 + 3 * message.fields.count + (hasDeveloperFields ? 1 + 3 * message.developerFields.count : 0)
        append(count: count) { part in
            part.append(0x40 | (hasDeveloperFields ? 0x20 : 0) | local)
            part.append(contentsOf: [0, 0])  // reserved; little-endian
            part.appendLittleEndian(message.kind.rawValue)
            part.append(UInt8(clamping: message.fields.count))
            for field in message.fields { part.append(contentsOf: [field.number, field.size, field.type.rawValue]) }
            guard hasDeveloperFields else { return }
            part.append(UInt8(clamping: message.developerFields.count))
            for field in message.developerFields { part.append(contentsOf: [field.number, field.size, field.index]) }
        }
    }
}

extension [UInt8] {
    fileprivate mutating func appendLittleEndian(_ value: some FixedWidthInteger & UnsignedInteger) {
        for shift in stride(from: 0, to: value.bitWidth, by: 8) { append(UInt8(truncatingIfNeeded: value >> shift)) }
    }
}
