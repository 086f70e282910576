/// So much of a figure each day, or each week.
public struct Goal<Figure: Hashable & Sendable>: Hashable, Sendable {
    /// What is counted, such as steps.
    public let figure: Figure
    /// In the figure's unit, more than 0.
    public let target: Double
    public let span: GoalSpan

    /// - Throws: `GoalError.targetNotPositive`, for 0, less, infinity and NaN.
    public init(_ figure: Figure, target: Double, each span: GoalSpan) throws(GoalError) {
        guard target > 0, target.isFinite else { throw .targetNotPositive(target) }
        self.figure = figure
        self.target = target
        self.span = span
    }
}

/// Over what a goal's figure is told: an amount is the sum of its days, an average or a maximum that of the whole.
public enum GoalSpan: Hashable, Sendable {
    case day
    case week(from: Weekday)

    /// The first day of the span that a day belongs to.
    public func start(of day: CalendarDay) -> CalendarDay {
        switch self {
        case .day: day
        case .week(let firstWeekday): day.firstOfWeek(from: firstWeekday)
        }
    }

    var days: Int {
        switch self {
        case .day: 1
        case .week: 7
        }
    }
}

public enum GoalError: Error, Equatable, Sendable { case targetNotPositive(Double) }
