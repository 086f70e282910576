/// btsnoop, as btmon and Android's HCI log write it.
///
///     "btsnoop\0" | version 4 | datalink 4 | then, a packet: original 4 | included 4 | flags 4 | lost 4 | stamp 8 | bytes
///
/// Big-endian. Stamps are microseconds on BlueZ's and Wireshark's scale, on which 1970 began at 62 168 256 000 s.
/// - SeeAlso: RFC 1761 for the frame (snoop); BlueZ, src/shared/btsnoop.c.
struct BTSnoop: PacketFormat {
    static let magic: [UInt8] = [0x62, 0x74, 0x73, 0x6E, 0x6F, 0x6F, 0x70, 0x00]
    private static let headerLength: Int64 = 16
    private static let packetHeaderLength = 24
    static let stampOf1970: Int64 = 62_168_256_000_000_000

    enum DataLink: UInt32, Sendable {
        case hci = 1001
        case h4 = 1002
        case monitor = 2001
    }

    private var dataLink: DataLink?
    private var packet = 0
    private var lost: UInt32 = 0

    var isBegun: Bool { dataLink != nil }

    mutating func read(_ input: borrowing InputBuffer, into packets: inout PacketInterpreter) throws(CaptureError) -> Int64? {
        var reader = ByteReader(input.span)
        guard let dataLink else { return try readHeader(&reader) }
        guard let original = reader.bigUInt32(), let included = reader.bigUInt32(), let flags = reader.bigUInt32(),
            let lost = reader.bigUInt32(), let stamp = reader.bigUInt64()
        else { return nil }
        guard included <= PacketInterpreter.longestPacket else {
            throw .malformedPacket(number: packet + 1, byteOffset: input.position, reason: .tooLong)
        }
        guard let bytes = reader.take(Int(included)) else { return nil }
        packet += 1
        // The count of lost packets only grows, and may wrap.
        packets.records.findings.lostPackets += Int64(lost &- self.lost)
        self.lost = lost
        packets.handle(
            bytes, Self.layer(dataLink, flags), stamp: Int64(bitPattern: stamp) &- Self.stampOf1970, isWhole: included >= original
        )
        return Int64(Self.packetHeaderLength) + Int64(included)
    }

    private mutating func readHeader(_ reader: inout ByteReader) throws(CaptureError) -> Int64? {
        guard reader.skip(Self.magic.count), let version = reader.bigUInt32(), let link = reader.bigUInt32() else { return nil }
        guard version == 1 else { throw .malformedPacket(number: 0, byteOffset: 8, reason: .invalid("version")) }
        guard let known = DataLink(rawValue: link) else { throw .unsupportedLinkType(link) }
        dataLink = known
        return Self.headerLength
    }

    private static func layer(_ dataLink: DataLink, _ flags: UInt32) -> PacketLayer {
        let isReceived = flags & 1 == 1
        switch dataLink {
        case .h4: return .h4(isReceived: isReceived)
        case .monitor:
            return .monitor(opcode: UInt16(truncatingIfNeeded: flags), controller: UInt16(truncatingIfNeeded: flags >> 16))
        case .hci:
            let isControl = flags & 2 == 2
            return .hci(isControl ? (isReceived ? .event : .command) : (isReceived ? .receivedData : .sentData))
        }
    }
}
