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
    private var samples: StatsSamples
    private var known: Set<WorkoutID> = []
    private var isDemo = false
    private var workoutsOfOtherKind = 0
    /// On which the first and the last workout began.
    private var days: ClosedRange<CalendarDay>?
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
        samples = StatsSamples(plan, rules: rules)
        zones = Quantity.allCases.filter { quantity in
            settings.zones[quantity] != nil || settings.zonesByActivity.values.contains { $0[quantity] != nil }
        }.map { StatsZones(of: $0, buckets: plan.buckets.count, settings: settings) }
    }

    /// What the figures need of workouts.
    var wish: OutlineWish {
        let shown = [plan.period.range] + [plan.comparison?.period.range].compactMap(\.self)
        let zoned = Set(zones.map(\.quantity))
        var wish = OutlineWish(quantities: zoned.union(goals.quantities))
        let start = shown.map(\.start).min() ?? plan.now
        let end = shown.map(\.end).max() ?? plan.now
        // Goals look back as far as there is anything.
        if goals.quantities.isEmpty { wish.valued = TimeRange(start: start, end: end) }
        if goals.isEmpty { wish.shown = shown + [TimeRange(start: rules.start(of: firstWeek), end: plan.now)] }
        return wish
    }

    mutating func add(_ found: ArchivedOutline) throws(CommandError) {
        let (outline, entry) = (found.outline, found.outline.figures)
        if known.isEmpty { isDemo = entry.isDemo }
        guard entry.isDemo == isDemo else { return workoutsOfOtherKind += 1 }
        guard known.insert(entry.id).inserted else { return }
        if let workout = found.read { samples.add(workout) }
        let day = rules.day(containing: entry.start)
        days = min(day, days?.lowerBound ?? day)...max(day, days?.upperBound ?? day)
        loads.add(outline, on: day)
        let bucket = plan.buckets.firstIndex { $0.contains(entry.start) }
        let isCompared = plan.comparisonBuckets.contains { $0.contains(entry.start) }
        if bucket != nil { basis.add(entry) }
        if isCompared { comparisonBasis.add(entry) }
        for index in zones.indices { zones[index].add(outline, on: day, bucket: bucket, isCompared: isCompared) }
        goals.add(outline, on: day)
        if plan.period.range.contains(entry.start) {
            if outline.trainingStressScore.reason == .noThreshold { withoutThreshold.insert(.trainingStressScore) }
            if outline.trainingImpulse.reason == .noThreshold { withoutThreshold.insert(.trainingImpulse) }
        }
        let week = day.firstOfWeek(from: rules.firstWeekday)
        guard outline.hasPlan, week >= firstWeek, week <= lastDay else { return }
        if let intended = try found.whole()?.intended(week: week.number) { self.intended.append(intended) }
    }

    /// What was counted beside the workouts; without a workout nothing is told of it either.
    mutating func add(_ counted: ArchiveCounts) { samples.add(counted) }

    private var today: CalendarDay { rules.day(containing: plan.now) }
    private var lastDay: CalendarDay { min(today, plan.period.days?.upperBound ?? today) }
    /// Of those of which load and plans are told.
    private var firstWeek: CalendarDay {
        lastDay.firstOfWeek(from: rules.firstWeekday).adding(days: -7 * (request.weeks - 1))
    }

    /// With what a TSS was reckoned by beside its goal.
    private func goals(_ daily: DailyTotals) -> [StatsReport.GoalKept] {
        goals.kept(daily, in: request.scope, today: today).map { kept in
            guard kept.metric == .trainingStressScore else { return kept }
            var kept = kept
            kept.thresholdPowersWatts = loads.thresholdPowersWatts(in: kept.progress.start...max(kept.progress.start, today))
            return kept
        }
    }

    /// - Parameter tally: what came of all workouts.
    /// - Returns: `nil` without a workout.
    func report(_ tally: ArchiveSession.Tally, from session: ArchiveSession) throws(CommandError) -> StatsReport? {
        guard let days else { return nil }
        var samples = samples
        samples.add(
            session.summed.map { store, isDemo in
                StatsSamples.Kept(
                    store: store, isDemo: isDemo, leftOut: tally.leftOut, isOfSome: session.isOfSome, days: days)
            })
        let (daily, totals) = try samples.totals(needsAllDays: !goals.isEmpty)
        let summary = PeriodSummary(plan, totals: totals, isDemo: isDemo)
        let firstWeek = firstWeek
        let load = loads.load(in: request.load, upTo: today)
        return StatsReport(
            request: request, rules: rules, summary: summary, zones: zones, basis: basis,
            comparisonBasis: comparisonBasis,
            goals: goals(daily),
            badges: (plan.period.days.map { days in daily.days.filter { days.contains($0.day) && $0.day <= today } } ?? [])
                .compactMap { day in
                    day.totals.samples(in: request.scope).steps.flatMap(DayBadge.init(steps:)).map { (day.day, $0) }
                },
            load: load, mood: StatsMood(try session.moods, beside: load, rules, from: firstWeek, to: lastDay), lastDay: lastDay,
            compliance: WeeklyCompliance(of: intended).entries.filter {
                (firstWeek.number...lastDay.number).contains($0.week)
            },
            workouts: known.count, workoutsOfOtherKind: workoutsOfOtherKind,
            workoutsWithoutDate: tally.workoutsWithoutDate, withoutThreshold: withoutThreshold)
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
    /// `nil` without check-ins.
    let mood: StatsMood?
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
    /// At its last moment, which `--today` without a time means, it is over.
    var isUnderWay: Bool { plan.period.range.contains(now) && now < plan.period.range.end - Self.moment }
    /// Whether only a part of the other period is compared.
    var isCut: Bool { plan.comparison.map { $0.cut < $0.period.range.end - Self.moment } ?? false }
    private static let moment = TimeSpan(microseconds: 1)

    func figures(_ metric: HistoryMetric) -> MetricFigures { summary.figures(of: metric, in: request.scope) }

    /// Why there is no total of a metric.
    func gap(_ metric: HistoryMetric) -> MetricGap {
        withoutThreshold.contains(metric) ? .noThreshold : figures(metric).total.reason ?? .noData
    }

    /// What the chart shows: what was asked for, else the first of distance, time and steps that there is something of.
    var charted: HistoryMetric {
        if case .metric(let metric)? = request.metric { return metric }
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
