internal import Glibc

/// A TCP connection that never blocks: made, read and written as the reactor says.
final class StreamSocket {
    enum Event {
        case connected
        /// At most 4 KiB.
        case bytes([UInt8])
        /// `code` 0: the other end hung up in good order.
        case closed(code: Int32)
    }

    private let reactor: Reactor
    private let descriptor: CInt
    private var watch: Reactor.Token?
    private var isConnected = false
    private var failure: Int32?
    private var waiting: [UInt8] = []
    private let handler: (Event) -> Void

    /// Begins to connect. The handler may drop the socket.
    ///
    /// - Throws: `.cannotOpen`.
    init(_ reactor: Reactor, to place: HostLookup.Place, _ handler: @escaping (Event) -> Void) throws(TransportError) {
        self.reactor = reactor
        self.handler = handler
        descriptor = socket(place.family, SocketType.stream | SocketType.nonBlocking | SocketType.closeOnExec, 0)
        guard descriptor >= 0 else { throw .cannotOpen(path: "a socket", code: errno) }
        keepAlive()
        let result = place.address.withUnsafeBytes { bytes in
            bytes.baseAddress.map { connect(descriptor, $0.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count)) } ?? -1
        }
        // What fails at once is told as what fails later is: such a socket is ready, and broken.
        if result != 0, errno != EINPROGRESS { failure = errno }
        watch = reactor.watch(descriptor, .writable) { [weak self] interest in self?.hear(interest) }
    }

    deinit { shut() }

    func shut() {
        guard let watch else { return }
        reactor.unwatch(watch)
        close(descriptor)
        self.watch = nil
    }

    /// Sends what is short; it goes when there is room.
    func send(_ bytes: [UInt8]) {
        waiting += bytes
        flush()
    }

    private func hear(_ interest: Reactor.Interest) {
        guard isConnected else {
            let code = failure ?? fault()
            guard code == 0, !interest.contains(.broken) else { return handler(.closed(code: code == 0 ? ECONNREFUSED : code)) }
            isConnected = true
            watch.map { reactor.change($0, to: .readable) }
            return handler(.connected)
        }
        if interest.contains(.writable) { flush() }
        guard interest.contains(.readable) || interest.contains(.broken) else { return }
        var code: Int32 = 0
        var isAtEnd = false
        let bytes = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, filled in
            let result = read(descriptor, buffer.baseAddress, buffer.count)
            code = result < 0 ? errno : 0
            isAtEnd = result == 0
            filled = max(result, 0)
        }
        if !bytes.isEmpty { return handler(.bytes(bytes)) }
        if isAtEnd || (code != EAGAIN && code != EINTR) { handler(.closed(code: code)) }
    }

    private func flush() {
        guard isConnected else { return }
        if !waiting.isEmpty {
            let count = waiting.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
            // A broken connection shows when it is read.
            if count > 0 { waiting.removeFirst(count) }
        }
        watch.map { reactor.change($0, to: waiting.isEmpty ? .readable : [.readable, .writable]) }
    }

    private func fault() -> Int32 {
        var code: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size) == 0 ? code : errno
    }

    /// A host that was switched off says nothing, as one without a receiver does: after a minute the difference is known.
    private func keepAlive() {
        for (level, name, value) in [
            (SOL_SOCKET, SO_KEEPALIVE, 1), (CInt(IPPROTO_TCP), TCP_KEEPIDLE, 30), (CInt(IPPROTO_TCP), TCP_KEEPINTVL, 10),
            (CInt(IPPROTO_TCP), TCP_KEEPCNT, 3),
        ] as [(CInt, CInt, CInt)] {
            var value = value
            setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout<CInt>.size))
        }
    }
}
