public import Statistics
public import Workouts

/// Which figures are asked for.
public struct StatsRequest {
    public var query: HistoryQuery
    public var scope: HistoryScope
    /// What most have when `nil`.
    public var metric: StatsGoal.Figure?
    public var load: StatsLoad.Measure?
    public var weeks: Int
    public var goals: [StatsGoal]

    public init(
        _ query: HistoryQuery, scope: HistoryScope = .allData, metric: StatsGoal.Figure? = nil, load: StatsLoad.Measure? = nil,
        weeks: Int = 8, goals: [StatsGoal] = []
    ) {
        self.query = query
        self.scope = scope
        self.metric = metric
        self.load = load
        self.weeks = weeks
        self.goals = goals
    }
    /// Its periods, buckets and comparison as of `now`.
    public func plan(_ rules: CalendarRules, now: Timestamp) throws(PeriodError) -> HistoryPlan {
        // The last moment of a day, by which a whole day is meant, is the end of its 24 hours.
        let next = now + TimeSpan(microseconds: 1)
        let isDaysEnd = rules.range(of: rules.day(containing: now)).end == next
        return try HistoryPlan(query, rules: rules, now: isDaysEnd && query.kind == .rolling24Hours ? next : now)
    }
}
