internal import CSystemd
internal import Glibc

/// Carries messages to the service manager on a thread of its own: its socket takes few, and a manager that is busy or held up makes
/// who tells it wait.
final class ServiceMailbox: Sendable {
    /// Those that are not told yet, the newest of each kind.
    private let waiting = Condition<[String]>([])

    /// `nil` where no manager is named by the environment, or the system gives no thread.
    init?() {
        guard getenv("NOTIFY_SOCKET") != nil else { return nil }
        // It lives as long as the program.
        guard OwnThread.start({ [waiting] in while true { _ = sd_notify(0, Self.next(waiting)) } }) else { return nil }
    }

    func send(_ message: String) {
        waiting.change { waiting in
            // A former one of the kind says nothing any more.
            let kind = message.prefix { $0 != "=" }
            waiting.removeAll { $0.prefix { $0 != "=" } == kind }
            waiting.append(message)
        }
    }

    private static func next(_ waiting: Condition<[String]>) -> String {
        waiting.wait { $0.isEmpty ? .wait(until: nil) : .done($0.removeFirst()) }
    }
}
