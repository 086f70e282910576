import Phrases
import Statistics
import Storage
import Transports
import Workouts

/// What a card or a widget of a period shows, from the store.
struct CardFigures {
    let summary: PeriodSummary
    let scope: HistoryScope
    /// Distance, time or steps first, whichever there is.
    let metrics: [HistoryMetric]
    let rules: CalendarRules
    let words: Phrasebook

    static let options: [any CommandOption] =
        [
            StatsOptions.period, StatsOptions.back, StatsOptions.scope, StatsOptions.baseline, ArchiveOptions.timeZone,
            ArchiveOptions.weekStarts, ArchiveOptions.today, StoreAccess.store, Card.look, Card.replace,
        ] + WorkoutNaming.options

    init(_ arguments: Arguments, of command: any Command.Type) throws(CommandError) {
        let clock = SystemClock().read()
        let rules = try ArchiveCalendar.rules(arguments, clock, of: command)
        let now = ArchiveCalendar.now(arguments, clock, rules)
        let plan = try Self.plan(arguments, rules, now, of: command)
        let store = try StoreAccess.lookingBack(arguments, rules)
        summary = try storing { () throws(StorageError) in try Self.summary(plan, store, rules) }
        scope = arguments[StatsOptions.scope] == .activities ? .activities : .allData
        let wanted: [HistoryMetric] = [
            .distance, .exerciseDuration, .activityCount, .elevationGain, .energy, .averageHeartRate, .work, .steps,
        ]
        let (figures, scope) = (summary, scope)
        let first = [HistoryMetric.distance, .exerciseDuration, .steps].first {
            (figures.figures(of: $0, in: scope).total.value ?? 0) > 0
        }
        metrics = first.map { first in [first] + wanted.filter { $0 != first } } ?? wanted
        self.rules = rules
        words = try WorkoutNaming(arguments).words
    }

    private static func plan(
        _ arguments: Arguments, _ rules: CalendarRules, _ now: Timestamp, of command: any Command.Type
    ) throws(CommandError) -> HistoryPlan {
        let kind = arguments[StatsOptions.period]?.kind ?? .week
        let query = HistoryQuery(
            kind, periodsBack: arguments[StatsOptions.back] ?? 0,
            baseline: arguments[StatsOptions.baseline] == .lastYear ? .sameLastYear : .previous)
        do throws(PeriodError) {
            // The last moment of a day, which --today means, is the end of its 24 hours.
            let next = now + TimeSpan(microseconds: 1)
            let isDaysEnd = rules.range(of: rules.day(containing: now)).end == next
            return try HistoryPlan(query, rules: rules, now: isDaysEnd && kind == .rolling24Hours ? next : now)
        } catch {
            throw .usage("there is no such period: figures reach back to year 1", see: command)
        }
    }

    /// From totals of days; what these cannot tell, and today, from samples. Made-up data only where there is no other.
    private static func summary(
        _ plan: HistoryPlan, _ store: HistoryStore, _ rules: CalendarRules
    ) throws(StorageError) -> PeriodSummary {
        let isRecorded = try !store.workouts(WorkoutFilter(isDemo: false), limit: 1).isEmpty
        let isEmpty = try store.workouts(limit: 1).isEmpty
        let isDemo = !isRecorded && !isEmpty
        let today = rules.day(containing: plan.now)
        var daily = try store.dailyTotals(of: plan.days, rules: rules, isDemo: isDemo, now: plan.now, readsAll: false)
        let parts = plan.rangesWithinDays.map { range in
            let first = rules.day(containing: range.start)
            return first...max(first, rules.day(containing: max(range.start, range.end - TimeSpan(microseconds: 1))))
        }.filter { $0.upperBound <= today }
        let history = try store.history(of: parts + [today...today], rules: rules, isDemo: isDemo, until: plan.now)
        // What is still ahead, as --today has it, was not there yet.
        daily.replace(today...today, with: history.totals(over: rules.ranges(of: today...today)))
        daily.replace(today.adding(days: 1)...today.adding(days: CalendarRules.mostDays), with: [])
        let within = history.totals(over: plan.rangesWithinDays)
        return PeriodSummary(plan, totals: plan.totals(from: daily, within: within), isDemo: isDemo)
    }
}
