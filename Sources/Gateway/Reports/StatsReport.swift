public import Statistics
public import Workouts

/// All that `wattbeat stats` tells.
public struct StatsReport {
    public let request: StatsRequest
    public let rules: CalendarRules
    public let summary: PeriodSummary
    /// One for each quantity that has zones in force.
    public let zones: [StatsZones]
    /// What the period's sums rest on, and the comparison's.
    public let basis: StatsBasis
    public let comparisonBasis: StatsBasis
    public let goals: [GoalKept]
    /// Days of the period that earned one, in order.
    public let badges: [(day: CalendarDay, badge: DayBadge)]
    /// `nil` without workouts.
    public let load: StatsLoad?
    /// `nil` without check-ins.
    public let mood: StatsMood?
    /// The period's last day that is not ahead; weeks are told up to its own.
    public let lastDay: CalendarDay
    public let compliance: [WeeklyCompliance.Entry]
    /// In all files, not in the period alone.
    public let workouts: Int
    public let workoutsOfOtherKind: Int
    public let workoutsWithoutDate: Int
    public let withoutThreshold: Set<HistoryMetric>

    public struct GoalKept {
        public let asked: StatsGoal
        /// Exercise time for a zone.
        public let metric: HistoryMetric
        public let progress: GoalProgress
        public var zone: Zone?

        public struct Zone {
            public let index: Int
            public let configuration: ZoneConfiguration
            /// Whose zones they are, of those that were done.
            public let activities: [ActivityType]
            /// Whether all workouts are in these zones.
            public let isOnly: Bool
        }
        /// By which a TSS was reckoned.
        public var thresholdPowersWatts: [Double] = []
    }

    public var plan: HistoryPlan { summary.plan }
    public var now: Timestamp { plan.now }
    /// At its last moment, which `--today` without a time means, it is over.
    public var isUnderWay: Bool { plan.period.range.contains(now) && now < plan.period.range.end - Self.moment }
    /// Whether only a part of the other period is compared.
    public var isCut: Bool { plan.comparison.map { $0.cut < $0.period.range.end - Self.moment } ?? false }
    private static let moment = TimeSpan(microseconds: 1)

    public func figures(_ metric: HistoryMetric) -> MetricFigures { summary.figures(of: metric, in: request.scope) }

    /// Why there is no total of a metric.
    public func gap(_ metric: HistoryMetric) -> MetricGap {
        withoutThreshold.contains(metric) ? .noThreshold : figures(metric).total.reason ?? .noData
    }

    /// What the chart shows: what was asked for, else the first of distance, time and steps that there is something of.
    public var charted: HistoryMetric {
        if case .metric(let metric)? = request.metric { return metric }
        return [.distance, .exerciseDuration, .steps].first { (figures($0).total.value ?? 0) > 0 } ?? .exerciseDuration
    }

    public var unit: BucketUnit {
        switch request.query.bucketUnit ?? plan.period.bucketUnit {
        case .hour where plan.period.days.map { $0.lowerBound < $0.upperBound } ?? false: .day
        case let unit: plan.period.days == nil ? .hour : unit
        }
    }
}
