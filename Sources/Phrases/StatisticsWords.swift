public import Statistics

// How the words of `Statistics` are called.

extension Figure {
    public init(_ metric: HistoryMetric) {
        self =
            switch metric {
            case .steps: .steps
            case .distance: .distance
            case .elevationGain: .elevationGain
            case .exerciseDuration: .exerciseDuration
            case .activityCount: .activities
            case .energy: .energy
            case .work: .work
            case .trainingImpulse: .trainingImpulse
            case .trainingStressScore: .trainingStressScore
            case .averageHeartRate: .averageHeartRate
            case .maximumHeartRate: .maximumHeartRate
            }
    }
}

extension NamedPeriod {
    /// - Parameter back: how many periods ago, 0 for the current one; `nil` for one that has no name but its dates.
    public init?(_ kind: Period.Kind, back: Int) {
        switch (kind, back) {
        case (.rolling24Hours, 0): self = .last24Hours
        case (.day, 0): self = .today
        case (.day, 1): self = .yesterday
        case (.week, 0): self = .thisWeek
        case (.week, 1): self = .lastWeek
        case (.month, 0): self = .thisMonth
        case (.month, 1): self = .lastMonth
        case (.quarter, 0): self = .thisQuarter
        case (.quarter, 1): self = .lastQuarter
        case (.year, 0): self = .thisYear
        case (.year, 1): self = .lastYear
        case (.custom, _): self = .custom
        default: return nil
        }
    }
}

extension ComparedPeriod {
    /// - Parameters:
    ///   - kind: of the period that is compared.
    ///   - isUnderWay: whether only its elapsed part is.
    public init(_ kind: Period.Kind, with baseline: Baseline, isUnderWay: Bool) {
        switch (baseline, kind, isUnderWay) {
        case (.sameLastYear, .year, true): self = .byThisTimeLastYear
        case (.sameLastYear, _, true): self = .byThisTimeInSamePeriodLastYear
        case (.sameLastYear, .year, false): self = .previousYear
        case (.sameLastYear, _, false): self = .samePeriodLastYear
        case (.previous, .rolling24Hours, _): self = .previous24Hours
        case (.previous, .day, true): self = .byThisTimeYesterday
        case (.previous, .week, true): self = .byThisTimeLastWeek
        case (.previous, .month, true): self = .byThisTimeLastMonth
        case (.previous, .quarter, true): self = .byThisTimeLastQuarter
        case (.previous, .year, true): self = .byThisTimeLastYear
        case (.previous, .custom, true): self = .byThisTimeInPreviousPeriod
        case (.previous, .day, false): self = .previousDay
        case (.previous, .week, false): self = .previousWeek
        case (.previous, .month, false): self = .previousMonth
        case (.previous, .quarter, false): self = .previousQuarter
        case (.previous, .year, false): self = .previousYear
        case (.previous, .custom, false): self = .previousPeriod
        }
    }
}
