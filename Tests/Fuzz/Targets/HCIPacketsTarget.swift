import WireFormats

extension FuzzTarget {
    /// A script of what a controller and its host say to each other, framed as it must be and then told in any order: connections,
    /// discoveries, values, fragments that fit and that do not.
    static let hciPackets = FuzzTarget("hci-packets", upTo: 1024) { bytes in
        var script = Script(bytes)
        var log = HCILog()
        while !script.isAtEnd, log.packets < 2000 { log.append(step: &script) }
        replay(DecodedCapture([log.file]))
    }
}

/// A btsnoop file under way.
private struct HCILog {
    private(set) var file = Array("btsnoop\0".utf8) + [0, 0, 0, 1, 0, 0, 0x03, 0xEA]
    private(set) var packets = 0
    private var stamp: Int64 = 62_168_256_000_000_000 + 1_764_489_600_000_000

    private static let characteristics: [UInt16] = [
        0x2A37, 0x2A63, 0x2A5B, 0x2A53, 0x2AD2, 0x2ACD, 0x2A19, 0x2A29, 0x2A00, 0x2A05, 0x2902,
    ]

    mutating func append(step script: inout Script) {
        let kind = script.byte()
        let handle = UInt16(kind >> 6) | 0x40
        let steps: [Int64] = [0, 1000, 250_000, 1_000_000, 1_000_000, 5_000_000, 3_600_000_000, -100_000_000, 400_000_000_000]
        stamp += script.pick(steps)
        switch kind & 0x0F {
        case 0: event(0x3E, [1, 0] + little(handle) + [0, 0, script.byte(), 2, 3, 4, 5, 6, 24, 0, 0, 0, 42, 0, 0])
        case 1: event(0x05, [0] + little(handle) + [script.byte()])
        case 2: discovery(&script, handle)
        case 3, 4, 5, 6:
            let value = script.take(script.below(40))
            attribute(.notification(handle: UInt16(script.byte() & 0x0F), value: value), handle, isReceived: true)
        case 7: read(&script, handle)
        case 8: data(handle, boundary: script.byte() & 3, script.take(script.below(48)), isReceived: script.flag())
        case 9:
            // A whole frame in two fragments, of which the second may be too long, too short or missing.
            let body = script.take(script.below(40))
            let frame = little(UInt16(body.count &+ script.below(3))) + [4, 0] + body
            let cut = min(script.below(frame.count + 1), frame.count)
            data(handle, boundary: 2, Array(frame[..<cut]), isReceived: true)
            if script.flag() { data(handle, boundary: 1, Array(frame[cut...]), isReceived: true) }
        case 10: packet([0x01, 0x03, 0x0C, 0x00], isReceived: false)
        case 11: event(script.byte(), script.take(script.below(64)))
        case 12:
            attribute(.other(opcode: script.byte(), parameters: script.take(script.below(40))), handle, isReceived: script.flag())
        case 13: advertisement(&script)
        default: packet(script.take(script.below(40)), isReceived: script.flag())
        }
    }

    private mutating func discovery(_ script: inout Script, _ handle: UInt16) {
        attribute(.readByTypeRequest(ATTPDU.HandleRange(1, 0xFFFF), type: .characteristic), handle, isReceived: false)
        let declarations = (0..<script.below(4)).map { place in
            let declaration = CharacteristicDeclaration(
                properties: .notify, valueHandle: UInt16(script.byte() & 0x0F), type: .assigned(script.pick(Self.characteristics))
            )
            return ATTPDU.AttributeValue(handle: UInt16(place), value: declaration.encoded())
        }
        attribute(.readByTypeResponse(declarations), handle, isReceived: true)
    }

    private mutating func read(_ script: inout Script, _ handle: UInt16) {
        let target = UInt16(script.byte() & 0x0F)
        attribute(.readRequest(handle: target), handle, isReceived: false)
        attribute(.readResponse(script.take(script.below(30))), handle, isReceived: true)
        guard script.flag() else { return }
        attribute(.readBlobRequest(handle: target, offset: script.word() & 0x1FF), handle, isReceived: false)
        attribute(.readBlobResponse(script.take(script.below(30))), handle, isReceived: true)
    }

    private mutating func advertisement(_ script: inout Script) {
        let name = script.take(script.below(31))
        let data = [UInt8(truncatingIfNeeded: name.count + 1), script.flag() ? 0x09 : 0x08] + name
        event(0x3E, [2, 1, 0, 0, script.byte(), 2, 3, 4, 5, 6, UInt8(truncatingIfNeeded: data.count)] + data + [0xC0])
    }

    private mutating func attribute(_ unit: ATTPDU, _ handle: UInt16, isReceived: Bool) {
        let bytes = unit.encoded()
        data(handle, boundary: 2, little(UInt16(truncatingIfNeeded: bytes.count)) + [4, 0] + bytes, isReceived: isReceived)
    }

    private mutating func data(_ handle: UInt16, boundary: UInt8, _ bytes: [UInt8], isReceived: Bool) {
        let header = handle | UInt16(boundary) << 12
        packet([0x02] + little(header) + little(UInt16(truncatingIfNeeded: bytes.count)) + bytes, isReceived: isReceived)
    }

    private mutating func event(_ code: UInt8, _ parameters: [UInt8]) {
        packet([0x04, code, UInt8(truncatingIfNeeded: parameters.count)] + parameters, isReceived: true)
    }

    private mutating func packet(_ bytes: [UInt8], isReceived: Bool) {
        packets += 1
        for field in [UInt32(bytes.count), UInt32(bytes.count), isReceived ? 1 : 0, 0] { big(UInt64(field), 4) }
        big(UInt64(bitPattern: stamp), 8)
        file += bytes
    }

    private mutating func big(_ value: UInt64, _ width: Int) {
        for place in (0..<width).reversed() { file.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * place))) }
    }

    private func little(_ value: UInt16) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8)] }
}
