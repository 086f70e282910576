import Dispatch
import Glibc
import Synchronization

/// Lets a long command end in good order at Ctrl-C, when it is asked to end and when its terminal goes: its task is cancelled and
/// it tells what it has. The same signal again ends the program.
enum Interruption {
    private static let task = Mutex<Task<Exit, Never>?>(nil)
    private static let isWatching = Atomic<Bool>(false)
    private static let caught = Mutex<Exit?>(nil)

    private static let signals: [(number: Int32, exit: Exit)] = [
        (SIGINT, .interrupted), (SIGTERM, .terminated), (SIGHUP, .hungUp),
    ]

    /// What the program ends with after the first signal.
    static var exit: Exit { caught.withLock { $0 } ?? .interrupted }

    /// The task that a command runs in.
    static func cancels(_ running: Task<Exit, Never>) { task.withLock { $0 = running } }

    /// From here on a signal cancels the task, once.
    static func watch() {
        guard !isWatching.exchange(true, ordering: .relaxed) else { return }
        for (number, exit) in signals { watch(number, exit) }
    }

    private static func watch(_ number: Int32, _ exit: Exit) {
        // Who started us with nohup(1) wants us to go on.
        if number == SIGHUP {
            let former = signal(number, SIG_IGN)
            if unsafeBitCast(former, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { return }
            signal(number, former)
        }
        let isHeard = DispatchSemaphore(value: 0)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler {
            signal(number, SIG_DFL)
            caught.withLock { $0 = $0 ?? exit }
            task.withLock { $0?.cancel() }
            source.cancel()
        }
        // Dispatch takes the signal over in its own time; until then it ends the program as ever.
        source.setRegistrationHandler { isHeard.signal() }
        source.activate()
        _ = isHeard.wait(timeout: .now() + 1)
    }
}
