import Glibc
import Synchronization

/// Runs a task on the thread that waits for it. Swift's own pool would do as well, but looks after its threads once a second for as long
/// as the program runs, and a gateway that has nothing to do is to sleep.
final class CallingThread: TaskExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var exit: Exit?
    }

    private let state = Mutex(State())
    private let news: Semaphore

    init() { news = Semaphore() }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock { $0.jobs.append(job) }
        news.signal()
    }

    /// `run` ends with this, once it has nothing else to do.
    func finish(with exit: Exit) {
        state.withLock { $0.exit = exit }
        news.signal()
    }

    /// Runs the jobs of its tasks until `finish` was called.
    func run() -> Exit {
        while true {
            news.wait()
            let next = state.withLock { $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }
            if let next {
                next.runSynchronously(on: asUnownedTaskExecutor())
            } else if let exit = state.withLock(\.exit) {
                return exit
            }
        }
    }
}

/// A counting semaphore of the system's.
private final class Semaphore: @unchecked Sendable {
    private let semaphore: UnsafeMutablePointer<sem_t>

    init() {
        semaphore = .allocate(capacity: 1)
        sem_init(semaphore, 0, 0)
    }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    func signal() { sem_post(semaphore) }
    func wait() { while sem_wait(semaphore) != 0, errno == EINTR {} }
}
