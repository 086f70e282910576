import Gateway
import Ingest
import JSONText
import Phrases
import Statistics
import Storage
import Transports
import Workouts

/// `wattbeat plan …`: plans, kept in the store. Alone it lists them.
enum Plans: Command {
    static let name = "plan"
    static let summary = "what is to be done: add, list, show, delete"
    static let operands = Operands.none
    static let options = PlanList.options
    static let subcommands: [any Command.Type] = [PlanAdd.self, PlanList.self, PlanShow.self, PlanDelete.self]
    static let discussion = """
        Alone it lists them, as plan list does. A plan is written down as docs/plans.md has it. wattbeat coach --plan
        NAME holds a workout beside one of them.

        examples:
          wattbeat plan add 4x4.json --on 2026-12-08
          wattbeat coach last.capture --plan '4 × 4 min'
        """

    static func run(_ arguments: Arguments, _ output: Output) throws(CommandError) {
        try PlanList.run(arguments, output)
    }
}

/// `wattbeat plan add FILE`.
enum PlanAdd: Command {
    private static let newName = Option.text("name", "NAME", "what it is called; else as the plan itself says, or its file")
    private static let day = Option<CalendarDay>(
        "on", "DATE", "the day on which it is to be done", expecting: "a date such as 2026-03-01"
    ) { CalendarDay($0) }

    static let name = "plan add"
    static let summary = "keep a plan"
    static let operands = Operands("FILE", 1...1)
    static let options: [any CommandOption] = [
        newName, day, ArchiveOptions.timeZone, StoreAccess.store, WorkoutNaming.language, PlanList.json,
    ]
    static let discussion = """
        FILE is a plan in JSON (docs/plans.md), or - for standard input. Its mistakes are told by line and key.

        example:
          wattbeat plan add 4x4.json --name 'Tuesday intervals' --on 2026-12-08
        """

    static func run(_ arguments: Arguments, _ output: Output) throws(CommandError) {
        let path = arguments.operands[0] == "-" ? "/dev/stdin" : arguments.operands[0]
        let plan = try CoachPlan(file: path)
        let calendar = try ArchiveCalendar.rules(arguments, SystemClock().read(), of: self)
        let name = arguments[newName] ?? plan.names[0]
        let moment = arguments[day].map { calendar.start(of: $0) }
        let store = try StoreAccess.writing(arguments)
        let id = try storing { () throws(StorageError) in try store.add(plan.outline, named: name, for: moment) }
        let list = PlanListText(
            plans: [StoredPlan(id: id, name: name, outline: plan.outline, plannedFor: moment)], calendar: calendar,
            terminal: output.terminal, words: try WorkoutNaming(arguments).words)
        if arguments[PlanList.json] { return try output.json(.object(list.json(list.plans[0]))) }
        try output.lines(list.lines)
    }
}

/// `wattbeat plan list`.
enum PlanList: Command {
    static let json = Flag("json", "print as JSON, for programs (docs/store.md)")

    static let name = "plan list"
    static let summary = "plans by their day, those for any day first"
    static let operands = Operands.none
    static let options: [any CommandOption] =
        ArchiveOptions.days("plans that are to be done") + [
            ArchiveOptions.timeZone, StoreAccess.store, WorkoutNaming.language, json,
        ]
    static let discussion = "With --from and --to only those of these days."

    static func run(_ arguments: Arguments, _ output: Output) throws(CommandError) {
        let calendar = try ArchiveCalendar.rules(arguments, SystemClock().read(), of: self)
        let range = try ArchiveCalendar.range(arguments, calendar, of: self)
        let store = try StoreAccess.reading(arguments)
        let plans = try storing { () throws(StorageError) in try store.plans() }.filter { plan in
            range.map { range in plan.plannedFor.map(range.contains) ?? false } ?? true
        }
        let list = PlanListText(
            plans: plans, calendar: calendar, terminal: output.terminal, words: try WorkoutNaming(arguments).words)
        if arguments[json] {
            return try output.json(["store": .string(store.path), "plans": .array(plans.map { .object(list.json($0)) })])
        }
        guard !plans.isEmpty else {
            throw CommandError(.noInput, "no plan is in \(store.path)" + (range == nil ? "" : " for these days"))
        }
        try output.lines(list.lines)
    }
}

/// `wattbeat plan show PLAN`.
enum PlanShow: Command {
    static let name = "plan show"
    static let summary = "a plan as it is written down"
    static let operands = Operands("PLAN", 1...1)
    static let options: [any CommandOption] = [StoreAccess.store]
    static let discussion = """
        \(PlanReferences.words).
        It is JSON as docs/plans.md has it, good to be added again.

        example:
          wattbeat plan show 'Tuesday intervals' > intervals.json
        """

