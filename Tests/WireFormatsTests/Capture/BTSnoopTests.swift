import Testing
import WireFormats

@Suite struct BTSnoopTests {
    private enum Form: UInt64, CaseIterable {
        case hci = 1001
        case h4 = 1002
        case monitor = 2001
    }

    /// One strap: advertised, connected, discovered, one notification, lost; a packet every 10 ms from 2026-11-30T08:00:00Z.
    private static let start: Int64 = (20_787 * 86_400 + 8 * 3600) * 1_000_000
    private static let start2000 = UInt64(start - 946_684_800_000_000)

    private struct Recording {
        var file: BTSnoopFile
        let form: Form
        var time = BTSnoopTests.start2000

        init(_ form: Form) {
            self.form = form
            file = BTSnoopFile(dataLink: form.rawValue)
        }

        mutating func event(_ bytes: [UInt8]) { add(bytes, h4: 4, flags: 3, monitor: 3) }
        mutating func acl(_ bytes: [UInt8], isReceived: Bool, original: Int? = nil) {
            add(bytes, h4: 2, flags: isReceived ? 1 : 0, monitor: isReceived ? 5 : 4, original: original)
        }

        private mutating func add(_ bytes: [UInt8], h4: UInt8, flags: UInt64, monitor: UInt64, original: Int? = nil) {
            switch form {
            case .hci: file.packet(bytes, flags: flags, at: time, original: original)
            case .h4: file.packet([h4] + bytes, flags: flags, at: time, original: original.map { $0 + 1 })
            case .monitor: file.packet(bytes, flags: monitor, at: time, original: original)
            }
            time += 10_000
        }

        mutating func discover() { for step in HCIBytes.discovery { acl(HCIBytes.acl(step.att), isReceived: step.isReceived) } }
        mutating func notify(_ value: [UInt8], handle: UInt8 = 0x10) {
            acl(HCIBytes.acl([0x1B, handle, 0] + value), isReceived: true)
        }
    }

    private static let strap = LinkIdentity(
        kind: .gatt(characteristic: 0x2A37), address: "D8:3A:5B:01:02:03", name: "Strap é",
        facts: [.init(name: "manufacturer", value: "Polar")])

    @Test(arguments: [1001, 1002, 2001] as [UInt64])
    func discoveryThenNotification(dataLink: UInt64) throws {
        var recording = Recording(try #require(Form(rawValue: dataLink)))
        recording.event(HCIBytes.advertised("Strap é"))
        recording.event(dataLink == 1002 ? HCIBytes.connectedEnhanced : HCIBytes.connected)
        recording.discover()
        recording.notify([0x16, 0x8E, 0xB1, 0x01])
        recording.event(HCIBytes.disconnected)
        let reading = CaptureReading(recording.file.bytes)
        #expect(reading.kind == .btsnoop)
        #expect(reading.error == nil)
        #expect(reading.ending == .complete)
        #expect(reading.isStamped)
        #expect(reading.header?.start == Self.start)
        let maker = LinkIdentity(
            kind: .gatt(characteristic: 0x2A29), address: "D8:3A:5B:01:02:03", name: "Strap é", facts: Self.strap.facts)
        #expect(
            reading.records == [
                CaptureRecord(offset: 90_000, input: .linkOpened(LinkID(1), maker)),
                CaptureRecord(offset: 90_000, input: .bytes(LinkID(1), Array("Polar".utf8))),
                CaptureRecord(offset: 120_000, input: .linkOpened(LinkID(2), Self.strap)),
                CaptureRecord(offset: 120_000, input: .bytes(LinkID(2), [0x16, 0x8E, 0xB1, 0x01])),
                CaptureRecord(offset: 130_000, input: .linkClosed(LinkID(1), reason: "connection timeout")),
                CaptureRecord(offset: 130_000, input: .linkClosed(LinkID(2), reason: "connection timeout")),
            ])
    }

