/// HCI packets in, records out: each characteristic of each peripheral becomes a link.
///
/// - SeeAlso: Bluetooth Core 5.4, Vol 4, Part E, §5.4.
struct BluetoothPackets: Sendable {
    /// Enough for any room; a file that names more is no recording of one.
    private static let mostConnections = 1024
    private static let mostPeers = 1024
    private static let mostNames = 4096
    private static let resetCommand: (UInt8, UInt8) = (0x03, 0x0C)
    private static let serviceChanged: UInt16 = 0x2A05
    /// Characteristics of the Generic Access and Generic Attribute services, which tell nothing of the body.
    private static let ofTheConnection: Set<UInt16> = [
        0x2A00, 0x2A01, 0x2A02, 0x2A03, 0x2A04, serviceChanged, 0x2AA6, 0x2AC9, 0x2B29, 0x2B2A, 0x2B3A,
    ]

    private struct Connection: Sendable {
        /// Where in `peers` the other end stands.
        let peer: Int
        var sent = L2CAPReassembly()
        var received = L2CAPReassembly()
        var observer = ATTObserver()
        /// Which way the last frame began that named no direction: its continuations follow it.
        var lastWasReceived = true
    }

    /// A peripheral; kept when it is gone, since a host that knows it does not discover it again.
    private struct Peer: Sendable {
        let address: String
        /// What it calls itself when it advertises.
        var advertisedName: String?
        var table = AttributeTable()
        /// By the handle of the characteristic's value.
        var links: [UInt16: Link] = [:]
    }

    private struct Link: Sendable {
        var id: LinkID
        /// The connection that the link is open on; `nil` while it is closed.
        var connection: UInt32?
    }

    private var connections: [UInt32: Connection] = [:]
    private var peers: [Peer] = []
    private var peerNumbers: [String: Int] = [:]
    private var names: [BluetoothAddress: String] = [:]

    mutating func handle(_ packet: borrowing HCIPacket, into records: inout PacketRecords) {
        if !packet.isWhole { records.findings.shortenedPackets += 1 }
        switch packet.kind {
        case .command:
            guard packet.bytes.count >= 2, (packet.bytes[0], packet.bytes[1]) == Self.resetCommand else { return }
            closeAll(of: packet.controller, reason: "controller reset", into: &records)
        case .controllerGone: closeAll(of: packet.controller, reason: "controller gone", into: &records)
        case .event:
            guard let event = try? HCIEvent(decoding: packet.bytes) else { return }
            handle(event, controller: packet.controller, into: &records)
        case .sentData: handleData(packet, isReceived: false, into: &records)
        case .receivedData: handleData(packet, isReceived: true, into: &records)
        case .data: handleData(packet, isReceived: nil, into: &records)
        }
    }

    private mutating func handle(_ event: HCIEvent, controller: UInt16, into records: inout PacketRecords) {
        switch event {
        case .connected(let handle, let peer):
            let key = Self.key(controller, handle)
            close(key, reason: "connected anew", into: &records)
            connect(key, to: peer.description, advertisedName: names[peer])
        case .disconnected(let handle, let reason):
            close(Self.key(controller, handle), reason: Self.describe(reason), into: &records)
        case .advertised(let reports):
            for report in reports {
                guard let name = report.data.name, report.data.nameIsComplete || names[report.address] == nil,
                    names.count < Self.mostNames
                else { continue }
                names[report.address] = name
            }
        case .commandComplete, .commandStatus, .other: break
        }
    }

    /// - Parameter told: whether it came from the peripheral; `nil` where the file does not say.
    private mutating func handleData(
        _ packet: borrowing HCIPacket, isReceived told: Bool?, into records: inout PacketRecords
    ) {
        var reader = ByteReader(packet.bytes)
        guard let header = reader.uint16(), let length = reader.uint16() else { return }
        let fragment = reader.rest()
        let used = fragment.extracting(first: Int(length))
        let key = Self.key(packet.controller, header & 0x0FFF)
        if connections[key] == nil {
            // It was there before the recording began.
            connect(key, to: "hci\(packet.controller):\(header & 0x0FFF)", advertisedName: nil)
        }
        guard let place = connections.index(forKey: key) else { return }
        let boundary = UInt8(truncatingIfNeeded: header >> 12 & 0b11)
        let isWhole = packet.isWhole && used.count == Int(length)
        let isReceived = told ?? Self.isReceived(used, boundary: boundary) ?? connections.values[place].lastWasReceived
        connections.values[place].lastWasReceived = isReceived
        let progress =
            isReceived
            ? connections.values[place].received.append(used, boundary: boundary, isWhole: isWhole)
            : connections.values[place].sent.append(used, boundary: boundary, isWhole: isWhole)
        guard progress == .attribute else { return }
        let frame = isReceived ? connections.values[place].received.frame : connections.values[place].sent.frame
        let unit = frame.span.extracting(L2CAPReassembly.headerLength..<frame.count)
        guard let pdu = try? ATTPDU(decoding: unit) else { return }
        let peer = connections.values[place].peer
        if isReceived, case .notification(let handle, let value) = pdu {
            // Nearly all packets of a ride are these.
            deliver(value, of: handle, isRead: false, on: key, peer, into: &records)
            return
        }
        let events =
            isReceived
            ? connections.values[place].observer.received(pdu) : connections.values[place].observer.sent(pdu)
        for event in events { handle(event, on: key, peer, into: &records) }
    }

