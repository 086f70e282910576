internal import Glibc

/// Writes to a descriptor on a thread of its own, so that who has something to say never waits for a terminal that is held, a pipe
/// that nobody reads or a slow disk. What it cannot keep is left out, and counted.
public final class BackgroundWriter: Sendable {
    private struct State {
        var waiting: [UInt8] = []
        var isWriting = false
        /// Lines that were left out behind what waits.
        var lost = 0
        /// The first error of a write that nobody was told of.
        var failure: Int32?
        /// When nobody waits any longer for what is not written.
        var limit: Int64?
        var isOver = false

        var isIdle: Bool { waiting.isEmpty && !isWriting && lost == 0 }
    }

    private let state = Condition(State())

    /// Bytes that are kept at most, beside those that are being written.
    public static let capacity = 1 << 16
    /// Nanoseconds that a cancelled task waits for what is not written yet.
    private static let patience: Int64 = 2_000_000_000

    /// `nil` where the system gives no thread.
    ///
    /// - Parameter lossSentence: stands, as a line, where lines were left out: gets how many.
    public init?(descriptor: CInt, lossSentence: @escaping @Sendable (Int) -> String) {
        guard OwnThread.start({ [state] in Self.work(state, descriptor, lossSentence) }) else { return nil }
    }

    deinit { state.change { $0.isOver = true } }

    /// Whether something is not written yet.
    public var isBehind: Bool { state.withLock { !$0.isIdle } }

    /// Takes all of the bytes, or, where there is no room, none.
    public func write(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        state.change { state in
            // Once something is missing, all is, until the sentence about it stands in its place.
            if state.lost == 0, state.waiting.isEmpty || state.waiting.count + bytes.count <= Self.capacity {
                state.waiting += bytes
            } else {
                state.lost += max(1, bytes.count { $0 == UInt8(ascii: "\n") })
            }
        }
    }

    /// The `errno` of a write that failed, once; what was to be written by it is gone.
    public func takeFailure() -> Int32? { state.withLock { $0.failure.take() } }

    /// Waits until all is written; from the task's cancellation on two seconds at most.
    public func drain() async {
        await withTaskCancellationHandler {
            state.wait { state -> Condition<State>.Step<Void> in
                if state.isIdle { return .done(()) }
                if let limit = state.limit, Condition<State>.now >= limit { return .done(()) }
                return .wait(until: state.limit)
            }
        } onCancel: {
            state.change { $0.limit = $0.limit ?? Condition<State>.now + Self.patience }
        }
    }

    private static func work(_ state: Condition<State>, _ descriptor: CInt, _ lossSentence: (Int) -> String) {
        while let bytes = next(state, lossSentence) {
            let failure = send(bytes, to: descriptor)
            state.change {
                $0.isWriting = false
                $0.failure = $0.failure ?? failure
            }
        }
    }

    private static func next(_ state: Condition<State>, _ lossSentence: (Int) -> String) -> [UInt8]? {
        state.wait { state -> Condition<State>.Step<[UInt8]?> in
            if !state.waiting.isEmpty {
                state.isWriting = true
                defer { state.waiting = [] }
                return .done(state.waiting)
            }
            if state.lost > 0 {
                state.isWriting = true
                defer { state.lost = 0 }
                return .done(Array((lossSentence(state.lost) + "\n").utf8))
            }
            return state.isOver ? .done(nil) : .wait(until: nil)
        }
    }

    /// Writes all of it on the calling thread, however long that takes.
    ///
    /// - Returns: the error number of the write that failed.
    public static func send(_ bytes: [UInt8], to descriptor: CInt) -> Int32? {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                sent += count
            } else if errno == EAGAIN {
                // Whoever shares the descriptor has made it so.
                var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&waiting, 1, -1)
            } else if errno != EINTR {
                return errno
            }
        }
        return nil
    }
}
