internal import Glibc

/// A packet socket to one peripheral, on the reactor: tells when it is up, what came and when it ended.
final class ATTSocket {
    enum Event {
        case up
        case received([UInt8])
        /// - Parameter code: an `errno`; 0 when the other side hung up.
        case ended(code: CInt)
    }

    /// One unit of the Attribute Protocol is shorter; a longer one is cut, and shows as too long.
    private static let longestUnit = 4096
    /// Units that may wait for the radio; a peripheral that makes us answer more does not listen.
    private static let mostWaiting = 64

    private let reactor: Reactor
    private let descriptor: CInt
    private let tell: (Event) -> Void
    private var watch: Reactor.Token?
    private var isUp = false
    private var waiting: [[UInt8]] = []

    /// - Parameter descriptor: on its way to be connected; closed with this.
    init(_ descriptor: CInt, _ reactor: Reactor, tell: @escaping (Event) -> Void) {
        self.descriptor = descriptor
        self.reactor = reactor
        self.tell = tell
        watch = reactor.watch(descriptor, .writable) { [weak self] in self?.handle($0) }
    }

    deinit { close() }

    /// Hangs up; nothing is told after it.
    func close() {
        guard let token = watch else { return }
        watch = nil
        reactor.unwatch(token)
        Glibc.close(descriptor)
    }

    func send(_ unit: [UInt8]) {
        guard watch != nil else { return }
        guard waiting.count < Self.mostWaiting else { return end(ENOBUFS) }
        waiting.append(unit)
        flush()
    }

    private func handle(_ interest: Reactor.Interest) {
        guard isUp else { return finishConnecting() }
        if interest.contains(.writable) { flush() }
        guard watch != nil, interest.contains(.readable) || interest.contains(.broken) else { return }
        var bytes = [UInt8](repeating: 0, count: Self.longestUnit)
        let count = Glibc.recv(descriptor, &bytes, bytes.count, CInt(MSG_DONTWAIT))
        if count > 0 {
            tell(.received(Array(bytes[..<count])))
        } else if count == 0 || interest.contains(.broken) || errno != EAGAIN && errno != EINTR {
            end(count == 0 ? 0 : errno)
        }
    }

    private func finishConnecting() {
        var code: CInt = 0
        var length = socklen_t(MemoryLayout<CInt>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length) == 0, code == 0 else {
            return end(code == 0 ? errno : code)
        }
        isUp = true
        if let watch { reactor.change(watch, to: .readable) }
        tell(.up)
    }

    private func flush() {
        while let unit = waiting.first {
            let count = Glibc.send(descriptor, unit, unit.count, CInt(MSG_DONTWAIT | MSG_NOSIGNAL))
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN { break }
            guard count >= 0 else { return end(errno) }
            waiting.removeFirst()
        }
        if let watch { reactor.change(watch, to: waiting.isEmpty ? .readable : [.readable, .writable]) }
    }

    private func end(_ code: CInt) {
        guard watch != nil else { return }
        close()
        tell(.ended(code: code))
    }
}
