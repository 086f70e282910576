internal import Synchronization

/// A call that blocks, made on a thread of its own; what came of it is told on the reactor's, unless it is cancelled before.
final class Errand<Answer: Sendable> {
    private final class Letter: Sendable {
        let answer = Mutex<Answer?>(nil)
    }

    private let reactor: Reactor
    private let waker: Waker
    private var watch: Reactor.Token?

    /// - Parameter told: called once.
    /// - Throws: `.cannotOpen` when the process has no descriptors left.
    init(_ reactor: Reactor, _ work: @escaping @Sendable () -> Answer, told: @escaping (Answer) -> Void) throws(TransportError) {
        self.reactor = reactor
        waker = try Waker()
        let letter = Letter()
        // Keeps it until it is told: nobody else need to.
        watch = reactor.watch(waker.reading, .readable) { _ in
            self.cancel()
            if let answer = letter.answer.withLock(\.self) { told(answer) }
        }
        let run: @Sendable () -> Void = { [waker] in
            let answer = work()
            letter.answer.withLock { $0 = answer }
            waker.wake()
        }
        // Where there is no thread to be had, late is better than never.
        if !OwnThread.start(run) { run() }
    }

    /// Nothing is told any more; the call itself goes on to its end.
    func cancel() {
        watch.map(reactor.unwatch)
        watch = nil
    }
}