    /// Who speaks is told by what is said: requests, commands and confirmations are the host's, and all of them have even opcodes;
    /// responses, notifications and indications are the peripheral's, and theirs are odd (Vol 3, Part F, §3.3.1).
    ///
    /// - Returns: `nil` for a continuation, and where the fragment ends before it says so.
    private static func isReceived(_ fragment: Span<UInt8>, boundary: UInt8) -> Bool? {
        guard boundary != L2CAPReassembly.continuation, fragment.count > L2CAPReassembly.headerLength else { return nil }
        return fragment[L2CAPReassembly.headerLength] & 1 == 1
    }

    private mutating func handle(
        _ event: ATTObserver.Event, on key: UInt32, _ peer: Int, into records: inout PacketRecords
    ) {
        switch event {
        case .declarations(let found): peers[peer].table.learn(found)
        case .attributes(let found): peers[peer].table.learn(found)
        case .readByType(let type, let values):
            guard case .assigned(let number) = type, number >= 0x2A00 else { return }
            for entry in values {
                peers[peer].table.learn([.init(handle: entry.handle, type: type)])
                deliver(entry.value, of: entry.handle, isRead: true, on: key, peer, into: &records)
            }
        case .pushed(let handle, let value): deliver(value, of: handle, isRead: false, on: key, peer, into: &records)
        case .read(let handle, let value): deliver(value, of: handle, isRead: true, on: key, peer, into: &records)
        }
    }

    private mutating func deliver(
        _ value: [UInt8], of handle: UInt16, isRead: Bool, on key: UInt32, _ peer: Int, into records: inout PacketRecords
    ) {
        if !isRead, let link = peers[peer].links[handle], link.connection == key {
            return records.append(.bytes(link.id, value))
        }
        guard peers[peer].table.isKnown(handle) else {
            // A descriptor may be read too; only what is pushed is surely a characteristic's value.
            if !isRead { records.findings.countUndiscovered(handle, at: peers[peer].address) }
            return
        }
        guard let characteristic = peers[peer].table.characteristic(at: handle) else { return }
        if isRead { peers[peer].table.note(value, of: characteristic) }
        if characteristic == Self.serviceChanged, !isRead { forget(value, peer) }
        guard !Self.ofTheConnection.contains(characteristic) else { return }
        guard let link = open(handle, characteristic, on: key, peer, into: &records) else { return }
        records.append(.bytes(link, value))
    }

    /// The peripheral says that its services between two handles are not what they were.
    private mutating func forget(_ value: [UInt8], _ peer: Int) {
        var reader = ByteReader(value.span)
        guard let first = reader.uint16(), let last = reader.uint16() else { return }
        peers[peer].table.forget(ATTPDU.HandleRange(first, last))
        for handle in peers[peer].links.keys where handle >= first && handle <= last {
            peers[peer].links[handle]?.connection = nil
        }
    }

    /// The link of a characteristic, opened now if it is not open.
    private mutating func open(
        _ handle: UInt16, _ characteristic: UInt16, on key: UInt32, _ peer: Int, into records: inout PacketRecords
    ) -> LinkID? {
        if let link = peers[peer].links[handle], link.connection == key { return link.id }
        guard let id = peers[peer].links[handle]?.id ?? records.newLink() else { return nil }
        peers[peer].links[handle] = Link(id: id, connection: key)
        let table = peers[peer].table
        let identity = LinkIdentity(
            kind: .gatt(characteristic: characteristic), address: peers[peer].address,
            name: table.name ?? peers[peer].advertisedName, facts: table.facts)
        records.append(.linkOpened(id, identity))
        return id
    }

    private mutating func connect(_ key: UInt32, to address: String, advertisedName: String?) {
        guard connections.count < Self.mostConnections else { return }
        let peer = peerNumbers[address] ?? peers.count
        if peer == peers.count {
            guard peers.count < Self.mostPeers else { return }
            peers.append(Peer(address: address))
            peerNumbers[address] = peer
        }
        if let advertisedName { peers[peer].advertisedName = advertisedName }
        connections[key] = Connection(peer: peer)
    }

    private mutating func closeAll(of controller: UInt16, reason: String, into records: inout PacketRecords) {
        for key in connections.keys.filter({ $0 >> 16 == UInt32(controller) }).sorted() {
            close(key, reason: reason, into: &records)
        }
    }

    private mutating func close(_ key: UInt32, reason: String, into records: inout PacketRecords) {
        guard var connection = connections.removeValue(forKey: key) else { return }
        for event in connection.observer.finishRead() { handle(event, on: key, connection.peer, into: &records) }
        let open = peers[connection.peer].links.filter { $0.value.connection == key }
        for (handle, link) in open.sorted(by: { $0.value.id < $1.value.id }) {
            peers[connection.peer].links[handle]?.connection = nil
            records.append(.linkClosed(link.id, reason: reason))
        }
    }

    private static func key(_ controller: UInt16, _ handle: UInt16) -> UInt32 { UInt32(controller) << 16 | UInt32(handle) }

    /// - SeeAlso: Bluetooth Core 5.4, Vol 1, Part F, §1.3.
    private static func describe(_ reason: UInt8) -> String {
        switch reason {
        case 0x08: "connection timeout"
        case 0x13: "ended by the peripheral"
        case 0x14: "ended by the peripheral: low resources"
        case 0x15: "ended by the peripheral: power off"
        case 0x16: "ended by the host"
        case 0x3D: "message integrity check failed"
        case 0x3E: "connection failed to be established"
        default: "HCI reason \(reason)"
        }
    }
}
