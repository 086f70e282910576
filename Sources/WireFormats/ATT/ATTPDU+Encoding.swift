extension ATTPDU {
    /// The unit as L2CAP carries it. The entries of a list are of one length, as the protocol has it: that of the first;
    /// entries of another length are left out.
    public func encoded() -> [UInt8] {
        var bytes = ByteWriter()
        switch self {
        case .errorResponse(let request, let handle, let code):
            bytes.append([Opcode.errorResponse, request])
            bytes.uint16(handle)
            bytes.uint8(code)
        case .exchangeMTURequest(let mtu): bytes.unit(Opcode.exchangeMTURequest, mtu)
        case .exchangeMTUResponse(let mtu): bytes.unit(Opcode.exchangeMTUResponse, mtu)
        case .findInformationRequest(let range): bytes.unit(Opcode.findInformationRequest, range)
        case .findInformationResponse(let found): bytes.information(found)
        case .findByTypeValueRequest(let range, let type, let value):
            bytes.unit(Opcode.findByTypeValueRequest, range)
            bytes.uint16(type)
            bytes.append(value)
        case .findByTypeValueResponse(let ranges):
            bytes.uint8(Opcode.findByTypeValueResponse)
            for range in ranges { bytes.range(range) }
        case .readByTypeRequest(let range, let type):
            bytes.unit(Opcode.readByTypeRequest, range)
            type.append(to: &bytes)
        case .readByTypeResponse(let values): bytes.values(values)
        case .readRequest(let handle): bytes.unit(Opcode.readRequest, handle)
        case .readResponse(let value): bytes.append([Opcode.readResponse] + value)
        case .readBlobRequest(let handle, let offset):
            bytes.unit(Opcode.readBlobRequest, handle)
            bytes.uint16(offset)
        case .readBlobResponse(let value): bytes.append([Opcode.readBlobResponse] + value)
        case .readByGroupTypeRequest(let range, let type):
            bytes.unit(Opcode.readByGroupTypeRequest, range)
            type.append(to: &bytes)
        case .readByGroupTypeResponse(let groups): bytes.groups(groups)
        case .writeRequest(let handle, let value): bytes.unit(Opcode.writeRequest, handle, value)
        case .writeResponse: bytes.uint8(Opcode.writeResponse)
        case .writeCommand(let handle, let value): bytes.unit(Opcode.writeCommand, handle, value)
        case .notification(let handle, let value): bytes.unit(Opcode.notification, handle, value)
        case .indication(let handle, let value): bytes.unit(Opcode.indication, handle, value)
        case .confirmation: bytes.uint8(Opcode.confirmation)
        case .multipleNotification(let values):
            bytes.uint8(Opcode.multipleNotification)
            for entry in values {
                bytes.uint16(entry.handle)
                bytes.uint16(UInt16(truncatingIfNeeded: entry.value.count))
                bytes.append(entry.value.prefix(0xFFFF))
            }
        case .other(let opcode, let parameters): bytes.append([opcode] + parameters)
        }
        return bytes.bytes
    }
}

extension ByteWriter {
    fileprivate mutating func unit(_ opcode: UInt8, _ value: UInt16, _ rest: [UInt8] = []) {
        uint8(opcode)
        uint16(value)
        append(rest)
    }

    fileprivate mutating func unit(_ opcode: UInt8, _ range: ATTPDU.HandleRange) {
        uint8(opcode)
        self.range(range)
    }

    fileprivate mutating func range(_ range: ATTPDU.HandleRange) {
        uint16(range.first)
        uint16(range.last)
    }

    fileprivate mutating func information(_ found: [ATTPDU.AttributeInformation]) {
        // One response states all its types in 2 bytes or all in 16.
        let isShort = found.allSatisfy(\.type.isAssigned)
        append([ATTPDU.Opcode.findInformationResponse, isShort ? 1 : 2])
        for entry in found {
            uint16(entry.handle)
            if isShort { entry.type.append(to: &self) } else { entry.type.append128Bits(to: &self) }
        }
    }

    fileprivate mutating func values(_ values: [ATTPDU.AttributeValue]) {
        let length = min(values.first?.value.count ?? 0, 0xFF - 2)
        append([ATTPDU.Opcode.readByTypeResponse, UInt8(length + 2)])
        for entry in values where entry.value.count == length {
            uint16(entry.handle)
            append(entry.value)
        }
    }

    fileprivate mutating func groups(_ groups: [ATTPDU.AttributeGroup]) {
        let length = min(groups.first?.value.count ?? 0, 0xFF - 4)
        append([ATTPDU.Opcode.readByGroupTypeResponse, UInt8(length + 4)])
        for entry in groups where entry.value.count == length {
            range(entry.handles)
            append(entry.value)
        }
    }
}
