import Transports

// What is kept of what was recorded.
extension LiveGateway {
    /// The store gets what the loop says and what captures come to.
    func followStore() {
        guard let history = parts.history else { return }
        historyFollower = HistoryFollower(history)
        parts.captures.onClosed = { [weak history] in history?.add($0) }
        history.onChange = { [weak self] in self?.onChange?() }
    }

    /// What is over is to be in the store when the gateway has ended; one that takes long gets it at the next start.
    func awaitStore() {
        guard let history = parts.history else { return }
        history.finish()
        let end = reactor.now &+ Int64(Self.endPatience * reactor.pace)
        while history.isBusy, reactor.now < end {
            reactor.turn(until: [heartbeat.next, end].compactMap(\.self).min())
            heartbeat.turned(at: reactor.now) { "ending: the store is waited for" }
        }
    }
}
