import Gateway
import Statistics
import Workouts

/// Time in zones of what was recorded: the numbers of it, without the samples that they came from.
struct RecordedZones {
    /// In the order in which the archive gave them.
    private(set) var workouts: [Entry] = []
    private(set) var totals: [ZoneQuantity: ZoneTotals] = [:]
    /// In the quantity's unit.
    let above: Double?
    let quantities: [ZoneQuantity]
    /// Whether the totals are in what is in force, or in zones that are looked at.
    let isOfToday: Bool
    /// Whether all of it is made up.
    private(set) var isDemo = false

    /// One workout in the zones that were frozen into it.
    struct Entry {
        let id: WorkoutID
        let path: String
        let title: String
        let type: ActivityType
        let isDemo: Bool
        let start: Timestamp
        /// On which it began; `nil`: nobody knows.
        let day: CalendarDay?
        let timer: TimeSpan
        /// More than one where sports changed.
        let legs: [Leg]
        /// Of those that were asked for and have samples.
        let timeAbove: [ZoneQuantity: TimeSpan]
    }

    struct Leg {
        let type: ActivityType
        let timer: TimeSpan
        let groups: [Quantity: ZoneGroup]
    }

    /// - Parameter zones: what is in force for those who look back.
    init(_ quantities: [ZoneQuantity], above: Double?, zones settings: WorkoutSettings, isOfToday: Bool) {
        self.isOfToday = isOfToday
        self.quantities = quantities
        self.above = quantities.count == 1 ? above.map(quantities[0].native) : nil
        for quantity in quantities {
            totals[quantity] = ZoneTotals(of: quantity.quantity, above: self.above) { activity in
                settings.zones(for: activity)[quantity.quantity]
            }
        }
    }

    mutating func add(_ found: ArchivedOutline, _ session: ArchiveSession) throws(CommandError) {
        let (outline, figures) = (found.outline, found.outline.figures)
        let day = found.isDated ? session.calendar.day(containing: figures.start) : nil
        var timesAbove: [ZoneQuantity: TimeSpan] = [:]
        if let above, let quantity = quantities.first {
            timesAbove[quantity] = outline.valueTimes[quantity.quantity]?.time(above: above)
        }
        workouts.append(
            Entry(
                id: figures.id, path: found.path, title: try session.naming.title(of: found), type: figures.type,
                isDemo: figures.isDemo, start: figures.start, day: day, timer: figures.timer,
                legs: outline.legs.map { Leg(type: $0.type, timer: $0.timer, groups: $0.zoneGroups) },
                timeAbove: timesAbove))
        for quantity in quantities { totals[quantity]?.add(outline, on: day) }
    }

    /// Quantities of which there is anything to tell.
    var shown: [ZoneQuantity] {
        quantities.filter { quantity in
            let hasOwn = workouts.contains { $0.legs.contains { ($0.groups[quantity.quantity]?.covered ?? .zero) > .zero } }
            let hasTotal = totals[quantity].map { !$0.totals.isEmpty } ?? false
            return hasOwn || hasTotal || above != nil
        }
    }

    /// Each of a few workouts; of more the weeks, from half a year on the months.
    func step(_ asked: ZoneStep?) -> ZoneStep {
        if let asked { return asked }
        if workouts.count <= 5 { return .workout }
        let days = workouts.compactMap(\.day)
        guard let first = days.min(), let last = days.max() else { return .workout }
        return first.days(until: last) <= 183 ? .week : .month
    }

    static func run(
        _ arguments: Arguments, _ session: ArchiveSession, _ settings: WorkoutSettings, _ quantities: [ZoneQuantity],
        _ output: Output
    ) async throws(CommandError) {
        var recorded = RecordedZones(
            quantities, above: arguments[Zones.above], zones: settings, isOfToday: !arguments.has(Zones.model))
        let wish = OutlineWish(quantities: Set(quantities.map(\.quantity)), hasZones: true)
        recorded.isDemo = try await session.forEachOutline(wish) { found throws(CommandError) in
            try recorded.add(found, session)
        }.isDemo
        let step = recorded.step(arguments[Zones.by])
        if arguments[ArchiveOptions.json] { return try output.json(ZonesJSON.recorded(recorded, by: step, session)) }
        try output.lines(RecordedZonesText(recorded: recorded, step: step, session: session, terminal: output.terminal).lines)
    }
}

extension Output {
    func lines(_ lines: [String]) throws(CommandError) {
        // No empty line at the end.
        for line in lines.last == "" ? lines.dropLast() : lines[...] { try self.line(line) }
    }
}
