internal import Glibc

/// Tells when something comes, goes or changes its permissions in the folders of paths, or in the nearest folders above them that
/// are there. The kernel need not tell all: who waits looks for itself too, now and then.
final class PathWatch {
    private let reactor: Reactor
    private let folders: [String]
    private let handler: () -> Void
    private var descriptor: CInt = -1
    private var token: Reactor.Token?

    /// - Parameter folders: need not be there.
    init(_ reactor: Reactor, folders: [String], _ handler: @escaping () -> Void) {
        self.reactor = reactor
        self.folders = folders
        self.handler = handler
        descriptor = inotify_init1(CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC))
        guard descriptor >= 0 else { return }
        renew()
        token = reactor.watch(descriptor, .readable) { [weak self] _ in self?.hear() }
    }

    deinit { stop() }

    func stop() {
        guard descriptor >= 0 else { return }
        token.map(reactor.unwatch)
        close(descriptor)
        descriptor = -1
    }

    private func hear() {
        var events = [UInt8](repeating: 0, count: 4096)
        while read(descriptor, &events, events.count) > 0 {}
        // A folder nearer to the path may have come; watching one twice is watching it once.
        renew()
        handler()
    }

    private func renew() {
        let events = UInt32(IN_CREATE | IN_MOVED_TO | IN_ATTRIB | IN_DELETE | IN_DELETE_SELF)
        for folder in folders {
            var folder = folder[...]
            while inotify_add_watch(descriptor, folder.isEmpty ? "/" : String(folder), events) < 0, !folder.isEmpty {
                folder = folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)]
            }
        }
    }
}
