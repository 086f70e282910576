import Gateway
import JSONText
import Phrases
import Statistics
import Storage
import Transports
import Workouts

/// `wattbeat mood …`: how somebody felt, kept in the store. Alone it lists it.
enum Moods: Command {
    static let name = "mood"
    static let summary = "how you felt: add, list, delete"
    static let operands = Operands.none
    static let options = MoodList.options
    static let subcommands: [any Command.Type] = [MoodAdd.self, MoodList.self, MoodDelete.self]
    static let discussion = """
        Alone it lists check-ins, as mood list does. They are in the store alone (docs/store.md), so back it up.

        examples:
          wattbeat mood add pleasant --labels energized,proud --associations fitness --workout last
          wattbeat mood add -0.4 --daily --note 'slept badly'
        """

    static func run(_ arguments: Arguments, _ output: Output) throws(CommandError) {
        try MoodList.run(arguments, output)
    }
}

/// `wattbeat mood add VALENCE|WORD`.
enum MoodAdd: Command {
    private static let labels = Option<[MoodCheckIn.Label]>.words("labels", "what it was like")
    private static let associations = Option<[MoodCheckIn.Association]>.words("associations", "what it has to do with")
    private static let daily = Flag("daily", "the mood of the whole day; else how you felt at that moment")
    private static let at = Option<ArchiveOptions.DayAndTime>(
        "at", "TIME", "when it was, as 2026-03-01T14:30, or its day with --daily; else now",
        expecting: "a day such as 2026-03-01 or a time such as 2026-03-01T14:30", read: ArchiveOptions.DayAndTime.init)
    private static let workout = Option.text("workout", "ID", "the workout that it belongs to, as workouts list names it")
    private static let note = Option.text("note", "TEXT", "in your own words")
    static let json = Flag("json", "print as JSON what was added (docs/store.md)")

    static let name = "mood add"
    static let summary = "say how you feel, or felt"
    static let operands = Operands("VALENCE|WORD", 1...1)
    static let options: [any CommandOption] = [
        labels, associations, daily, at, workout, note, ArchiveOptions.timeZone, StoreAccess.store, WorkoutNaming.language, json,
    ]
    static let discussion = """
        VALENCE is a number from -1, very unpleasant, to 1, very pleasant, or one of the words
        \(words.map(\.word).joined(separator: ", ")).

        example:
          wattbeat mood add 0.6 --labels calm,content --associations fitness,weather
        """

    /// Steps of a third, as on a scale of seven.
    static let words: [(word: String, valence: Double)] = [
        ("very-unpleasant", -1), ("unpleasant", -2.0 / 3), ("slightly-unpleasant", -1.0 / 3), ("neutral", 0),
        ("slightly-pleasant", 1.0 / 3), ("pleasant", 2.0 / 3), ("very-pleasant", 1),
    ]

    static func run(_ arguments: Arguments, _ output: Output) throws(CommandError) {
        let text = arguments.operands[0]
        guard let valence = Double(decimal: text) ?? words.first(where: { $0.word == text.lowercased() })?.valence else {
            throw .usage(
                "\(quoted(text)) is no mood: a number from -1 to 1, or a word"
                    + Nearest.hint(for: text, among: words.map(\.word)), see: self)
        }
        let clock = SystemClock().read()
        let calendar = try ArchiveCalendar.rules(arguments, clock, of: self)
        let kind: MoodCheckIn.Kind = arguments[daily] ? .daily : .momentary
        var moment = Timestamp(microseconds: clock.wall)
        if let at = arguments[at] {
            guard let time = at.time ?? (kind == .daily ? noon : nil) else {
                throw .usage("--at \(at.day) says no time: add it as \(at.day)T14:30, or --daily for the whole day", see: self)
            }
            moment = calendar.moment(on: at.day, at: time)
        }
        let store = try StoreAccess.writing(arguments)
        let workout = try arguments[workout].map { name throws(CommandError) in
            try WorkoutReferences(store).workout(named: name)
        }
        let mood: MoodCheckIn
        do throws(MoodError) {
            mood = try MoodCheckIn(
                at: moment, kind, valence: valence, labels: arguments[labels] ?? [],
                associations: arguments[associations] ?? [], workout: workout)
        } catch {
            throw .usage("\(quoted(text)) is out of range: a mood is a number from -1 to 1", see: self)
        }
        let note = arguments[note]
        let id = try storing { () throws(StorageError) in try store.add(mood, note: note) }
        let stored = StoredMood(id: id, mood: mood, note: note)
        if arguments[json] { return try output.json(.object(stored.json(calendar))) }
        let list = MoodListText(
            moods: [stored], calendar: calendar, words: try WorkoutNaming(arguments).words, terminal: output.terminal)
        try output.lines(list.lines)
    }

