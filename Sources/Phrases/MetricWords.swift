public import Statistics
internal import Workouts

/// Figures of periods in words.
extension Phrasebook {
    /// A metric's value in its unit: "41.25 km"; of what is counted the number alone.
    public func text(_ value: Double, _ metric: HistoryMetric) -> String {
        switch metric {
        case .steps, .activityCount, .trainingImpulse, .trainingStressScore: number(value)
        case .distance: distance(value)
        case .elevationGain: elevation(value)
        case .exerciseDuration: value.isFinite ? roughDuration(TimeSpan(seconds: min(max(value, -1e12), 1e12))) : Self.dash
        case .energy: energy(kilocalories: value)
        case .work: work(kilojoules: value)
        case .averageHeartRate, .maximumHeartRate: heartRate(value)
        }
    }

    /// The mean of a metric by bucket: what is counted whole may need a decimal.
    public func average(_ value: Double, _ metric: HistoryMetric) -> String {
        guard metric == .activityCount, value > 0, value < 9.95 else { return text(value, metric) }
        return number(value, decimals: value < 0.095 ? 2 : 1)
    }

    /// "+12%", "−8%", "new"; a dash where nothing is compared.
    public func trend(_ change: Change) -> String {
        guard case .ratio(let ratio) = change, ratio.isFinite else { return change == .new ? text(TableWord.new) : Self.dash }
        let percent = Int(min(max((ratio * 100).rounded(.toNearestOrAwayFromZero), -1e9), 1e9))
        if percent == 0 { return "±" + self.percent(0) }
        return (percent > 0 ? "+" : "−") + self.percent(abs(percent))
    }

    /// "Thu".
    public func shortName(of weekday: Weekday) -> String { word(WeekdayName.allCases[weekday.rawValue - 1]) }

    /// "Nov".
    ///
    /// - Parameter month: 1...12; what lies outside is taken for the nearer of the two.
    public func shortNameOfMonth(_ month: Int) -> String { word(MonthName.allCases[min(max(month, 1), 12) - 1]) }
}
