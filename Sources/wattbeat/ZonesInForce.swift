import Workouts

/// Zones of one quantity, and who has them.
struct ZonesInForce: Equatable {
    let quantity: ZoneQuantity
    /// `nil`: every sport that has none of its own.
    let activities: [ActivityType]?
    let configuration: ZoneConfiguration

    /// By quantity: those for every sport, then those of sports that have their own, equal ones together.
    ///
    /// - Parameter sports: only these; none: all.
    static func rows(of settings: WorkoutSettings, _ sports: [ActivityType]) -> [ZonesInForce] {
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
    static func == (a: Self, b: Self) -> Bool {
        a.hasSamePlace(as: b) && a.configuration == b.configuration && a.configuration.modelName == b.configuration.modelName
            && a.configuration.inputs == b.configuration.inputs && a.configuration.source == b.configuration.source
    }

    func hasSamePlace(as other: Self) -> Bool { quantity == other.quantity && activities == other.activities }
}

/// What came into force at a moment, or ceased to be.
struct ZoneChange {
    /// `nil`: ever since, or only as long as the command.
    let from: Timestamp?
    /// Whether the command line says it, and no setting.
    let isOfCommandLine: Bool
    let began: [ZonesInForce]
    /// Those whose place nothing has taken.
    let ended: [ZonesInForce]

    static func all(
        of athlete: AthleteHistory, _ sports: [ActivityType], where isWanted: (ZoneQuantity) -> Bool
    ) -> [ZoneChange] {
        var former: [ZonesInForce] = []
        let entries = athlete.entries
        let lasts = entries.indices.filter { $0 + 1 == entries.count || entries[$0].validFrom != entries[$0 + 1].validFrom }
        return lasts.compactMap { last in
            let (moment, isDated) = (entries[last].validFrom, entries[last].isDated)
            let rows = ZonesInForce.rows(of: athlete.settings(at: moment), sports).filter { isWanted($0.quantity) }
            defer { former = rows }
            let change = ZoneChange(
                from: moment == AthleteHistory.always || !isDated ? nil : moment, isOfCommandLine: !isDated,
                began: rows.filter { !former.contains($0) },
                // What gave way to zones of all sports, or of others beside it, goes on in these.
                ended: former.filter { old in
                    let now = athlete.settings(at: moment)
                    return old.activities.map { own in own.allSatisfy { now.zones(for: $0)[old.quantity.quantity] == nil } }
                        ?? (now.zones[old.quantity.quantity] == nil)
                })
            return change.began.isEmpty && change.ended.isEmpty ? nil : change
        }
    }
}
