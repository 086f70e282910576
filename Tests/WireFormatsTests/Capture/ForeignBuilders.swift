/// Other tools' files, put together in the plainest way, apart from the code under test.
struct Endian {
    var isBig = false
    func bytes(_ value: UInt64, _ width: Int) -> [UInt8] {
        let little = (0..<width).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
        return isBig ? little.reversed() : little
    }
}

struct BTSnoopFile {
    private static let order = Endian(isBig: true)
    /// btsnoop's own name for 2000-01-01T00:00:00Z, from BlueZ.
    private static let stampOf2000: UInt64 = 0x00E0_3AB4_4A67_6000

    var bytes: [UInt8]

    init(dataLink: UInt64) {
        bytes = Array("btsnoop\0".utf8) + Self.order.bytes(1, 4) + Self.order.bytes(dataLink, 4)
    }

    /// - Parameter at: microseconds since 2000.
    mutating func packet(_ data: [UInt8], flags: UInt64, at: UInt64, original: Int? = nil, lost: UInt64 = 0) {
        bytes += Self.order.bytes(UInt64(original ?? data.count), 4) + Self.order.bytes(UInt64(data.count), 4)
        bytes += Self.order.bytes(flags, 4) + Self.order.bytes(lost, 4) + Self.order.bytes(Self.stampOf2000 + at, 8) + data
    }
}

/// HCI packets of one connection, handle 0x0040, with D8:3A:5B:01:02:03.
enum HCIBytes {
    static let address: [UInt8] = [0x03, 0x02, 0x01, 0x5B, 0x3A, 0xD8]
    static let connected: [UInt8] = [0x3E, 19, 0x01, 0, 0x40, 0, 0, 1] + address + [24, 0, 0, 0, 42, 0, 0]
    static let connectedEnhanced: [UInt8] =
        [0x3E, 31, 0x0A, 0, 0x40, 0, 0, 1] + address + [UInt8](repeating: 0, count: 12) + [24, 0, 0, 0, 42, 0, 0]
    static let disconnected: [UInt8] = [0x05, 4, 0, 0x40, 0, 0x08]

    static func advertised(_ name: String) -> [UInt8] {
        let data = [2, 0x01, 0x06, UInt8(name.utf8.count + 1), 0x09] + Array(name.utf8)
        let report = [0x02, 1, 0, 1] + address + [UInt8(data.count)] + data + [0xC0]
        return [0x3E, UInt8(report.count)] + report
    }

    /// An ACL packet with a whole L2CAP frame on the Attribute Protocol's channel.
    static func acl(_ att: [UInt8], boundary: UInt8 = 2) -> [UInt8] {
        fragment([UInt8(att.count), 0, 4, 0] + att, boundary: boundary)
    }

    static func fragment(_ part: [UInt8], boundary: UInt8) -> [UInt8] {
        [0x40, boundary << 4, UInt8(part.count), 0] + part
    }

    /// What host and strap say until the characteristic 2A37 on handle 0x10 notifies: what was sent, what came.
    static let discovery: [(isReceived: Bool, att: [UInt8])] = [
        (false, [0x02, 0x05, 0x02]), (true, [0x03, 0xF7, 0x00]),
        (false, [0x10, 0x01, 0x00, 0xFF, 0xFF, 0x00, 0x28]), (true, [0x11, 0x06, 0x0E, 0x00, 0x20, 0x00, 0x0D, 0x18]),
        (false, [0x08, 0x0E, 0x00, 0x20, 0x00, 0x03, 0x28]),
        (true, [0x09, 0x07, 0x0F, 0x00, 0x10, 0x10, 0x00, 0x37, 0x2A, 0x12, 0x00, 0x02, 0x13, 0x00, 0x29, 0x2A]),
        (false, [0x0A, 0x13, 0x00]), (true, [0x0B] + Array("Polar".utf8)),
        (false, [0x12, 0x11, 0x00, 0x01, 0x00]), (true, [0x13]),
    ]
}

struct PCAPFile {
    var bytes: [UInt8]
    let order: Endian
    let isNano: Bool

    init(linkType: UInt64, isBig: Bool = false, isNano: Bool = false) {
        order = Endian(isBig: isBig)
        self.isNano = isNano
        bytes = order.bytes(isNano ? 0xA1B2_3C4D : 0xA1B2_C3D4, 4) + order.bytes(2, 2) + order.bytes(4, 2)
        bytes += order.bytes(0, 8) + order.bytes(512, 4) + order.bytes(linkType, 4)
    }

