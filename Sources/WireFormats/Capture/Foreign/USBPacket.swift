/// One packet of Linux's usbmon: a request as it was handed in, or as it came back.
///
///     id 8 | event 1 | transfer 1 | endpoint 1 | device 1 | bus 2 | no setup 1 | no data 1 | seconds 8 | microseconds 4
///     status 4 | length 4 | captured 4 | setup 8 | with the long header: interval, frame, flags, descriptors, 4 each | data
///
/// Numbers are in the recording machine's byte order, which the file's is too.
/// - SeeAlso: Linux, Documentation/usb/usbmon.rst; link types 189 and 220 of the tcpdump group's list.
struct USBPacket: ~Escapable {
    enum Event { case submission, completion, failure }
    enum Transfer: UInt8 { case isochronous, interrupt, control, bulk }

    let id: UInt64
    let event: Event
    let transfer: Transfer
    let isIn: Bool
    let device: UInt8
    let bus: UInt16
    let status: Int32
    /// The descriptor's type and number, when a setup asks for one.
    let descriptorAskedFor: UInt16?
    /// How many bytes came.
    let length: Int
    /// Those of them that the recorder kept.
    let data: Span<UInt8>

    /// - Returns: `nil` when the bytes are no such packet.
    @_lifetime(copy bytes)
    init?(_ bytes: Span<UInt8>, headerLength: Int, isBigEndian: Bool) {
        var reader = ByteReader(bytes)
        guard let id = reader.uint64(), let event = reader.uint8(), let transfer = reader.uint8(),
            let endpoint = reader.uint8(), let device = reader.uint8(),
            let bus = reader.uint16(big: isBigEndian), let noSetup = reader.uint8(), reader.skip(1 + 8 + 4),
            let status = reader.uint32(big: isBigEndian),
            let length = reader.uint32(big: isBigEndian),
            let captured = reader.uint32(big: isBigEndian), let setup = reader.take(8),
            let transfer = Transfer(rawValue: transfer), reader.skip(headerLength - 48)
        else { return nil }
        switch event {
        case 0x53: self.event = .submission
        case 0x43: self.event = .completion
        case 0x45: self.event = .failure
        default: return nil
        }
        self.id = id
        self.transfer = transfer
        isIn = endpoint & 0x80 != 0
        self.device = device
        self.bus = bus
        self.status = Int32(bitPattern: status)
        let asksForDescriptor = noSetup == 0 && setup[0] == 0x80 && setup[1] == 6
        descriptorAskedFor = asksForDescriptor ? UInt16(setup[2]) | UInt16(setup[3]) << 8 : nil
        let rest = reader.rest()
        data = rest.extracting(0..<min(Int(clamping: captured), rest.count))
        self.length = event == 0x43 && endpoint & 0x80 != 0 ? Int(min(length, UInt32(Int32.max))) : rest.count
    }
}
