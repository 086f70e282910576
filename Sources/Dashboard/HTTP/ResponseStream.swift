import Synchronization

/// A body that goes on: what is sent waits here until the connection takes it, and no more of it than a bound. Who reads too slowly is
/// cut off: it comes again and takes up where it was.
public final class ResponseStream: Sendable {
    /// Bytes that wait for one client.
    public static let mostBytes = 256 << 10

    fileprivate struct State {
        var waiting: [Payload] = []
        /// Taken of the first one.
        var taken = 0
        var waitingBytes = 0
        var isFinished = false
        /// The client is gone, or was cut off.
        var isOver = false
        /// Ends the connection's sleep; set while it sleeps.
        var wake: (@Sendable () -> Void)?
        /// Ends the connection.
        var cut: (@Sendable () -> Void)?
        var onEnd: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())
    private let onDrained: (@Sendable (ResponseStream) -> Void)?

    /// - Parameter onDrained: called when all that was sent is taken, on the server's thread, at first too: more may be sent then.
    public init(onDrained: (@Sendable (ResponseStream) -> Void)? = nil) { self.onDrained = onDrained }

    /// - Returns: whether anybody will get it.
    @discardableResult
    public func send(_ payload: Payload) -> Bool {
        state.withLock { state in
            guard !state.isOver, !state.isFinished else { return false }
            guard state.waitingBytes + payload.count <= Self.mostBytes || state.waiting.isEmpty else {
                state.isOver = true
                state.waiting = []
                state.cut?()
                state.wake.take()?()
                return false
            }
            state.waiting.append(payload)
            state.waitingBytes += payload.count
            state.wake.take()?()
            return true
        }
    }

    /// Ends the body once what waits is taken.
    public func finish() {
        state.withLock { state in
            state.isFinished = true
            state.wake.take()?()
        }
    }

    /// Called once when the client is gone, cut off, or has all; at once when it is already.
    public func whenOver(_ action: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            if !state.isOver { state.onEnd = action }
            return state.isOver
        }
        if isOver { action() }
    }

    // MARK: The connection's side

    enum Step {
        case bytes(Int)
        case end
        /// The client was cut off.
        case broken
        /// It sleeps until it is woken.
        case asleep
    }

    /// - Parameters:
    ///   - sleep: puts the connection to sleep; called with the lock held, so that no wake is missed.
    ///   - wake: ends that sleep.
    func take(
        into buffer: UnsafeMutableRawBufferPointer, sleep: () -> Void, wake: @escaping @Sendable () -> Void
    ) -> Step {
        let isDry = state.withLock { !$0.isOver && !$0.isFinished && $0.waiting.isEmpty }
        if isDry { onDrained?(self) }
        return state.withLock { state in
            if state.isOver { return .broken }
            if state.waiting.isEmpty {
                if state.isFinished { return .end }
                state.wake = wake
                sleep()
                return .asleep
            }
            return .bytes(state.fill(buffer))
        }
    }

    func begin(cut: @escaping @Sendable () -> Void) { state.withLock { $0.cut = cut } }

    /// The connection has ended, by whomever.
    func end() {
        let action = state.withLock { state in
            state.isOver = true
            (state.waiting, state.waitingBytes, state.wake, state.cut) = ([], 0, nil, nil)
            return state.onEnd.take()
        }
        action?()
    }
}

extension ResponseStream.State {
    mutating func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        var filled = 0
        var used = 0
        for payload in waiting {
            let count = min(payload.count - taken, buffer.count - filled)
            payload.bytes.withUnsafeBytes { bytes in
                UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<filled + count])
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[taken..<taken + count]))
            }
            filled += count
            taken += count
            guard taken == payload.count else { break }
            (taken, used) = (0, used + 1)
        }
        waiting.removeFirst(used)
        waitingBytes -= filled
        return filled
    }
}
