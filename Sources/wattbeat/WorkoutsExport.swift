import ActivityFiles
import Gateway
import Statistics
import Storage
import Transports
import Workouts

/// `wattbeat workouts export`.
enum WorkoutsExport: Command {
    static let name = "workouts export"
    static let summary = "write workouts as FIT, GPX, TCX or CSV files, or all of a period as one table"
    static let operands = Operands("[ID…]", 0...4096)
    static let summaries = Option.text("summaries", "PATH", "write one CSV file with a line for each workout, and totals")
    static let period = Option<ExportPeriod>(
        "period", "PERIOD", "only workouts that began in it: week, month or year for this one, or FROM..TO",
        expecting: "week, month, year, or two days such as 2026-03-01..2026-03-31", read: ExportPeriod.init)
    static let replace = Flag("replace", "write over files that are there already")
    static let options: [any CommandOption] =
        [ReplayOptions.fit, ReplayOptions.gpx, ReplayOptions.tcx, ReplayOptions.csv, summaries, replace] + choice + [
            ArchiveOptions.timeZone, ArchiveOptions.weekStarts, ArchiveOptions.today, StoreAccess.store,
        ]
    /// What names workouts without their IDs.
    private static let choice: [any CommandOption] = [
        period, ArchiveOptions.from, ArchiveOptions.to, ArchiveOptions.sport, ArchiveOptions.source,
    ]
    static let discussion = """
        \(WorkoutReferences.words).
        In place of IDs --period, --from, --to, --sport and --source choose, as in workouts list. Of several workouts the
        second one's file gets its number before the extension: ride-2.fit; in a folder each is named by its start and
        id. Names, notes and sports that you gave are in the files. A PATH that ends with / is a folder, made where there
        is none; - is standard output, of one file; one that ends with .gz is packed as gzip does.
        --summaries writes a period as one table: a line for each workout, the oldest first, and a last one with the
        totals. Files that are there already are not written over, unless --replace says so; each is there whole or not
        at all.

        examples:
          wattbeat workouts export last --gpx ride.gpx
          wattbeat workouts export 1 2 3 --fit ~/upload/ --csv ~/upload/
          wattbeat workouts export --from 2026-05-01 --to 2026-05-31 --sport cycling --fit may/
          wattbeat workouts export --period month --summaries month.csv
          wattbeat workouts export --period 2026-01-01..2026-12-31 --summaries 2026.csv.gz
        """

    static func run(_ arguments: Arguments, _ output: Output) throws(CommandError) {
        let outputs = ReplayOptions.outputs(arguments)
        guard !outputs.isEmpty || arguments.has(summaries) else {
            throw .usage("workouts export needs --fit, --gpx, --tcx, --csv or --summaries PATH", see: self)
        }
        let store = try StoreAccess.reading(arguments)
        let ids = try chosen(arguments, store)
        let toStandardOutput = (outputs.map(\.path) + [arguments[summaries]]).contains("-")
        if toStandardOutput, outputs.count + (arguments.has(summaries) ? 1 : 0) > 1 || !outputs.isEmpty && ids.count > 1 {
            throw .usage("standard output takes one file, and this would write more", see: self)
        }
        var files = WorkoutOutput(inUse: Set([store.path].compactMap(FileIdentity.init)))
        files.replaces = arguments[replace]
        files.isQuiet = toStandardOutput || ids.count * outputs.count > mostTold
        for (format, path) in outputs where path != "-" {
            if isFolder(path) { try makeFolder(path) } else { try FileOutput.check(path, as: format, sparing: files.inUse) }
        }
        Interruption.watch()
        let bar = ProgressBar(from: Int64(mostTold))
        defer { bar.finish() }
        let table = Table()
        var summaries = CSVSummaries { table.bytes += $0 }
        // One at a time: a year of rides need not be held.
        for (index, id) in ids.enumerated() {
            guard !Task.isCancelled else {
                throw CommandError(Interruption.exit, "interrupted: \(index) of \(ids.count) workouts are done")
            }
            bar.show(Int64(index), of: Int64(ids.count))
            guard let workout = try storing({ () throws(StorageError) in try store.workout(id) }) else { continue }
            if arguments.has(Self.summaries) { summaries.append(workout) }
            let note = try storing { () throws(StorageError) in try store.edits(of: id).note }
            for (format, path) in outputs {
                let target = isFolder(path) ? inFolder(path, workout, format) : Self.path(path, ofWorkout: index + 1)
                try files.write(workout, note: note, as: format, to: target, output)
            }
        }
        bar.finish()
        summaries.appendTotals()
        summaries.finish()
        if let path = arguments[Self.summaries] { try files.write(summaries: table.bytes, of: ids.count, to: path, output) }
        if files.isQuiet, !toStandardOutput { try output.line(files.total) }
        if let refusal = files.concluded() { throw refusal }
    }

    /// `ride-2.fit.gz` of the second.
    private static func path(_ path: String, ofWorkout number: Int) -> String {
        guard number > 1 else { return path }
        return path.hasSuffix(".gz") ? String(path.dropLast(3)).numbered(number) + ".gz" : path.numbered(number)
    }

    /// A line a workout: some hundred bytes each.
    private final class Table { var bytes: [UInt8] = [] }

    /// As many files are told one by one.
    private static let mostTold = 20

    /// - Throws: for none.
    private static func chosen(_ arguments: Arguments, _ store: HistoryStore) throws(CommandError) -> [WorkoutID] {
        guard arguments.operands.isEmpty else {
            if let option = choice.first(where: arguments.has) {
                throw .usage("workouts export takes IDs or --\(option.name), not both", see: self)
            }
            let references = try WorkoutReferences(store)
            var ids: [WorkoutID] = []
            for text in arguments.operands {
                let id = try references.workout(named: text)
                if !ids.contains(id) { ids.append(id) }
            }
            return ids
        }
        guard choice.contains(where: arguments.has) else {
            throw .usage("workouts export needs IDs, or --period, --from, --to, --sport or --source", see: self)
        }
        var filter = try WorkoutsList.filter(arguments, of: self)
        if let period = arguments[period] {
            guard filter.from == nil, filter.to == nil else {
                throw .usage("--period is days of its own: leave --from and --to out", see: self)
            }
            let clock = SystemClock().read()
            let calendar = try ArchiveCalendar.rules(arguments, clock, of: self)
            let range = try period.range(calendar, now: ArchiveCalendar.now(arguments, clock, calendar))
            (filter.from, filter.to) = (range.start, range.end)
        }
        let found = try storing { () throws(StorageError) in try store.workouts(filter) }
        guard !found.isEmpty else { throw CommandError(.noInput, "no workout is in \(store.path) that is asked for") }
        // The oldest first, as a table of them is read.
        return found.reversed().map(\.id)
    }

    /// One that is named as a folder is one, whether or not it is there yet.
    private static func makeFolder(_ path: String) throws(CommandError) {
        do throws(TransportError) { try Folder.create(path) } catch { throw CommandError(.cannotCreate, "\(error)") }
    }

    private static func isFolder(_ path: String) -> Bool { path.hasSuffix("/") || FileIdentity(path: path + "/.") != nil }

    private static func inFolder(_ folder: String, _ workout: Workout, _ format: ActivityFormat) -> String {
        let local = workout.startTimestamp.iso8601(utcOffsetSeconds: workout.clock.utcOffsetSeconds ?? 0)
        let moment = local.prefix(19).filter { $0 != ":" }
        return (folder.hasSuffix("/") ? folder : folder + "/")
            + "\(moment)-\(workout.type.rawValue)-\(workout.id.storeText.prefix(8)).\(format.fileExtension)"
    }
}
