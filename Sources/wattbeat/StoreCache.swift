import Gateway
import JSONText
import Storage
import Workouts

/// `wattbeat store cache`.
enum StoreCache: Command {
    private static let clear = Flag("clear", "throw them away; they are summed anew when they are asked for")
    private static let json = Flag("json", "print as JSON (docs/store.md)")

    static let name = "store cache"
    static let summary = "the totals of days that are kept, and whether they are current"
    static let operands = Operands.none
    static let options: [any CommandOption] = [clear, StoreAccess.store, json]
    static let discussion = """
        Totals are kept for a time zone, a configuration of zones and one kind of data each. One that is not current is
        brought up to date by whoever asks for it.
        """

    static func run(_ arguments: Arguments, _ output: Output) throws(CommandError) {
        let store = arguments[clear] ? try StoreAccess.changing(arguments) : try StoreAccess.reading(arguments)
        let kept = try storing { () throws(StorageError) in
            let kept = try store.keptTotals()
            if arguments[clear] { try store.clearDailyTotals() }
            return kept
        }
        if arguments[json] {
            return try output.json([
                "store": .string(store.path), "isCleared": .bool(arguments[clear]),
                "sets": .array(
                    kept.map {
                        [
                            "timeZone": .string($0.timeZone), "zones": .string($0.zones.isEmpty ? nil : $0.zones),
                            "isDemo": .bool($0.isDemo), "days": .integer($0.days), "isCurrent": .bool($0.isCurrent),
                            "syncedAt": .string($0.synced.iso8601), "fullyReadAt": .string($0.fullyRead.iso8601),
                        ]
                    }),
            ])
        }
        if arguments[clear] {
            return try output.line("\(Count.text(kept.count, "set of totals is", "sets of totals are")) thrown away")
        }
        guard !kept.isEmpty else { return try output.line("no totals are kept in \(shown(store.path))") }
        var table = TextTable(.left, .left, .right, .left, .left)
        table.add(["TIME ZONE", "ZONES", "DAYS", "SYNCED", ""].map(output.terminal.dim))
        for one in kept {
            table.add(
                shown(one.timeZone), one.zones.isEmpty ? "none" : shown(one.zones), "\(one.days)",
                ClockText.minute(one.synced, nil), (one.isCurrent ? "current" : "stale") + (one.isDemo ? ", DEMO" : ""))
        }
        try output.lines(table.lines(indent: 0))
    }
}

/// `wattbeat store forget zones|summaries`.
enum StoreForget: Command {
    private enum What: String, CaseIterable { case zones, summaries }
    private static let yes = Flag("yes", "do not ask")

    static let name = "store forget"
    static let summary = "throw away what is derived: time in zones, or totals of days"
    static let operands = Operands("zones|summaries", 1...1)
    static let options: [any CommandOption] = [yes, StoreAccess.store]
    static let discussion = """
        zones: the time in zones of all workouts, and the configurations that were frozen into it; wattbeat store
        rebuild makes them again. summaries: totals of days, which are made again when they are asked for. What was
        recorded, and what you said, stays.
        """

    static func run(_ arguments: Arguments, _ output: Output) throws(CommandError) {
        guard let what = What(rawValue: arguments.operands[0]) else {
            throw .usage("\(quoted(arguments.operands[0])) is neither zones nor summaries", see: self)
        }
        let store = try StoreAccess.changing(arguments)
        if !arguments[yes] {
            try Question.needsSomebody("forgets", self)
            let question = what == .zones ? "Forget the time in zones of all workouts?" : "Forget all totals of days?"
            guard Question.ask(question) else { throw CommandError(.refused, "nothing is forgotten") }
        }
        switch what {
        case .zones:
            let count = try storing { () throws(StorageError) in try store.forgetZones() }
            let what = Count.text(count, "workout", "workouts")
            try output.line("the time in zones of \(what) is forgotten; wattbeat store rebuild makes it again")
        case .summaries:
            let count = try storing { () throws(StorageError) in
                let count = try store.keptTotals().count
                try store.clearDailyTotals()
                return count
            }
            try output.line("\(Count.text(count, "set of totals is", "sets of totals are")) forgotten")
        }
    }
}
