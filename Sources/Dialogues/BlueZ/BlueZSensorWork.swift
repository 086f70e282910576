import WireFormats

/// What a plan is about with one wanted sensor.
struct BlueZSensorWork: Equatable, Sendable {
    enum Phase: Equatable, Sendable {
        /// Not in touch: it must be heard, and the pause after a failure must be over.
        case seeking
        /// Connect is not answered yet.
        case connecting
        /// Linked; its services are not all in the tree yet.
        case resolving
        /// What it says of itself is read.
        case reading
        /// Its values were asked for.
        case linked
    }

    struct Subscription: Equatable, Sendable {
        enum State: Equatable, Sendable {
            case asked
            case on(since: Int64)
            case waiting(until: Int64)
            /// Not to be had, and not needed.
            case refused
        }

        let type: GATTUUID
        var state: State = .asked
        var failures = 0
        /// Whether it is an open link.
        var isOpen = false
    }

    /// A value that came before its subscription was asked for.
    struct EarlyValue: Equatable, Sendable {
        let path: String
        let bytes: [UInt8]
    }

    static let mostEarly = 64

    let address: String
    var phase: Phase = .seeking
    /// Tells answers to this attempt from late ones.
    var attempt = 0
    /// The peripheral's path, once it is chosen.
    var device: String?
    /// When the phase began.
    var since: Int64
    var retryAt: Int64 = 0
    var backoff: Backoff
    /// Since when it is missing.
    var soughtSince: Int64
    var lastHeard: Int64?
    /// Whether a person was told that it is not heard; so until it is.
    var isUnheard = false
    /// Since when some adapter hears it, without a break.
    var heardSince: Int64?
    /// Whether the link of this attempt was seen in the tree.
    var wasConnected = false
    /// Whether the link was there before this attempt.
    var isAdopted = false
    /// The adapter that holds, it seems, a dead link to the sensor, for which it does not advertise.
    var staleOn: String?
    var wasCacheDropped = false
    var missing: [GATTUUID] = []

    var facts = PeripheralFacts()
    var areFactsRead = false
    /// Characteristics whose answer is awaited.
    var factsDue: Set<String> = []

    /// Why a subscription last failed.
    var refusal = DBusFault(name: "", message: "BlueZ does not answer")

    /// By path.
    var subscriptions: [String: Subscription] = [:]
    var early: [EarlyValue] = []
    var lastValue: Int64 = 0
    var linkedAt: Int64 = 0
    /// In a row, without a value since.
    var silences = 0
    /// Short links in a row.
    var hangUps = 0
    /// Percent as bluetoothd reported it, told on a link of its own.
    var batteryTold: Int?
    /// The battery's value where bluetoothd does not keep it to itself.
    var batteryValue: [UInt8]?
    var trouble: BlueZTrouble?

    init(address: String, timing: BlueZTiming, now: Int64) {
        self.address = address
        since = now
        soughtSince = now
        let seed = address.utf8.reduce(UInt64(0)) { $0 &* 31 &+ UInt64($1) }
        backoff = Backoff(first: timing.firstRetry, longest: timing.longestRetry, seed: seed)
    }

    /// As in captures.
    var identity: String { SensorIdentity.ble(address: address).text }

    /// Whether values may come.
    var isServing: Bool {
        phase == .linked
            && subscriptions.values.contains { subscription in
                guard case .on = subscription.state else { return false }
                return SensorServices.measurements.contains(subscription.type)
            }
    }
}
