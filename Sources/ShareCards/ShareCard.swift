public import Phrases
public import Statistics
public import Workouts

/// Pictures of 1080 × 1350 to show to others (core §9). Of where it was they tell the settlement and the shape of a route
/// without its ends, and neither when no location is wanted; what is demo says so.
public enum ShareCard {
    /// A workout: its figures, where it led or, without a route, how its heart rate or power went, and its time in zones.
    ///
    /// - Parameters:
    ///   - form: trimmed, or without location: then neither place nor the name that somebody gave the workout is told.
    ///   - route: drawn instead of the recorded one, such as `workout.smoothedRoute()`.
    ///   - place: the settlement for its title; `nil` without one.
    public static func workout(
        _ workout: Workout, form: ShareFigures.Form = .route(), route: Route? = nil, place: String? = nil, words: Phrasebook,
        look: Look = .light
    ) throws(DrawingError) -> Picture {
        let layout = WorkoutCardLayout(workout: workout, form: form, route: route, place: place)
        return try picture(words, look) { layout.drawing($0, $1, words) }
    }

    /// A period: its first metric with its bars, the others that there are beside what they were before.
    ///
    /// - Parameters:
    ///   - metrics: the most wanted first; the first seven that there are figures of are shown.
    ///   - rules: name the days of its bars.
    public static func period(
        _ summary: PeriodSummary, in scope: HistoryScope, metrics: [HistoryMetric], rules: CalendarRules, words: Phrasebook,
        look: Look = .light
    ) throws(DrawingError) -> Picture {
        let layout = PeriodCardLayout(summary: summary, scope: scope, metrics: metrics, rules: rules)
        return try picture(words, look) { layout.drawing($0, $1, words) }
    }

    private static func picture(
        _ words: Phrasebook, _ look: Look, _ draw: (any TextMeasure, Palette) -> Drawing
    ) throws(DrawingError) -> Picture {
        let fonts = FontFamilies(words.language)
        let drawing = draw(try Canvas(isMonochrome: look == .monochrome, fonts: fonts), Palette(look))
        return try drawing.png(look: look, fonts: fonts)
    }
}
