internal import CBlueZ
internal import Glibc
internal import Synchronization
internal import WireFormats

/// The kernel's Bluetooth, without bluetoothd: what libbluetooth and its sockets give.
final class KernelLEHost: LEHost {
    /// As many as the kernel has.
    private static let mostAdapters = 16
    private static let attributeChannel: UInt16 = 4
    private static let mostLinks = 32
    /// Among the kernel's types of links.
    private static let lowEnergy: UInt8 = 0x80

    private let switching = Switching()

    var obstacle: String? { Obstacle.ofThisProcess() }

    func adapters() -> [LEAdapter] {
        (0..<Self.mostAdapters).compactMap { number in
            var info = hci_dev_info()
            guard hci_devinfo(CInt(number), &info) == 0 else { return nil }
            let address = BluetoothAddress(littleEndian: info.bdaddr)
            return LEAdapter(number: number, address: address.rawValue == 0 ? nil : address, isUp: info.flags & 1 == 1)
        }
    }

    func bringUp(_ adapter: LEAdapter) -> CInt? { switching.bringUp(adapter.number) }

    func links(over adapter: LEAdapter) -> [LELink] {
        let descriptor = socket(AF_BLUETOOTH, CInt(SOCK_RAW.rawValue) | Self.flags, BTPROTO_HCI)
        guard descriptor >= 0 else { return [] }
        defer { Glibc.close(descriptor) }
        var links = [hci_conn_info](repeating: hci_conn_info(), count: Self.mostLinks)
        let count = cbluez_links(descriptor, CInt(adapter.number), &links, CInt(links.count))
        return links.prefix(max(Int(count), 0)).filter { $0.type == Self.lowEnergy }.map {
            LELink(address: BluetoothAddress(littleEndian: $0.bdaddr), handle: $0.handle)
        }
    }

    func openController(_ adapter: LEAdapter) throws(TransportError) -> CInt {
        let descriptor = socket(AF_BLUETOOTH, CInt(SOCK_RAW.rawValue) | Self.flags, BTPROTO_HCI)
        guard descriptor >= 0 else { throw .cannotOpen(path: adapter.name, code: errno) }
        var filter = hci_filter()
        hci_filter_clear(&filter)
        hci_filter_set_ptype(HCI_EVENT_PKT, &filter)
        for event in [EVT_CMD_COMPLETE, EVT_CMD_STATUS, EVT_LE_META_EVENT] { hci_filter_set_event(event, &filter) }
        var address = sockaddr_hci(
            hci_family: sa_family_t(AF_BLUETOOTH), hci_dev: UInt16(adapter.number), hci_channel: UInt16(HCI_CHANNEL_RAW))
        guard setsockopt(descriptor, SOL_HCI, HCI_FILTER, &filter, socklen_t(MemoryLayout<hci_filter>.size)) == 0,
            bindSocket(descriptor, &address)
        else { throw Self.close(descriptor, adapter.name) }
        return descriptor
    }

    func connect(to peripheral: BluetoothAddress, isRandom: Bool, from adapter: LEAdapter) throws(TransportError) -> CInt {
        let descriptor = socket(AF_BLUETOOTH, CInt(SOCK_SEQPACKET.rawValue) | Self.flags, BTPROTO_L2CAP)
        guard descriptor >= 0 else { throw .cannotOpen(path: "\(peripheral)", code: errno) }
        var own = Self.address(adapter.address ?? BluetoothAddress(0), type: UInt8(BDADDR_LE_PUBLIC))
        var other = Self.address(peripheral, type: UInt8(isRandom ? BDADDR_LE_RANDOM : BDADDR_LE_PUBLIC))
        guard bindSocket(descriptor, &own) else { throw Self.close(descriptor, "\(peripheral)") }
        let result = withUnsafePointer(to: &other) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_l2>.size))
            }
        }
        guard result == 0 || errno == EINPROGRESS else { throw Self.close(descriptor, "\(peripheral)") }
        return descriptor
    }

    private static let flags = CInt(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)

    private static func address(_ device: BluetoothAddress, type: UInt8) -> sockaddr_l2 {
        sockaddr_l2(
            l2_family: sa_family_t(AF_BLUETOOTH), l2_psm: 0, l2_bdaddr: bdaddr_t(device),
            l2_cid: attributeChannel.littleEndian, l2_bdaddr_type: type)
    }

    private static func close(_ descriptor: CInt, _ path: String) -> TransportError {
        let code = errno
        Glibc.close(descriptor)
        return .cannotOpen(path: path, code: code)
    }
}

/// Binds a socket to an address of whatever family.
func bindSocket<Address>(_ descriptor: CInt, _ address: inout Address) -> Bool {
    withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            bind(descriptor, $0, socklen_t(MemoryLayout<Address>.size)) == 0
        }
    }
}

/// Switches adapters on away from the reactor's thread: the kernel answers only when the controller has started.
private final class Switching: Sendable {
    private struct State {
        var running: Set<Int> = []
        var failures: [Int: CInt] = [:]
    }

    private let state = Mutex(State())

    func bringUp(_ adapter: Int) -> CInt? {
        let (isNew, failure) = state.withLock { ($0.running.insert(adapter).inserted, $0.failures[adapter]) }
        guard isNew else { return failure }
        OwnThread.start { [self] in
            let descriptor = socket(AF_BLUETOOTH, CInt(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue), BTPROTO_HCI)
            var code = descriptor >= 0 && cbluez_bring_up(descriptor, CInt(adapter)) == 0 ? nil : errno
            // Somebody else was quicker.
            if code == EALREADY { code = nil }
            if descriptor >= 0 { close(descriptor) }
            state.withLock {
                $0.running.remove(adapter)
                $0.failures[adapter] = code
            }
        }
        return failure
    }
}

extension BluetoothAddress {
    init(littleEndian address: bdaddr_t) {
        let bytes = withUnsafeBytes(of: address) { Array($0) }
        self.init(bytes.enumerated().reduce(0) { $0 | UInt64($1.element) << (8 * UInt64($1.offset)) })
    }
}

extension bdaddr_t {
    init(_ address: BluetoothAddress) {
        self.init()
        withUnsafeMutableBytes(of: &self) { $0.copyBytes(from: address.littleEndianBytes) }
    }
}
