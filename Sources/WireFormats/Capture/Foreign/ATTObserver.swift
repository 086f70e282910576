/// Follows one connection's Attribute Protocol as an onlooker: a response does not say what was asked, so the request is kept.
struct ATTObserver: Sendable {
    /// What was learned from a packet.
    enum Event: Equatable {
        case declarations([ATTPDU.AttributeValue])
        case attributes([ATTPDU.AttributeInformation])
        /// A value that the peripheral sent of its own accord.
        case pushed(handle: UInt16, value: [UInt8])
        /// A value that was asked for.
        case read(handle: UInt16, value: [UInt8])
        /// Values of one type that were asked for: their handles' type is known with them.
        case readByType(AttributeType, [ATTPDU.AttributeValue])
    }

    private enum Question: Equatable {
        case byType(AttributeType)
        case read(UInt16)
        case blob(UInt16, offset: Int)
    }

    private static let defaultMTU: UInt16 = 23
    private static let longestValue = 512

    private var question: Question?
    /// A value so long that the host may ask for the rest of it.
    private var unfinished: (handle: UInt16, value: [UInt8])?
    private var offeredMTU = defaultMTU
    private var mtu = defaultMTU

    /// What the host sent to the peripheral.
    mutating func sent(_ pdu: ATTPDU) -> [Event] {
        if case .confirmation = pdu { return [] }
        if case .writeCommand = pdu { return [] }
        if case .readBlobRequest(let handle, let offset) = pdu, let unfinished, unfinished.handle == handle,
            unfinished.value.count == Int(offset)
        {
            question = .blob(handle, offset: Int(offset))
            return []
        }
        let events = finishRead()
        switch pdu {
        case .exchangeMTURequest(let offered): offeredMTU = offered
        case .readByTypeRequest(_, let type): question = .byType(type)
        case .readRequest(let handle): question = .read(handle)
        default: question = nil
        }
        return events
    }

    /// What the peripheral sent to the host.
    mutating func received(_ pdu: ATTPDU) -> [Event] {
        switch pdu {
        case .notification(let handle, let value), .indication(let handle, let value):
            return [.pushed(handle: handle, value: value)]
        case .multipleNotification(let values): return values.map { .pushed(handle: $0.handle, value: $0.value) }
        case .exchangeMTUResponse(let accepted): mtu = max(Self.defaultMTU, min(offeredMTU, accepted))
        case .findInformationResponse(let found): return [.attributes(found)]
        case .readByTypeResponse(let values):
            guard case .byType(let type) = question.take() else { return [] }
            return type == .characteristic ? [.declarations(values)] : [.readByType(type, values)]
        case .readResponse(let value):
            guard case .read(let handle) = question.take() else { return [] }
            unfinished = (handle, value)
            return value.count < Int(mtu) - 1 ? finishRead() : []
        case .readBlobResponse(let part):
            guard case .blob(let handle, let offset) = question.take(), let begun = unfinished, begun.handle == handle,
                begun.value.count == offset
            else { return [] }
            unfinished = (handle, Array((begun.value + part).prefix(Self.longestValue)))
            let isLast = part.count < Int(mtu) - 1 || offset + part.count >= Self.longestValue
            return isLast ? finishRead() : []
        case .errorResponse:
            question = nil
            return finishRead()
        default: break
        }
        return []
    }

    /// The read that was under way is over: what came is all there is.
    mutating func finishRead() -> [Event] {
        guard let (handle, value) = unfinished.take() else { return [] }
        return [.read(handle: handle, value: value)]
    }
}
