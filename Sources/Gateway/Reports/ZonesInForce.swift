public import Workouts

/// Zones of one quantity, and who has them.
public struct ZonesInForce: Equatable {
    public let quantity: ZoneQuantity
    /// `nil`: every sport that has none of its own.
    public let activities: [ActivityType]?
    public let configuration: ZoneConfiguration

    /// By quantity: those for every sport, then those of sports that have their own, equal ones together.
    ///
    /// - Parameter sports: only these; none: all.
    public static func rows(of settings: WorkoutSettings, _ sports: [ActivityType]) -> [ZonesInForce] {
        ZoneQuantity.allCases.flatMap { quantity -> [ZonesInForce] in
            let general = settings.zones[quantity.quantity]
            var groups: [(configuration: ZoneConfiguration, activities: [ActivityType])] = []
            for activity in sports.isEmpty ? ActivityType.allCases : sports {
                guard let own = settings.zones(for: activity)[quantity.quantity], !sports.isEmpty || own != general else {
                    continue
                }
                if let index = groups.firstIndex(where: { $0.configuration == own }) {
                    groups[index].activities.append(activity)
                } else {
                    groups.append((own, [activity]))
                }
            }
            let forAll =
                sports.isEmpty ? general.map { [ZonesInForce(quantity: quantity, activities: nil, configuration: $0)] } : nil
            return (forAll ?? [])
                + groups.map { ZonesInForce(quantity: quantity, activities: $0.activities, configuration: $0.configuration) }
        }
    }

    /// Equal limits alone do not say that zones were made in the same way.
    public static func == (a: Self, b: Self) -> Bool {
        a.hasSamePlace(as: b) && a.configuration == b.configuration && a.configuration.modelName == b.configuration.modelName
            && a.configuration.inputs == b.configuration.inputs && a.configuration.source == b.configuration.source
    }

    public func hasSamePlace(as other: Self) -> Bool { quantity == other.quantity && activities == other.activities }
}
