internal import Glibc

/// A socket at which a gateway's clients knock; one gateway holds a path.
public final class UnixListener {
    public let path: String
    /// Called when the socket's name was gone: made anew, or why it cannot be.
    public var onRenewal: ((Result<Void, TransportError>) -> Void)?

    private let reactor: Reactor
    private let group: String
    private let accept: (CInt) -> Void
    private var descriptor: CInt = -1
    /// Held as long as the gateway lives, so that two that start together do not take each other's socket away.
    private var lock: CInt = -1
    private var token: Reactor.Token?
    /// Of the socket's name, so that nobody else's is removed.
    private var inode: ino_t = 0
    private var pathWatch: PathWatch?
    private let alarm: Alarm
    /// Why the name could not be made anew the last time.
    private var fault: TransportError?

    private static let mode: mode_t = 0o660
    private static let backlog: Int32 = 16

    /// Makes the folder and the socket, readable and writable for the owner and, where it exists, the group.
    ///
    /// - Parameters:
    ///   - group: whose members may connect; left out where there is none of the name, or the owner is not in it.
    ///   - accept: takes a descriptor that does not block, and owns it.
    /// - Throws: `.cannotCreate`; `EADDRINUSE` when another gateway holds the path.
    public init(
        path: String, group: String, reactor: Reactor, accept: @escaping (CInt) -> Void
    ) throws(TransportError) {
        self.path = path
        self.reactor = reactor
        alarm = Alarm(on: reactor)
        self.group = group
        self.accept = accept
        do throws(TransportError) {
            try open()
        } catch {
            if lock >= 0 { close(lock) }
            throw error
        }
        pathWatch = PathWatch(reactor, folders: [Folder.parent(of: path) ?? "."]) { [weak self] in self?.lookSoon() }
    }

    private func open() throws(TransportError) {
        try Folder.create(Folder.parent(of: path) ?? "/")
        if !isLockInPlace {
            let former = lock
            lock = try Self.hold(path)
            if former >= 0 { close(former) }
        }
        if token != nil, Self.inode(path) == inode { return }
        try Self.removeStale(path)
        let fresh = try UnixSocket.listen(at: path, mode: Self.mode, backlog: Self.backlog)
        if let group = Self.number(ofGroup: group) { _ = chown(path, uid_t.max, group) }
        if let token {
            reactor.unwatch(token)
            close(descriptor)
        }
        descriptor = fresh
        inode = Self.inode(path) ?? 0
        token = reactor.watch(descriptor, .readable) { [weak self] _ in self?.takeClient() }
    }

    private var isLockInPlace: Bool {
        var status = stat()
        return lock >= 0 && fstat(lock, &status) == 0 && Self.inode(path + ".lock") == status.st_ino
    }

    // MARK: Its name

    /// Somebody who takes a folder away is let finish.
    private func lookSoon() {
        guard alarm.moment == nil else { return }
        alarm.set(after: Self.respite) { [weak self] in self?.look() }
    }

    /// Without its name nobody reaches the gateway, however well it listens.
    private func look() {
        guard token != nil, Self.inode(path) != inode || !isLockInPlace else { return }
        do throws(TransportError) {
            try open()
            fault = nil
            onRenewal?(.success(()))
        } catch {
            guard error != fault else { return }
            fault = error
            onRenewal?(.failure(error))
        }
    }

    private static func inode(_ path: String) -> ino_t? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_ino : nil
    }

    // MARK: Who knocks

    private func takeClient() {
        let client = Glibc.accept(descriptor, nil, nil)
        if client >= 0 {
            _ = fcntl(client, F_SETFD, FD_CLOEXEC)
            _ = fcntl(client, F_SETFL, O_NONBLOCK)
            accept(client)
        } else if errno == EMFILE || errno == ENFILE, let token {
            // Who knocks would wake us again at once, and there is no descriptor to let it in by.
            reactor.change(token, to: [])
            _ = reactor.schedule(after: Self.respite) { [weak self] in self?.token.map { self?.reactor.change($0, to: .readable) }
            }
        }
    }

    /// Microseconds.
    private static let respite: Int64 = 500_000

    /// Removes the socket; who is connected stays so.
    public func stop() {
        guard let token else { return }
        reactor.unwatch(token)
        self.token = nil
        pathWatch = nil
        alarm.cancel()
        close(descriptor)
        if Self.inode(path) == inode { unlink(path) }
        // The lock's file stays: to remove it would take it from who waits for it.
        close(lock)
    }

    deinit { stop() }

    private static func hold(_ path: String) throws(TransportError) -> CInt {
        let lock = Glibc.open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard lock >= 0 else { throw .cannotCreate(path: path, code: errno) }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno == EWOULDBLOCK ? EADDRINUSE : errno
            close(lock)
            throw .cannotCreate(path: path, code: code)
        }
        return lock
    }

    /// A socket at which nobody answers is what a gateway that was killed has left; anything else is not ours to remove.
    private static func removeStale(_ path: String) throws(TransportError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw .cannotCreate(path: path, code: EEXIST) }
        do throws(TransportError) {
            close(try UnixSocket.connect(to: path))
        } catch {
            guard case .cannotOpen(_, ECONNREFUSED) = error else { throw .cannotCreate(path: path, code: EADDRINUSE) }
            unlink(path)
            return
        }
        throw .cannotCreate(path: path, code: EADDRINUSE)
    }

    private static func number(ofGroup name: String) -> gid_t? {
        var group = Glibc.group()
        var found: UnsafeMutablePointer<Glibc.group>?
        var room = [CChar](repeating: 0, count: 1 << 16)
        guard getgrnam_r(name, &group, &room, room.count, &found) == 0, found != nil else { return nil }
        return group.gr_gid
    }
}
