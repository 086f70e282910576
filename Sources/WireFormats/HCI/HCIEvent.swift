/// The events of a Bluetooth controller that tell who is at the other end of a connection.
///
/// - SeeAlso: Bluetooth Core 5.4, Vol 4, Part E, §7.7.
enum HCIEvent: Equatable, Sendable {
    case connected(handle: UInt16, peer: BluetoothAddress)
    case disconnected(handle: UInt16, reason: UInt8)
    case advertised([Advertisement])
    case other

    struct Advertisement: Equatable, Sendable {
        var address: BluetoothAddress
        /// The local name in the advertising data, if it carries one.
        var name: String?
        var nameIsComplete = false
    }

    /// Decodes a whole event: code, parameter length, parameters.
    ///
    /// - Throws: `WireError.truncated`, naming the field in which it ended.
    init(decoding bytes: Span<UInt8>) throws(WireError) {
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

    private static func legacyReports(_ reader: inout ByteReader) throws(WireError) -> [Advertisement] {
        guard let count = reader.uint8() else { throw .truncated(field: "number of reports") }
        var reports: [Advertisement] = []
        for _ in 0..<count {
            guard reader.skip(2), let address = BluetoothAddress(&reader), let length = reader.uint8(),
                let data = reader.take(Int(length)), reader.skip(1)
            else { throw .truncated(field: "advertising report") }
            reports.append(advertisement(address, data))
        }
        return reports
    }

    private static func extendedReports(_ reader: inout ByteReader) throws(WireError) -> [Advertisement] {
        guard let count = reader.uint8() else { throw .truncated(field: "number of reports") }
        var reports: [Advertisement] = []
        for _ in 0..<count {
            // event type 2, address type 1 | primary and secondary PHY, set ID, power, RSSI, period 2, direct address 7
            guard reader.skip(3), let address = BluetoothAddress(&reader), reader.skip(14), let length = reader.uint8(),
                let data = reader.take(Int(length))
            else { throw .truncated(field: "extended advertising report") }
            reports.append(advertisement(address, data))
        }
        return reports
    }

    /// Advertising data: length, type, value, again and again; a length of 0 or past the end ends it.
    private static func advertisement(_ address: BluetoothAddress, _ data: Span<UInt8>) -> Advertisement {
        var report = Advertisement(address: address)
        var reader = ByteReader(data)
        while let length = reader.uint8(), length > 0, let type = reader.uint8(), let value = reader.take(Int(length) - 1) {
            guard type == 0x09 || type == 0x08 && !report.nameIsComplete else { continue }
            report.name = String(decoding: [UInt8](value), as: UTF8.self)
            report.nameIsComplete = type == 0x09
        }
        return report
    }
}
