public import Statistics
public import Workouts

/// Check-ins by week beside load and form, and where they are going: two things side by side, of which neither is said to cause the
/// other.
public struct StatsMood {
    /// Those with a check-in, in order.
    public let weeks: [Week]
    public let trends: [(kind: Kind, trend: Metric<MoodTrend>)]

    public enum Kind: String, CaseIterable {
        case momentary, daily
        /// Those of either kind that have to do with fitness.
        case withFitness

        public func mood(of week: MoodWeeks.Week) -> MoodWeeks.Mood {
            switch self {
            case .momentary: week.momentary
            case .daily: week.daily
            case .withFitness: week.withFitness
            }
        }
    }

    public struct Week {
        public let start: CalendarDay
        public let moods: [(kind: Kind, mood: MoodWeeks.Mood)]
        /// What training came to in it, as far as its days are known.
        public let load: StatsLoad.Week?
    }

    /// - Parameters:
    ///   - checkIns: of all time.
    ///   - load: in which weeks are told beside.
    ///   - first: day of the first week that is told.
    ///   - last: day that is not ahead.
    /// - Returns: `nil` where nobody checked in by then.
    public init?(
        _ checkIns: [MoodCheckIn], beside load: StatsLoad?, _ rules: CalendarRules, from first: CalendarDay, to last: CalendarDay
    ) {
        let known = checkIns.filter {
            CalendarRules.moments.contains($0.timestamp) && rules.day(containing: $0.timestamp) <= last
        }
        guard !known.isEmpty else { return nil }
        let all = MoodWeeks(known, firstWeekday: rules.firstWeekday) { rules.day(containing: $0) }
        let lastWeek = last.firstOfWeek(from: rules.firstWeekday)
        let loads = load?.weeks(rules, upTo: last, count: .max) ?? []
        weeks = all.weeks.filter { $0.start >= first && $0.start <= lastWeek }.map { week in
            Week(
                start: week.start, moods: Kind.allCases.map { ($0, $0.mood(of: week)) },
                load: loads.first { $0.start == week.start })
        }
        trends = Kind.allCases.map { kind in (kind, all.trend(of: kind.mood, through: lastWeek)) }
    }
}
