import Gateway
import JSONText
import Storage
import Transports
import Workouts

/// `wattbeat store rebuild [ID…]`.
enum StoreRebuild: Command {
    static let name = "store rebuild"
    static let summary = "derive every workout again from its capture or file"
    static let operands = Operands("[ID…]", 0...4096)
    static let json = Flag("json", "print as JSON what came of each (docs/store.md)")
    static let options: [any CommandOption] = [StoreAccess.store, GatewayOptions.settings, ControlAccess.socket, json]
    static let discussion = """
        Without ID all of them, and what sensors said outside of workouts. Figures, zones, laps, splits, samples, routes
        as recorded and totals of days are made anew, with the settings of then: where the program's rules are the same,
        so is every byte. Workouts whose rows are gone are looked for where captures and workouts are kept. Names,
        sports, notes, moods, plans, deletions, cuts and joins stay. A workout whose capture or file is gone is folded
        from the samples in the store, and named. Each is done by itself, so that this may be interrupted; again it
        begins from the first. Where pages of the file itself are damaged, a new one with all that can be read takes its
        place first, and the damaged one is kept beside it. The exit status is 65 when something could not be derived.

        examples:
          wattbeat store rebuild
          wattbeat store rebuild last
        """

    static func run(_ arguments: Arguments, _ output: Output) async throws(CommandError) {
        Interruption.watch()
        let store = try StoreAccess.renewing(arguments)
        var ids: Set<WorkoutID>?
        if !arguments.operands.isEmpty {
            let references = try WorkoutReferences(store)
            var named: Set<WorkoutID> = []
            for text in arguments.operands { named.insert(try references.workout(named: text)) }
            ids = named
        }
        let folders = ids == nil ? try ArchivePlaces.inUse(arguments).0.paths : []
        let rebuild = try storing { () throws(StorageError) in try HistoryRebuild(store, only: ids, folders: folders) }
        let athlete = try athlete(arguments)
        if !rebuild.paths.isEmpty { try await read(rebuild.paths, athlete, into: rebuild) }
        for path in rebuild.unread where !Task.isCancelled { try await read([path], athlete, into: rebuild) }
        let isInterrupted = Task.isCancelled
        if !isInterrupted { try storing { () throws(StorageError) in try rebuild.finish { Task.isCancelled } } }
        let report = RebuildReport(entries: rebuild.entries, outside: rebuild.outside, store: store.path)
        if arguments[json] {
            try output.json(report.json)
        } else {
            for sentence in report.complaints { Output.complain("wattbeat: \(sentence)") }
            try output.line(report.sentence)
        }
        if isInterrupted || Task.isCancelled {
            throw CommandError(Interruption.exit, "interrupted: what was not derived is as it was")
        }
        if report.hasLeft { throw CommandError(.badData, nil) }
    }

    private static func read(
        _ paths: [String], _ athlete: AthleteHistory, into rebuild: HistoryRebuild
    ) async throws(CommandError) {
        let bar = ProgressBar()
        defer { bar.finish() }
        let archive = WorkoutArchive(paths: paths, athlete: athlete)
        while let found = await archive.next() {
            let (read, total) = archive.progress
            bar.show(read, of: total)
            try storing { () throws(StorageError) in try rebuild.take(found) }
        }
    }

    /// For files whose settings of then cannot be read.
    private static func athlete(_ arguments: Arguments) throws(CommandError) -> AthleteHistory {
        let settings = try? SettingsFile(path: GatewayPlaces(environment: Environment.all).settings).read().settings
        let calendar = try ArchiveCalendar.rules(arguments, SystemClock().read(), of: self)
        return (settings ?? GatewaySettings()).athlete(calendar: calendar)
    }
}

/// What came of deriving workouts again.
struct RebuildReport {
    let entries: [HistoryRebuild.Entry]
    let outside: (captures: Int, changedSeries: Int)
    let store: String

    private static let most = 20

    private func count(_ outcome: HistoryRebuild.Outcome) -> Int { entries.count { $0.outcome == outcome } }

    var hasLeft: Bool { count(.left) > 0 }

    var complaints: [String] {
        let told = entries.compactMap { entry in entry.sentence.map { "\(entry.id.storeText.prefix(8)): \($0)" } }
        return told.count <= Self.most + 1 ? told : told.prefix(Self.most) + ["and \(told.count - Self.most) more of these"]
    }

    var sentence: String {
        let (unchanged, changed, left) = (count(.unchanged), count(.changed), count(.left))
        return "\(Count.text(entries.count - left, "workout", "workouts")) of \(shown(store)) derived again: "
            + "\(unchanged) the same, \(changed) different" + (left > 0 ? "; \(left) left as they were" : "") + days
    }

    private var days: String {
        guard outside.captures > 0 else { return "" }
        let changed = outside.changedSeries
        let what = changed == 0 ? "the same" : Count.text(changed, "day's series", "days' series") + " different"
        return "; outside of workouts \(Count.text(outside.captures, "capture", "captures")), \(what)"
    }

    var json: JSONValue {
        [
            "store": .string(store), "unchanged": .integer(count(.unchanged)), "changed": .integer(count(.changed)),
            "left": .integer(count(.left)), "idleCaptures": .integer(outside.captures),
            "changedDaySeries": .integer(outside.changedSeries),
            "workouts": .array(
                entries.map {
                    [
                        "id": .string($0.id.storeText), "path": .string($0.path), "outcome": .string($0.outcome.rawValue),
                        "sentence": .string($0.sentence),
                    ]
                }),
        ]
    }
}
