/// Writes what Linux's HCI monitor tells as a btsnoop file (datalink 2001), as btmon does: it is read by `CaptureKind.btsnoop`'s
/// reader, by btmon and by Wireshark.
public enum BTSnoopWriter {
    /// What stands at the file's front.
    public static let header: [UInt8] = {
        var bytes = ByteWriter()
        bytes.append(BTSnoop.magic)
        bytes.bigUInt32(1)
        bytes.bigUInt32(BTSnoop.DataLink.monitor.rawValue)
        return bytes.bytes
    }()

    /// One packet of the monitor, as its socket delivers it: opcode 2, controller 2, length 2, little-endian, then the packet.
    ///
    /// - Parameters:
    ///   - stamp: microseconds since 1970.
    ///   - lost: packets that the recorder missed since it began.
    /// - Returns: the file's record; `nil` for a message too short to be one.
    public static func record(ofMonitor message: [UInt8], stamp: Int64, lost: UInt32 = 0) -> [UInt8]? {
        var reader = ByteReader(message.span)
        guard let opcode = reader.uint16(), let controller = reader.uint16(), let length = reader.uint16() else { return nil }
        // The length is of the whole packet, also where the reader's buffer cut it.
        let packet = reader.rest().extracting(first: Int(length))
        var bytes = ByteWriter()
        bytes.bigUInt32(UInt32(length))
        bytes.bigUInt32(UInt32(packet.count))
        bytes.bigUInt32(UInt32(controller) << 16 | UInt32(opcode))
        bytes.bigUInt32(lost)
        let time = UInt64(bitPattern: stamp &+ BTSnoop.stampOf1970)
        bytes.bigUInt32(UInt32(truncatingIfNeeded: time >> 32))
        bytes.bigUInt32(UInt32(truncatingIfNeeded: time))
        bytes.append([UInt8](packet))
        return bytes.bytes
    }
}
