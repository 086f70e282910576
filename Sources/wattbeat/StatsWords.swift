import Gateway
import Phrases
import Statistics
import Workouts

/// Figures, days and buckets of `stats` in words.
struct StatsWords {
    let book: Phrasebook
    let rules: CalendarRules

    static let dash = "–"

    func text(_ value: Double, _ metric: HistoryMetric) -> String { book.text(value, metric) }

    func average(_ value: Double, _ metric: HistoryMetric) -> String { book.average(value, metric) }

    /// With the name of what is counted where the unit does not say it: "10,000 steps", "3 workouts", "300 TSS".
    func named(_ value: Double, _ metric: HistoryMetric) -> String {
        switch metric {
        case .steps: book.count(value, .steps)
        case .activityCount: book.count(value, .workouts)
        case .trainingImpulse, .trainingStressScore:
            text(value, metric) + " " + book.shortName(of: Figure(metric))
        default: text(value, metric)
        }
    }

    /// Functional threshold powers: "250 W", "231 W ×2, 250 W ×3" by workouts, from four on "231–252 W"; `nil` without one.
    func thresholds(_ powers: [(watts: Double, workouts: Int)]) -> String? {
        guard let first = powers.first, let last = powers.last else { return nil }
        if powers.count == 1 { return book.power(first.watts) }
        if powers.count > 3 { return "\(book.number(first.watts))–\(book.power(last.watts))" }
        let isCounted = powers.contains { $0.workouts != 1 }
        return powers.map { book.power($0.watts) + (isCounted ? " ×\($0.workouts)" : "") }.joined(separator: ", ")
    }

    func name(_ metric: HistoryMetric) -> String { book.name(of: Figure(metric)) }

    /// "Steps"; of a zone its limits, since a number alone means nothing: "Zone 2, 114–133 bpm", with the sports that it is of where
    /// others have other zones.
    func name(_ goal: StatsReport.GoalKept) -> String {
        guard let zone = goal.zone else { return name(goal.metric) }
        let sports = zone.isOnly ? "" : " (" + zone.activities.map(book.name(of:)).joined(separator: ", ") + ")"
        return book.zone(index: zone.index, of: zone.configuration) + ", "
            + book.exactRange(zone.index, of: zone.configuration) + sports
    }

    func trend(_ change: Change) -> String { book.trend(change) }

    func signed(_ value: Double) -> String {
        let text = book.number(abs(value))
        return text == book.number(0.0) ? text : (value < 0 ? "−" : "+") + text
    }

    // MARK: Days

    /// "Thu 29 May".
    func day(_ day: CalendarDay) -> String { book.weekday(day) }

    /// "Thu 29 May 12:00".
    func moment(_ moment: Timestamp) -> String { "\(day(rules.day(containing: moment))) \(clock(moment))" }

    func clock(_ moment: Timestamp) -> String {
        let time = rules.localTime(at: moment)
        return Self.twoDigits(time.hour) + ":" + Self.twoDigits(time.minute)
    }

    /// "26 May – 1 Jun 2025".
    func range(_ period: Period) -> String {
        period.days.map(book.datesWithYear) ?? "\(moment(period.range.start)) – \(moment(period.range.end))"
    }

    /// What a bucket is called: "Thu 29 May", "14:00", "26 May – 1 Jun", "May 2025".
    func bucket(_ range: TimeRange, _ unit: BucketUnit) -> String {
        let first = rules.day(containing: range.start)
        switch unit {
        case .hour: return clock(range.start)
        case .day: return day(first)
        case .month: return book.monthOfYear(first)
        case .week: return book.dates(first...max(first, rules.day(containing: range.end).adding(days: -1)))
        }
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension String {
    /// As people look for them: a space that no line is broken at is a space all the same.
    var withPlainSpaces: String { String(map { $0 == "\u{A0}" ? " " : $0 }) }
}

extension HistoryMetric {
    /// Whether all of it counts where the workout began.
    var isOfWholeWorkouts: Bool {
        switch self {
        case .elevationGain, .exerciseDuration, .activityCount, .work, .trainingImpulse, .trainingStressScore: true
        case .steps, .distance, .energy, .averageHeartRate, .maximumHeartRate: false
        }
    }
}
