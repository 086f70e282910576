import Gateway
import JSONText
import Storage
import Workouts

/// `wattbeat workouts import [PATH…]`.
enum WorkoutsImport: Command {
    static let name = "workouts import"
    static let summary = "bring captures and files of other devices and programs into the store"
    static let operands = Operands("[PATH…]", 0...4096)
    static let options: [any CommandOption] = [StoreAccess.store] + ArchiveOptions.all.filter { !unused.contains($0.name) }
    /// Of no use here.
    private static let unused: Set<String> = [
        StoreAccess.store.name, ArchiveOptions.weekStarts.name, WorkoutNaming.language.name, Places.table.name,
    ]
    static let discussion = """
        A PATH is a capture, a FIT, TCX, GPX or CSV file, or a folder with all that lies in it; without one the capture folder and
        the workout folder of the settings in use are read. What a file is is told by its content. Captures keep the zones and
        figures that are frozen in them, other files get yours of their day.
        A workout that is in several files, or was recorded by two devices, is stored once; the better recording takes the
        other's place, and what you called it stays. What was deleted stays deleted. The same files again change nothing.

        examples:
          wattbeat workouts import
          wattbeat workouts import ~/Downloads/export-2026 ride.gpx
          wattbeat workouts import --demo --store demo.db
        """

    static func run(_ arguments: Arguments, _ output: Output) async throws(CommandError) {
        if arguments[ArchiveOptions.demo], arguments[StoreAccess.store] == nil {
            throw .usage("made-up workouts go into a store of their own: give --store PATH", see: self)
        }
        let session = try ArchiveSession(arguments, of: self, isFromFiles: true)
        // Made with the first workout: what gives none leaves nothing behind.
        var intake: StoreIntake?
        var skipped: [SkippedFile] = []
        var interruption: CommandError?
        do throws(CommandError) {
            skipped = try await session.forEach { found throws(CommandError) in
                if intake == nil { intake = try StoreIntake(arguments) }
                try intake?.take(found)
            }.skipped
        } catch {
            guard Task.isCancelled, intake != nil else { throw error }
            interruption = CommandError(Interruption.exit, "interrupted: import again for what is missing")
        }
        try intake?.finish()
        let report = ImportReport(
            outcomes: intake?.outcomes ?? [], skipped: skipped, store: intake?.path ?? StoreAccess.path(arguments))
        if arguments[ArchiveOptions.json] {
            try output.json(report.json)
        } else {
            for sentence in report.complaints { Output.complain("wattbeat: \(sentence)") }
            for line in report.lines { try output.line(line) }
        }
        if let interruption { throw interruption }
    }
}

/// What came of an import.
struct ImportReport {
    let outcomes: HistoryIntake.Outcomes
    /// What gave no workout, and why.
    let skipped: [SkippedFile]
    let store: String

    private func count(_ isCounted: (HistoryIntake.Outcome) -> Bool) -> Int { outcomes.count { isCounted($0.outcome) } }
    private var added: Int { count { $0 == .added } }
    private var replaced: Int { count { $0 == .replaced } }
    private var unchanged: Int { count { $0 == .unchanged } }
    private var better: Int { count { if case .better = $0 { true } else { false } } }
    private var refused: Int { count { if case .refused = $0 { true } else { false } } }

    /// As many are told one by one.
    private static let most = 20

    /// Workouts that are not stored, those that others gave way to, and files of which not all is used, a line each.
    var complaints: [String] {
        let all = outcomes.compactMap { entry -> String? in
            switch entry.outcome {
            case .refused(let sentence): sentence
            case .better(let other):
                "\(entry.path) takes the place of \(other.isEmpty ? "another one" : other), which has less in it"
            case .added, .replaced, .unchanged: nil
            }
        }
        return Self.first(all) + Self.first(skipped.filter { $0.reason == .partly }.map(\.sentence))
    }

    private static func first(_ sentences: [String]) -> [String] {
        sentences.count <= most + 1 ? sentences : sentences.prefix(most) + ["and \(sentences.count - most) more of these"]
    }

    /// How many workouts came of it, and where they are.
    var sentence: String {
        var parts = ["\(Count.text(added + better, "workout is", "workouts are")) new in \(shown(store))"]
        if replaced > 0 { parts.append("\(replaced) derived anew") }
        if unchanged > 0 { parts.append("\(unchanged) there already") }
        if refused > 0 { parts.append("\(refused) not stored") }
        return parts.joined(separator: ", ")
    }

    /// The same, and a line for each kind of file of which not all was used.
    var lines: [String] {
        let rows = Self.kinds.compactMap { kind -> (String, String)? in
            let count = skipped.count { kind.holds($0) }
            return count > 0 ? ("\(count)", (count == 1 ? "file " : "files ") + kind.words) : nil
        }
        let digits = rows.map(\.0.count).max() ?? 0
        return [sentence] + rows.map { "  " + String(repeating: " ", count: digits - $0.0.count) + $0.0 + " " + $0.1 }
    }

    private static let kinds: [(holds: @Sendable (SkippedFile) -> Bool, words: String)] = [
        (
            { [.copy, .ownFIT].contains($0.reason) || $0.reason == .sameWorkout && $0.isByIdentity == true },
            "of a workout that another file holds too: by its identity"
        ),
        ({ $0.reason == .sameWorkout && $0.isByIdentity != true }, "of a workout that another file holds too: by its time"),
        ({ $0.reason == .partly }, "used but for some points or values"),
        ({ $0.reason == .damaged }, "damaged or cut off, and used as far as they could be read"),
        ({ $0.reason == .unreadable }, "not readable"), ({ $0.reason == .notARecording }, "of other kinds"),
        ({ $0.reason == .noWorkout }, "without a workout"), ({ $0.reason == .undated }, "of a clock that was never set"),
        ({ $0.reason == .stillWritten }, "being recorded"),
        ({ $0.reason == .demo }, "made up, which do not count beside real ones"),
    ]

    var json: JSONValue {
        [
            "store": .string(store), "added": .integer(added), "superseding": .integer(better),
            "replaced": .integer(replaced), "unchanged": .integer(unchanged),
            "refused": .integer(refused),
            "workouts": .array(
                outcomes.map { entry in
                    var object: JSONObject = [
                        "id": .string(entry.id.storeText), "path": .string(entry.path.isEmpty ? nil : entry.path),
                    ]
                    switch entry.outcome {
                    case .added: object["outcome"] = "added"
                    case .replaced: object["outcome"] = "replaced"
                    case .unchanged: object["outcome"] = "unchanged"
                    case .better(let other):
                        object["outcome"] = "superseding"
                        object["supersededPath"] = .string(other.isEmpty ? nil : other)
                    case .refused(let sentence):
                        object["outcome"] = "refused"
                        object["sentence"] = .string(sentence)
                    }
                    return .object(object)
                }),
            "skipped": .array(
                skipped.map {
                    [
                        "path": .string($0.path), "reason": .string($0.reason.rawValue), "sentence": .string($0.sentence),
                        "sameBy": .string($0.isByIdentity.map { $0 ? "identity" : "time" }),
                    ]
                }),
        ]
    }
}
