/// The classic packet capture of libpcap, in either byte order, with microseconds or nanoseconds.
///
///     magic 4 | version 2+2 | zone 4 | accuracy 4 | snap length 4 | link type 4
///     then, a packet: seconds 4 | fraction 4 | included 4 | original 4 | bytes
///
/// - SeeAlso: draft-ietf-opsawg-pcap.
struct PCAP: PacketFormat {
    private static let headerLength: Int64 = 24
    private static let packetHeaderLength = 16
    static let microseconds: UInt32 = 0xA1B2_C3D4
    static let nanoseconds: UInt32 = 0xA1B2_3C4D

    private var layer: PacketLayer?
    private var isBigEndian = false
    private var unitsPerMicrosecond: UInt32 = 1
    private var packet = 0

    var isBegun: Bool { layer != nil }

    mutating func read(_ input: borrowing InputBuffer, into packets: inout PacketInterpreter) throws(CaptureError) -> Int64? {
        var reader = ByteReader(input.span)
        guard let layer else { return try readHeader(&reader) }
        guard let seconds = reader.uint32(big: isBigEndian), let fraction = reader.uint32(big: isBigEndian),
            let included = reader.uint32(big: isBigEndian), let original = reader.uint32(big: isBigEndian)
        else { return nil }
        guard included <= PacketInterpreter.longestPacket else {
            throw .malformedPacket(number: packet + 1, byteOffset: input.position, reason: .tooLong)
        }
        guard let bytes = reader.take(Int(included)) else { return nil }
        packet += 1
        let stamp = Int64(seconds) * 1_000_000 + Int64(fraction / unitsPerMicrosecond)
        packets.handle(bytes, layer, stamp: stamp, isWhole: included >= original)
        return Int64(Self.packetHeaderLength) + Int64(included)
    }

    private mutating func readHeader(_ reader: inout ByteReader) throws(CaptureError) -> Int64? {
        guard let magic = reader.uint32() else { return nil }
        isBigEndian = magic.byteSwapped == Self.microseconds || magic.byteSwapped == Self.nanoseconds
        unitsPerMicrosecond = magic == Self.nanoseconds || magic.byteSwapped == Self.nanoseconds ? 1000 : 1
        guard reader.skip(16), let linkType = reader.uint32(big: isBigEndian) else { return nil }
        // The upper four bits speak of a checksum that these links have not.
        layer = try PacketLayer(linkType: linkType & 0x0FFF_FFFF, isBigEndian: isBigEndian)
        return Self.headerLength
    }
}

extension ByteReader {
    /// A number in the byte order that the file's header states.
    @_lifetime(self: copy self)
    mutating func uint16(big: Bool) -> UInt16? { big ? bigUInt16() : uint16() }

    @_lifetime(self: copy self)
    mutating func uint32(big: Bool) -> UInt32? { big ? bigUInt32() : uint32() }

    @_lifetime(self: copy self)
    mutating func uint64(big: Bool) -> UInt64? { big ? bigUInt64() : uint64() }
}
