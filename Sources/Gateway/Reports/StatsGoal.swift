public import Statistics
import Workouts

/// `distance=50km/week`, `zone2=3h/week`: so much of a figure each day or week.
public struct StatsGoal: Sendable {
    public enum Span: String, CaseIterable, Sendable { case day, week }

    public enum Figure: Sendable {
        case metric(HistoryMetric)
        /// Time in one zone, as its configuration calls it.
        case zone(String, of: ZoneQuantity)
    }

    public let figure: Figure
    /// In the metric's unit; seconds in a zone.
    public let target: Double
    public let span: Span

    /// - Parameter text: the unit may be left out where the first of `units` is meant.
    public init?(_ text: String) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let figure = Self.figure(named: parts[0]) else { return nil }
        let amount = parts[1].split(separator: "/", omittingEmptySubsequences: false)
        guard amount.count == 2, let span = Span(rawValue: String(amount[1])) else { return nil }
        let number = amount[0].prefix { $0.isNumber || $0 == "." }
        let unit = String(amount[0].dropFirst(number.count))
        let units = Self.units(of: figure)
        guard let factor = unit.isEmpty ? units.first?.factor : units.first(where: { $0.name == unit })?.factor,
            let value = Double(decimal: String(number)), value > 0, (value * factor).isFinite
        else { return nil }
        self.figure = figure
        target = value * factor
        self.span = span
    }

    /// `zone2` is one of heart rate, `power-zone2` and its like of what they name.
    public static func figure(named word: Substring) -> Figure? {
        if let metric = HistoryMetric.words.first(where: { $0.word == word })?.metric { return .metric(metric) }
        for quantity in ZoneQuantity.allCases {
            let start = "\(quantity.rawValue)-zone"
            guard word.hasPrefix(start) || quantity == .heartRate && word.hasPrefix("zone") else { continue }
            let label = word.dropFirst(word.hasPrefix(start) ? start.count : "zone".count)
            return label.isEmpty || label.count > 2 ? nil : .zone(String(label), of: quantity)
        }
        return nil
    }

    /// The one that is meant without a name first.
    private static func units(of figure: Figure) -> [(name: String, factor: Double)] {
        guard case .metric(let metric) = figure else { return units(of: .metric(.exerciseDuration)) }
        return switch metric {
        case .distance: [("km", 1000), ("m", 1), ("mi", 1609.344)]
        case .elevationGain: [("m", 1), ("ft", 0.3048)]
        case .exerciseDuration: [("h", 3600), ("min", 60)]
        case .energy: [("kcal", 1)]
        case .work: [("kJ", 1)]
        case .averageHeartRate, .maximumHeartRate: [("bpm", 1)]
        case .steps, .activityCount, .trainingImpulse, .trainingStressScore: [("", 1)]
        }
    }

    public static var expectation: String {
        let figures =
            HistoryMetric.words.map { ($0.word, Figure.metric($0.metric)) } + [
                ("zone2 (of heart rate) or power-zone2 and the like", .zone("2", of: .heartRate))
            ]
        let words = figures.map { word, figure in
            let names = units(of: figure).map(\.name).filter { !$0.isEmpty }
            return names.isEmpty ? word : "\(word) in \(names.joined(separator: " or "))"
        }
        return "METRIC=AMOUNT/day or METRIC=AMOUNT/week, such as distance=50km/week; METRIC one of "
            + words.joined(separator: ", ")
    }

    public func each(_ rules: CalendarRules) -> GoalSpan { span == .day ? .day : .week(from: rules.firstWeekday) }
}

extension HistoryMetric {
    /// In the order in which people read them.
    public static let words: [(word: String, metric: HistoryMetric)] = [
        ("workouts", .activityCount), ("time", .exerciseDuration), ("distance", .distance), ("climb", .elevationGain),
        ("energy", .energy), ("work", .work), ("tss", .trainingStressScore), ("trimp", .trainingImpulse),
        ("heart-rate", .averageHeartRate), ("max-heart-rate", .maximumHeartRate), ("steps", .steps),
    ]
}