    /// A host does not discover a peripheral again that it knows; the link keeps its number.
    @Test func reconnectedWithoutDiscovery() {
        var recording = Recording(.monitor)
        recording.event(HCIBytes.connected)
        recording.discover()
        recording.notify([0x00, 60])
        recording.event(HCIBytes.disconnected)
        recording.event(HCIBytes.connected)
        recording.notify([0x00, 61])
        let reading = CaptureReading(recording.file.bytes)
        #expect(reading.values.suffix(2).map(\.input) == [.bytes(LinkID(2), [0x00, 60]), .bytes(LinkID(2), [0x00, 61])])
        #expect(
            reading.records.suffix(2).first?.input
                == .linkOpened(
                    LinkID(2),
                    LinkIdentity(
                        kind: .gatt(characteristic: 0x2A37), address: "D8:3A:5B:01:02:03", facts: Self.strap.facts)))
    }

    /// Nothing is guessed: what stands on an unknown handle is counted and named.
    @Test func notificationsWithoutDiscovery() {
        var recording = Recording(.h4)
        recording.event(HCIBytes.connected)
        recording.notify([0x00, 60])
        recording.notify([0x00, 61])
        let reading = CaptureReading(recording.file.bytes)
        #expect(reading.records.isEmpty)
        #expect(reading.error == nil)
        #expect(reading.findings.undiscovered == [.init(address: "D8:3A:5B:01:02:03", handle: 0x10, values: 2)])
    }

    @Test func fragmentsAreJoined() {
        var recording = Recording(.h4)
        recording.event(HCIBytes.connected)
        recording.discover()
        let frame: [UInt8] = [7, 0, 4, 0, 0x1B, 0x10, 0, 0x16, 0x8E, 0xB1, 0x01]
        recording.acl(HCIBytes.fragment(Array(frame[..<2]), boundary: 2), isReceived: true)
        recording.acl(HCIBytes.fragment(Array(frame[2..<8]), boundary: 1), isReceived: true)
        recording.acl(HCIBytes.fragment(Array(frame[8...]), boundary: 1), isReceived: true)
        // A continuation of nothing, and a frame that the next one breaks off.
        recording.acl(HCIBytes.fragment([1, 2, 3], boundary: 1), isReceived: true)
        recording.acl(HCIBytes.fragment(Array(frame[..<6]), boundary: 2), isReceived: true)
        recording.notify([0x00, 61])
        let reading = CaptureReading(recording.file.bytes)
        #expect(
            reading.values.suffix(2).map(\.input) == [
                .bytes(LinkID(2), [0x16, 0x8E, 0xB1, 0x01]), .bytes(LinkID(2), [0x00, 61]),
            ])
    }

    /// A string longer than one response: 22 bytes of it, then the rest.
    @Test func longValuesAreReadOn() {
        var recording = Recording(.h4)
        recording.event(HCIBytes.connected)
        let name = Array("A manufacturer of some length".utf8)
        let steps: [(Bool, [UInt8])] = [
            (false, [0x08, 0x0E, 0x00, 0x20, 0x00, 0x03, 0x28]), (true, [0x09, 0x07, 0x12, 0x00, 0x02, 0x13, 0x00, 0x29, 0x2A]),
            (false, [0x0A, 0x13, 0x00]), (true, [0x0B] + name[..<22]), (false, [0x0C, 0x13, 0x00, 22, 0]),
            (true, [0x0D] + name[22...]),
        ]
        for (isReceived, att) in steps { recording.acl(HCIBytes.acl(att), isReceived: isReceived) }
        #expect(CaptureReading(recording.file.bytes).values.map(\.input) == [.bytes(LinkID(1), name)])
    }

    @Test func shortenedAndLostPacketsAreCounted() {
        var recording = Recording(.h4)
        recording.event(HCIBytes.connected)
        recording.discover()
        let whole = HCIBytes.acl([0x1B, 0x10, 0, 0x00, 60])
        recording.acl(Array(whole[..<9]), isReceived: true, original: whole.count)
        recording.file.packet([4] + HCIBytes.disconnected, flags: 3, at: Self.start2000, lost: 5)
        let reading = CaptureReading(recording.file.bytes)
        #expect(reading.values.count == 1)
        #expect(reading.findings.shortenedPackets == 1)
        #expect(reading.findings.lostPackets == 5)
        #expect(reading.findings.stampsGoingBack == 1)
        #expect(zip(reading.records, reading.records.dropFirst()).allSatisfy { $0.offset <= $1.offset })
    }

    @Test func cutAtEveryByteAndBrokenAnywhere() {
        var recording = Recording(.monitor)
        recording.event(HCIBytes.advertised("Strap"))
        recording.event(HCIBytes.connected)
        recording.discover()
        recording.notify([0x16, 0x8E, 0xB1, 0x01])
        recording.event(HCIBytes.disconnected)
        let bytes = recording.file.bytes
        let whole = CaptureReading(bytes).records
        var before = 0
        for cut in 0..<bytes.count {
            let reading = CaptureReading(Array(bytes[..<cut]), chunk: 13)
            #expect(reading.records == Array(whole.prefix(reading.records.count)))
            #expect(reading.records.count >= before)
            before = reading.records.count
            if cut >= 16 { #expect(reading.error == nil) } else { #expect(reading.error != nil) }
        }
        var random = CaptureRandom(seed: 7)
        for _ in 0..<250 {
            var broken = bytes
            for _ in 0..<4 { broken[Int.random(in: 8..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random) }
            _ = CaptureReading(broken)
        }
    }

    @Test func anotherDataLinkIsNamed() {
        #expect(CaptureReading(BTSnoopFile(dataLink: 1003).bytes).error == .unsupportedLinkType(1003))
    }

    @Test func anAbsurdLengthIsAnError() {
        var file = BTSnoopFile(dataLink: 1002)
        file.bytes += [0, 0, 0, 4, 0x7F, 0xFF, 0xFF, 0xFF] + [UInt8](repeating: 0, count: 16)
        #expect(CaptureReading(file.bytes).error == .malformedPacket(number: 1, byteOffset: 16, reason: .tooLong))
    }
}
