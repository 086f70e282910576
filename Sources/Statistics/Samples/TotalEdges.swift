import Workouts

/// The ends of the stretches of time whose totals will be asked for: local days, and those of some plans.
public struct TotalEdges: Sendable {
    private let rules: CalendarRules
    /// In order.
    private let moments: [Timestamp]

    public init(daysOf rules: CalendarRules, and plans: [HistoryPlan]) {
        self.rules = rules
        moments = Set(plans.flatMap(\.ranges).flatMap { [$0.start, $0.end] }).sorted()
    }

    /// - Parameter moment: within the calendar's years.
    func first(after moment: Timestamp) -> Timestamp {
        var (lower, upper) = (0, moments.count)
        while lower < upper {
            let middle = (lower + upper) / 2
            if moments[middle] <= moment { lower = middle + 1 } else { upper = middle }
        }
        let nextDay = rules.range(of: rules.day(containing: moment)).end
        return lower < moments.count ? min(moments[lower], nextDay) : nextDay
    }
}
