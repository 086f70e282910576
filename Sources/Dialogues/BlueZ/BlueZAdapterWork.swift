/// What a plan is about with one adapter.
struct BlueZAdapterWork: Equatable, Sendable {
    enum Scan: Equatable, Sendable { case off, starting, on, stopping }

    enum Power: Equatable, Sendable {
        /// As the tree says.
        case settled
        /// On was asked for, not answered yet.
        case asked
        /// Off was asked for, to be followed by on.
        case restarting(since: Int64, costsLinks: Bool)
    }

    /// `InProgress` in a row, from the first to the latest.
    struct Stuck: Equatable, Sendable {
        var since: Int64
        var latest: Int64
    }

    var scan: Scan = .off
    /// Since when it listens.
    var scanSince: Int64 = 0
    /// The same, but for breaks no longer than a Connect takes.
    var listensSince: Int64 = 0
    var scanEnded: Int64?
    /// Whether only peripherals that advertise a sensor's service are reported.
    var hearsServicesOnly = false
    var scanRetryAt: Int64 = 0
    var scanBackoff: Backoff
    var scanFault: DBusFault?
    /// Since when a discovery of ours does not run, as BlueZ says.
    var deafSince: Int64?

    var power: Power = .settled
    var powerRetryAt: Int64 = 0
    var powerBackoff: Backoff
    var powerFault: DBusFault?
    /// Since when it cannot be switched on.
    var powerFaultSince: Int64?

    /// Whether a sensor waits for the discovery to end, to be connected.
    var hasNext = false
    /// What is answered with `InProgress`: `scan`, a sensor's address, or a characteristic's path.
    var stuck: [String: Stuck] = [:]
    /// Switched off and on in a row, in vain so far, and what for: as in `stuck`.
    var restarts = 0
    var restartedFor: String?

    /// The key in `stuck` of its discovery.
    static let scanKey = "scan"

    /// Whether BlueZ refuses to let it listen, again and again or still after a restart.
    func isDeaf(_ timing: BlueZTiming) -> Bool {
        guard let refused = stuck[Self.scanKey] else { return false }
        return restartedFor == Self.scanKey || refused.latest - refused.since >= timing.deaf
    }

    init(timing: BlueZTiming, seed: UInt64) {
        scanBackoff = Backoff(first: timing.firstRetry, longest: timing.longestRetry, seed: seed)
        powerBackoff = Backoff(first: timing.firstRetry, longest: timing.longestRetry / 3, seed: seed)
    }
}
