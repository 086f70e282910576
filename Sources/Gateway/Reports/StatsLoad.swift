public import Statistics
public import Workouts

/// Load over weeks in one measure, laid out for people and programs.
public struct StatsLoad {
    public enum Measure: String, CaseIterable, Sendable { case tss, hrtss, trimp }

    public let measure: Measure
    /// Workouts of the known span, and those of them whose load is known.
    public let workouts: Int
    public let workoutsWithLoad: Int
    /// Of the days known; empty where no workout has a load.
    public let days: [Day]

    public struct Day {
        public var day: CalendarDay
        public var load: Double
        public var withoutLoad: Int
        public var acute: Double
        public var chronic: Double
        public var form: Metric<Double>
        public var isStartUp: Bool
        /// Functional threshold powers by which a TSS of the day was reckoned, lowest first; of the measure TSS alone.
        public var thresholdPowersWatts: [Double]
    }

    /// One week: its sum, and where its last known day leaves the averages.
    public struct Week {
        public var start: CalendarDay
        public var load: Double
        public var withoutLoad: Int
        /// 7 but for the first week and the one that is under way.
        public var knownDays: Int
        public var last: Day
        /// Of all its days, lowest first.
        public var thresholdPowersWatts: [Double]
    }

    /// In order; the first week is told as far as it is known.
    public func weeks(_ rules: CalendarRules, upTo last: CalendarDay, count: Int) -> [Week] {
        var weeks: [Week] = []
        for day in days where day.day <= last {
            let start = day.day.firstOfWeek(from: rules.firstWeekday)
            if weeks.last?.start == start {
                weeks[weeks.count - 1].load += day.load
                weeks[weeks.count - 1].withoutLoad += day.withoutLoad
                weeks[weeks.count - 1].knownDays += 1
                weeks[weeks.count - 1].last = day
                weeks[weeks.count - 1].thresholdPowersWatts =
                    Set(weeks[weeks.count - 1].thresholdPowersWatts + day.thresholdPowersWatts).sorted()
            } else {
                weeks.append(
                    Week(
                        start: start, load: day.load, withoutLoad: day.withoutLoad, knownDays: 1, last: day,
                        thresholdPowersWatts: day.thresholdPowersWatts))
            }
        }
        return weeks.suffix(count)
    }
}

/// What each workout cost, in every measure.
struct StatsLoads {
    private var stressScores: [WorkoutLoad<TrainingStressScore>] = []
    private var heartRateScores: [WorkoutLoad<HeartRateStressScore>] = []
    private var impulses: [WorkoutLoad<TrainingImpulse>] = []
    private var thresholds: [CalendarDay: Set<Double>] = [:]

    mutating func add(_ outline: WorkoutOutline, on day: CalendarDay) {
        if outline.trainingStressScore.value != nil, let watts = outline.figures.functionalThresholdPowerWatts {
            thresholds[day, default: []].insert(watts)
        }
        stressScores.append(WorkoutLoad(on: day, outline.trainingStressScore))
        heartRateScores.append(WorkoutLoad(on: day, outline.heartRateStressScore))
        impulses.append(WorkoutLoad(on: day, outline.trainingImpulse))
    }

    /// By which the TSS of some days was reckoned, lowest first.
    func thresholdPowersWatts(in days: ClosedRange<CalendarDay>) -> [Double] {
        thresholds.filter { days.contains($0.key) }.reduce(into: Set()) { $0.formUnion($1.value) }.sorted()
    }

    /// By `measure`, or by the one that most workouts have; of equals TSS, then hrTSS. All workouts are known from the first on.
    ///
    /// - Returns: `nil` without workouts.
    func load(in measure: StatsLoad.Measure?, upTo today: CalendarDay) -> StatsLoad? {
        func known<Measure>(_ loads: [WorkoutLoad<Measure>]) -> Int { loads.count { $0.load.value != nil && $0.day <= today } }
        let counts: [(measure: StatsLoad.Measure, count: Int)] = [
            (.tss, known(stressScores)), (.hrtss, known(heartRateScores)), (.trimp, known(impulses)),
        ]
        let most = counts.map(\.count).max()
        guard let chosen = measure ?? counts.first(where: { $0.count == most })?.measure else { return nil }
        return switch chosen {
        case .tss: Self.load(.tss, stressScores, thresholds, upTo: today)
        case .hrtss: Self.load(.hrtss, heartRateScores, upTo: today)
        case .trimp: Self.load(.trimp, impulses, upTo: today)
        }
    }

    private static func load<Measure>(
        _ measure: StatsLoad.Measure, _ loads: [WorkoutLoad<Measure>], _ thresholds: [CalendarDay: Set<Double>] = [:],
        upTo today: CalendarDay
    ) -> StatsLoad? {
        let past = loads.filter { $0.day <= today }
        guard let first = past.map(\.day).min() else { return nil }
        let withLoad = past.count { $0.load.value != nil }
        let history = LoadHistory(past, known: first...today)
        let days = history.days.map { day in
            StatsLoad.Day(
                day: day.day, load: day.load, withoutLoad: day.withoutLoad, acute: day.acute, chronic: day.chronic,
                form: day.form, isStartUp: day.isStartUp, thresholdPowersWatts: thresholds[day.day, default: []].sorted())
        }
        return StatsLoad(measure: measure, workouts: past.count, workoutsWithLoad: withLoad, days: withLoad > 0 ? days : [])
    }
}
