public import Statistics
public import Workouts

/// Goals, and what of the workouts is gathered for them alone: time in zones by day.
public struct StatsGoals: Sendable {
    private let asked: [StatsGoal]
    private let rules: CalendarRules
    private var times: [ZoneQuantity: ZoneTotals] = [:]

    /// - Parameters:
    ///   - settings: whose zones count: those in force for each sport.
    ///   - sports: of the workouts; all when empty.
    /// - Throws: where a zone is asked for that there is not.
    public init(
        _ asked: [StatsGoal], rules: CalendarRules, zones settings: WorkoutSettings, sports: [ActivityType]
    ) throws(StatsGoalMistake) {
        self.asked = asked
        self.rules = rules
        for case .zone(let label, let quantity) in asked.map(\.figure) {
            let configurations = (sports.isEmpty ? ActivityType.allCases : sports)
                .compactMap { settings.zones(for: $0)[quantity.quantity] }
            guard let first = configurations.first else {
                throw .noZones(quantity, label: label)
            }
            guard configurations.contains(where: { $0.index(named: label) != nil }) else {
                throw .noSuchZone(quantity, label: label, labels: first.zones.map { first.label(of: $0.index) })
            }
            times[quantity] = ZoneTotals(of: quantity.quantity) { settings.zones(for: $0)[quantity.quantity] }
        }
    }

    public var isEmpty: Bool { asked.isEmpty }

    /// Of which time in zones is a goal.
    public var quantities: Set<Quantity> { Set(times.keys.map(\.quantity)) }

    /// - Parameter day: on which it began.
    public mutating func add(_ outline: WorkoutOutline, on day: CalendarDay) {
        for quantity in ZoneQuantity.allCases { times[quantity]?.add(outline, on: day) }
    }

    /// In the order in which they were asked. Zones of different limits are never added (core §5): of a zone there is one for each
    /// configuration that workouts were cut by.
    public func kept(_ daily: DailyTotals, in scope: HistoryScope, today: CalendarDay) -> [StatsReport.GoalKept] {
        asked.flatMap { goal -> [StatsReport.GoalKept] in
            switch goal.figure {
            case .metric(let metric): [kept(goal, metric, daily, in: scope, today: today)].compactMap(\.self)
            case .zone(let label, let quantity): kept(goal, label, quantity, daily, today: today)
            }
        }
    }

    private func kept(
        _ asked: StatsGoal, _ metric: HistoryMetric, _ daily: DailyTotals, in scope: HistoryScope, today: CalendarDay
    ) -> StatsReport.GoalKept? {
        guard let goal = try? Goal(metric, target: asked.target, each: asked.each(rules)) else { return nil }
        var amounts = daily.amounts(of: metric, in: scope, each: goal.span, upTo: today)
        let start = goal.span.start(of: today)
        // That there was no workout is known, and no figure that nobody measured.
        if metric == .exerciseDuration || metric == .activityCount { amounts[start] = amounts[start] ?? 0 }
        return StatsReport.GoalKept(
            asked: asked, metric: metric, progress: GoalProgress(of: goal, amounts: amounts, today: today))
    }

    private func kept(
        _ asked: StatsGoal, _ label: String, _ quantity: ZoneQuantity, _ daily: DailyTotals, today: CalendarDay
    ) -> [StatsReport.GoalKept] {
        guard let goal = try? Goal(quantity, target: asked.target, each: asked.each(rules)), let times = times[quantity] else {
            return []
        }
        let start = goal.span.start(of: today)
        let workouts = daily.amounts(of: .activityCount, in: .allData, each: goal.span, upTo: today)[start] ?? 0
        let isKnown =
            workouts == 0
            || times.totals.contains { $0.byDay.keys.contains { day in day.map { goal.span.start(of: $0) == start } ?? false } }
        return times.totals.compactMap { total in
            guard let index = total.configuration.index(named: label) else { return nil }
            var amounts: [CalendarDay: Double] = [:]
            for (day, sum) in total.byDay {
                if let day { amounts[day] = sum.group.zoneDurations[index].seconds }
            }
            // Without any workout nobody was in it, nor with some in other zones; one without samples leaves that open.
            if isKnown { amounts[today] = amounts[today] ?? 0 }
            return StatsReport.GoalKept(
                asked: asked, metric: .exerciseDuration, progress: GoalProgress(of: goal, totals: amounts, today: today),
                zone: StatsReport.GoalKept.Zone(
                    index: index, configuration: total.configuration,
                    activities: ActivityType.allCases.filter(total.activities.contains), isOnly: times.totals.count == 1))
        }
    }
}

extension ZoneConfiguration {
    /// The zone that is called so.
    fileprivate func index(named label: String) -> Int? {
        (0..<zoneCount).first { self.label(of: $0) == label }
    }
}

/// A goal on a zone that there is not.
public enum StatsGoalMistake: Error, Equatable, Sendable {
    case noZones(ZoneQuantity, label: String)
    /// - labels: of those that there are, lowest first.
    case noSuchZone(ZoneQuantity, label: String, labels: [String])
}
