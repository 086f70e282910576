/// The next generation of packet captures: blocks, several interfaces, several sections each in its own byte order.
///
///     a block: type 4 | total length 4 | body | total length 4
///
/// - SeeAlso: draft-ietf-opsawg-pcapng.
struct PCAPNG: PacketFormat {
    private enum BlockType {
        static let section: UInt32 = 0x0A0D_0D0A
        static let interface: UInt32 = 1
        static let packet: UInt32 = 2
        static let simplePacket: UInt32 = 3
        static let enhancedPacket: UInt32 = 6
    }

    private static let byteOrderMagic: UInt32 = 0x1A2B_3C4D
    /// Type, both lengths.
    private static let frameLength: UInt32 = 12
    /// A packet's block: its bytes, and its options.
    private static let longestBlock = UInt32(2 * PacketInterpreter.longestPacket)
    private static let mostInterfaces = 4096

    private var isBigEndian = false
    private var interfaces: [PCAPNGInterface] = []
    private(set) var isBegun = false
    private var block = 0

    mutating func read(_ input: borrowing InputBuffer, into packets: inout PacketInterpreter) throws(CaptureError) -> Int64? {
        var reader = ByteReader(input.span)
        // The section header's type reads the same in both byte orders; its magic then tells which it is.
        guard let type = reader.uint32(big: isBigEndian) else { return nil }
        if type == BlockType.section {
            guard reader.skip(4), let magic = reader.uint32() else { return nil }
            guard magic == Self.byteOrderMagic || magic.byteSwapped == Self.byteOrderMagic else {
                throw fault(.invalid("byte-order magic"), input)
            }
            isBigEndian = magic != Self.byteOrderMagic
        }
        reader = ByteReader(input.span)
        guard reader.skip(4), let length = reader.uint32(big: isBigEndian) else { return nil }
        guard length >= Self.frameLength, length % 4 == 0 else { throw fault(.invalid("block length"), input) }
        if [BlockType.section, BlockType.interface, BlockType.packet, BlockType.simplePacket, BlockType.enhancedPacket]
            .contains(type)
        {
            guard length <= Self.longestBlock else { throw fault(.tooLong, input) }
            guard let body = reader.take(Int(length - Self.frameLength)), reader.skip(4) else { return nil }
            try read(body, type, at: input.position, into: &packets)
        }
        block += 1
        return Int64(length)
    }

    private mutating func read(
        _ body: Span<UInt8>, _ type: UInt32, at byteOffset: Int64, into packets: inout PacketInterpreter
    ) throws(CaptureError) {
        var reader = ByteReader(body)
        switch type {
        case BlockType.section:
            interfaces.removeAll()
            isBegun = true
        case BlockType.interface:
            guard interfaces.count < Self.mostInterfaces, let interface = PCAPNGInterface(body, isBigEndian: isBigEndian)
            else { throw .malformedPacket(number: block + 1, byteOffset: byteOffset, reason: .invalid("interface block")) }
            interfaces.append(interface)
        default:
            let number: UInt32
            switch type {
            case BlockType.enhancedPacket: number = reader.uint32(big: isBigEndian) ?? .max
            case BlockType.packet:
                number = reader.uint16(big: isBigEndian).map { UInt32($0) } ?? .max
                _ = reader.skip(2)
            default: number = 0
            }
            guard number < interfaces.count else {
                throw .malformedPacket(number: block + 1, byteOffset: byteOffset, reason: .invalid("interface number"))
            }
            guard readPacket(&reader, type, interfaces[Int(number)], into: &packets) else {
                throw .malformedPacket(number: block + 1, byteOffset: byteOffset, reason: .invalid("packet length"))
            }
        }
    }

    private func readPacket(
        _ reader: inout ByteReader, _ type: UInt32, _ interface: PCAPNGInterface, into packets: inout PacketInterpreter
    ) -> Bool {
        var stamp: Int64?
        var included = UInt32.max
        if type != BlockType.simplePacket {
            guard let high = reader.uint32(big: isBigEndian), let low = reader.uint32(big: isBigEndian),
                let length = reader.uint32(big: isBigEndian)
            else { return false }
            stamp = interface.microseconds(UInt64(high) << 32 | UInt64(low))
            included = length
        }
        guard let original = reader.uint32(big: isBigEndian) else { return false }
        if type == BlockType.simplePacket {
            included = min(original, interface.snapLength == 0 ? .max : interface.snapLength, UInt32(clamping: reader.remaining))
        }
        guard let bytes = reader.take(Int(clamping: included)) else { return false }
        // Files of several devices name links that are not ours: they are passed over.
        if let layer = interface.layer {
            packets.handle(bytes, layer, stamp: stamp, isWhole: included >= original)
        }
        return true
    }

    private func fault(_ reason: CaptureFault, _ input: borrowing InputBuffer) -> CaptureError {
        .malformedPacket(number: block + 1, byteOffset: input.position, reason: reason)
    }
}

/// One interface of a section: what its packets are, and what its stamps count in.
struct PCAPNGInterface: Sendable {
    /// `nil` when the packets are of a link that is not read here.
    let layer: PacketLayer?
    let snapLength: UInt32
    /// Stamps a second: a power of ten or of two.
    private var unitsPerSecond: UInt64 = 1_000_000
    private var offsetSeconds: Int64 = 0

    private static let endOfOptions: UInt16 = 0
    private static let resolution: UInt16 = 9
    private static let offset: UInt16 = 14

    init?(_ body: Span<UInt8>, isBigEndian: Bool) {
        var reader = ByteReader(body)
        guard let linkType = reader.uint16(big: isBigEndian), reader.skip(2), let snapLength = reader.uint32(big: isBigEndian)
        else { return nil }
        layer = try? PacketLayer(linkType: UInt32(linkType), isBigEndian: isBigEndian)
        self.snapLength = snapLength
        while let code = reader.uint16(big: isBigEndian), code != Self.endOfOptions,
            let length = reader.uint16(big: isBigEndian), let value = reader.take(Int(length))
        {
            var option = ByteReader(value)
            if code == Self.resolution, let exponent = option.uint8() {
                guard let units = Self.units(exponent) else { return nil }
                unitsPerSecond = units
            }
            if code == Self.offset, let seconds = option.uint64(big: isBigEndian) { offsetSeconds = Int64(bitPattern: seconds) }
            _ = reader.skip((4 - Int(length) % 4) % 4)
        }
    }

    private static func units(_ exponent: UInt8) -> UInt64? {
        if exponent & 0x80 != 0 { return exponent & 0x7F < 64 ? 1 << UInt64(exponent & 0x7F) : nil }
        guard exponent <= 19 else { return nil }
        return (0..<exponent).reduce(1) { units, _ in units * 10 }
    }

    /// A stamp in microseconds since 1970.
    func microseconds(_ stamp: UInt64) -> Int64 {
        let (seconds, rest) = stamp.quotientAndRemainder(dividingBy: unitsPerSecond)
        // The remainder is below the divisor, so that the quotient fits.
        let product = rest.multipliedFullWidth(by: 1_000_000)
        let fraction = unitsPerSecond.dividingFullWidth(product).quotient
        return (Int64(truncatingIfNeeded: seconds) &+ offsetSeconds) &* 1_000_000 &+ Int64(truncatingIfNeeded: fraction)
    }
}
