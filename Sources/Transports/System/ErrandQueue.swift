/// Calls that wait for a disk: made one after another on a thread of their own, in the order in which they were asked for; what came
/// of each is told on the reactor's.
public final class ErrandQueue {
    private let reactor: Reactor
    private let delay: (@Sendable () -> Void)?
    private var waiting: [() -> Void] = []

    /// Whether something is under way or waits.
    public private(set) var isBusy = false

    /// - Parameter delay: called before each call, on its thread; only a test pretends a slow disk.
    public init(reactor: Reactor, delay: (@Sendable () -> Void)? = nil) {
        self.reactor = reactor
        self.delay = delay
    }

    /// - Parameters:
    ///   - work: must not touch what the reactor's thread touches meanwhile.
    ///   - told: called once.
    public func add<Answer: Sendable>(_ work: @escaping @Sendable () -> Answer, told: @escaping (Answer) -> Void) {
        waiting.append { [self, delay] in
            let delayed: @Sendable () -> Answer = {
                delay?()
                return work()
            }
            let finish = { [self] (answer: Answer) in
                told(answer)
                begin()
            }
            do throws(TransportError) {
                _ = try Errand(reactor, delayed, told: finish)
            } catch {
                // Without descriptors there is no waiting for it: late is better than never.
                finish(delayed())
            }
        }
        if !isBusy { begin() }
    }

    private func begin() {
        isBusy = !waiting.isEmpty
        if isBusy { waiting.removeFirst()() }
    }
}
