internal import Glibc

/// Stream sockets with a name in the file system: the only calls of their kind.
enum UnixSocket {
    /// Seconds that a gateway may take to let a client in.
    private static let patience = 2

    /// - Returns: a descriptor that does not block.
    /// - Throws: `.cannotOpen`: `ENOENT` and `ECONNREFUSED` when nobody listens there, `EACCES` when this person may not.
    static func connect(to path: String) throws(TransportError) -> CInt {
        let descriptor = try make(path)
        do throws(TransportError) {
            var address = try address(path)
            var limit = timeval(tv_sec: patience, tv_usec: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
            let result = withSocketAddress(&address) { Glibc.connect(descriptor, $0, $1) }
            guard result == 0 else { throw .cannotOpen(path: path, code: errno) }
        } catch {
            close(descriptor)
            throw error
        }
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        return descriptor
    }

    /// - Parameter mode: of the socket's name; nobody else can connect, not for a moment either.
    /// - Returns: a descriptor that does not block.
    /// - Throws: `.cannotCreate`.
    static func listen(at path: String, mode: mode_t, backlog: Int32) throws(TransportError) -> CInt {
        let descriptor = try make(path)
        do throws(TransportError) {
            var address = try address(path)
            // The name is made with what the descriptor has, less the umask; the rest is given afterwards.
            fchmod(descriptor, mode)
            guard withSocketAddress(&address, { bind(descriptor, $0, $1) }) == 0, chmod(path, mode) == 0,
                Glibc.listen(descriptor, backlog) == 0
            else { throw .cannotCreate(path: path, code: errno) }
        } catch {
            close(descriptor)
            throw error
        }
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        return descriptor
    }

    private static func make(_ path: String) throws(TransportError) -> CInt {
        let descriptor = socket(AF_UNIX, SocketType.stream | SocketType.closeOnExec, 0)
        guard descriptor >= 0 else { throw .cannotOpen(path: path, code: errno) }
        return descriptor
    }

    /// The kernel keeps 108 bytes for the name and its zero.
    private static func address(_ path: String) throws(TransportError) -> sockaddr_un {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let name = Array(path.utf8)
        let isTaken = withUnsafeMutableBytes(of: &address.sun_path) { room in
            guard name.count < room.count, !name.isEmpty, !name.contains(0) else { return false }
            room.copyBytes(from: name)
            return true
        }
        guard isTaken else { throw .cannotOpen(path: path, code: ENAMETOOLONG) }
        return address
    }

    private static func withSocketAddress(
        _ address: inout sockaddr_un, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
    }
}

// What connecting to a socket has come to.
extension TransportError {
    /// Nobody listens there, or has left no more than a name.
    public var isNobodyThere: Bool {
        if case .cannotOpen(_, let code) = self { [ENOENT, ECONNREFUSED, ENOTDIR].contains(code) } else { false }
    }

    public var isForbidden: Bool {
        if case .cannotOpen(_, let code) = self { [EACCES, EPERM].contains(code) } else { false }
    }

    /// The place of a new socket is taken by a program that answers.
    public var isTaken: Bool { if case .cannotCreate(_, EADDRINUSE) = self { true } else { false } }
}
