import Gateway
import Phrases
import Statistics
import Storage
import Workouts

/// What workouts are called and what is said of them: one language, one system of units, and a table of places where there is one.
struct WorkoutNaming {
    static let language = Option<Language>.choice(
        "language", as: "CODE", "what the workout is called and what is said of it; else as the settings say")
    static let units = Option<Units.System>.choice(
        "units", "km and m, or mi and ft; else as the settings say")
    static let options: [any CommandOption] = [language, units, Places.table]

    private(set) var words: Phrasebook
    private let places: PlaceFinder
    private let knowsPlaces: Bool
    /// What the command line named.
    private let chosenLanguage: Language?
    private let chosenUnits: Units.System?

    /// - Parameter settings: say language and units where the command line does not; `nil`: this person's own.
    init(_ arguments: Arguments, _ settings: GatewaySettings? = nil) throws(CommandError) {
        (chosenLanguage, chosenUnits) = (arguments[Self.language], arguments[Self.units])
        let settings = settings ?? Self.own
        words = Phrasebook(chosenLanguage ?? settings.language, Units(chosenUnits ?? settings.units))
        let table = try Places.finder(arguments)
        places = table ?? .none
        knowsPlaces = table != nil
    }

    /// A file with mistakes is `wattbeat settings check`'s to tell of: a ride that was ridden is shown all the same.
    static var own: GatewaySettings {
        let path = GatewayPlaces(environment: Environment.all).settings
        return (try? SettingsFile(path: path).read().settings) ?? GatewaySettings()
    }

    /// The same after the settings have changed.
    func following(_ settings: GatewaySettings) -> WorkoutNaming {
        var naming = self
        naming.words = Phrasebook(chosenLanguage ?? settings.language, Units(chosenUnits ?? settings.units))
        return naming
    }

    /// What the pages whose words are English are told in.
    var measures: Measures { Measures(words.units.system) }

    /// Its own name, or what it was, when and where: "Your morning ride around Brno".
    func title(of workout: Workout) -> String {
        workout.name ?? words.title(of: workout, place: places.place(of: workout.route))
    }

    /// The same. Where no place is known by name, its route is not needed.
    func title(of found: ArchivedOutline) throws(CommandError) -> String {
        let outline = found.outline
        if let name = outline.name { return name }
        if knowsPlaces, let workout = try storing({ () throws(StorageError) in try found.whole() }) { return title(of: workout) }
        return words.title(
            of: outline.legs.map(\.type), outline.figures.type, at: outline.figures.start, by: outline.clock)
    }
}
