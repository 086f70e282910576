import Statistics
import Workouts

/// What the workouts of an archive come to, taken one at a time: none is kept.
struct StatsGathering {
    private let plan: HistoryPlan
    private let rules: CalendarRules
    private let request: StatsRequest
    /// One for each quantity that has zones in force.
    private var zones: [StatsZones]
    private var basis = StatsBasis()
    private var comparisonBasis = StatsBasis()
    private var history: History?
    private var loads = StatsLoads()
    private var intended: [IntendedWorkout] = []
    private var goals: StatsGoals
    /// What workouts of the period lacked a threshold for.
    private var withoutThreshold: Set<HistoryMetric> = []

    init(
        _ request: StatsRequest, _ plan: HistoryPlan, rules: CalendarRules, settings: WorkoutSettings, goals: StatsGoals
    ) {
        self.goals = goals
        self.request = request
        self.plan = plan
        self.rules = rules
        zones = Quantity.allCases.filter { quantity in
            settings.zones[quantity] != nil || settings.zonesByActivity.values.contains { $0[quantity] != nil }
        }.map { StatsZones(of: $0, buckets: plan.buckets.count, settings: settings) }
    }

    mutating func add(_ workout: Workout) {
        var history =
            self.history
            ?? History(
                isDemo: workout.isDemo, joiningBetween: TotalEdges(daysOf: rules, and: [plan]))
        self.history = nil  // lest it be copied
        let known = history.workouts.count
        history.add(workout)
        self.history = history
        guard history.workouts.count > known, let entry = history.workouts.last else { return }
        let day = rules.day(containing: workout.startTimestamp)
        loads.add(workout.summary, entry, on: day)
        let bucket = plan.buckets.firstIndex { $0.contains(entry.start) }
        let isCompared = plan.comparisonBuckets.contains { $0.contains(entry.start) }
        if bucket != nil { basis.add(entry) }
        if isCompared { comparisonBasis.add(entry) }
        for index in zones.indices { zones[index].add(workout, on: day, bucket: bucket, isCompared: isCompared) }
        goals.add(workout, on: day)
        if plan.period.range.contains(workout.startTimestamp) {
            let summary = workout.summary
            if summary.trainingStressScore.reason == .noThreshold { withoutThreshold.insert(.trainingStressScore) }
            if summary.heartRateLoad.reason == .noThreshold { withoutThreshold.insert(.trainingImpulse) }
        }
        let week = day.firstOfWeek(from: rules.firstWeekday).number
        if let intended = workout.intended(week: week) { self.intended.append(intended) }
    }

    /// What was counted beside the workouts; without a workout nothing is told of it either.
    mutating func add(_ counted: ArchiveCounts) { history?.add(counted.columns, of: counted.quantity, from: [counted.source]) }

    /// With what a TSS was reckoned by beside its goal.
    private func goals(_ daily: DailyTotals, today: CalendarDay) -> [StatsReport.GoalKept] {
        goals.kept(daily, in: request.scope, today: today).map { kept in
            guard kept.metric == .trainingStressScore else { return kept }
            var kept = kept
            kept.thresholdPowersWatts = loads.thresholdPowersWatts(in: kept.progress.start...max(kept.progress.start, today))
            return kept
        }
    }

    /// - Parameter workoutsWithoutDate: the clock was not set, so that nobody knows which day they belong to.
    /// - Returns: `nil` without a workout.
    func report(workoutsWithoutDate: Int) -> StatsReport? {
        guard let history else { return nil }
        let today = rules.day(containing: plan.now)
        let daily = history.dailyTotals(rules: rules)
        let summary = PeriodSummary(plan, totals: history.totals(over: plan.ranges), isDemo: history.isDemo)
        let lastDay = min(today, plan.period.days?.upperBound ?? today)
        let firstWeek = lastDay.firstOfWeek(from: rules.firstWeekday).adding(days: -7 * (request.weeks - 1))
        return StatsReport(
            request: request, rules: rules, summary: summary, zones: zones, basis: basis,
            comparisonBasis: comparisonBasis,
            goals: goals(daily, today: today),
            badges: (plan.period.days.map { days in daily.days.filter { days.contains($0.day) && $0.day <= today } } ?? [])
                .compactMap { day in
                    day.totals.samples(in: request.scope).steps.flatMap(DayBadge.init(steps:)).map { (day.day, $0) }
                },
            load: loads.load(in: request.load, upTo: today), lastDay: lastDay,
            compliance: WeeklyCompliance(of: intended).entries.filter {
                (firstWeek.number...lastDay.number).contains($0.week)
            },
            workouts: history.workouts.count, workoutsOfOtherKind: history.workoutsOfOtherKind,
            workoutsWithoutDate: workoutsWithoutDate, withoutThreshold: withoutThreshold)
    }
}

/// All that `wattbeat stats` tells.
struct StatsReport {
    let request: StatsRequest
    let rules: CalendarRules
    let summary: PeriodSummary
    /// One for each quantity that has zones in force.
    let zones: [StatsZones]
    /// What the period's sums rest on, and the comparison's.
    let basis: StatsBasis
    let comparisonBasis: StatsBasis
    let goals: [GoalKept]
    /// Days of the period that earned one, in order.
    let badges: [(day: CalendarDay, badge: DayBadge)]
    /// `nil` without workouts.
    let load: StatsLoad?
    /// The period's last day that is not ahead; weeks are told up to its own.
    let lastDay: CalendarDay
    let compliance: [WeeklyCompliance.Entry]
    /// In all files, not in the period alone.
    let workouts: Int
    let workoutsOfOtherKind: Int
    let workoutsWithoutDate: Int
    let withoutThreshold: Set<HistoryMetric>

    struct GoalKept {
        let asked: StatsGoal
        /// Exercise time for a zone.
        let metric: HistoryMetric
        let progress: GoalProgress
        var zone: Zone?

        struct Zone {
            let index: Int
            let configuration: ZoneConfiguration
            /// Whose zones they are, of those that were done.
            let activities: [ActivityType]
            /// Whether all workouts are in these zones.
            let isOnly: Bool
        }
        /// By which a TSS was reckoned.
        var thresholdPowersWatts: [Double] = []
    }

    var plan: HistoryPlan { summary.plan }
    var now: Timestamp { plan.now }
    var isUnderWay: Bool { plan.period.range.contains(now) }

    func figures(_ metric: HistoryMetric) -> MetricFigures { summary.figures(of: metric, in: request.scope) }

    /// Why there is no total of a metric.
    func gap(_ metric: HistoryMetric) -> MetricGap {
        withoutThreshold.contains(metric) ? .noThreshold : figures(metric).total.reason ?? .noData
    }

    /// What the chart shows: what was asked for, else the first of distance, time and steps that there is something of.
    var charted: HistoryMetric {
        if let metric = request.metric { return metric }
        return [.distance, .exerciseDuration, .steps].first { (figures($0).total.value ?? 0) > 0 } ?? .exerciseDuration
    }

    /// What is not in the figures.
    var notes: [String] {
        var notes: [String] = []
        if workoutsWithoutDate > 0 {
            notes.append(
                Count.text(workoutsWithoutDate, "workout does", "workouts do")
                    + " not count: the clock was not set, so nobody knows on which day")
        }
        return notes
    }

    var unit: BucketUnit {
        switch request.query.bucketUnit ?? plan.period.bucketUnit {
        case .hour where plan.period.days.map { $0.lowerBound < $0.upperBound } ?? false: .day
        case let unit: plan.period.days == nil ? .hour : unit
        }
    }
}
