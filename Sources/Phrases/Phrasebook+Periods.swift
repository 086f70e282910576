public import Statistics
public import Workouts

/// Figures' names, periods and comparisons, goals, and what must be said beside a figure.
extension Phrasebook {
    public func name(of figure: Figure) -> String { word(figure) }

    /// Where a table has little room: "NP", "Avg HR".
    public func shortName(of figure: Figure) -> String { phrase(ShortFigure.key(figure), []) }

    public func name(of period: NamedPeriod) -> String { word(period) }
    public func name(of badge: DayBadge) -> String { word(badge) }
    public func text(_ note: FigureNote) -> String { word(note) }
    public func text(_ notice: Notice) -> String { word(notice) }

    /// Why there is no figure.
    public func text(_ gap: MetricGap) -> String { word(gap) }

    /// "Only 84 % of the time has data."
    ///
    /// - Parameter coverage: 0...1.
    public func lowCoverage(_ coverage: Double) -> String { say(.lowCoverage(percent: wholePercent(coverage))) }

    // MARK: Comparisons

    /// "12% more than by this time last week": by how much `current` differs, in whole percents; what rounds to none is as much.
    /// Where there was nothing before, a percent would mean nothing (core §8).
    public func comparison(_ current: Double, with previous: Double, _ baseline: ComparedPeriod) -> String {
        guard current.isFinite, previous.isFinite else { return Self.dash }
        guard previous > 0 else { return say(current > 0 ? .new(baseline) : .same(baseline)) }
        let change = wholePercent((current - previous) / previous)
        if change == 0 { return say(.same(baseline)) }
        return say(change > 0 ? .more(percent: change, baseline) : .less(percent: -change, baseline))
    }

    /// Half away from zero; what is beyond all sense is the largest that is told.
    private func wholePercent(_ share: Double) -> Int {
        let percent = (share * 100).rounded(.toNearestOrAwayFromZero)
        return percent.isNaN ? 0 : Int(min(max(percent, -1e9), 1e9))
    }

    // MARK: Goals

    /// "7,200 of 10,000 steps": both as they are shown elsewhere.
    public func progress(_ done: String, of goal: String) -> String { say(.progress(done: done, goal: goal)) }

    /// "2,800 steps to go".
    public func remaining(_ amount: String) -> String { say(.remaining(amount)) }

    /// "5 days in a row".
    public func streak(days: Int) -> String { say(.streakDays(days)) }
    public func streak(weeks: Int) -> String { say(.streakWeeks(weeks)) }

    // MARK: Routes

    /// Positions were received that belong to no route.
    public func strayPoints(_ count: Int) -> String { say(.strayPoints(count)) }

    /// What a shared route leaves out at its start and its end.
    public func endsHidden(metres: Double) -> String { say(.endsHidden(distance: distance(metres))) }
}