    private static let noon = TimeSpan(microseconds: 43_200_000_000)
}

/// `wattbeat mood list`.
enum MoodList: Command {
    static let name = "mood list"
    static let summary = "check-ins, newest first, and how the weeks went"
    static let operands = Operands.none
    static let options: [any CommandOption] =
        ArchiveOptions.days("check-ins") + [
            ArchiveOptions.timeZone, ArchiveOptions.weekStarts, today, StoreAccess.store, WorkoutNaming.language,
            MoodAdd.jsonOfAll,
        ]
    private static let today = Option<ArchiveOptions.DayAndTime>(
        ArchiveOptions.today.name, "DATE", "look back from the end of this day, or a time of it (2026-03-01T14:30)",
        expecting: ArchiveOptions.today.expectation, read: ArchiveOptions.DayAndTime.init)
    static let discussion = """
        Below the check-ins stand the weeks: how many answers each has, and their mean where there are three or more;
        moments and whole days are kept apart. A rise or fall is claimed only of twelve weeks in which it is not chance
        (docs/core.md).

        example:
          wattbeat mood list --from 2026-01-01
        """

    static func run(_ arguments: Arguments, _ output: Output) throws(CommandError) {
        let clock = SystemClock().read()
        let calendar = try ArchiveCalendar.rules(arguments, clock, of: self)
        let range = try ArchiveCalendar.range(arguments, calendar, of: self)
        let now = ArchiveCalendar.now(arguments, clock, calendar)
        let store = try StoreAccess.reading(arguments)
        let history = try storing { () throws(StorageError) in try MoodHistory(store, of: range, calendar, now: now) }
        if arguments[MoodAdd.jsonOfAll] { return try output.json(history.json) }
        guard !history.moods.isEmpty else {
            throw CommandError(.noInput, "no mood is in \(store.path)" + (range == nil ? "" : " of these days"))
        }
        let list = MoodListText(
            moods: history.moods, calendar: calendar, words: try WorkoutNaming(arguments).words, terminal: output.terminal)
        try output.lines(list.lines + [""] + list.lines(of: history))
    }
}

/// `wattbeat mood delete ID…`.
enum MoodDelete: Command {
    static let name = "mood delete"
    static let summary = "take check-ins back"
    static let operands = Operands("ID…", 1...4096)
    static let yes = Flag("yes", "do not ask")
    static let options: [any CommandOption] = [yes, StoreAccess.store]
    static let discussion = "ID is the first digits of the id that mood list shows (six or more). They do not come back."

    static func run(_ arguments: Arguments, _ output: Output) throws(CommandError) {
        let store = try StoreAccess.changing(arguments)
        let moods = try storing { () throws(StorageError) in try store.moods() }
        var ids: [String] = []
        for text in arguments.operands {
            let id = try StoredName.named(text, among: moods.map(\.id), "mood", see: "wattbeat mood list")
            if !ids.contains(id) { ids.append(id) }
        }
        if !arguments[yes] {
            try Question.needsSomebody("deletes", self)
            guard Question.ask("Delete \(Count.text(ids.count, "check-in", "check-ins"))?") else {
                throw CommandError(.refused, "nothing is deleted")
            }
        }
        try storing { () throws(StorageError) in
            try store.batch { store throws(StorageError) in for id in ids { try store.deleteMood(id) } }
        }
        try output.line("\(Count.text(ids.count, "check-in is", "check-ins are")) deleted")
    }
}

extension MoodAdd {
    static let jsonOfAll = Flag("json", "print everything as JSON, for programs (docs/store.md)")
}

/// What is named by the first digits of its id.
enum StoredName {
    private static let shortest = 6

    static func named(
        _ text: String, among ids: [String], _ what: String, see list: String
    ) throws(CommandError) -> String {
        let found = text.utf8.count >= shortest ? ids.filter { $0.hasPrefix(text.lowercased()) } : []
        guard let first = found.first else { throw CommandError(.noInput, "there is no \(what) \(quoted(text)) (\(list))") }
        guard found.count == 1 else {
            throw CommandError(.noInput, "\(found.count) of them begin with \(quoted(text)): give more digits")
        }
        return first
    }
}

extension Option {
    /// Several words with commas between.
    fileprivate static func words<Word: RawRepresentable<String> & CaseIterable & Sendable>(
        _ name: String, _ help: String
    ) -> Self where Value == [Word] {
        let all = Word.allCases.map(\.rawValue).joined(separator: ", ")
        return Self(name, "WORDS", "\(help), with commas between: \(all)", expecting: "some of \(all), with commas between") {
            text in
            let words = text.split(separator: ",", omittingEmptySubsequences: false).map { Word(rawValue: String($0)) }
            let read = words.compactMap(\.self)
            return read.count == words.count ? read : nil
        }
    }
}
