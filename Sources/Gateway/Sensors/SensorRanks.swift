import Dialogues
import Workouts

/// The ranks that an engine is told: those that a person set; those that follow from the order of the list among sensors of one kind;
/// and that of a trainer which speaks as a power meter.
struct SensorRanks {
    /// Rank by quantity's name, by sensor.
    private(set) var ranks: [String: [String: Int]] = [:]

    /// Kinds whose sensors stand in for one another, and what they all measure. Between kinds the engine's own order holds.
    private static let families: [(kinds: Set<SensorKind>, quantities: [Quantity])] = [
        ([.heartRate], [.heartRate]),
        ([.power], [.power]),
        ([.speed, .speedAndCadence], [.speed, .distance]),
        ([.cadence, .speedAndCadence], [.cadence]),
        ([.footPod], [.speed, .distance, .stepRate]),
    ]

    /// Before 10, where the ranks of kinds of measurement begin.
    private static let lastOfOrder = 9
    /// The engine's rank of what a machine says of itself. Over Bluetooth a trainer may also send a power meter's characteristic, and
    /// would count as one.
    private static let trainer = 40

    /// - Parameters:
    ///   - paired: the most wanted of a kind first.
    ///   - chosen: strangers that serve, with their kinds.
    init(paired: [GatewaySettings.PairedSensor], chosen: [(sensor: String, kinds: Set<SensorKind>)]) {
        for sensor in paired { ranks[sensor.sensor] = sensor.priorities }
        for family in Self.families {
            let members = paired.filter { !$0.kinds.isDisjoint(with: family.kinds) && !$0.kinds.contains(.trainer) }
            guard members.count > 1 else { continue }
            for (index, member) in members.enumerated() {
                for quantity in family.quantities { suggest(min(index + 1, Self.lastOfOrder), quantity, of: member.sensor) }
            }
        }
        for (sensor, kinds) in paired.map({ ($0.sensor, $0.kinds) }) + chosen where kinds.contains(.trainer) && kinds.count > 1 {
            for quantity in [Quantity.power, .cadence] { suggest(Self.trainer, quantity, of: sensor) }
        }
    }

    /// A person's own rank stands.
    private mutating func suggest(_ rank: Int, _ quantity: Quantity, of sensor: String) {
        if ranks[sensor]?[quantity.rawValue] == nil { ranks[sensor, default: [:]][quantity.rawValue] = rank }
    }
}
