internal import Glibc

/// Threads for the few calls that block. Dispatch is left alone by the gateway: its pool wakes every second to look after itself.
public enum OwnThread {
    private final class Work {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Runs `body` on a thread that ends with it.
    ///
    /// - Returns: whether the system gave a thread.
    @discardableResult
    public static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        let work = Unmanaged.passRetained(Work(body))
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { pointer in
                if let pointer { Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body() }
                return nil
            }, work.toOpaque())
        guard code == 0 else {
            work.release()
            return false
        }
        pthread_detach(thread)
        return true
    }
}

/// A state that one thread waits for and another changes.
final class Condition<State>: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let changed: UnsafeMutablePointer<pthread_cond_t>
    private var state: State

    init(_ state: State) {
        self.state = state
        mutex = .allocate(capacity: 1)
        changed = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        // The wall clock may be set while somebody waits.
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(changed, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(mutex)
        changed.deallocate()
        mutex.deallocate()
    }

    /// Nanoseconds of the clock that waiting goes by.
    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Looks at the state, and changes it without waking who waits.
    func withLock<Result>(_ body: (inout State) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&state)
    }

    /// Changes the state, and wakes who waits.
    func change<Result>(_ body: (inout State) -> Result) -> Result {
        defer { pthread_cond_broadcast(changed) }
        return withLock(body)
    }

    /// What a wait is told: go on with a result, or wait, until a moment of `now` if there is one.
    enum Step<Result> {
        case done(Result)
        case wait(until: Int64?)
    }

    /// Waits until `next` says that it is done; asks it at each change and at each moment that it named.
    func wait<Result>(_ next: (inout State) -> Step<Result>) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            switch next(&state) {
            case .done(let result): return result
            case .wait(until: nil): pthread_cond_wait(changed, mutex)
            case .wait(let moment?):
                var time = timespec()
                time.tv_sec = time_t(moment / 1_000_000_000)
                time.tv_nsec = Int(moment % 1_000_000_000)
                pthread_cond_timedwait(changed, mutex, &time)
            }
        }
    }
}
