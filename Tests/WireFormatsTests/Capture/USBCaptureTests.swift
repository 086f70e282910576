import TestSupport
import Testing
import WireFormats

@Suite struct USBCaptureTests {
    /// A broadcast of channel 0 with the extended part: A4 0E 4E 00 | page | 80 | device 12345, type 120, transmission 1 | XOR.
    static let message = [UInt8](hex: "A4 0E 4E 00 04 00 A3 3D 50 12 4C 48 80 39 30 78 01 5F")

    private static func checked(_ bytes: [UInt8]) -> [UInt8] { bytes.dropLast() + [bytes.dropLast().reduce(0, ^)] }
    private static let chunk = checked(message)
    private static let start: UInt64 = 20_787 * 86_400 + 8 * 3600

    @Test(arguments: [(false, false, 64), (true, false, 64), (false, true, 64), (true, true, 48), (false, false, 48)])
    func aStickInPCAP(isBig: Bool, isNano: Bool, headerLength: Int) {
        var file = PCAPFile(linkType: headerLength == 64 ? 220 : 189, isBig: isBig, isNano: isNano)
        let usb = USBMon(order: Endian(isBig: isBig), headerLength: headerLength)
        for packet in usb.enumeration() { file.packet(packet, seconds: Self.start, microseconds: 0) }
        file.packet(usb.packet("S", endpoint: 0x01, [0xA4, 1, 0x4A, 0, 0xEF]), seconds: Self.start, microseconds: 100)
        file.packet(usb.packet("C", endpoint: 0x01), seconds: Self.start, microseconds: 200)
        file.packet(usb.packet("C", Self.chunk), seconds: Self.start, microseconds: 250_000)
        file.packet(usb.packet("C", [0xA4, 0x0E]), seconds: Self.start + 1, microseconds: 0)
        file.packet(usb.packet("C", status: -2), seconds: Self.start + 2, microseconds: 0)
        file.packet(usb.packet("C", status: -108), seconds: Self.start + 3, microseconds: 1)
        let reading = CaptureReading(file.bytes)
        #expect(reading.kind == .pcap)
        #expect(reading.ending == .complete)
        #expect(reading.header?.start == Int64(Self.start) * 1_000_000)
        let stick = LinkIdentity(
            kind: .ant, address: "123",
            facts: [.init(name: "usb-id", value: "0fcf:1008"), .init(name: "known-by", value: "descriptor")])
        #expect(
            reading.records == [
                CaptureRecord(offset: 250_000, input: .linkOpened(LinkID(1), stick)),
                CaptureRecord(offset: 250_000, input: .bytes(LinkID(1), Self.chunk)),
                CaptureRecord(offset: 1_000_000, input: .bytes(LinkID(1), [0xA4, 0x0E])),
                CaptureRecord(offset: 3_000_001, input: .linkClosed(LinkID(1), reason: "unplugged")),
            ])
    }

    /// Recording began when the stick was already there: it is known by a whole message, and the capture says so.
    @Test func aStickKnownByItsMessages() {
        var file = PCAPFile(linkType: 220)
        let usb = USBMon()
        file.packet(usb.packet("C", [1, 2, 3, 4, 5, 6]), seconds: 1, microseconds: 0)
        file.packet(usb.packet("C", Self.chunk), seconds: 2, microseconds: 0)
        let reading = CaptureReading(file.bytes)
        let stick = LinkIdentity(kind: .ant, address: "usb:1.4", facts: [.init(name: "known-by", value: "message")])
        #expect(reading.records.map(\.input) == [.linkOpened(LinkID(1), stick), .bytes(LinkID(1), Self.chunk)])
    }

    @Test func otherDevicesAreNoSticks() {
        var file = PCAPFile(linkType: 220)
        let usb = USBMon()
        for packet in usb.enumeration(vendor: 0x046D) { file.packet(packet, seconds: 1, microseconds: 0) }
        file.packet(usb.packet("C", Self.chunk), seconds: 2, microseconds: 0)
        #expect(CaptureReading(file.bytes).records.isEmpty)
    }

    @Test func aSnapLengthCutsAChunk() {
        var file = PCAPFile(linkType: 220)
        let whole = USBMon().packet("C", Array(Self.chunk), length: 64)
        file.packet(whole, seconds: 1, microseconds: 0, original: whole.count + 46)
        let reading = CaptureReading(file.bytes)
        #expect(reading.values.map(\.input) == [.bytes(LinkID(1), Self.chunk)])
        #expect(reading.findings.shortenedPackets == 1)
    }

    @Test func severalInterfacesAndSectionsInPCAPNG() {
        var file = PCAPNGFile()
        file.section()
        file.interface(linkType: 1)
        file.interface(linkType: 220)
        file.interface(linkType: 220, resolution: 9)
        file.interface(linkType: 220, resolution: 0x8A)
        let usb = USBMon()
        file.packet([1, 2, 3], interface: 0, stamp: 5_000_000)
        file.packet(usb.packet("C", Self.chunk), interface: 1, stamp: 5_250_000)
        file.block(5, [UInt8](repeating: 0, count: 40))
        file.packet(usb.packet("C", [1]), interface: 2, stamp: 5_500_000_999)
        file.packet(usb.packet("C", [2]), interface: 3, stamp: 6 * 1024 + 512)
        file.section(isBig: true)
        file.interface(linkType: 220)
        file.packet(USBMon(order: Endian(isBig: true)).packet("C", [3]), interface: 0, stamp: 7_000_000)
        file.simplePacket(USBMon(order: Endian(isBig: true)).packet("C", [4]))
        let reading = CaptureReading(file.bytes, chunk: 10)
        #expect(reading.kind == .pcapng)
        #expect(reading.error == nil)
        #expect(reading.ending == .complete)
        // The first packet that is read here begins the capture.
        #expect(reading.header?.start == 5_250_000)
        #expect(reading.values.map(\.offset) == [0, 250_000, 1_250_000, 1_750_000, 1_750_000])
        #expect(reading.values.dropFirst().map(\.input) == [[1], [2], [3], [4]].map { .bytes(LinkID(1), $0) })
    }

    @Test func bluetoothInPCAPNG() {
        var file = PCAPNGFile()
        file.section()
        file.interface(linkType: 201)
        var stamp: UInt64 = 0
        func add(_ h4: UInt8, _ bytes: [UInt8], isReceived: Bool) {
            stamp += 1
            file.packet([0, 0, 0, isReceived ? 1 : 0, h4] + bytes, interface: 0, stamp: stamp)
        }
        add(4, HCIBytes.connected, isReceived: true)
        for step in HCIBytes.discovery { add(2, HCIBytes.acl(step.att), isReceived: step.isReceived) }
        add(2, HCIBytes.acl([0x1B, 0x10, 0, 0, 60]), isReceived: true)
        #expect(CaptureReading(file.bytes).values.last?.input == .bytes(LinkID(2), [0, 60]))
    }

    @Test func faultsOfPCAPNG() {
        var file = PCAPNGFile()
        file.section()
        file.packet([1, 2], interface: 0, stamp: 0)
        #expect(
            CaptureReading(file.bytes).error == .malformedPacket(number: 2, byteOffset: 28, reason: .invalid("interface number")))
        file = PCAPNGFile()
        file.section()
        file.bytes += [5, 0, 0, 0, 8, 0, 0, 0, 8, 0, 0, 0]
        #expect(CaptureReading(file.bytes).error == .malformedPacket(number: 2, byteOffset: 28, reason: .invalid("block length")))
    }

    @Test func anotherLinkTypeIsNamed() {
        #expect(CaptureReading(PCAPFile(linkType: 1).bytes).error == .unsupportedLinkType(1))
    }

    @Test func cutAtEveryByteAndBrokenAnywhere() {
        var file = PCAPNGFile()
        file.section()
        file.interface(linkType: 220, resolution: 9)
        for packet in USBMon().enumeration() { file.packet(packet, interface: 0, stamp: 1) }
        for index in 0..<10 { file.packet(USBMon().packet("C", Self.chunk), interface: 0, stamp: UInt64(index) * 250_000_000) }
        var old = PCAPFile(linkType: 220)
        for packet in USBMon().enumeration() { old.packet(packet, seconds: 1, microseconds: 0) }
        for index in 0..<10 { old.packet(USBMon().packet("C", Self.chunk), seconds: UInt64(index), microseconds: 0) }
        var random = CaptureRandom(seed: 8)
        for bytes in [file.bytes, old.bytes] {
            let whole = CaptureReading(bytes).records
            #expect(whole.count == 11)
            for cut in 28..<bytes.count {
                let reading = CaptureReading(Array(bytes[..<cut]))
                #expect(reading.error == nil)
                #expect(reading.records == Array(whole.prefix(reading.records.count)))
            }
            for _ in 0..<250 {
                var broken = bytes
                for _ in 0..<4 {
                    broken[Int.random(in: 4..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
                _ = CaptureReading(broken)
            }
        }
    }
}
