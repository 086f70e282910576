import Transports

/// Tells the service manager that the loop turns and how it stands. It beats between two turns alone, when every record before was
/// dealt with: a loop that hangs falls silent.
struct Heartbeat {
    private let service: ServiceNotifier
    private let interval: Int64?
    /// When to be woken for it; `nil` when nobody watches.
    private(set) var next: Int64?
    private var nextStatus: Int64

    /// Microseconds between two lines for who asks the manager how it stands.
    private static let statusInterval: Int64 = 10_000_000

    init(_ service: ServiceNotifier, now: Int64) {
        self.service = service
        // Twice within what the manager grants.
        interval = service.watchdogInterval.map { max($0 / 2, 1) }
        next = interval.map { now + $0 }
        nextStatus = now
    }

    mutating func turned(at now: Int64, _ status: () -> String) {
        if let next, let interval, now >= next {
            service.beat()
            self.next = now + interval
        }
        guard now >= nextStatus else { return }
        nextStatus = now + Self.statusInterval
        service.status(status())
    }
}
