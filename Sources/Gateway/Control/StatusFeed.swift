public import Transports

/// Tells the status to whoever looks on, at a pace that eyes follow; without onlookers it costs nothing.
public final class StatusFeed {
    public struct Token: Hashable, Sendable { fileprivate let number: Int }

    private struct Onlooker {
        let token: Token
        let tell: (GatewayStatus) -> Void
    }

    private let reactor: Reactor
    private let status: () -> GatewayStatus
    /// Microseconds of the reactor's clock.
    private let shortest: Int64, longest: Int64
    private var onlookers: [Onlooker] = []
    private var count = 0
    private var lastTold: Int64?
    private let alarm: Alarm

    /// - Parameters:
    ///   - pace: how much faster than a watch the reactor's clock runs.
    ///   - status: makes it; asked only when there is somebody to be told.
    public init(reactor: Reactor, pace: Double = 1, status: @escaping () -> GatewayStatus) {
        self.reactor = reactor
        alarm = Alarm(on: reactor)
        self.status = status
        // Four times a second, for more cannot be read; once a second while the timer runs.
        shortest = Int64(250_000 * max(pace, 1))
        longest = Int64(1_000_000 * max(pace, 1))
    }

    /// Tells the status at once, then when it changes.
    public func add(_ tell: @escaping (GatewayStatus) -> Void) -> Token {
        count += 1
        let token = Token(number: count)
        onlookers.append(Onlooker(token: token, tell: tell))
        let now = status()
        tell(now)
        if now.live != nil { schedule(at: reactor.now &+ longest) }
        return token
    }

    public func remove(_ token: Token) {
        onlookers.removeAll { $0.token == token }
        if onlookers.isEmpty { alarm.cancel() }
    }

    /// The status may have changed.
    public func changed() {
        guard !onlookers.isEmpty else { return }
        schedule(at: max(lastTold.map { $0 &+ shortest } ?? reactor.now, reactor.now))
    }

    private func schedule(at moment: Int64) {
        alarm.set(noLaterThan: moment) { [weak self] in self?.tell() }
    }

    private func tell() {
        lastTold = reactor.now
        let status = status()
        for onlooker in onlookers { onlooker.tell(status) }
        if status.live != nil, !onlookers.isEmpty { schedule(at: reactor.now &+ longest) }
    }
}