    static func run(_ arguments: Arguments, _ output: Output) throws(CommandError) {
        let plan = try PlanReferences.plan(named: arguments.operands[0], StoreAccess.reading(arguments))
        try output.json(PlanText.json(plan.outline))
    }
}

/// `wattbeat plan delete PLAN…`.
enum PlanDelete: Command {
    static let name = "plan delete"
    static let summary = "take plans away"
    static let operands = Operands("PLAN…", 1...4096)
    static let yes = Flag("yes", "do not ask")
    static let options: [any CommandOption] = [yes, StoreAccess.store]
    static let discussion = """
        \(PlanReferences.words).
        They do not come back; workouts that followed one keep it.
        """

    static func run(_ arguments: Arguments, _ output: Output) throws(CommandError) {
        let store = try StoreAccess.changing(arguments)
        var plans: [StoredPlan] = []
        for text in arguments.operands {
            let plan = try PlanReferences.plan(named: text, store)
            if !plans.contains(plan) { plans.append(plan) }
        }
        if !arguments[yes] {
            try Question.needsSomebody("deletes", self)
            let names = plans.map { quoted($0.name) }.joined(separator: ", ")
            guard Question.ask("Delete \(names)?") else { throw CommandError(.refused, "nothing is deleted") }
        }
        try storing { () throws(StorageError) in
            try store.batch { store throws(StorageError) in for plan in plans { try store.deletePlan(plan.id) } }
        }
        for plan in plans { try output.line("deleted: \(shown(plan.name))") }
    }
}

/// How people name a stored plan: as it is called, or by the first digits of its id.
enum PlanReferences {
    static let words = "PLAN is its name, or the first digits of its id (six or more)"

    static func plan(named text: String, _ store: HistoryStore) throws(CommandError) -> StoredPlan {
        let plans = try storing { () throws(StorageError) in try store.plans() }
        let named = plans.filter { $0.name == text }
        if named.count > 1 {
            throw CommandError(
                .noInput, "\(named.count) plans are called \(quoted(text)): name one by its id (wattbeat plan list)")
        }
        if let plan = named.first { return plan }
        let id = try StoredName.named(text, among: plans.map(\.id), "plan", see: "wattbeat plan list")
        guard let plan = plans.first(where: { $0.id == id }) else {
            throw CommandError(.noInput, "there is no plan \(quoted(text))")
        }
        return plan
    }

    /// Of the store that is in use, if there is one; of several plans of a name the one whose day comes last.
    static func stored(_ text: String, _ arguments: Arguments) throws(CommandError) -> StoredPlan? {
        guard StoreAccess.isThere(arguments) else { return nil }
        let store = try StoreAccess.reading(arguments)
        return try storing { () throws(StorageError) in try store.plans() }.last { $0.name == text }
    }
}

/// Plans as a table and as JSON.
struct PlanListText {
    let plans: [StoredPlan]
    let calendar: CalendarRules
    let terminal: Terminal
    let words: Phrasebook

    var lines: [String] {
        var table = TextTable(.left, .left, .right, .right, .right, .left)
        table.add(
            ([words.text(TableWord.day)] + [PageWord.plan, .steps, .time].map(words.text) + ["km", "id"]).map {
                terminal.dim($0.uppercased())
            })
        for plan in plans {
            let extent = plan.extent
            table.add(
                plan.plannedFor.map { "\(calendar.day(containing: $0))" } ?? words.text(PageWord.anyDay), shown(plan.name),
                "\(plan.outline.steps.count)", extent.span > .zero ? ClockText.span(extent.span) : "–",
                extent.metres > 0 ? Fixed.text(extent.metres / 1000, decimals: 1) : "–", String(plan.id.prefix(8)))
        }
        return table.lines(indent: 0)
    }

    /// Stable keys (docs/store.md).
    func json(_ plan: StoredPlan) -> JSONObject {
        let extent = plan.extent
        return [
            "id": .string(plan.id), "name": .string(plan.name),
            "day": .string(plan.plannedFor.map { "\(calendar.day(containing: $0))" }),
            "stepSeconds": .number(extent.span.seconds, decimals: 6), "stepMetres": .number(extent.metres, decimals: 3),
            "plan": PlanText.json(plan.outline),
        ]
    }
}

extension StoredPlan {
    /// Of its steps: those by time, and those by distance.
    fileprivate var extent: (span: TimeSpan, metres: Double) {
        outline.steps.reduce((.zero, 0)) { sum, step in
            switch step.extent {
            case .duration(let span): (sum.0 + span, sum.1)
            case .distance(let metres): (sum.0, sum.1 + metres)
            }
        }
    }
}
