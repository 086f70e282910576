import Phrases
import Workouts

/// What workouts are called and what is said of them: one language, and a table of places where there is one.
struct WorkoutNaming {
    static let language = Option<Language>.choice("language", as: "CODE", "what the workout is called and what is said of it")
    static let options: [any CommandOption] = [language, Places.table]

    let words: Phrasebook
    private let places: PlaceFinder

    init(_ arguments: Arguments) throws(CommandError) {
        words = Phrasebook(arguments[Self.language] ?? .english)
        places = try Places.finder(arguments)
    }

    /// Its own name, or what it was, when and where: "Your morning ride around Brno".
    func title(of workout: Workout) -> String {
        workout.name ?? words.title(of: workout, place: places.place(of: workout.route))
    }
}
