import Gateway
import JSONText
import Storage
import Workouts

/// `wattbeat workouts edit ID`.
enum WorkoutsChange: Command {
    private static let newName = Option<String>(
        "name", "NAME", "call it so; '' takes every name away", expecting: "a text"
    ) { $0 }
    private static let sport = Option<Sport>(
        "sport", "TYPE",
        "it was this: \(ActivityType.allCases.map(\.rawValue).joined(separator: ", ")); recorded takes that back",
        expecting: "a kind of workout such as running, or recorded", read: Sport.init)
    private static let note = Option<String>("note", "TEXT", "keep a note with it; '' takes it away", expecting: "a text") { $0 }
    private static let start = Option<TimeSpan>.length("trim-start", "take so much of its beginning away, as 1:30 or 0:05:00")
    private static let end = Option<TimeSpan>.length("trim-end", "take so much of its end away")

    static let name = "workouts edit"
    static let summary = "change a workout's name, sport or note, or take its ends away"
    static let operands = Operands("ID", 1...1)
    static let options: [any CommandOption] = [newName, sport, note, start, end, StoreAccess.store, WorkoutNaming.language, json]
    static let json = Flag("json", "print as JSON what became of it (docs/store.md)")
    static let discussion = """
        \(WorkoutReferences.words).
        What you say is kept beside the workout, and stays when it is derived anew. Another sport brings the zones of
        that sport, those of the day on which it was recorded; of several legs it is only what the whole is called. What
        is left of a trimmed workout is a new one with an id of its own; wattbeat workouts restore ID has the whole
        back.

        examples:
          wattbeat workouts edit last --sport running --note 'first spikes'
          wattbeat workouts edit 3f9a2c --trim-end 12:00
        """

    private enum Sport: Sendable {
        case recorded
        case type(ActivityType)

        init?(_ text: String) {
            if text == "recorded" {
                self = .recorded
            } else {
                guard let type = ActivityType(rawValue: text) else { return nil }
                self = .type(type)
            }
        }
    }

    static func run(_ arguments: Arguments, _ output: Output) throws(CommandError) {
        let (newName, note) = (arguments[newName], arguments[note])
        if let newName { try check(name: newName, self) }
        if let note, note.utf8.count > longestNote {
            throw .usage("the note is longer than \(longestNote) bytes", see: self)
        }
        guard options.prefix(5).contains(where: arguments.has) else {
            throw .usage("nothing is to be changed: --name, --sport, --note, --trim-start or --trim-end", see: self)
        }
        let store = try StoreAccess.changing(arguments)
        let id = try WorkoutReferences(store).workout(named: arguments.operands[0])
        let (start, end) = (arguments[start], arguments[end])
        let left = try storing { () throws(StorageError) in
            try store.batch { store throws(StorageError) in
                var edits = try store.edits(of: id)
                if let newName { edits.name = newName }
                if let note { edits.note = note.isEmpty ? nil : note }
                switch arguments[sport] {
                case .recorded: edits.type = nil
                case .type(let type): edits.type = type
                case nil: break
                }
                try store.setEdits(edits, of: id)
                guard start != nil || end != nil else { return id }
                return try store.trim(id, from: start ?? .zero, to: end ?? .zero)
            }
        }
        try RecutReport(made: [left], gone: left == id ? [] : [id]).write(arguments[json], store, arguments, output)
    }

    static func check(name: String, _ command: any Command.Type) throws(CommandError) {
        guard name.utf8.count <= longestName else { throw .usage("the name is longer than \(longestName) bytes", see: command) }
    }

    private static let longestName = 1000
    private static let longestNote = 100_000
}

/// What became of workouts that were changed, cut or joined.
struct RecutReport {
    let made: [WorkoutID]
    /// Those whose place they take.
    let gone: [WorkoutID]

    func write(
        _ isJSON: Bool, _ store: HistoryStore, _ arguments: Arguments, _ output: Output
    ) throws(CommandError) {
        if isJSON {
            return try output.json([
                "store": .string(store.path), "workouts": .array(made.map { .string($0.storeText) }),
                "replaced": .array(gone.map { .string($0.storeText) }),
            ])
        }
        let line = WorkoutLine(store, try WorkoutNaming(arguments))
        for id in made { try output.line(try line.text(of: id)) }
    }
}

extension Option<TimeSpan> {
    /// A length of time as clocks show it.
    static func length(_ name: String, _ help: String) -> Self {
        Self(name, "TIME", help, expecting: "a time such as 1:30 or 0:45:00") { TimeSpan(clock: $0) }
    }
}

extension TimeSpan {
    /// `45`, `1:30`, `1:02:03`, `1:02:03.5`: seconds, minutes, hours; `nil` for anything else.
    init?(clock text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count), let last = parts.last, let seconds = Double(decimal: String(last)), seconds >= 0,
            last.utf8.first.map({ (0x30...0x39).contains($0) }) ?? false, parts.count == 1 || seconds < 60, seconds < 1e7
        else { return nil }
        var whole: Int64 = 0
        for (index, part) in parts.dropLast().enumerated() {
            guard part.utf8.count <= 5, !part.isEmpty, part.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                let number = Int64(part), index == 0 || number < 60
            else { return nil }
            whole = whole * 60 + number
        }
        self.init(microseconds: whole * 60_000_000 + Int64((seconds * 1e6).rounded()))
    }
}
