internal import WireFormats

extension ATTPDU {
    /// Whether a unit that a server sent answers a request: responses have odd opcodes, and so have what it sends by itself.
    static func isResponse(_ bytes: [UInt8]) -> Bool { (bytes.first ?? 0) & 1 == 1 }
}

extension ATTClient {
    /// The longest value an attribute has (Vol 3, Part F, §3.2.9).
    private static let longestValue = 512

    /// Takes an answer; one that fits no question is counted.
    mutating func take(_ pdu: ATTPDU, _ now: Int64) {
        guard let asked = question else {
            unusable &+= 1
            return
        }
        if case .errorResponse(let request, _, let code) = pdu {
            guard request == asked.opcode else {
                unusable &+= 1
                return
            }
            question = nil
            return refuse(asked.step, ATTErrorCode(rawValue: code))
        }
        question = nil
        switch (asked.step, pdu) {
        case (.exchangeMTU, .exchangeMTUResponse(let theirs)): mtu = min(ownMTU, max(theirs, Self.defaultMTU))
        case (.services(let from), .readByGroupTypeResponse(let groups)): take(groups, from: from)
        case (.characteristics(let service, let from), .readByTypeResponse(let entries)): take(entries, of: service, from: from)
        case (.descriptors(let index, let from?), .findInformationResponse(let found)): take(found, of: index, from: from)
        case (.read(let index, let begun), .readResponse(let part)) where begun.isEmpty: take(part, of: index, after: begun)
        case (.read(let index, let begun), .readBlobResponse(let part)) where !begun.isEmpty: take(part, of: index, after: begun)
        case (.turnOn(let index), .writeResponse):
            table.characteristics[index].isTurnedOn = true
            tell(.turnedOn(table.characteristics[index].type))
        case (.write(let index, _), .writeResponse): tell(.written(table.characteristics[index].type))
        default:
            // Of another kind: the question stands.
            question = asked
            unusable &+= 1
        }
    }

    /// An error ends its step and no more.
    private mutating func refuse(_ step: Step, _ code: ATTErrorCode) {
        switch step {
        case .services: endServices()
        case .characteristics: table.endService()
        case .read(let index, let begun) where !begun.isEmpty:
            // What came before is all there is: some have no blobs.
            tell(.fact(table.characteristics[index].type, begun))
        case .read(let index, _), .readInTime(let index), .turnOn(let index):
            tell(.refused(table.characteristics[index].type, .error(code)))
            steps.removeAll { if case .write(index, _) = $0 { true } else { false } }
        case .write(let index, _): tell(.refused(table.characteristics[index].type, .error(code)))
        case .exchangeMTU, .descriptors, .plan, .ready: break
        }
    }

    private mutating func take(_ groups: [ATTPDU.AttributeGroup], from: UInt16) {
        // Handles must grow, or a server could lead us in circles.
        for group in groups {
            guard group.handles.first >= from, table.add(group) else {
                unusable &+= 1
                return endServices()
            }
        }
        guard let last = groups.last?.handles.last, last < .max else { return endServices() }
        steps.insert(.services(from: last + 1), at: 0)
    }

    /// Each service that is wanted is looked into.
    private mutating func endServices() {
        steps = table.services.filter { service in
            if case .assigned(let number) = service.type { wants.services.contains(GATTUUID(rawValue: number)) } else { false }
        }.map { .characteristics(of: $0.handles, from: $0.handles.first) }
        steps.append(.plan)
    }

    private mutating func take(_ entries: [ATTPDU.AttributeValue], of service: ATTPDU.HandleRange, from: UInt16) {
        var next = Int(from)
        for entry in entries {
            guard Int(entry.handle) >= next, entry.handle <= service.last, !table.isFull else {
                unusable &+= 1
                return table.endService()
            }
            if !table.add(entry, of: service) { unusable &+= 1 }
            next = Int(entry.handle) + 1
        }
        guard !entries.isEmpty, next < Int(service.last) else { return table.endService() }
        steps.insert(.characteristics(of: service, from: UInt16(next)), at: 0)
    }

    private mutating func take(_ found: [ATTPDU.AttributeInformation], of index: Int, from: UInt16) {
        let lastHandle = table.characteristics[index].lastHandle
        var next = Int(from)
        for entry in found {
            guard Int(entry.handle) >= next, entry.handle <= lastHandle else {
                unusable &+= 1
                return
            }
            if entry.type == .clientCharacteristicConfiguration {
                table.characteristics[index].configurationHandle = entry.handle
                return
            }
            next = Int(entry.handle) + 1
        }
        guard !found.isEmpty, next <= Int(lastHandle) else { return }
        steps.insert(.descriptors(of: index, from: UInt16(next)), at: 0)
    }

    private mutating func take(_ part: [UInt8], of index: Int, after begun: [UInt8]) {
        let value = begun + part.prefix(Self.longestValue - begun.count)
        // A part that fills its packet may have more behind it.
        if part.count == Int(mtu) - 1, value.count < Self.longestValue {
            steps.insert(.read(index, begun: value), at: 0)
        } else {
            tell(.fact(table.characteristics[index].type, value))
        }
    }

    // MARK: We are a server, too

    /// Answers what the peripheral asks of us, who have no attributes.
    ///
    /// - SeeAlso: Vol 3, Part F, §3.4.1.1 and §3.4.2.2.
    mutating func serve(_ pdu: ATTPDU, opcode: UInt8) {
        switch pdu {
        case .exchangeMTURequest(let theirs):
            send(.exchangeMTUResponse(ownMTU))
            mtu = min(ownMTU, max(theirs, Self.defaultMTU))
        case .confirmation: unusable &+= 1
        // Bit 6: a command, which asks for no answer.
        default:
            guard opcode & 0x40 == 0 else { return }
            send(.errorResponse(request: opcode, handle: 0, code: ATTErrorCode.requestNotSupported.rawValue))
        }
    }
}
