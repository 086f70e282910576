public import Statistics
public import Workouts

/// A stored workout as those who look back need it.
public struct StoredOutline: Equatable, Sendable {
    public var listing: WorkoutListing
    /// Edits applied.
    public var outline: WorkoutOutline
}

/// What there is to look back at.
public struct StoredOutlines: Sendable {
    /// Oldest first.
    public var outlines: [StoredOutline]
    /// Of workouts that are left out since they cannot be read.
    public var faults: [StorageError]
}

extension HistoryStore {
    /// Workouts without their samples: no chunk is opened, but for those that have no outline yet, and for quantities of which some
    /// workout has too many different values.
    ///
    /// - Parameters:
    ///   - quantities: of which it is told how long they had each value.
    ///   - range: only workouts that began in it are told that.
    ///   - withZones: whether the zones that were frozen into them are told.
    public func outlines(
        _ filter: WorkoutFilter = WorkoutFilter(), valuesOf quantities: Set<Quantity> = [], of range: TimeRange? = nil,
        withZones: Bool = false
    ) throws(StorageError) -> StoredOutlines {
        let (made, faults) = try makeLackingOutlines(filter)
        let kept = try connection.snapshot { () throws(StorageError) in
            try keptOutlines(filter, valuesOf: quantities, of: range, withZones: withZones, made)
        }
        return StoredOutlines(
            outlines: kept.compactMap { one in one.outline.map { StoredOutline(listing: one.listing, outline: $0) } },
            faults: faults)
    }

    /// A workout that need not have an outline.
    struct KeptOutline {
        var listing: WorkoutListing
        var outline: WorkoutOutline?
        /// What its samples come to; `nil` where sums do not stand for them.
        var sums: SampleSums?
    }

    /// - Parameter made: outlines that were lacking, kept or not, with all that they tell.
    func keptOutlines(
        _ filter: WorkoutFilter, valuesOf quantities: Set<Quantity>, of range: TimeRange? = nil, withZones: Bool = false,
        _ made: [Int64: OutlineRow] = [:]
    ) throws(StorageError) -> [KeptOutline] {
        var rows = try outlineRows(filter, made)
        var valued = filter
        if let range {
            valued.from = max(filter.from ?? range.start, range.start)
            valued.to = min(filter.to ?? range.end, range.end)
        }
        if !quantities.isEmpty { try readTimes(valued, of: quantities, into: &rows, made) }
        let groups = withZones ? try zoneGroups(filter) : [:]
        var outlines: [KeptOutline] = []
        for listing in try workouts(filter).reversed() {
            guard let row = rows[listing.row] else {
                outlines.append(KeptOutline(listing: listing))
                continue
            }
            let hasValues = range.map { $0.contains(listing.start) } ?? true
            let outline = try outline(of: listing, row, groups[listing.row] ?? [:], valuesOf: hasValues ? quantities : [])
            outlines.append(KeptOutline(listing: listing, outline: outline, sums: row.sums))
        }
        return outlines
    }

    private func outlineRows(
        _ filter: WorkoutFilter, _ made: [Int64: OutlineRow]
    ) throws(StorageError) -> [Int64: OutlineRow] {
        let conditions = filter.conditions(firstParameter: 1)
        var rows = made
        var statement = try connection.prepare(
            """
            SELECT o.workout, \(OutlineRow.columns(of: "o")) FROM \(WorkoutFilter.tables)
            JOIN workout_outlines AS o ON o.workout = w.id WHERE \(conditions.sql)
            """)
        try statement.bind(conditions.values)
        while try statement.step() {
            guard let workout = statement[0].integer, made[workout] == nil, let row = OutlineRow(statement, from: 1) else {
                continue
            }
            rows[workout] = row
        }
        return rows
    }

