public import Workouts

/// One week's mood about fitness beside what training came to in it. The two stand side by side: nothing is claimed of one
/// causing the other.
public struct MoodBesideLoad<Measure: LoadMeasure>: Equatable, Sendable {
    /// The week's first day.
    public var start: CalendarDay
    /// Check-ins that name fitness.
    public var mood: MoodWeeks.Mood
    /// The sum over the days of the week that are known.
    public var load: Metric<Double>
    /// How many of the seven those are.
    public var knownDays: Int
    /// Mean of the week's days.
    public var form: Metric<Double>
    /// Whether one of these days belongs to the start-up of the averages.
    public var isStartUp: Bool

    init(_ week: MoodWeeks.Week, _ history: LoadHistory<Measure>) {
        let days = (0..<7).compactMap { history[week.start.adding(days: $0)] }
        let forms = days.compactMap(\.form.value)
        start = week.start
        mood = week.withFitness
        knownDays = days.count
        load = days.isEmpty ? .unavailable(.noData) : .value(days.reduce(0) { $0 + $1.load })
        form = forms.isEmpty ? .unavailable(.noData) : .value(forms.reduce(0, +) / Double(forms.count))
        isStartUp = days.contains(where: \.isStartUp)
    }
}

extension MoodWeeks {
    /// Each week beside its load, in order.
    public func beside<Measure>(_ history: LoadHistory<Measure>) -> [MoodBesideLoad<Measure>] {
        weeks.map { MoodBesideLoad($0, history) }
    }
}
