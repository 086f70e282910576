import Gateway
import Statistics
import Storage
import Transports
import WireFormats
import Workouts

/// What a command that looks back needs: whose days, whose zones, which words, and the workouts one after the other. It knows of the
/// store and of files; the command does not.
struct ArchiveSession {
    let calendar: CalendarRules
    let naming: WorkoutNaming
    /// With what the command line says of the rider above it.
    let athlete: AthleteHistory
    /// The command's one moment: when it began, or what `--today` says.
    let now: Timestamp
    /// Of `--from` and `--to`; `nil` when neither was given.
    let range: TimeRange?

    /// Whether `now` is the machine's clock's, which runs on while files are read.
    let isClock: Bool
    let source: Source
    let sports: Set<ActivityType>
    /// Identity of a sensor that took part.
    let sensor: String?

    enum Source {
        case files(ArchivePlaces, AthleteHistory, overriding: [CaptureHeader.Setting])
        case stored(ArchiveStore)
        case demo(DemoHistory)
    }

    /// - Parameter isFromFiles: whether the store is what the workouts are for, and not where they are from.
    init(_ arguments: Arguments, of command: any Command.Type, isFromFiles: Bool = false) throws(CommandError) {
        let clock = SystemClock().read()
        calendar = try ArchiveCalendar.rules(arguments, clock, of: command)
        now = ArchiveCalendar.now(arguments, clock, calendar)
        isClock = !arguments.has(ArchiveOptions.today)
        range = try ArchiveCalendar.range(arguments, calendar, of: command)
        naming = try WorkoutNaming(arguments)
        sports = Set(arguments.values(of: ArchiveOptions.sport))
        sensor = arguments[ArchiveOptions.source]
        let overriding = try ReplayOptions.settings(arguments, of: command)
        guard !arguments[ArchiveOptions.demo] else {
            guard arguments.operands.isEmpty else {
                throw .usage(
                    "--demo shows made-up workouts in place of files, and \(quoted(arguments.operands[0])) is given", see: command
                )
            }
            let demo = ArchiveDemo.history(endingAt: now, calendar)
            source = .demo(demo)
            athlete = demo.athleteHistory.overridden(by: overriding, at: now)
            return
        }
        let (places, settings) = try ArchivePlaces.inUse(arguments)
        let own = settings.athlete(calendar: ArchiveCalendar.machine(clock))
        let isNamed = arguments[StoreAccess.store] != nil
        // Who names a gateway or its settings means what that one recorded.
        let isOwn = !arguments.has(GatewayOptions.settings) && !arguments.has(ControlAccess.socket)
        if !isFromFiles, isNamed, let path = arguments.operands.first {
            throw .usage("--store looks into the store, and \(quoted(path)) is given", see: command)
        }
        if !isFromFiles, isNamed || isOwn && arguments.operands.isEmpty && StoreAccess.isThere(arguments) {
            source = .stored(
                try ArchiveStore(
                    store: try StoreAccess.lookingBack(arguments, calendar), places: places, athlete: own, overriding: overriding)
            )
        } else {
            source = .files(places, own, overriding: overriding)
        }
        athlete = own.overridden(by: overriding, at: now)
    }

    /// With a bar on a terminal, and complaints in the end.
    static func forEach(
        in archive: WorkoutArchive, _ body: (ArchivedWorkout) throws(CommandError) -> Void
    ) async throws(CommandError) {
        let bar = ProgressBar()
        defer { bar.finish() }
        while let found = await archive.next() {
            let (read, total) = archive.progress
            bar.show(read, of: total)
            try body(found)
        }
        bar.finish()
        for sentence in ArchiveWords.complaints(archive.skipped) { Output.complain("wattbeat: \(sentence)") }
    }

    /// What was counted all day long beside the workouts, until `now`: of made-up data only, since no file that is read has it.
    /// Nothing where workouts of some sports or of a sensor alone are asked for, as steps are of none.
    var counts: [ArchiveCounts] {
        guard case .demo(let history) = source, !isOfSome else { return [] }
        return ArchiveDemo.counts(of: history, until: now)
    }

    /// The store that workouts come from as they are stored, whose totals of days count then; and whether they are made up.
    var summed: (store: HistoryStore, isDemo: Bool)? {
        guard case .stored(let stored) = source, stored.isAsStored, let isDemo = stored.isDemo else { return nil }
        return (stored.store, isDemo)
    }

    /// Check-ins of the store that workouts come from, until `now`; files have none.
    var moods: [MoodCheckIn] {
        get throws(CommandError) {
            guard case .stored(let stored) = source else { return [] }
            return try storing { () throws(StorageError) in try stored.store.moods() }.map(\.mood).filter { $0.timestamp <= now }
        }
    }

    /// Whether only workouts of some sports, or of a sensor, are asked for.
    var isOfSome: Bool { !sports.isEmpty || sensor != nil }
}
