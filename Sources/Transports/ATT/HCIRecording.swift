internal import CBlueZ
internal import Glibc
internal import WireFormats

/// Records what goes between the kernel and its Bluetooth adapters into a btsnoop file, for a report of a fault.
///
/// Nobody else is disturbed: the monitor only looks on. Needs CAP_NET_RAW.
public final class HCIRecording {
    /// Longer than any HCI packet, whose length has 16 bits, and the monitor's header.
    private static let longestMessage = 6 + 0xFFFF
    private static let roomForBursts: CInt = 1 << 20
    private static let ownerWritesGroupReads: mode_t = 0o640
    /// What the monitor gives for notes that are of no adapter.
    private static let noAdapter = 0xFFFF

    /// Packets written.
    public private(set) var packets = 0
    /// The file's length, in bytes.
    public private(set) var length = 0
    /// Packets that came too fast to be kept.
    public private(set) var lost: UInt32 = 0

    private let path: String
    private let monitor: CInt
    private let file: CInt
    private let adapter: Int?
    private var buffer = [UInt8](repeating: 0, count: longestMessage)

    /// - Parameters:
    ///   - path: of a new file.
    ///   - adapter: its number, 0 for hci0; `nil`: all.
    /// - Throws: `.cannotOpen` when the monitor cannot be had, the file then not made; `.cannotCreate`, with `EEXIST` when there is
    ///   such a file.
    public convenience init(path: String, adapter: Int?) throws(TransportError) {
        let monitor = try Self.openMonitor()
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, Self.ownerWritesGroupReads)
        guard file >= 0 else {
            let code = errno
            Glibc.close(monitor)
            throw .cannotCreate(path: path, code: code)
        }
        try self.init(path: path, adapter: adapter, monitor: monitor, file: file)
    }

    /// - Parameters:
    ///   - monitor: gives one message of the monitor with each read; closed with the recording.
    ///   - file: empty, open for writing; closed with the recording.
    init(path: String, adapter: Int?, monitor: CInt, file: CInt) throws(TransportError) {
        self.path = path
        self.adapter = adapter
        self.monitor = monitor
        self.file = file
        var isOn: CInt = 1
        for option in [SO_TIMESTAMP, SO_RXQ_OVFL] {
            _ = setsockopt(monitor, SOL_SOCKET, option, &isOn, socklen_t(MemoryLayout<CInt>.size))
        }
        var room = Self.roomForBursts
        _ = setsockopt(monitor, SOL_SOCKET, SO_RCVBUF, &room, socklen_t(MemoryLayout<CInt>.size))
        try write(BTSnoopWriter.header)
    }

    deinit {
        Glibc.close(monitor)
        Glibc.close(file)
    }

    /// Waits for packets, and writes those that came.
    ///
    /// - Throws: `.cannotRead` when the monitor fails; `.cannotKeep` when the file does: it then ends with its last whole packet.
    public func record(forAtMost milliseconds: CInt) throws(TransportError) {
        var waiting = pollfd(fd: monitor, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, milliseconds) > 0 else { return }
        while try recordNext() {}
    }

    /// Waits for the disk.
    public func finish() throws(TransportError) {
        if fsync(file) != 0, errno != EINVAL, errno != EROFS { throw .cannotKeep(path: path, code: errno) }
    }

    /// - Returns: whether more may be there.
    private func recordNext() throws(TransportError) -> Bool {
        var stamp = Self.now
        let count = cbluez_receive(monitor, &buffer, buffer.count, &stamp, &lost)
        if count < 0, errno == EAGAIN { return false }
        if count < 0, errno == EINTR { return true }
        guard count > 0 else { throw .cannotRead(path: "the HCI monitor", code: count < 0 ? errno : EPIPE) }
        let message = Array(buffer[..<count])
        guard isOfInterest(message), let record = BTSnoopWriter.record(ofMonitor: message, stamp: stamp, lost: lost) else {
            return true
        }
        try write(record)
        packets += 1
        return true
    }

    private func isOfInterest(_ message: [UInt8]) -> Bool {
        guard let adapter, message.count >= 4 else { return true }
        let number = Int(message[2]) | Int(message[3]) << 8
        return number == adapter || number == Self.noAdapter
    }

    private func write(_ bytes: [UInt8]) throws(TransportError) {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { all in
                Glibc.write(file, all.baseAddress.map { $0 + written }, all.count - written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let code = count < 0 ? errno : ENOSPC
                // Half a packet would only puzzle its readers.
                _ = ftruncate(file, off_t(length))
                throw .cannotKeep(path: path, code: code)
            }
            written += count
        }
        length += bytes.count
    }

    private static func openMonitor() throws(TransportError) -> CInt {
        let flags = CInt(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_BLUETOOTH, CInt(SOCK_RAW.rawValue) | flags, BTPROTO_HCI)
        guard descriptor >= 0 else { throw .cannotOpen(path: "the HCI monitor", code: errno) }
        var address = sockaddr_hci(
            hci_family: sa_family_t(AF_BLUETOOTH), hci_dev: UInt16(HCI_DEV_NONE), hci_channel: UInt16(HCI_CHANNEL_MONITOR))
        guard bindSocket(descriptor, &address) else {
            let code = errno
            Glibc.close(descriptor)
            throw .cannotOpen(path: "the HCI monitor", code: code)
        }
        return descriptor
    }

    private static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }

    /// Why the monitor cannot be opened, in words that say what to do.
    public static func words(for error: TransportError) -> String {
        switch error {
        case .cannotOpen(_, EPERM), .cannotOpen(_, EACCES): "CAP_NET_RAW is needed: run it with sudo"
        default: Obstacle.words(for: error)
        }
    }
}
