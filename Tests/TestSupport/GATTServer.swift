/// A peripheral's end of the Attribute Protocol, put together from bytes in the plainest way, apart from the code under test.
public struct GATTServer {
    public struct Attribute {
        public let handle: UInt16
        public let type: UInt16
        public var value: [UInt8]
        /// What reading or writing it is answered with instead.
        public var error: UInt8?

        public init(_ handle: UInt16, _ type: UInt16, _ value: [UInt8] = []) {
            self.handle = handle
            self.type = type
            self.value = value
        }
    }

    public var attributes: [Attribute]
    /// The longest unit it takes; 23 when it has never heard of longer ones.
    public var ownMTU: UInt16
    public private(set) var mtu: UInt16 = 23
    /// Every write, in order.
    public private(set) var writes: [(handle: UInt16, value: [UInt8])] = []

    public init(_ attributes: [Attribute], mtu: UInt16 = 517) {
        self.attributes = attributes
        ownMTU = mtu
    }

    /// Changes what an attribute is answered with.
    public mutating func set(_ handle: UInt16, value: [UInt8]? = nil, error: UInt8? = nil) {
        guard let index = attributes.firstIndex(where: { $0.handle == handle }) else { return }
        if let value { attributes[index].value = value }
        attributes[index].error = error
    }

    /// - Returns: the answer to a request; `nil` for what has none.
    public mutating func answer(_ request: [UInt8]) -> [UInt8]? {
        func number(_ place: Int) -> UInt16 {
            place + 1 < request.count ? UInt16(request[place]) | UInt16(request[place + 1]) << 8 : 0
        }
        let opcode = request.first ?? 0
        switch opcode {
        case 0x02:
            guard ownMTU > 23 else { return Self.error(opcode, 0, 0x06) }
            mtu = min(number(1), ownMTU)
            return [0x03] + Self.bytes(ownMTU)
        case 0x04:
            let found = attributes.filter { (number(1)...number(3)).contains($0.handle) }
            guard !found.isEmpty else { return Self.error(opcode, number(1), 0x0A) }
            let entries = found.map { Self.bytes($0.handle) + Self.bytes($0.type) }
            return [0x05, 0x01] + entries.prefix((Int(mtu) - 2) / 4).joined()
        case 0x08, 0x10:
            let found = attributes.filter { (number(1)...number(3)).contains($0.handle) && $0.type == number(5) }
            guard let first = found.first, request.count == 7 else { return Self.error(opcode, number(1), 0x0A) }
            let head = opcode == 0x08 ? 2 : 4
            let same = found.prefix { $0.value.count == first.value.count }.prefix((Int(mtu) - 2) / (head + first.value.count))
            let entries = same.map { entry in
                Self.bytes(entry.handle) + (opcode == 0x10 ? Self.bytes(lastHandle(of: entry.handle)) : []) + entry.value
            }
            return [opcode + 1, UInt8(head + first.value.count)] + entries.joined()
        case 0x0A, 0x0C:
            guard let found = attributes.first(where: { $0.handle == number(1) }) else {
                return Self.error(opcode, number(1), 0x01)
            }
            if let error = found.error { return Self.error(opcode, number(1), error) }
            let offset = opcode == 0x0C ? Int(number(3)) : 0
            guard offset <= found.value.count else { return Self.error(opcode, number(1), 0x07) }
            return [opcode + 1] + found.value.dropFirst(offset).prefix(Int(mtu) - 1)
        case 0x12:
            writes.append((number(1), Array(request.dropFirst(3))))
            guard let found = attributes.first(where: { $0.handle == number(1) }) else {
                return Self.error(opcode, number(1), 0x01)
            }
            return found.error.map { Self.error(opcode, number(1), $0) } ?? [0x13]
        case 0x1E, 0x52: return nil
        default: return opcode & 1 == 0 ? Self.error(opcode, 0, 0x06) : nil
        }
    }

    /// A value that it sends by itself, cut as the protocol has it.
    public func notification(_ handle: UInt16, _ value: [UInt8]) -> [UInt8] {
        [0x1B] + Self.bytes(handle) + value.prefix(Int(mtu) - 3)
    }

