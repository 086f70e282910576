import Testing
import WireFormats

/// Bluetooth in pcap files: with a direction in front of each packet (201), and without (187).
@Suite struct PCAPBluetoothTests {
    private static let connection = [4] + HCIBytes.connected

    private static func recording(linkType: UInt64, _ packets: [(isReceived: Bool, h4: [UInt8])]) -> CaptureReading {
        var file = PCAPFile(linkType: linkType)
        for (number, packet) in packets.enumerated() {
            let direction: [UInt8] = linkType == 201 ? [0, 0, 0, packet.isReceived ? 1 : 0] : []
            file.packet(direction + packet.h4, seconds: 1_800_000_000, microseconds: UInt64(number) * 1000)
        }
        return CaptureReading(file.bytes)
    }

    /// Who speaks is told by the opcode where the file does not say it: discovery names the handle, and the value is read.
    @Test(arguments: [187, 201] as [UInt64])
    func discoveryThenNotification(linkType: UInt64) {
        let discovery = HCIBytes.discovery.map { ($0.isReceived, [2] + HCIBytes.acl($0.att, boundary: $0.isReceived ? 2 : 0)) }
        let value: [UInt8] = [0x16, 0x8E, 0xB1, 0x01]
        let reading = Self.recording(
            linkType: linkType, [(true, Self.connection)] + discovery + [(true, [2] + HCIBytes.acl([0x1B, 0x10, 0] + value))])
        #expect(reading.error == nil)
        #expect(reading.values.last?.input == .bytes(LinkID(2), value))
        #expect(reading.findings.undiscovered.isEmpty)
    }

    /// A fragment that goes on follows the one that began.
    @Test func fragmentsWithoutDirection() {
        let discovery = HCIBytes.discovery.map { ($0.isReceived, [2] + HCIBytes.acl($0.att, boundary: $0.isReceived ? 2 : 0)) }
        let parts = [
            (true, [2] + HCIBytes.fragment([7, 0, 4, 0, 0x1B, 0x10], boundary: 2)),
            (true, [2] + HCIBytes.fragment([0, 0x16, 0x8E, 0xB1, 0x01], boundary: 1)),
        ]
        let reading = Self.recording(linkType: 187, [(true, Self.connection)] + discovery + parts)
        #expect(reading.values.last?.input == .bytes(LinkID(2), [0x16, 0x8E, 0xB1, 0x01]))
    }
}
