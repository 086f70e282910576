public import Workouts

/// In what a load is counted. The measure is part of the type of all that is made of it, so that one is never added to or compared
/// with another (core §5).
public protocol LoadMeasure: Sendable {
    /// What it is called in files.
    static var name: String { get }
    /// What a workout cost in it.
    static func load(of summary: WorkoutSummary) -> Metric<Double>
}

/// Training stress score, of power and the threshold power (core §6.3).
public enum TrainingStressScore: LoadMeasure {
    public static let name = "trainingStressScore"
    public static func load(of summary: WorkoutSummary) -> Metric<Double> { summary.trainingStressScore }
}

/// Training stress score of heart rate: TRIMP as percent of an hour at the lactate threshold (core §6.4).
public enum HeartRateStressScore: LoadMeasure {
    public static let name = "heartRateStressScore"
    public static func load(of summary: WorkoutSummary) -> Metric<Double> {
        switch summary.heartRateLoad {
        case .value(let load): load.hrTSS
        case .unavailable(let gap): .unavailable(gap)
        }
    }
}

/// Banister's training impulse, of heart rate (core §6.4).
public enum TrainingImpulse: LoadMeasure {
    public static let name = "trainingImpulse"
    public static func load(of summary: WorkoutSummary) -> Metric<Double> {
        switch summary.heartRateLoad {
        case .value(let load): .value(load.trimp)
        case .unavailable(let gap): .unavailable(gap)
        }
    }
}

/// What one workout cost.
public struct WorkoutLoad<Measure: LoadMeasure>: Equatable, Sendable {
    /// The day of its start, where the athlete reads the calendar.
    public var day: CalendarDay
    /// 0 or more.
    public var load: Metric<Double>

    public init(on day: CalendarDay, of summary: WorkoutSummary) { self.init(on: day, Measure.load(of: summary)) }

    public init(on day: CalendarDay, _ load: Metric<Double>) {
        self.day = day
        self.load = load
    }
}
