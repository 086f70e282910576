import Gateway
import Glibc
import JSONText
import Storage
import Workouts

/// `wattbeat store …`: the file that workouts are kept in.
enum Store: Command {
    static let name = "store"
    static let summary = "the file that workouts are kept in: where it is, check, rebuild, prune, backup, dump, load"
    static let operands = Operands.none
    static let options: [any CommandOption] = [StoreAccess.store]
    static let subcommands: [any Command.Type] = [
        StorePath.self, StoreCheck.self, StoreRebuild.self, StorePrune.self, StoreCache.self, StoreForget.self, StoreBackup.self,
        StoreVacuum.self, StoreDump.self, StoreLoad.self,
    ]
    static let discussion = """
        Alone it says where the store is and how much is in it. Any SQLite reads it: docs/store.md draws what is in it.
        It can be made again from captures and files (wattbeat workouts import); names, notes, moods and plans are in it
        alone, so back it up.
        """

    static func run(_ arguments: Arguments, _ output: Output) throws(CommandError) {
        let store = try StoreAccess.reading(arguments)
        let (count, size) = try storing { () throws(StorageError) in (try store.count(), try store.size()) }
        let free = size.free > size.bytes / 4 ? ", \(ByteText.size(Int64(size.free))) of it free (wattbeat store vacuum)" : ""
        try output.line(
            "\(Count.text(count, "workout", "workouts")) in \(shown(store.path)), \(ByteText.size(Int64(size.bytes)))\(free)")
    }
}

/// `wattbeat store path`.
enum StorePath: Command {
    static let name = "store path"
    static let summary = "print the path of the store, there or not"
    static let operands = Operands.none
    static let options: [any CommandOption] = [StoreAccess.store]
    static let discussion = """
        example:
          sqlite3 "$(wattbeat store path)" .schema
        """

    static func run(_ arguments: Arguments, _ output: Output) throws(CommandError) {
        try output.verbatim(Environment.absolute(StoreAccess.path(arguments)))
    }
}

/// `wattbeat store check`.
enum StoreCheck: Command {
    static let name = "store check"
    static let summary = "read everything, and say what is not as it was stored"
    static let operands = Operands.none
    static let options: [any CommandOption] = [StoreAccess.store]
    static let discussion = """
        Its exit status is 65 when something is damaged. wattbeat store rebuild makes a damaged workout whole of its
        capture or file; where pages of the file itself are damaged, it makes a new store of what can be read and of
        captures and files.
        """

    static func run(_ arguments: Arguments, _ output: Output) throws(CommandError) {
        let store = try StoreAccess.reading(arguments)
        let (faults, count) = try storing { () throws(StorageError) in
            let faults = try store.check()
            return (faults, faults.isEmpty ? try store.count() : 0)
        }
        guard let last = faults.last else {
            return try output.line("\(shown(store.path)) is whole: \(Count.text(count, "workout", "workouts"))")
        }
        for fault in faults.dropLast() { Output.complain("wattbeat: \(fault)") }
        Output.complain("wattbeat: \(last)")
        throw CommandError(
            .badData,
            "\(store.path) is damaged: wattbeat store rebuild makes whole what it can")
    }
}

/// `wattbeat store backup FILE`.
enum StoreBackup: Command {
    static let name = "store backup"
    static let summary = "write a whole copy, while others read and write"
    static let operands = Operands("FILE", 1...1)
    static let options: [any CommandOption] = [StoreAccess.store]
    static let discussion = """
        FILE must not be there yet. It is a store of its own: --store FILE looks into it, and copying it back makes it
        the one in use.

        example:
          wattbeat store backup /media/disk/history-2026-12.db
        """

    static func run(_ arguments: Arguments, _ output: Output) throws(CommandError) {
        let target = arguments.operands[0]
        let store = try StoreAccess.reading(arguments)
        if FileIdentity(path: target) != nil {
            throw CommandError(.cannotCreate, "\(target) is there already and is not written over")
        }
        try storing { () throws(StorageError) in try store.backup(to: target) }
        try output.line("\(shown(target)) is a copy of \(shown(store.path))")
    }
}

/// `wattbeat store vacuum`.
enum StoreVacuum: Command {
    static let name = "store vacuum"
    static let summary = "give back the room of what was deleted more than \(WorkoutsDelete.days) days ago"
    static let operands = Operands.none
    static let options: [any CommandOption] = [StoreAccess.store]
    static let discussion = "Needs as much room beside the store for a while as the store has."

    static func run(_ arguments: Arguments, _ output: Output) throws(CommandError) {
        let store = try StoreAccess.changing(arguments)
        let (gone, before, after) = try storing { () throws(StorageError) in
            let before = try store.size().bytes
            let gone = try store.pruneDeletions()
            try store.vacuum()
            return (gone, before, try store.size().bytes)
        }
        let words = gone > 0 ? ", \(Count.text(gone, "deleted workout is", "deleted workouts are")) gone for good" : ""
        try output.line("\(shown(store.path)): \(ByteText.size(Int64(before))), now \(ByteText.size(Int64(after)))\(words)")
    }
}
