internal import Synchronization

/// Work that other threads have for the reactor's: done in the order in which it was posted, in one of its next turns.
public final class ReactorMailbox: Sendable {
    private let waker: Waker
    private let waiting = Mutex<[@Sendable () -> Void]>([])

    /// For as long as the reactor turns; from its thread.
    ///
    /// - Throws: `.cannotOpen` when the process has no descriptors left.
    public init(_ reactor: Reactor) throws(TransportError) {
        waker = try Waker()
        _ = reactor.watch(waker.reading, .readable) { _ in self.carryOut() }
    }

    /// From any thread.
    public func post(_ work: @escaping @Sendable () -> Void) {
        let isFirst = waiting.withLock { waiting in
            waiting.append(work)
            return waiting.count == 1
        }
        if isFirst { waker.wake() }
    }

    private func carryOut() {
        waker.drain()
        let works = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        for work in works { work() }
    }
}
