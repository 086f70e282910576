import WireFormats

extension FuzzTarget {
    /// A script of what usbmon sees of a few devices: descriptors, messages, noise, and their leaving.
    static let usbPackets = FuzzTarget("usb-packets", upTo: 1024) { bytes in
        var script = Script(bytes)
        var log = USBLog()
        while !script.isAtEnd, log.packets < 2000 { log.append(step: &script) }
        replay(DecodedCapture([log.file]))
    }
}

/// A pcap file of usbmon's packets, little-endian, with the long header.
private struct USBLog {
    private(set) var file: [UInt8] =
        [0xD4, 0xC3, 0xB2, 0xA1, 2, 0, 4, 0] + [UInt8](repeating: 0, count: 8) + [0xFF, 0xFF, 0, 0] + [220, 0, 0, 0]
    private(set) var packets = 0
    private var seconds: UInt32 = 1_764_489_600

    private struct Packet {
        var event: UInt8 = 0x43
        var transfer: UInt8 = 3
        var endpoint: UInt8 = 0x81
        var status: Int32 = 0
        var length: Int?
        var setup = [UInt8](repeating: 0, count: 8)
        var data: [UInt8] = []
    }

    mutating func append(step script: inout Script) {
        let kind = script.byte()
        let device = kind >> 5 & 3
        seconds &+= script.pick([0, 0, 1, 1, 5, 3600, .max - 200])
        switch kind & 7 {
        case 0, 1, 2: append(Packet(data: message(&script)), device)
        case 3: append(Packet(data: script.take(script.below(64))), device)
        case 4: append(Packet(status: script.pick([-19, -108, -2, -32]), length: script.below(64)), device)
        case 5: describe(&script, device)
        default:
            append(
                Packet(
                    event: script.pick([0x43, 0x53, 0x45, 0x00]), transfer: script.byte() & 7, endpoint: script.byte(),
                    length: Int(script.word()), setup: padded(script.take(8)), data: script.take(script.below(40))), device)
        }
    }

    private func message(_ script: inout Script) -> [UInt8] {
        let type = script.pick([120, 11, 17, 121, 122, 123, 124, 31, 0] as [UInt8])
        let page = padded(script.take(8))
        let extended: [UInt8] = [0x80, script.byte() & 1, 0, type, 1]
        return ANTMessage(MessageID(rawValue: 0x4E), [0] + page + extended).encoded()
    }

    private mutating func describe(_ script: inout Script, _ device: UInt8) {
        let asksForText = script.flag()
        let number = script.byte() & 3
        let setup: [UInt8] = [0x80, 6, number, asksForText ? 3 : 1, 0, 0, 64, 0]
        let vendor: [UInt8] = script.flag() ? [0xCF, 0x0F] : [script.byte(), 0]
        let data =
            asksForText
            ? script.take(script.below(40)) : [18, 1, 0, 2, 0, 0, 0, 64] + vendor + [8, 16, 0, 1] + script.take(3) + [1]
        append(Packet(event: 0x53, transfer: 2, endpoint: 0x80, setup: setup), device)
        append(Packet(transfer: 2, endpoint: 0x80, status: script.flag() ? 0 : -32, data: data), device)
    }

    private mutating func append(_ packet: Packet, _ device: UInt8) {
        packets += 1
        var bytes: [UInt8] = [device, 0, 0, 0, 0, 0, 0, 0, packet.event, packet.transfer, packet.endpoint, device, 1, 0]
        bytes += [packet.event == 0x53 ? 0 : 0x2D, packet.data.isEmpty ? 0x3C : 0] + [UInt8](repeating: 0, count: 12)
        bytes += little(UInt32(bitPattern: packet.status)) + little(UInt32(packet.length ?? packet.data.count))
        bytes += little(UInt32(packet.data.count)) + packet.setup + [UInt8](repeating: 0, count: 16) + packet.data
        file += little(seconds) + little(0) + little(UInt32(bytes.count)) + little(UInt32(bytes.count)) + bytes
    }

    private func padded(_ bytes: [UInt8]) -> [UInt8] { bytes + [UInt8](repeating: 0, count: 8 - bytes.count) }

    private func little(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> UInt32(8 * $0)) }
    }
}