    private func readTimes(
        _ filter: WorkoutFilter, of quantities: Set<Quantity>, into rows: inout [Int64: OutlineRow],
        _ made: [Int64: OutlineRow]
    ) throws(StorageError) {
        let conditions = filter.conditions(firstParameter: 1)
        let names = quantities.sorted().map { "'\($0.rawValue)'" }.joined(separator: ", ")
        var statement = try connection.prepare(
            """
            SELECT v.workout, v.quantity, v.place, v.unattributed_us, v.max_hold_us, v.count, v.crc32, v.data
            FROM \(WorkoutFilter.tables) JOIN value_times AS v ON v.workout = w.id AND v.quantity IN (\(names))
            WHERE \(conditions.sql)
            """)
        try statement.bind(conditions.values)
        while try statement.step() {
            guard let workout = statement[0].integer, made[workout] == nil,
                let times = OutlineRow.Times(statement, from: 1)
            else { continue }
            rows[workout]?.times.append(times)
        }
    }

    private func outline(
        of listing: WorkoutListing, _ row: OutlineRow, _ groups: [ZoneScope: [Quantity: ZoneGroup]],
        valuesOf quantities: Set<Quantity>
    ) throws(StorageError) -> WorkoutOutline {
        var legs: [WorkoutOutline.Leg]
        if row.legs > 1 {
            legs = try storedLegs(of: listing)
            for index in legs.indices { legs[index].zoneGroups = groups[.activity(index)] ?? [:] }
        } else {
            // An edit of the type is one of its only leg.
            let type = listing.recordedType == listing.type ? row.legType : listing.type
            legs = [WorkoutOutline.Leg(type: type, timer: listing.timer, zoneGroups: groups[.workout] ?? [:])]
        }
        var whole: [Quantity: ValueTimes] = [:]
        var unknown: Set<Quantity> = []
        for times in row.times where quantities.contains(times.quantity) {
            guard let values = times.values else {
                unknown.insert(times.quantity)
                continue
            }
            if times.place == OutlineRow.whole {
                whole[times.quantity] = values
            } else if legs.indices.contains(times.place) {
                legs[times.place].valueTimes[times.quantity] = values
            }
        }
        if !unknown.isEmpty, let workout = try recordedWorkout(listing.id) {
            let read = WorkoutOutline(workout, valuesOf: unknown)
            whole.merge(read.valueTimes) { $1 }
            for (index, leg) in read.legs.enumerated() where legs.indices.contains(index) {
                legs[index].valueTimes.merge(leg.valueTimes) { $1 }
            }
        }
        return WorkoutOutline(
            figures: HistoryWorkout(listing), name: listing.name, clock: listing.clock,
            trainingStressScore: Metric(listing.trainingStressScore, row.stressScoreGap),
            heartRateStressScore: row.heartRateStressScore, trainingImpulse: Metric(listing.trainingImpulse, row.impulseGap),
            legs: legs, valueTimes: whole, hasPlan: row.hasPlan)
    }

    private func storedLegs(of listing: WorkoutListing) throws(StorageError) -> [WorkoutOutline.Leg] {
        try connection.rows(
            "SELECT type, summary FROM activities WHERE workout = ? ORDER BY place", [.integer(listing.row)]
        ) { row throws(StorageError) in
            guard let type = row[0].text.flatMap(ActivityType.init(rawValue:)),
                let summary = row[1].text.flatMap(WorkoutSummary.init(recordText:))
            else { throw damaged("an activity of workout \(listing.id.storeText) is not readable") }
            return WorkoutOutline.Leg(type: type, timer: summary.timer)
        }
    }

    private enum ZoneScope: Hashable { case workout, activity(Int) }

    private func zoneGroups(
        _ filter: WorkoutFilter
    ) throws(StorageError) -> [Int64: [ZoneScope: [Quantity: ZoneGroup]]] {
        var groups: [Int64: [ZoneScope: [Quantity: ZoneGroup]]] = [:]
        try forEachZoneTime(filter, scopes: "'workout', 'activity'") { workout, scope, place, quantity, group in
            groups[workout, default: [:]][scope == "activity" ? .activity(place) : .workout, default: [:]][quantity] = group
        }
        return groups
    }
}

extension OutlineRow {
    fileprivate static func columns(of table: String) -> String {
        columns.split(separator: ",").map { "\(table).\($0.drop { $0 == " " || $0 == "\n" })" }.joined(separator: ", ")
    }
}

extension Metric<Double> {
    fileprivate init(_ value: Double?, _ gap: MetricGap?) { self = value.map { .value($0) } ?? .unavailable(gap ?? .noData) }
}
