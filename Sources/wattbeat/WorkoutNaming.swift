import Gateway
import Phrases
import Workouts

/// What workouts are called and what is said of them: one language, and a table of places where there is one.
struct WorkoutNaming {
    static let language = Option<Language>.choice(
        "language", as: "CODE", "what the workout is called and what is said of it; else as the settings say")
    static let options: [any CommandOption] = [language, Places.table]

    private(set) var words: Phrasebook
    private let places: PlaceFinder
    /// Whether the command line named the language.
    private let isChosen: Bool

    /// - Parameter settings: say the language where the command line does not; `nil`: this person's own.
    init(_ arguments: Arguments, _ settings: GatewaySettings? = nil) throws(CommandError) {
        let chosen = arguments[Self.language]
        isChosen = chosen != nil
        words = Phrasebook(chosen ?? (settings ?? Self.own).language)
        places = try Places.finder(arguments)
    }

    /// A file with mistakes is `wattbeat settings check`'s to tell of: a ride that was ridden is shown all the same.
    private static var own: GatewaySettings {
        let path = GatewayPlaces(environment: Environment.all).settings
        return (try? SettingsFile(path: path).read().settings) ?? GatewaySettings()
    }

    /// The same after the settings have changed.
    func following(_ settings: GatewaySettings) -> WorkoutNaming {
        var naming = self
        if !isChosen { naming.words = Phrasebook(settings.language, words.units) }
        return naming
    }

    /// Its own name, or what it was, when and where: "Your morning ride around Brno".
    func title(of workout: Workout) -> String {
        workout.name ?? words.title(of: workout, place: places.place(of: workout.route))
    }
}
