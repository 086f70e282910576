/// The events of a Bluetooth controller that tell who is heard, who is at the other end of a connection, and how a command went.
///
/// - SeeAlso: Bluetooth Core 5.4, Vol 4, Part E, §7.7.
public enum HCIEvent: Equatable, Sendable {
    case connected(handle: UInt16, peer: BluetoothAddress)
    case disconnected(handle: UInt16, reason: UInt8)
    case advertised([AdvertisingReport])
    /// A command is carried out; the parameters begin with its status, 0 for success.
    case commandComplete(opcode: UInt16, parameters: [UInt8])
    /// A command is begun, or refused with a status other than 0.
    case commandStatus(opcode: UInt16, status: UInt8)
    case other

    /// Decodes a whole event: code, parameter length, parameters.
    ///
    /// - Throws: `WireError.truncated`, naming the field in which it ended.
    public init(decoding bytes: Span<UInt8>) throws(WireError) {
        var reader = ByteReader(bytes)
        guard let code = reader.uint8() else { throw .truncated(field: "event code") }
        guard let length = reader.uint8() else { throw .truncated(field: "parameter length") }
        guard let parameters = reader.take(Int(length)) else { throw .truncated(field: "parameters") }
        reader = ByteReader(parameters)
        switch code {
        case 0x05:
            guard let status = reader.uint8(), let handle = reader.uint16(), let reason = reader.uint8()
            else { throw .truncated(field: "disconnection complete") }
            self = status == 0 ? .disconnected(handle: handle & 0x0FFF, reason: reason) : .other
        case 0x0E:
            guard reader.skip(1), let opcode = reader.uint16() else { throw .truncated(field: "command complete") }
            self = .commandComplete(opcode: opcode, parameters: [UInt8](reader.rest()))
        case 0x0F:
            guard let status = reader.uint8(), reader.skip(1), let opcode = reader.uint16()
            else { throw .truncated(field: "command status") }
            self = .commandStatus(opcode: opcode, status: status)
        case 0x3E:
            guard let subevent = reader.uint8() else { throw .truncated(field: "subevent code") }
            switch subevent {
            case 0x01, 0x0A, 0x29: self = try Self.connection(&reader)
            case 0x02: self = .advertised(try Self.legacyReports(&reader))
            case 0x0D: self = .advertised(try Self.extendedReports(&reader))
            default: self = .other
            }
        default: self = .other
        }
    }

    /// The three connection events begin alike: status, handle, role, type of address, address.
    private static func connection(_ reader: inout ByteReader) throws(WireError) -> HCIEvent {
        guard let status = reader.uint8(), let handle = reader.uint16(), reader.skip(2),
            let peer = BluetoothAddress(&reader)
        else { throw .truncated(field: "connection complete") }
        return status == 0 ? .connected(handle: handle & 0x0FFF, peer: peer) : .other
    }

    private static func legacyReports(_ reader: inout ByteReader) throws(WireError) -> [AdvertisingReport] {
        guard let count = reader.uint8() else { throw .truncated(field: "number of reports") }
        var reports: [AdvertisingReport] = []
        for _ in 0..<count {
            // event type 1, address type 1, address | length, data | RSSI 1
            guard reader.skip(1), let addressType = reader.uint8(), let address = BluetoothAddress(&reader),
                let length = reader.uint8(), let data = reader.take(Int(length)), let signal = reader.int8()
            else { throw .truncated(field: "advertising report") }
            reports.append(report(address, addressType, signal, data))
        }
        return reports
    }

    private static func extendedReports(_ reader: inout ByteReader) throws(WireError) -> [AdvertisingReport] {
        guard let count = reader.uint8() else { throw .truncated(field: "number of reports") }
        var reports: [AdvertisingReport] = []
        for _ in 0..<count {
            // event type 2, address type 1, address | PHYs 2, set ID 1, power 1 | RSSI 1 | period 2, direct address 7
            guard reader.skip(2), let addressType = reader.uint8(), let address = BluetoothAddress(&reader), reader.skip(4),
                let signal = reader.int8(), reader.skip(9), let length = reader.uint8(), let data = reader.take(Int(length))
            else { throw .truncated(field: "extended advertising report") }
            reports.append(report(address, addressType, signal, data))
        }
        return reports
    }

    /// An odd type is random, an even one public; both as the device has it or resolved from a private one. 127 dBm: not known.
    private static func report(
        _ address: BluetoothAddress, _ addressType: UInt8, _ signal: Int8, _ data: Span<UInt8>
    ) -> AdvertisingReport {
        AdvertisingReport(
            address: address, isRandom: addressType & 1 == 1, signalDBm: signal == 127 ? nil : Int(signal),
            data: AdvertisingData(decoding: data))
    }
}
