public import Statistics
public import Workouts

/// Time in zones of what was recorded: the numbers of it, without the samples that they came from.
public struct RecordedZones {
    /// In the order in which the archive gave them.
    public private(set) var workouts: [Entry] = []
    public private(set) var totals: [ZoneQuantity: ZoneTotals] = [:]
    /// In the quantity's unit.
    public let above: Double?
    public let quantities: [ZoneQuantity]
    /// Whether the totals are in what is in force, or in zones that are looked at.
    public let isOfToday: Bool
    /// Whether all of it is made up.
    public var isDemo = false

    /// One workout in the zones that were frozen into it.
    public struct Entry {
        public let id: WorkoutID
        public let path: String
        public let title: String
        public let type: ActivityType
        public let isDemo: Bool
        public let start: Timestamp
        /// On which it began; `nil`: nobody knows.
        public let day: CalendarDay?
        public let timer: TimeSpan
        /// More than one where sports changed.
        public let legs: [Leg]
        /// Of those that were asked for and have samples.
        public let timeAbove: [ZoneQuantity: TimeSpan]
    }

    public struct Leg {
        public let type: ActivityType
        public let timer: TimeSpan
        public let groups: [Quantity: ZoneGroup]
    }

    /// - Parameter zones: what is in force for those who look back.
    public init(_ quantities: [ZoneQuantity], above: Double?, zones settings: WorkoutSettings, isOfToday: Bool) {
        self.isOfToday = isOfToday
        self.quantities = quantities
        self.above = quantities.count == 1 ? above.map(quantities[0].native) : nil
        for quantity in quantities {
            totals[quantity] = ZoneTotals(of: quantity.quantity, above: self.above) { activity in
                settings.zones(for: activity)[quantity.quantity]
            }
        }
    }

    /// - Parameter title: what it is called.
    public mutating func add(_ found: ArchivedOutline, called title: String, _ calendar: CalendarRules) {
        let (outline, figures) = (found.outline, found.outline.figures)
        let day = found.isDated ? calendar.day(containing: figures.start) : nil
        var timesAbove: [ZoneQuantity: TimeSpan] = [:]
        if let above, let quantity = quantities.first {
            timesAbove[quantity] = outline.valueTimes[quantity.quantity]?.time(above: above)
        }
        workouts.append(
            Entry(
                id: figures.id, path: found.path, title: title, type: figures.type,
                isDemo: figures.isDemo, start: figures.start, day: day, timer: figures.timer,
                legs: outline.legs.map { Leg(type: $0.type, timer: $0.timer, groups: $0.zoneGroups) },
                timeAbove: timesAbove))
        for quantity in quantities { totals[quantity]?.add(outline, on: day) }
    }

    /// Quantities of which there is anything to tell.
    public var shown: [ZoneQuantity] {
        quantities.filter { quantity in
            let hasOwn = workouts.contains { $0.legs.contains { ($0.groups[quantity.quantity]?.covered ?? .zero) > .zero } }
            let hasTotal = totals[quantity].map { !$0.totals.isEmpty } ?? false
            return hasOwn || hasTotal || above != nil
        }
    }

    /// Each of a few workouts; of more the weeks, from half a year on the months.
    public func step(_ asked: ZoneStep?) -> ZoneStep {
        if let asked { return asked }
        if workouts.count <= 5 { return .workout }
        let days = workouts.compactMap(\.day)
        guard let first = days.min(), let last = days.max() else { return .workout }
        return first.days(until: last) <= 183 ? .week : .month
    }
}
