import Statistics
import Storage
import Workouts

/// What samples come to, by days and in the stretches of a plan: those of workouts that were read whole, from memory; those of a store
/// from its totals of days, and from its samples where these cannot tell.
struct StatsSamples {
    private let rules: CalendarRules
    private let plan: HistoryPlan
    /// What was read whole, but for the last ones.
    private var read: History?
    /// Those of which a later one may begin before they end.
    private var waiting: [Workout] = []
    /// Of what the store has.
    private var kept: Kept?

    struct Kept {
        let store: HistoryStore
        let isDemo: Bool
        /// In the store, and not asked for.
        let leftOut: [HistoryWorkout]
        /// Whether only workouts of some sports, or of a sensor, are asked for: they have no totals of days.
        let isOfSome: Bool
        /// Days of all workouts that are asked for.
        let days: ClosedRange<CalendarDay>
    }

    init(_ plan: HistoryPlan, rules: CalendarRules) {
        self.plan = plan
        self.rules = rules
    }

    /// - Parameter workout: in order of start, else it stands for itself.
    mutating func add(_ workout: Workout) {
        if !waiting.contains(where: { $0.endTimestamp >= workout.startTimestamp }) { readWaiting() }
        waiting.append(workout)
    }

    private mutating func readWaiting() {
        guard let first = waiting.first else { return }
        var history = read ?? History(isDemo: first.isDemo, joiningBetween: TotalEdges(daysOf: rules, and: [plan]))
        read = nil  // lest it be copied
        for workout in waiting { history.add(workout, isApart: waiting.count == 1) }
        waiting = []
        read = history
    }

    /// What was counted beside workouts, after all of them; without one nothing is told of it either.
    mutating func add(_ counted: ArchiveCounts) {
        readWaiting()
        read?.add(counted.columns, of: counted.quantity, from: [counted.source])
    }

    /// - Parameter kept: `nil` where all was read whole.
    mutating func add(_ kept: Kept?) {
        readWaiting()
        self.kept = kept
    }

    /// Totals of days, and of the plan's stretches.
    ///
    /// - Parameter needsAllDays: whether days outside of the plan are asked for.
    func totals(needsAllDays: Bool) throws(StorageError) -> (daily: DailyTotals, ranges: [IntervalTotals]) {
        guard let kept else {
            let history = read ?? History()
            return (
                needsAllDays || plan.period.days != nil ? history.dailyTotals(rules: rules) : DailyTotals(rules: rules),
                history.totals(over: plan.ranges)
            )
        }
        return try totals(kept, needsAllDays)
    }

    private func totals(
        _ kept: Kept, _ needsAllDays: Bool
    ) throws(StorageError) -> (daily: DailyTotals, ranges: [IntervalTotals]) {
        let today = rules.day(containing: plan.now)
        var daily = DailyTotals(rules: rules, isDemo: kept.isDemo)
        var near = plan.rangesWithinDays.map(days)
        if kept.isOfSome {
            near += needsAllDays ? [kept.days] : plan.ranges.map(days)
        } else {
            daily = try kept.store.dailyTotals(
                of: needsAllDays ? nil : plan.days, rules: rules, isDemo: kept.isDemo, now: plan.now, readsAll: false)
            let others = (kept.leftOut + (read?.workouts ?? [])).map(\.range)
            near += others.filter { CalendarRules.moments.contains($0.start) && CalendarRules.moments.contains($0.end) }.map(days)
            near.append(today...today)
        }
        // What is still ahead was left out.
        near = near.compactMap { $0.lowerBound > today ? nil : $0.lowerBound...min($0.upperBound, today) }
        // What is counted all day long is of none of them.
        let latest = kept.isOfSome ? CalendarRules.moments.lowerBound : plan.now
        var history = try kept.store.history(
            of: near, rules: rules, isDemo: kept.isDemo, leavingOut: Set(kept.leftOut.map(\.id)), until: latest)
        if let read { history.add(read) }
        for days in near.joined { daily.replace(days, with: history.totals(over: rules.ranges(of: days))) }
        daily.replace(today.adding(days: 1)...today.adding(days: CalendarRules.mostDays), with: [])
        return (daily, plan.totals(from: daily, within: history.totals(over: plan.rangesWithinDays)))
    }

    private func days(_ range: TimeRange) -> ClosedRange<CalendarDay> {
        let first = rules.day(containing: range.start)
        return first...max(first, rules.day(containing: max(range.start, Timestamp(microseconds: range.end.microseconds - 1))))
    }
}

extension [ClosedRange<CalendarDay>] {
    /// In order, those that touch or overlap as one.
    fileprivate var joined: [ClosedRange<CalendarDay>] {
        var joined: [ClosedRange<CalendarDay>] = []
        for days in sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = joined.last, days.lowerBound <= last.upperBound.adding(days: 1) {
                joined[joined.count - 1] = last.lowerBound...Swift.max(last.upperBound, days.upperBound)
            } else {
                joined.append(days)
            }
        }
        return joined
    }
}
