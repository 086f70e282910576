/// The container of a FIT file: header, definition and data messages, checksums.
///
/// - SeeAlso: FIT Protocol 2.3, "FIT File Structure".
struct FITFile {
    /// Protocol 2.0, which developer fields need.
    private static let protocolVersion: UInt8 = 0x20
    /// The profile that the messages follow: major × 1000 + minor.
    private static let profileVersion: UInt16 = 21218

    /// Definition and data messages so far.
    private(set) var messages: [UInt8] = []
    /// What each local type means at this place of the file.
    private var definitions: [Definition?] = Array(repeating: nil, count: 16)

    private struct Definition: Equatable {
        var kind: FITMessage.Kind
        var fields: [FITField]
        var developerFields: [FITDeveloperField]
    }

    /// Appends a data message, and its definition first unless the one in force is the same.
    mutating func append(_ message: FITMessage) {
        let local = message.kind.localType
        if !isDefined(message) { define(message) }
        messages.append(local)
        messages.append(contentsOf: message.payload)
        messages.append(contentsOf: message.developerPayload)
    }

    /// The whole file.
    func encoded() -> [UInt8] {
        var bytes = header()
        bytes.reserveCapacity(bytes.count + messages.count + 2)
        bytes.append(contentsOf: messages)
        bytes.appendLittleEndian(FITChecksum.of(bytes))
        return bytes
    }

    private func header() -> [UInt8] {
        var bytes: [UInt8] = [14, Self.protocolVersion]
        bytes.appendLittleEndian(Self.profileVersion)
        bytes.appendLittleEndian(UInt32(clamping: messages.count))
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
        messages.append(0x40 | (hasDeveloperFields ? 0x20 : 0) | local)
        messages.append(contentsOf: [0, 0])  // reserved; little-endian
        messages.appendLittleEndian(message.kind.rawValue)
        messages.append(UInt8(clamping: message.fields.count))
        for field in message.fields { messages.append(contentsOf: [field.number, field.size, field.type.rawValue]) }
        guard hasDeveloperFields else { return }
        messages.append(UInt8(clamping: message.developerFields.count))
        for field in message.developerFields { messages.append(contentsOf: [field.number, field.size, field.index]) }
    }
}

extension [UInt8] {
    fileprivate mutating func appendLittleEndian(_ value: some FixedWidthInteger & UnsignedInteger) {
        for shift in stride(from: 0, to: value.bitWidth, by: 8) { append(UInt8(truncatingIfNeeded: value >> shift)) }
    }
}
