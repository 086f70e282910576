import Gateway
import JSONText
import Statistics
import Storage
import Transports
import Workouts

/// `wattbeat workouts list`.
enum WorkoutsList: Command {
    static let name = "workouts list"
    static let summary = "what is in the store, newest first"
    static let operands = Operands.none
    static let limit = Option.integer(
        "limit", "NUMBER", 1...1_000_000, "as many of the newest; else \(usualLimit), and all of them with --json")
    static let deleted = Flag("deleted", "what was deleted and can still be had back, the last deleted first")
    static let json = Flag("json", "print everything as JSON, for programs (docs/store.md)")
    static let options: [any CommandOption] = [
        ArchiveOptions.sport, ArchiveOptions.from, ArchiveOptions.to, ArchiveOptions.source, limit, deleted,
        ArchiveOptions.timeZone,
        StoreAccess.store, WorkoutNaming.language, json,
    ]
    static let discussion = """
        The first column is the number by which show, export, rename and delete know a workout until another one comes; the last
        one begins its id, which stays. Times of day are those of the place where the workout was.

        examples:
          wattbeat workouts list --from 2026-05-01 --to 2026-05-31 --sport cycling
          wattbeat workouts list --source ble:C0:11:22:33:44:01 --json
        """

    private static let usualLimit = 50

    static func run(_ arguments: Arguments, _ output: Output) throws(CommandError) {
        let filter = try filter(arguments, of: self)
        let store = try StoreAccess.reading(arguments)
        let references = try WorkoutReferences(store)
        let naming = try WorkoutNaming(arguments)
        if arguments[deleted] {
            let other =
                [ArchiveOptions.sport, ArchiveOptions.from, ArchiveOptions.to, ArchiveOptions.source] as [any CommandOption]
            if let option = other.first(where: arguments.has) {
                throw .usage("--deleted has no use for --\(option.name)", see: self)
            }
            return try DeletedList(store).write(arguments, naming, output)
        }
        let isJSON = arguments[json]
        let limit = arguments[limit] ?? (isJSON ? .max : usualLimit)
        let page = try storing { () throws(StorageError) in try ListedWorkouts(store, filter, limit: limit) }
        if isJSON { return try output.json(page.json(naming.words)) }
        if page.listings.isEmpty {
            let isFiltered = filter != WorkoutFilter()
            throw CommandError(.noInput, "no workout is in \(store.path)" + (isFiltered ? " that is asked for" : ""))
        }
        try output.lines(
            WorkoutListText(page: page, references: references, naming: naming, terminal: output.terminal).lines)
        let rest = page.count - page.listings.count
        if rest > 0 { try output.line(output.terminal.dim("and \(rest) more: --limit \(page.count) lists all")) }
    }

    static func filter(_ arguments: Arguments, of command: any Command.Type) throws(CommandError) -> WorkoutFilter {
        let calendar = try ArchiveCalendar.rules(arguments, SystemClock().read(), of: command)
        let range = try ArchiveCalendar.range(arguments, calendar, of: command)
        let types = Set(arguments.values(of: ArchiveOptions.sport))
        return WorkoutFilter(
            from: range?.start, to: range?.end, types: types.isEmpty ? nil : types, source: arguments[ArchiveOptions.source])
    }
}