    private func lastHandle(of service: UInt16) -> UInt16 {
        let next = attributes.first { $0.handle > service && $0.type == 0x2800 }?.handle
        return next.map { $0 - 1 } ?? attributes.last?.handle ?? service
    }

    private static func error(_ request: UInt8, _ handle: UInt16, _ code: UInt8) -> [UInt8] {
        [0x01, request] + bytes(handle) + [code]
    }

    private static func bytes(_ number: UInt16) -> [UInt8] { [UInt8(number & 0xFF), UInt8(number >> 8)] }
}

extension GATTServer {
    /// A strap as recorded in `captures/indoor-ride/ble.btsnoop`, C0:11:22:33:44:01; its kind of measurement may be another.
    public static func recordedStrap(mtu: UInt16 = 517) -> GATTServer {
        let manufacturer = Array("Wattbeat Virtual Sensors".utf8)
        return GATTServer(
            [
                .init(1, 0x2800, [0x00, 0x18]), .init(2, 0x2803, [0x02, 3, 0, 0x00, 0x2A]), .init(3, 0x2A00, Array("Strap".utf8)),
                .init(4, 0x2803, [0x02, 5, 0, 0x01, 0x2A]), .init(5, 0x2A01, [0, 0]),
                .init(6, 0x2800, [0x01, 0x18]), .init(7, 0x2803, [0x20, 8, 0, 0x05, 0x2A]), .init(8, 0x2A05), .init(9, 0x2902),
                .init(10, 0x2803, [0x0A, 11, 0, 0x29, 0x2B]), .init(11, 0x2B29),
                .init(12, 0x2803, [0x02, 13, 0, 0x2A, 0x2B]), .init(13, 0x2B2A, [UInt8](hex: "c36799b604c18dd3f95cce110e97633b")),
                .init(14, 0x2800, [0x0D, 0x18]), .init(15, 0x2803, [0x10, 16, 0, 0x37, 0x2A]), .init(16, 0x2A37),
                .init(17, 0x2902), .init(18, 0x2803, [0x02, 19, 0, 0x38, 0x2A]), .init(19, 0x2A38, [1]),
                .init(20, 0x2803, [0x08, 21, 0, 0x39, 0x2A]), .init(21, 0x2A39),
                .init(22, 0x2800, [0x0F, 0x18]), .init(23, 0x2803, [0x12, 24, 0, 0x19, 0x2A]), .init(24, 0x2A19, [0x58]),
                .init(25, 0x2902),
                .init(26, 0x2800, [0x0A, 0x18]), .init(27, 0x2803, [0x02, 28, 0, 0x29, 0x2A]), .init(28, 0x2A29, manufacturer),
                .init(29, 0x2803, [0x02, 30, 0, 0x24, 0x2A]), .init(30, 0x2A24, Array("VHR-1".utf8)),
                .init(31, 0x2803, [0x02, 32, 0, 0x25, 0x2A]), .init(32, 0x2A25, Array("C0:11:22:33:44:01".utf8)),
                .init(33, 0x2803, [0x02, 34, 0, 0x26, 0x2A]), .init(34, 0x2A26, Array("1.0".utf8)),
            ], mtu: mtu)
    }

    /// A power meter with a control point: measurement on 3, its configuration on 4, control point on 6 and 7, feature on 9.
    public static func powerMeter(mtu: UInt16 = 23) -> GATTServer {
        GATTServer(
            [
                .init(1, 0x2800, [0x18, 0x18]), .init(2, 0x2803, [0x10, 3, 0, 0x63, 0x2A]), .init(3, 0x2A63), .init(4, 0x2902),
                .init(5, 0x2803, [0x28, 6, 0, 0x66, 0x2A]), .init(6, 0x2A66), .init(7, 0x2902),
                .init(8, 0x2803, [0x02, 9, 0, 0x65, 0x2A]), .init(9, 0x2A65, [0x00, 0x02, 0x01, 0x00]),
            ], mtu: mtu)
    }
}
