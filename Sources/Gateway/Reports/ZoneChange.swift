public import Workouts

/// What came into force at a moment, or ceased to be.
public struct ZoneChange {
    /// `nil`: ever since, or only as long as the command.
    public let from: Timestamp?
    /// Whether the command line says it, and no setting.
    public let isOfCommandLine: Bool
    public let began: [ZonesInForce]
    /// Those whose place nothing has taken.
    public let ended: [ZonesInForce]

    public static func all(
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
