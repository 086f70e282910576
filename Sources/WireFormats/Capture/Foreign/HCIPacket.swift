/// One packet between a host and its Bluetooth controller, whichever way the recorder wrapped it.
struct HCIPacket: ~Escapable {
    enum Kind {
        case command, event, sentData, receivedData
        /// Data of which the file does not say which way it went.
        case data
        /// The controller is gone: unplugged, or shut down.
        case controllerGone
    }

    let kind: Kind
    let controller: UInt16
    let bytes: Span<UInt8>
    /// Whether the recorder kept all of it.
    let isWhole: Bool

    @_lifetime(copy bytes)
    init(_ kind: Kind, controller: UInt16, _ bytes: Span<UInt8>, isWhole: Bool) {
        self.kind = kind
        self.controller = controller
        self.bytes = bytes
        self.isWhole = isWhole
    }

    /// A packet as the serial transport H4 has it: one byte of type, then the packet. `nil` for sound and unknown types.
    @_lifetime(copy bytes)
    init?(h4 bytes: Span<UInt8>, isReceived: Bool?, isWhole: Bool) {
        guard !bytes.isEmpty else { return nil }
        let kind: Kind
        switch bytes[0] {
        case 1: kind = .command
        case 2: kind = isReceived.map { $0 ? .receivedData : .sentData } ?? .data
        case 4: kind = .event
        default: return nil
        }
        self.init(kind, controller: 0, bytes.extracting(1..<bytes.count), isWhole: isWhole)
    }

    /// A packet of Linux's HCI monitor. `nil` for its notes and for sound.
    @_lifetime(copy bytes)
    init?(monitor opcode: UInt16, controller: UInt16, _ bytes: Span<UInt8>, isWhole: Bool) {
        let kind: Kind
        switch opcode {
        case 1, 9: kind = .controllerGone
        case 2: kind = .command
        case 3: kind = .event
        case 4: kind = .sentData
        case 5: kind = .receivedData
        default: return nil
        }
        self.init(kind, controller: controller, bytes, isWhole: isWhole)
    }
}
