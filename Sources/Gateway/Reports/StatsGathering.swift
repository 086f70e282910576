public import Statistics
public import Storage
public import Workouts

/// What the workouts of an archive come to, taken one at a time: none is kept.
public struct StatsGathering {
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

    public init(
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

    /// Load and streaks lean on what lies before the period.
    public static let allTime = TimeRange(
        start: Timestamp(secondsSince1970: -60_000_000_000), end: Timestamp(secondsSince1970: 250_000_000_000))

    /// What the figures need of workouts.
    public var wish: OutlineWish {
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

    public mutating func add(_ found: ArchivedOutline) throws(StorageError) {
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
    public mutating func add(_ counted: ArchiveCounts) { samples.add(counted) }

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

    /// - Parameters:
    ///   - tally: what came of all workouts.
    ///   - summed: the store that they came from as they are stored, whose totals of days count then, and whether they are made up.
    ///   - isOfSome: whether only workouts of some sports, or of a sensor, are asked for.
    ///   - moods: check-ins until `now`.
    /// - Returns: `nil` without a workout.
    public func report(
        _ tally: WorkoutTally, summed: (store: HistoryStore, isDemo: Bool)?, isOfSome: Bool, moods: [MoodCheckIn]
    ) throws(StorageError) -> StatsReport? {
        guard let days else { return nil }
        var samples = samples
        samples.add(
            summed.map { store, isDemo in
                StatsSamples.Kept(store: store, isDemo: isDemo, leftOut: tally.leftOut, isOfSome: isOfSome, days: days)
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
            load: load, mood: StatsMood(moods, beside: load, rules, from: firstWeek, to: lastDay), lastDay: lastDay,
            compliance: WeeklyCompliance(of: intended).entries.filter {
                (firstWeek.number...lastDay.number).contains($0.week)
            },
            workouts: known.count, workoutsOfOtherKind: workoutsOfOtherKind,
            workoutsWithoutDate: tally.workoutsWithoutDate, withoutThreshold: withoutThreshold)
    }
}
