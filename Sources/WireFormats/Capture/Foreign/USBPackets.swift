/// Packets of Linux's usbmon in, records out: each ANT stick becomes a link that carries what its bulk endpoint brought in.
///
/// A stick is known by its device descriptor (vendor 0FCF) where the file has that, else by a chunk that is a whole ANT message
/// with the right checksum; the fact `known-by` says which.
/// - SeeAlso: Linux, Documentation/usb/usbmon.rst, "Raw binary format".
struct USBPackets: Sendable {
    private static let dynastream: UInt16 = 0x0FCF
    private static let mostDevices = 4096
    private static let mostQuestions = 1024
    /// Linux error numbers, negative as the packets have them, that mean the device is no more.
    private static let gone: Set<Int32> = [-19, -108]

    private struct Device: Sendable {
        var vendor: UInt16?
        var product: UInt16 = 0
        /// Numbers of the strings for maker, product and serial, in the device descriptor.
        var stringNumbers: [UInt8] = []
        var strings: [UInt8: String] = [:]
        var link: LinkID?
        var isOpen = false
    }

    private var devices: [UInt32: Device] = [:]
    /// Which descriptor was asked for, by the number of the request.
    private var questions: [UInt64: UInt16] = [:]

    /// - Parameter isWhole: whether the recorder kept all of the packet.
    mutating func handle(_ packet: borrowing USBPacket, into records: inout PacketRecords) {
        let key = UInt32(packet.bus) << 8 | UInt32(packet.device)
        guard devices.count < Self.mostDevices || devices[key] != nil else { return }
        switch packet.transfer {
        case .control: handleControl(packet, key)
        case .bulk, .interrupt:
            guard packet.event == .completion, packet.isIn else { return }
            if Self.gone.contains(packet.status) { close(key, into: &records) }
            if packet.data.count < packet.length { records.findings.shortenedPackets += 1 }
            guard !packet.data.isEmpty, let link = open(key, packet, into: &records) else { return }
            records.append(.bytes(link, [UInt8](packet.data)))
        case .isochronous: break
        }
    }

    private mutating func handleControl(_ packet: borrowing USBPacket, _ key: UInt32) {
        if packet.event == .submission {
            if questions.count >= Self.mostQuestions { questions.removeAll() }
            questions[packet.id] = packet.descriptorAskedFor
            return
        }
        guard let asked = questions.removeValue(forKey: packet.id), packet.status == 0 else { return }
        var reader = ByteReader(packet.data)
        if asked >> 8 == 1 {
            guard reader.skip(8), let vendor = reader.uint16(), let product = reader.uint16(), reader.skip(2),
                let maker = reader.uint8(), let name = reader.uint8(), let serial = reader.uint8()
            else { return }
            devices[key, default: Device()].vendor = vendor
            devices[key]?.product = product
            devices[key]?.stringNumbers = [maker, name, serial]
        } else if asked >> 8 == 3, asked & 0xFF != 0, reader.skip(2) {
            var units: [UInt16] = []
            while let unit = reader.uint16() { units.append(unit) }
            let text = String(decoding: units.prefix { $0 != 0 }, as: UTF16.self)
            devices[key, default: Device()].strings[UInt8(truncatingIfNeeded: asked)] = text
        }
    }

    /// The link of a stick; `nil` for a device that is none.
    private mutating func open(_ key: UInt32, _ packet: borrowing USBPacket, into records: inout PacketRecords) -> LinkID? {
        var device = devices[key] ?? Device()
        if let link = device.link, device.isOpen { return link }
        let isStick = device.vendor.map { $0 == Self.dynastream } ?? Self.isANTMessage(packet.data)
        guard isStick, let link = device.link ?? records.newLink() else { return nil }
        device.link = link
        device.isOpen = true
        devices[key] = device
        records.append(.linkOpened(link, Self.identity(device, bus: packet.bus, number: packet.device)))
        return link
    }

    private mutating func close(_ key: UInt32, into records: inout PacketRecords) {
        guard let device = devices[key], device.isOpen, let link = device.link else { return }
        // A device that comes back under this number is another one.
        devices[key] = nil
        records.append(.linkClosed(link, reason: "unplugged"))
    }

    private static func identity(_ device: Device, bus: UInt16, number: UInt8) -> LinkIdentity {
        let texts = device.stringNumbers.map { $0 == 0 ? nil : device.strings[$0] }
        var identity = LinkIdentity(kind: .ant, address: "usb:\(bus).\(number)")
        if texts.count == 3 {
            if let serial = texts[2], !serial.isEmpty { identity.address = serial }
            identity.name = texts[1]
            if let maker = texts[0] { identity.facts.append(.init(name: "manufacturer", value: maker)) }
        }
        if let vendor = device.vendor {
            identity.facts.append(.init(name: "usb-id", value: hex(vendor) + ":" + hex(device.product)))
        }
        identity.facts.append(.init(name: "known-by", value: device.vendor == nil ? "message" : "descriptor"))
        return identity
    }

    private static func hex(_ number: UInt16) -> String {
        var digits: [UInt8] = []
        digits.appendHex(UInt8(number >> 8))
        digits.appendHex(UInt8(number & 0xFF))
        return String(decoding: digits, as: UTF8.self)
    }

    /// Whether the bytes begin with a whole ANT message: sync, length, identifier, payload, and the XOR of all of these.
    private static func isANTMessage(_ bytes: Span<UInt8>) -> Bool {
        guard bytes.count >= 5, bytes[0] == 0xA4, bytes[1] > 0, bytes.count >= Int(bytes[1]) + 4 else { return false }
        var check: UInt8 = 0
        for index in 0..<Int(bytes[1]) + 4 { check ^= bytes[index] }
        return check == 0
    }
}
