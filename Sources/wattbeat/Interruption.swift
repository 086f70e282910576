import Glibc
import Synchronization
import Transports

/// Lets a long command end in good order at Ctrl-C, when it is asked to end and when its terminal goes: its task is cancelled and
/// it tells what it has. The same signal again ends the program.
enum Interruption {
    private static let task = Mutex<Task<Void, Never>?>(nil)
    private static let isWatching = Atomic<Bool>(false)
    private static let caught = Mutex<Exit?>(nil)
    /// Where the handler says which signal came; -1 before anybody watches.
    private static let writing = Atomic<CInt>(-1)

    private static let signals: [(number: Int32, exit: Exit)] = [
        (SIGINT, .interrupted), (SIGTERM, .terminated), (SIGHUP, .hungUp),
    ]

    /// What the program ends with after the first signal.
    static var exit: Exit { caught.withLock { $0 } ?? .interrupted }

    /// The task that a command runs in.
    static func cancels(_ running: Task<Void, Never>) { task.withLock { $0 = running } }

    /// From here on a signal cancels the task, once.
    static func watch() {
        guard !isWatching.exchange(true, ordering: .relaxed) else { return }
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else { return }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        writing.store(ends[1], ordering: .releasing)
        let reading = ends[0]
        guard OwnThread.start({ listen(at: reading) }) else { return }
        for (number, _) in signals where !isIgnoredHangUp(number) {
            var action = sigaction()
            action.__sigaction_handler.sa_handler = Self.note
            // The same signal again does what it does by itself: it ends the program.
            action.sa_flags = CInt(bitPattern: UInt32(SA_RESETHAND)) | SA_RESTART
            sigaction(number, &action, nil)
        }
        unblock()
    }

    /// Whoever started us may have done so from a thread that lets no signal through, and what is blocked is inherited.
    private static func unblock() {
        var all = sigset_t()
        sigemptyset(&all)
        for (number, _) in signals { sigaddset(&all, number) }
        pthread_sigmask(SIG_UNBLOCK, &all, nil)
    }

    /// Who started us with nohup(1) wants us to go on.
    private static func isIgnoredHangUp(_ number: Int32) -> Bool {
        guard number == SIGHUP else { return false }
        var former = sigaction()
        sigaction(number, nil, &former)
        return unsafeBitCast(former.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// In a handler little may be done: one byte tells the thread that does the rest.
    private static let note: @convention(c) (Int32) -> Void = { number in
        let code = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(writing.load(ordering: .acquiring), &byte, 1)
        errno = code
    }

    private static func listen(at descriptor: CInt) {
        var byte: UInt8 = 0
        while read(descriptor, &byte, 1) == 1 || errno == EINTR {
            guard let exit = signals.first(where: { $0.number == Int32(byte) })?.exit else { continue }
            caught.withLock { $0 = $0 ?? exit }
            task.withLock { $0?.cancel() }
        }
    }
}
