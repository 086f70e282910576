extension ATTPDU {
    /// Decodes one whole unit.
    ///
    /// - Throws: `WireError.truncated`, naming the field in which it ended; `.invalid` for a list whose entries have an
    ///   impossible length, and for a type of neither 2 nor 16 bytes.
    public init(decoding bytes: Span<UInt8>) throws(WireError) {
        var reader = ByteReader(bytes)
        guard let opcode = reader.uint8() else { throw .truncated(field: "opcode") }
        switch opcode {
        case Opcode.errorResponse:
            guard let request = reader.uint8() else { throw .truncated(field: "request opcode") }
            let handle = try Self.handle(&reader)
            guard let code = reader.uint8() else { throw .truncated(field: "error code") }
            self = .errorResponse(request: request, handle: handle, code: code)
        case Opcode.exchangeMTURequest: self = .exchangeMTURequest(try Self.mtu(&reader))
        case Opcode.exchangeMTUResponse: self = .exchangeMTUResponse(try Self.mtu(&reader))
        case Opcode.findInformationRequest: self = .findInformationRequest(try Self.range(&reader))
        case Opcode.findInformationResponse: self = .findInformationResponse(try Self.information(&reader))
        case Opcode.findByTypeValueRequest:
            let range = try Self.range(&reader)
            guard let type = reader.uint16() else { throw .truncated(field: "attribute type") }
            self = .findByTypeValueRequest(range, type: type, value: [UInt8](reader.rest()))
        case Opcode.findByTypeValueResponse: self = .findByTypeValueResponse(try Self.ranges(&reader))
        case Opcode.readByTypeRequest: self = .readByTypeRequest(try Self.range(&reader), type: try Self.type(reader.rest()))
        case Opcode.readByTypeResponse: self = .readByTypeResponse(try Self.values(&reader))
        case Opcode.readRequest: self = .readRequest(handle: try Self.handle(&reader))
        case Opcode.readResponse: self = .readResponse([UInt8](reader.rest()))
        case Opcode.readBlobRequest:
            let handle = try Self.handle(&reader)
            guard let offset = reader.uint16() else { throw .truncated(field: "value offset") }
            self = .readBlobRequest(handle: handle, offset: offset)
        case Opcode.readBlobResponse: self = .readBlobResponse([UInt8](reader.rest()))
        case Opcode.readByGroupTypeRequest:
            self = .readByGroupTypeRequest(try Self.range(&reader), type: try Self.type(reader.rest()))
        case Opcode.readByGroupTypeResponse: self = .readByGroupTypeResponse(try Self.groups(&reader))
        case Opcode.writeRequest: self = .writeRequest(handle: try Self.handle(&reader), value: [UInt8](reader.rest()))
        case Opcode.writeResponse: self = .writeResponse
        case Opcode.writeCommand: self = .writeCommand(handle: try Self.handle(&reader), value: [UInt8](reader.rest()))
        case Opcode.notification: self = .notification(handle: try Self.handle(&reader), value: [UInt8](reader.rest()))
        case Opcode.indication: self = .indication(handle: try Self.handle(&reader), value: [UInt8](reader.rest()))
        case Opcode.confirmation: self = .confirmation
        case Opcode.multipleNotification: self = .multipleNotification(try Self.lengthValues(&reader))
        default: self = .other(opcode: opcode, parameters: [UInt8](reader.rest()))
        }
    }

    /// Decodes one whole unit.
    public init(decoding bytes: [UInt8]) throws(WireError) { try self.init(decoding: bytes.span) }

    private static func handle(_ reader: inout ByteReader) throws(WireError) -> UInt16 {
        guard let handle = reader.uint16() else { throw .truncated(field: "attribute handle") }
        return handle
    }

    private static func mtu(_ reader: inout ByteReader) throws(WireError) -> UInt16 {
        guard let mtu = reader.uint16() else { throw .truncated(field: "MTU") }
        return mtu
    }

    private static func range(_ reader: inout ByteReader) throws(WireError) -> HandleRange {
        guard let first = reader.uint16() else { throw .truncated(field: "starting handle") }
        guard let last = reader.uint16() else { throw .truncated(field: "ending handle") }
        return HandleRange(first, last)
    }

    private static func ranges(_ reader: inout ByteReader) throws(WireError) -> [HandleRange] {
        var ranges: [HandleRange] = []
        while !reader.isAtEnd { ranges.append(try range(&reader)) }
        return ranges
    }

    private static func type(_ bytes: Span<UInt8>) throws(WireError) -> AttributeType {
        guard let type = AttributeType(decoding: bytes) else {
            throw .invalid(field: "length of the attribute type", value: Int64(bytes.count))
        }
        return type
    }

    private static func information(_ reader: inout ByteReader) throws(WireError) -> [AttributeInformation] {
        guard let format = reader.uint8() else { throw .truncated(field: "format") }
        guard format == 1 || format == 2 else { throw .invalid(field: "format", value: Int64(format)) }
        var found: [AttributeInformation] = []
        while !reader.isAtEnd {
            let handle = try handle(&reader)
            guard let bytes = reader.take(format == 1 ? 2 : 16) else { throw .truncated(field: "attribute type") }
            found.append(AttributeInformation(handle: handle, type: try type(bytes)))
        }
        return found
    }

    private static func values(_ reader: inout ByteReader) throws(WireError) -> [AttributeValue] {
        let length = try entryLength(&reader, least: 2)
        var values: [AttributeValue] = []
        while !reader.isAtEnd {
            let handle = try handle(&reader)
            guard let value = reader.take(length - 2) else { throw .truncated(field: "attribute value") }
            values.append(AttributeValue(handle: handle, value: [UInt8](value)))
        }
        return values
    }

    private static func groups(_ reader: inout ByteReader) throws(WireError) -> [AttributeGroup] {
        let length = try entryLength(&reader, least: 4)
        var groups: [AttributeGroup] = []
        while !reader.isAtEnd {
            let handles = try range(&reader)
            guard let value = reader.take(length - 4) else { throw .truncated(field: "attribute value") }
            groups.append(AttributeGroup(handles: handles, value: [UInt8](value)))
        }
        return groups
    }

    private static func entryLength(_ reader: inout ByteReader, least: Int) throws(WireError) -> Int {
        guard let length = reader.uint8() else { throw .truncated(field: "length of each entry") }
        guard length >= least else { throw .invalid(field: "length of each entry", value: Int64(length)) }
        return Int(length)
    }

    private static func lengthValues(_ reader: inout ByteReader) throws(WireError) -> [AttributeValue] {
        var values: [AttributeValue] = []
        while !reader.isAtEnd {
            let handle = try handle(&reader)
            guard let length = reader.uint16() else { throw .truncated(field: "value length") }
            guard let value = reader.take(Int(length)) else { throw .truncated(field: "attribute value") }
            values.append(AttributeValue(handle: handle, value: [UInt8](value)))
        }
        return values
    }
}
