import Dialogues
import WireFormats

/// What people see.
extension SensorRoster {
    /// Sensors that are paired or were heard: paired ones in the rider's order, then the chosen, then the others, strongest first.
    public func known(at moment: Int64) -> [GatewayStatus.KnownSensor] {
        let strangers = heard.values.filter { !isPaired($0.sensor) }.sorted { a, b in
            let (serves, other) = (serves(a), serves(b))
            if serves != other { return serves }
            let (signal, otherSignal) = (a.signal ?? -.infinity, b.signal ?? -.infinity)
            return signal != otherSignal ? signal > otherSignal : a.sensor < b.sensor
        }
        let wanted = paired.map { sensor in
            var known = GatewayStatus.KnownSensor(
                sensor: sensor.sensor, name: sensor.name, kinds: kinds(of: sensor), isPaired: true)
            if let heard = heard[sensor.sensor] { fill(&known, from: heard, at: moment) }
            return known
        }
        return wanted
            + strangers.map { stranger in
                var known = GatewayStatus.KnownSensor(
                    sensor: stranger.sensor, name: nil, kinds: stranger.kinds, isPaired: false)
                known.isChosen = serves(stranger)
                fill(&known, from: stranger, at: moment)
                return known
            }
    }

    /// A stranger serves that is chosen; a receiver by being there, since the `gps` setting names it.
    private func serves(_ stranger: HeardSensor) -> Bool {
        isChosen(stranger.sensor) || stranger.kinds.contains(.receiver) && stranger.isLinked
    }

    /// As long as a sensor on a stick counts as linked: the engine's silence limit.
    private static let airSilence: Int64 = 10_000_000

    private func fill(_ known: inout GatewayStatus.KnownSensor, from heard: HeardSensor, at moment: Int64) {
        let isServed = known.isPaired || known.isChosen
        known.name = known.name ?? heard.name
        let isInTheAir = heard.isANT && isServed && sticks > 0 && heard.isPresent(at: moment, within: Self.airSilence)
        known.isLinked = heard.isLinked || isInTheAir
        known.signalDBm = heard.signal.map { Int($0.rounded()) }
        known.batteryPercent = heard.batteryPercent
        known.secondsSinceHeard = Double(max(0, moment &- heard.lastHeard)) / 1_000_000
        known.facts = heard.facts.map { ($0.name, $0.value) }
    }

    /// What a person should know, as sentences; none is told twice.
    public mutating func takeNotes() -> [String] {
        defer { notes = [] }
        return notes
    }

    private func name(of sensor: String) -> String {
        settings.sensors.first { $0.sensor == sensor }?.name ?? heard[sensor]?.name ?? sensor
    }

    mutating func note(_ change: SensorChoice.Change, _ sensor: String, in role: SensorRole) {
        let reason =
            switch change {
            case .first: "as the strongest heard; to keep it: wattbeat sensors pair \(sensor)"
            case .stronger: "as it is clearly stronger now"
            case .instead: "as the one before has fallen silent"
            }
        notes.append("\(role.words): \(name(of: sensor)) is used, \(reason)")
    }
}
