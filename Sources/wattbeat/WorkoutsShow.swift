import ActivityFiles
import Gateway
import JSONText
import Storage
import Workouts

/// `wattbeat workouts show ID`.
enum WorkoutsShow: Command {
    static let name = "workouts show"
    static let summary = "all of one workout, as replay shows it"
    static let operands = Operands("ID", 1...1)
    static let json = Flag("json", "print it as JSON (docs/workout-json.md)")
    static let route = Flag("route", "with --json: every location of the route as well")
    static let options: [any CommandOption] = [StoreAccess.store, json, route] + WorkoutNaming.options
    static let discussion = """
        \(WorkoutReferences.words).

        examples:
          wattbeat workouts show last
          wattbeat workouts show 3f9a2c --json
        """

    static func run(_ arguments: Arguments, _ output: Output) throws(CommandError) {
        if arguments[route], !arguments[json] { throw .usage("--route needs --json", see: self) }
        let store = try StoreAccess.reading(arguments)
        let workout = try store.named(arguments.operands[0])
        if arguments[json] { return try output.json(workoutJSON(workout, route: arguments[route] ? .full : .summary)) }
        let isDated = try storing { () throws(StorageError) in try store.isDated(workout) }
        let text = WorkoutText(
            workout: workout, style: output.terminal, naming: try WorkoutNaming(arguments), isDated: isDated)
        try output.lines(text.lines)
        let (note, origin) = try storing { () throws(StorageError) in
            (try store.edits(of: workout.id).note, try store.origin(of: workout.id))
        }
        if let note, !note.isEmpty { try output.line("Note        " + shown(note)) }
        let from = origin?.place.map { ", from \(shown($0))" } ?? ""
        try output.line(output.terminal.dim("Stored      \(workout.id.storeText)\(from)"))
        for piece in try storing({ () throws(StorageError) in try store.pieces(of: workout.id) }) {
            let lengths = [ClockText.span(piece.start - .zero), ClockText.span(piece.end - .zero)].joined(separator: " to ")
            try output.line(output.terminal.dim("Cut from    \(piece.recording.storeText), \(lengths) of its clock"))
        }
    }
}

extension HistoryStore {
    /// - Throws: when there is none of this name.
    func named(_ text: String) throws(CommandError) -> Workout {
        let id = try WorkoutReferences(self).workout(named: text)
        guard let workout = try storing({ () throws(StorageError) in try workout(id) }) else {
            throw CommandError(.noInput, "there is no workout \(quoted(text))")
        }
        return workout
    }
}
