internal import CSystemd

/// Tells the service manager how it stands; does nothing where none asked.
public final class ServiceNotifier {
    /// Microseconds within which the manager wants to hear `beat`; `nil` when it does not watch.
    public let watchdogInterval: Int64?
    private let send: (String) -> Void
    private var lastStatus: String?

    /// The manager named by the environment.
    public init() {
        var interval: UInt64 = 0
        let isWatched = sd_watchdog_enabled(0, &interval) > 0 && interval > 0
        watchdogInterval = isWatched ? Int64(clamping: interval) : nil
        let mailbox = ServiceMailbox()
        send = { mailbox?.send($0) }
    }

    /// - Parameter send: gets each message.
    public init(watchdogInterval: Int64?, send: @escaping (String) -> Void) {
        self.watchdogInterval = watchdogInterval
        self.send = send
    }

    public func ready() { send("READY=1") }
    public func stopping() { send("STOPPING=1") }
    public func beat() { send("WATCHDOG=1") }

    /// - Parameter sentence: one line.
    public func status(_ sentence: String) {
        guard sentence != lastStatus else { return }
        lastStatus = sentence
        // A line feed would begin another field.
        send("STATUS=" + sentence.split(whereSeparator: \.isNewline).joined(separator: " "))
    }
}
