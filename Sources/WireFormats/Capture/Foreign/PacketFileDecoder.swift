/// How one packet-capture format frames its packets.
protocol PacketFormat: Sendable {
    /// Reads the file header, block or packet at the front.
    ///
    /// - Returns: its length, of which the end may not have arrived if it need not be read; `nil` when more bytes are needed.
    mutating func read(_ input: borrowing InputBuffer, into packets: inout PacketInterpreter) throws(CaptureError) -> Int64?
    /// Whether the file's header has been read.
    var isBegun: Bool { get }
}

/// Reads packet captures of other tools: the parts that all formats share.
struct PacketFileDecoder<Format: PacketFormat>: CaptureDecoding {
    let isStamped = true
    private(set) var ending = CaptureEnding.open

    private let identity: String
    private var format: Format
    private var packets = PacketInterpreter()
    private var input = InputBuffer()
    private var failure: CaptureError?

    /// - Parameter identity: of the capture, which these formats do not state.
    init(_ format: Format, identity: String) {
        self.format = format
        self.identity = identity
    }

    var header: CaptureHeader? {
        format.isBegun ? CaptureHeader(identity: identity, start: packets.records.start, isSynchronised: false) : nil
    }

    var findings: CaptureFindings { packets.records.findings }

    mutating func append(_ chunk: Span<UInt8>) { input.append(chunk) }
    mutating func finish() { input.finish() }

    mutating func next() throws(CaptureError) -> CaptureRecord? {
        while true {
            if let record = packets.records.next() { return record }
            if let failure { throw failure }
            do {
                guard let length = try format.read(input, into: &packets) else { break }
                input.take(length)
            } catch {
                failure = error
            }
        }
        guard input.isFinished else { return nil }
        guard format.isBegun else {
            let end = input.position + Int64(input.count)
            let error = end == 0 ? CaptureError.empty : .truncatedAt(byteOffset: end)
            failure = error
            throw error
        }
        ending = input.isEmpty && !input.isSkipping ? .complete : .torn(byteOffset: input.position)
        return nil
    }
}

/// What the packets of a file may be.
enum PacketLayer: Equatable, Sendable {
    /// HCI packets with their type in front of them (H4); `nil` where nothing says which way they went.
    case h4(isReceived: Bool?)
    /// H4 behind a direction: 4 bytes, 0 sent and 1 received, most significant first.
    case h4WithDirection
    /// HCI packets whose type stands outside.
    case hci(HCIPacket.Kind)
    /// Linux's HCI monitor.
    case monitor(opcode: UInt16, controller: UInt16)
    /// The same behind controller and opcode, 2 bytes each, most significant first.
    case monitorWithHeader
    /// usbmon, with a header of 48 or 64 bytes.
    case usb(headerLength: Int, isBigEndian: Bool)

    /// - SeeAlso: the tcpdump group's list of link types.
    init(linkType: UInt32, isBigEndian: Bool) throws(CaptureError) {
        switch linkType {
        case 187: self = .h4(isReceived: nil)
        case 189: self = .usb(headerLength: 48, isBigEndian: isBigEndian)
        case 201: self = .h4WithDirection
        case 220: self = .usb(headerLength: 64, isBigEndian: isBigEndian)
        case 254: self = .monitorWithHeader
        default: throw .unsupportedLinkType(linkType)
        }
    }
}

/// Unwraps packets and hands them to the reader of their layer.
struct PacketInterpreter: Sendable {
    /// The longest packet that is read; recorders' own limit is 256 KiB.
    static let longestPacket = 1 << 20

    var records = PacketRecords()
    private var bluetooth = BluetoothPackets()
    private var usb = USBPackets()

    /// - Parameters:
    ///   - stamp: microseconds since 1970; `nil` where the format has none.
    ///   - isWhole: whether the recorder kept all of the packet.
    mutating func handle(_ packet: Span<UInt8>, _ layer: PacketLayer, stamp: Int64?, isWhole: Bool) {
        if let stamp { records.advance(to: stamp) }
        var reader = ByteReader(packet)
        let unwrapped: HCIPacket?
        switch layer {
        case .h4(let isReceived): unwrapped = HCIPacket(h4: packet, isReceived: isReceived, isWhole: isWhole)
        case .h4WithDirection:
            guard let direction = reader.bigUInt32() else { return }
            unwrapped = HCIPacket(h4: reader.rest(), isReceived: direction & 1 == 1, isWhole: isWhole)
        case .hci(let kind): unwrapped = HCIPacket(kind, controller: 0, packet, isWhole: isWhole)
        case .monitor(let opcode, let controller):
            unwrapped = HCIPacket(monitor: opcode, controller: controller, packet, isWhole: isWhole)
        case .monitorWithHeader:
            guard let controller = reader.bigUInt16(), let opcode = reader.bigUInt16() else { return }
            unwrapped = HCIPacket(monitor: opcode, controller: controller, reader.rest(), isWhole: isWhole)
        case .usb(let headerLength, let isBigEndian):
            if let packet = USBPacket(packet, headerLength: headerLength, isBigEndian: isBigEndian) {
                usb.handle(packet, into: &records)
            }
            return
        }
        if let unwrapped { bluetooth.handle(unwrapped, into: &records) }
    }
}
