import Gateway
import Glibc
import JSONText
import Storage
import Workouts

/// `wattbeat workouts rename ID NAME`.
enum WorkoutsRename: Command {
    static let name = "workouts rename"
    static let summary = "call a workout by another name"
    static let operands = Operands("ID NAME", 2...2)
    static let options: [any CommandOption] = [StoreAccess.store, WorkoutNaming.language]
    static let discussion = """
        \(WorkoutReferences.words).
        The name is kept beside the workout, and stays when it is imported anew; an empty NAME takes every name away, so
        that it is called by what it was and when.

        example:
          wattbeat workouts rename last 'Round the lake'
        """

    static func run(_ arguments: Arguments, _ output: Output) throws(CommandError) {
        let store = try StoreAccess.changing(arguments)
        let id = try WorkoutReferences(store).workout(named: arguments.operands[0])
        let name = arguments.operands[1]
        try WorkoutsChange.check(name: name, self)
        try storing { () throws(StorageError) in
            try store.batch { store throws(StorageError) in
                var edits = try store.edits(of: id)
                edits.name = name
                try store.setEdits(edits, of: id)
            }
        }
        try output.line(try WorkoutLine(store, try WorkoutNaming(arguments)).text(of: id))
    }
}

/// `wattbeat workouts delete ID…`.
enum WorkoutsDelete: Command {
    static let name = "workouts delete"
    static let summary = "take workouts out of the store; they can be had back for \(days) days"
    static let operands = Operands("ID…", 0...4096)
    static let yes = Flag("yes", "do not ask")
    static let undo = Flag("undo", "have them back, as workouts restore does; without ID the one that was deleted last")
    static let options: [any CommandOption] = [yes, undo, StoreAccess.store, WorkoutNaming.language]
    static let discussion = """
        \(WorkoutReferences.words).
        Asks on a terminal; elsewhere --yes has to be said. The capture or file that a workout came from is not touched,
        and does not bring it back.

        examples:
          wattbeat workouts delete 3f9a2c
          wattbeat workouts delete --undo
        """

    static let days = Int(HistoryStore.tombstoneLife.microseconds / 86_400_000_000)

    static func run(_ arguments: Arguments, _ output: Output) throws(CommandError) {
        if arguments[undo] { return try WorkoutsRestore.run(arguments, output) }
        if arguments.operands.isEmpty { throw .usage("\(name) needs \(operands.synopsis)", see: self) }
        let store = try StoreAccess.changing(arguments)
        let references = try WorkoutReferences(store)
        let naming = WorkoutLine(store, try WorkoutNaming(arguments))
        var ids: [WorkoutID] = []
        for text in arguments.operands {
            let id = try references.workout(named: text)
            if !ids.contains(id) { ids.append(id) }
        }
        if !arguments[yes] {
            try Question.needsSomebody("deletes", self)
            for id in ids { Output.complain(try naming.text(of: id)) }
            guard Question.ask("Delete \(ids.count == 1 ? "it" : "these \(ids.count)")?") else {
                throw CommandError(.refused, "nothing is deleted")
            }
        }
        var lines: [String] = []
        for id in ids { lines.append(try naming.text(of: id)) }
        try storing { () throws(StorageError) in
            try store.batch { store throws(StorageError) in for id in ids { try store.delete(id) } }
        }
        for line in lines { try output.line("deleted: \(line)") }
    }
}

/// `wattbeat workouts restore ID…`.
enum WorkoutsRestore: Command {
    static let name = "workouts restore"
    static let summary = "have deleted workouts back"
    static let operands = Operands("ID…", 1...4096)
    static let options: [any CommandOption] = [StoreAccess.store, WorkoutNaming.language]
    static let discussion = """
        ID is the first digits of the id (six or more), or last: the one that was deleted last. wattbeat workouts list
        --deleted lists them. One that was split, trimmed or merged takes the place of those that were made of it; what
        else had been merged with it is there again, too. Where another recording of the same took its place, that one
        goes.

        example:
          wattbeat workouts restore last
        """

    static func run(_ arguments: Arguments, _ output: Output) throws(CommandError) {
        let store = try StoreAccess.changing(arguments)
        let deleted = try storing { () throws(StorageError) in try store.deletedWorkouts() }.map(\.id)
        var ids: [WorkoutID] = []
        for text in arguments.operands.isEmpty ? ["last"] : arguments.operands {
            if text == "last" {
                guard let last = deleted.first(where: { !ids.contains($0) }) else {
                    throw CommandError(.noInput, "no workout is deleted that can be had back")
                }
                ids.append(last)
                continue
            }
            let id = try WorkoutReferences.workout(
                named: text, among: deleted, "deleted workout", see: "wattbeat workouts list --deleted")
            if !ids.contains(id) { ids.append(id) }
        }
        let outcomes = try storing { () throws(StorageError) in
            try store.batch { store throws(StorageError) in
                var outcomes: [Restoration] = []
                // One may have come back with another.
                for id in ids where try store.standing(of: id) == .deleted { outcomes.append(try store.bringBack(id)) }
                return outcomes
            }
        }
        let line = WorkoutLine(store, try WorkoutNaming(arguments))
        for outcome in outcomes {
            for id in outcome.restored { try output.line("restored: \(try line.text(of: id))") }
            for id in outcome.removed { try output.line("taken away: \(try line.text(of: id))") }
        }
    }
}