    mutating func packet(_ data: [UInt8], seconds: UInt64, microseconds: UInt64, original: Int? = nil) {
        bytes += order.bytes(seconds, 4) + order.bytes(isNano ? microseconds * 1000 + 999 : microseconds, 4)
        bytes += order.bytes(UInt64(data.count), 4) + order.bytes(UInt64(original ?? data.count), 4) + data
    }
}

/// usbmon packets of a device.
struct USBMon {
    var order = Endian()
    var headerLength = 64
    var device: UInt8 = 4

    func packet(
        _ event: Character, id: UInt64 = 1, transfer: UInt8 = 3, endpoint: UInt8 = 0x81, status: Int32 = 0,
        setup: [UInt8]? = nil, _ data: [UInt8] = [], length: Int? = nil
    ) -> [UInt8] {
        var bytes = order.bytes(id, 8) + [event.asciiValue ?? 0, transfer, endpoint, device] + order.bytes(1, 2)
        bytes += [setup == nil ? 0x2D : 0, data.isEmpty ? 0x3C : 0] + order.bytes(0, 12)
        bytes += order.bytes(UInt64(UInt32(bitPattern: status)), 4) + order.bytes(UInt64(length ?? data.count), 4)
        bytes += order.bytes(UInt64(data.count), 4) + (setup ?? [UInt8](repeating: 0, count: 8))
        return bytes + [UInt8](repeating: 0, count: headerLength - 48) + data
    }

    /// The stick tells what it is: its device descriptor, then its serial number as string 3.
    func enumeration(vendor: UInt64 = 0x0FCF) -> [[UInt8]] {
        let descriptor = [18, 1, 0, 2, 0, 0, 0, 32] + Endian().bytes(vendor, 2) + [0x08, 0x10, 0, 1, 1, 2, 3, 1]
        let serial = [8, 3, 0x31, 0, 0x32, 0, 0x33, 0]
        return [
            packet("S", id: 7, transfer: 2, endpoint: 0x80, setup: [0x80, 6, 0, 1, 0, 0, 18, 0]),
            packet("C", id: 7, transfer: 2, endpoint: 0x80, descriptor.map { UInt8($0) }),
            packet("S", id: 8, transfer: 2, endpoint: 0x80, setup: [0x80, 6, 3, 3, 9, 4, 255, 0]),
            packet("C", id: 8, transfer: 2, endpoint: 0x80, serial.map { UInt8($0) }),
        ]
    }
}

struct PCAPNGFile {
    var bytes: [UInt8] = []
    var order = Endian()

    mutating func block(_ type: UInt64, _ body: [UInt8]) {
        let padded = body + [UInt8](repeating: 0, count: (4 - body.count % 4) % 4)
        let length = order.bytes(UInt64(padded.count + 12), 4)
        bytes += order.bytes(type, 4) + length + padded + length
    }

    mutating func section(isBig: Bool = false) {
        order = Endian(isBig: isBig)
        block(
            0x0A0D_0D0A, order.bytes(0x1A2B_3C4D, 4) + order.bytes(1, 2) + order.bytes(0, 2) + [UInt8](repeating: 0xFF, count: 8))
    }

    mutating func interface(linkType: UInt64, resolution: UInt8? = nil) {
        var body = order.bytes(linkType, 2) + order.bytes(0, 2) + order.bytes(0, 4)
        if let resolution { body += order.bytes(9, 2) + order.bytes(1, 2) + [resolution, 0, 0, 0] + order.bytes(0, 4) }
        block(1, body)
    }

    mutating func packet(_ data: [UInt8], interface: UInt64, stamp: UInt64, original: Int? = nil) {
        var body = order.bytes(interface, 4) + order.bytes(stamp >> 32, 4) + order.bytes(stamp & 0xFFFF_FFFF, 4)
        body += order.bytes(UInt64(data.count), 4) + order.bytes(UInt64(original ?? data.count), 4) + data
        block(6, body)
    }

    mutating func simplePacket(_ data: [UInt8]) { block(3, order.bytes(UInt64(data.count), 4) + data) }
}
