public import Workouts

/// How far a goal is reached today, or this week, and for how long it has been kept.
public struct GoalProgress: Equatable, Sendable {
    /// The first day of the span that today belongs to.
    public let start: CalendarDay
    /// So far; `noData` when no day of the span has any, which is not the same as 0.
    public let amount: Metric<Double>
    public let target: Double
    public let streak: Streak

    /// How much of a ring is drawn: 1 is all round, more is further rounds; 0 without data.
    public var ringFraction: Double { (amount.value ?? 0) / target }
    public var isReached: Bool { (amount.value ?? 0) >= target }
    /// What is still to do.
    public var remaining: Double { max(0, target - (amount.value ?? 0)) }

    /// Days, or weeks, in a row on which the goal was reached.
    public struct Streak: Equatable, Sendable {
        /// Up to now. What is not over can still be reached: a day that goes on breaks nothing, and counts once it is reached.
        public var current: Int
        /// Whether the current day or week is among them.
        public var includesCurrent: Bool
        /// The longest there was, the current one included.
        public var longest: Int
        /// Whether there is one to lose today, or this week.
        public var isAtRisk: Bool { current > 0 && !includesCurrent }
    }

    /// Of what adds up.
    ///
    /// - Parameters:
    ///   - totals: the figure by day. A day that is missing adds nothing, and of days after `today` nothing counts.
    ///   - today: where the athlete reads the calendar.
    public init<Figure>(of goal: Goal<Figure>, totals: [CalendarDay: Double], today: CalendarDay) {
        // Summed in order of days, since sums in another order differ in their last bits.
        var sums: [CalendarDay: Double] = [:]
        for (day, total) in totals.sorted(by: { $0.key < $1.key }) where day <= today && total.isFinite {
            sums[goal.span.start(of: day), default: 0] += total
        }
        self.init(of: goal, amounts: sums, today: today)
    }

    /// Of any figure, a mean or a maximum too, which are no sums of days.
    ///
    /// - Parameters:
    ///   - amounts: the figure of each day or week, by its first day. One that is missing has none, and of those that begin after
    ///     `today` nothing counts.
    ///   - today: where the athlete reads the calendar.
    public init<Figure>(of goal: Goal<Figure>, amounts: [CalendarDay: Double], today: CalendarDay) {
        let start = goal.span.start(of: today)
        self.start = start
        target = goal.target
        amount = amounts[start].flatMap { $0.isFinite ? .value($0) : nil } ?? .unavailable(.noData)

        var run = 0
        var longest = 0
        var latest: CalendarDay?
        let reached = amounts.filter { $0.key <= today && $0.value.isFinite && $0.value >= goal.target }
        for start in reached.keys.sorted() {
            run = latest?.adding(days: goal.span.days) == start ? run + 1 : 1
            longest = max(longest, run)
            latest = start
        }
        let includesCurrent = latest == start
        let isAlive = includesCurrent || latest?.adding(days: goal.span.days) == start
        streak = Streak(current: isAlive ? run : 0, includesCurrent: includesCurrent, longest: longest)
    }
}
