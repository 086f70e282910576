import Dialogues
import Transports
import WireFormats

/// What is known of a sensor from hearing it.
struct HeardSensor {
    let sensor: String
    let isANT: Bool
    private(set) var kinds: Set<SensorKind>
    private(set) var name: String?
    /// dBm, smoothed: a body between strap and antenna makes 10 dB from breath to breath. `nil` while it is linked and after a link,
    /// until it is heard anew: what was measured before a link says nothing of where the sensor is now.
    private(set) var signal: Double?
    private(set) var batteryPercent: Int?
    private(set) var facts: [LinkIdentity.Fact] = []
    private(set) var lastHeard: Int64
    /// One for each characteristic.
    private var openLinks = 0

    init(_ sensor: String, at moment: Int64) {
        self.sensor = sensor
        let identity = SensorIdentity(sensor)
        kinds = identity?.kinds ?? []
        isANT = if case .ant? = identity { true } else { false }
        lastHeard = moment
    }

    var isLinked: Bool { openLinks > 0 }

    /// Whether it may be there still.
    func isPresent(at moment: Int64, within silence: Int64) -> Bool { isLinked || moment &- lastHeard < silence }

    private static let mostFacts = 16

    mutating func take(_ sighting: Sighting, at moment: Int64) {
        kinds.formUnion(sighting.kinds)
        name = sighting.name ?? name
        batteryPercent = sighting.batteryPercent ?? batteryPercent
        if !isLinked, let fresh = sighting.signalDBm.map(Double.init) { signal = signal.map { $0 + (fresh - $0) / 4 } ?? fresh }
        take(sighting.facts)
        lastHeard = max(lastHeard, moment)
    }

    mutating func open(_ identity: LinkIdentity, at moment: Int64) {
        openLinks += 1
        signal = nil
        name = identity.name ?? name
        take(identity.facts)
        lastHeard = max(lastHeard, moment)
    }

    mutating func close() { openLinks = max(0, openLinks - 1) }

    mutating func heard(at moment: Int64) { lastHeard = max(lastHeard, moment) }

    private mutating func take(_ fresh: [LinkIdentity.Fact]) {
        for fact in fresh {
            if let index = facts.firstIndex(where: { $0.name == fact.name }) {
                facts[index] = fact
            } else if facts.count < Self.mostFacts {
                facts.append(fact)
            }
        }
    }
}
