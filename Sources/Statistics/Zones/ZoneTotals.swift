public import Workouts

/// Time in zones over many workouts: the samples of each leg are cut anew by the zones that its activity has now, and what has
/// different zones is never added (core §5).
///
/// Zones with what they leave open, and `unassigned`, are the timer time of all workouts with samples, exactly.
public struct ZoneTotals: Sendable {
    public let quantity: Quantity
    /// One for each configuration that was needed, in the order in which workouts asked for them.
    public private(set) var totals: [Total] = []
    /// Workouts that had samples.
    public private(set) var workouts = 0
    /// Workouts that had no samples to cut, and their timer time.
    public private(set) var withoutSamples = 0
    public private(set) var timerWithoutSamples = TimeSpan.zero
    /// Timer time of legs whose activity has no zones, and between legs that have different ones.
    public private(set) var unassigned = TimeSpan.zero
    /// Covered time above the value that was asked for, in all zones and none (core §5); `nil` when none was.
    public private(set) var timeAbove: TimeSpan?

    private let above: Double?
    private let zones: @Sendable (ActivityType) -> ZoneConfiguration?

    /// Time in the zones of one configuration.
    public struct Total: Sendable {
        public let configuration: ZoneConfiguration
        /// Those whose legs are in it, in the order of the cases.
        public fileprivate(set) var activities: Set<ActivityType> = []
        public fileprivate(set) var all: Sum
        /// By the local day on which workouts began; `nil`: nobody knows.
        public fileprivate(set) var byDay: [CalendarDay?: Sum] = [:]
    }

    public struct Sum: Equatable, Sendable {
        public fileprivate(set) var group: ZoneGroup
        public fileprivate(set) var workouts = 0
        /// Covered time above the value that was asked for.
        public fileprivate(set) var timeAbove = TimeSpan.zero

        init(nothingIn configuration: ZoneConfiguration) { group = ZoneGroup(nothingIn: configuration) }

        /// Both are cut by one configuration, so that none is refused.
        mutating func add(_ other: ZoneGroup, above: TimeSpan, workouts: Int) {
            if let both = try? group.adding(other) { group = both }
            timeAbove += above
            self.workouts += workouts
        }
    }

    /// - Parameters:
    ///   - above: in the quantity's unit; values that are greater count.
    ///   - zones: what an activity is cut by; `nil`: it has no zones.
    public init(
        of quantity: Quantity, above: Double? = nil, zones: @escaping @Sendable (ActivityType) -> ZoneConfiguration?
    ) {
        self.quantity = quantity
        self.above = above
        self.zones = zones
        timeAbove = above.map { _ in .zero }
    }

    /// A stretch of a workout that has one configuration.
    private struct Part {
        var activities: Set<ActivityType>
        var configuration: ZoneConfiguration
        var times: ValueTimes
    }

    /// - Parameter day: the local day on which it began; `nil`: nobody knows.
    public mutating func add(_ workout: Workout, on day: CalendarDay?) {
        add(WorkoutOutline(workout, valuesOf: [quantity]), on: day)
    }

    /// - Parameters:
    ///   - outline: with the times of the quantity's values, where there are samples.
    ///   - day: the local day on which it began; `nil`: nobody knows.
    public mutating func add(_ outline: WorkoutOutline, on day: CalendarDay?) {
        guard let whole = outline.valueTimes[quantity] else {
            withoutSamples += 1
            timerWithoutSamples += outline.figures.timer
            return
        }
        workouts += 1
        if let above { timeAbove = (timeAbove ?? .zero) + whole.time(above: above) }
        var assigned = TimeSpan.zero
        var counted: [Int] = []
        for part in parts(of: outline, whole) {
            let group = part.times.zoneGroup(in: part.configuration)
            let above = above.map(part.times.time(above:)) ?? .zero
            let index = totals.firstIndex { $0.configuration == part.configuration } ?? totals.count
            if index == totals.count {
                totals.append(Total(configuration: part.configuration, all: Sum(nothingIn: part.configuration)))
            }
            // Two legs of a workout that share their zones are one workout in them.
            let isFirst = !counted.contains(index)
            if isFirst { counted.append(index) }
            totals[index].activities.formUnion(part.activities)
            totals[index].all.add(group, above: above, workouts: isFirst ? 1 : 0)
            totals[index].byDay[day, default: Sum(nothingIn: part.configuration)].add(
                group, above: above, workouts: isFirst ? 1 : 0)
            assigned += group.covered + group.unattributed
        }
        unassigned += whole.covered + whole.unattributed - assigned
    }

    /// The whole where all legs share their zones, with what lies between them; else each leg that has any.
    private func parts(of outline: WorkoutOutline, _ whole: ValueTimes) -> [Part] {
        let legs = outline.legs.map { leg in
            zones(leg.type).map { configuration in
                Part(
                    activities: [leg.type], configuration: configuration,
                    times: leg.valueTimes[quantity] ?? ValueTimes([], unattributed: leg.timer, maxHold: .zero))
            }
        }
        guard let first = legs.first, let first, legs.allSatisfy({ $0?.configuration == first.configuration }) else {
            return legs.compactMap(\.self)
        }
        return [
            Part(activities: Set(outline.legs.map(\.type)), configuration: first.configuration, times: whole)
        ]
    }
}

extension ZoneTotals.Total {
    /// By week or month, earliest first; workouts of which nobody knows when they were come last.
    ///
    /// - Parameter unit: days for anything but weeks and months.
    public func buckets(by unit: BucketUnit, from firstWeekday: Weekday) -> [(first: CalendarDay?, sum: ZoneTotals.Sum)] {
        var buckets: [CalendarDay?: ZoneTotals.Sum] = [:]
        for (day, sum) in byDay {
            let first = day.map { unit == .week ? $0.firstOfWeek(from: firstWeekday) : unit == .month ? $0.firstOfMonth : $0 }
            buckets[first, default: ZoneTotals.Sum(nothingIn: configuration)].add(
                sum.group, above: sum.timeAbove, workouts: sum.workouts)
        }
        return buckets.map { ($0.key, $0.value) }.sorted { a, b in
            guard let first = a.first, let second = b.first else { return a.first != nil }
            return first < second
        }
    }
}
