/// `wattbeat workouts …`: the workouts of the store. Alone it lists them.
enum Workouts: Command {
    static let name = "workouts"
    static let summary = "the workouts of the store: list, show, import, export, edit, split, merge, delete"
    static let operands = Operands.none
    static let options = WorkoutsList.options
    static let subcommands: [any Command.Type] = [
        WorkoutsList.self, WorkoutsShow.self, WorkoutsImport.self, WorkoutsExport.self, WorkoutsRename.self, WorkoutsChange.self,
        WorkoutsSplit.self, WorkoutsMerge.self, WorkoutsDelete.self, WorkoutsRestore.self,
    ]
    static let discussion = """
        Alone it lists them, as workouts list does. The store is one file (docs/store.md); wattbeat store tells where it is.

        examples:
          wattbeat workouts import ~/rides
          wattbeat workouts
          wattbeat workouts show last
        """

    static func run(_ arguments: Arguments, _ output: Output) async throws(CommandError) {
        try WorkoutsList.run(arguments, output)
    }
}
