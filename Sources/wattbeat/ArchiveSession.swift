import Gateway
import Statistics
import Transports
import WireFormats
import Workouts

/// Samples of one quantity by one source, of no workout.
struct ArchiveCounts {
    let quantity: HistoryQuantity
    let columns: SampleColumns
    let source: SampleSource
}

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
    private let isClock: Bool
    private let source: Source
    private let sports: Set<ActivityType>

    private enum Source {
        case files(ArchivePlaces, AthleteHistory, overriding: [CaptureHeader.Setting])
        case stored(ArchiveStore)
        case demo(DemoHistory)
    }

    /// What came of all workouts.
    struct Tally {
        /// How many were given.
        fileprivate(set) var workouts = 0
        /// How many were not, since only certain days were asked for and nobody knows when they were.
        fileprivate(set) var workoutsWithoutDate = 0
        /// Whether they are made up, which must be said beside everything that is shown of them.
        fileprivate(set) var isDemo = false
        /// What gave no workout, or not all of it.
        fileprivate(set) var skipped: [SkippedFile] = []
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
        let own = settings.athlete(calendar: calendar)
        let isNamed = arguments[StoreAccess.store] != nil
        // Who names a gateway or its settings means what that one recorded.
        let isOwn = !arguments.has(GatewayOptions.settings) && !arguments.has(ControlAccess.socket)
        if !isFromFiles, isNamed, let path = arguments.operands.first {
            throw .usage("--store looks into the store, and \(quoted(path)) is given", see: command)
        }
        if !isFromFiles, isNamed || isOwn && arguments.operands.isEmpty && StoreAccess.isThere(arguments) {
            source = .stored(
                ArchiveStore(store: try StoreAccess.reading(arguments), places: places, athlete: own, overriding: overriding))
        } else {
            source = .files(places, own, overriding: overriding)
        }
        athlete = own.overridden(by: overriding, at: now)
    }

    /// Each workout once, in order of time but for those whose time only their reading tells; what did not count is told at the end.
    ///
    /// - Parameter within: in place of `range`: workouts that do not lie in it, not even in part, are left out.
    /// - Throws: when nothing was recorded at all, or nothing in `range`, what to do; what `body` throws.
    @discardableResult
    func forEach(
        within: TimeRange? = nil, _ body: (ArchivedWorkout) throws(CommandError) -> Void
    ) async throws(CommandError) -> Tally {
        Interruption.watch()
        var tally = Tally()
        var (passed, ahead) = (0, 0)
        func give(_ found: ArchivedWorkout) throws(CommandError) {
            guard isWanted(found.workout, within) else { return passed += 1 }
            guard hasEnded(found) else { return ahead += 1 }
            tally.workouts += 1
            tally.isDemo = found.workout.isDemo
            try body(found)
        }
        switch source {
        case .demo(let history):
            try await ArchiveDemo.forEach(of: history, within: within ?? range, until: now, give)
        case .files(let places, let athlete, let overriding):
            let archive = WorkoutArchive(
                paths: places.paths, athlete: athlete, overriding: overriding, within: within ?? range)
            try await Self.forEach(in: archive, give)
            tally.skipped = archive.skipped
            passed += ahead + archive.workoutsOutside + archive.filesOutside
            tally.workoutsWithoutDate = archive.undated.count { sports.isEmpty || !sports.isDisjoint(with: $0) }
            if tally.workouts == 0, passed == 0, !Task.isCancelled { throw CommandError(.noInput, places.nothingFound) }
        case .stored(let stored):
            let outcome = try await stored.forEach(within: within ?? range, give)
            tally.skipped = outcome.skipped
            passed += ahead + outcome.passed
            if tally.workouts == 0, passed == 0, !Task.isCancelled { throw CommandError(.noInput, stored.nothingFound) }
        }
        if Task.isCancelled { throw CommandError(Interruption.exit, "interrupted") }
        if ahead > 0 { Output.complain("wattbeat: \(ArchiveWords.ahead(ahead, isClock: isClock))") }
        if tally.workouts == 0, within == nil {
            throw CommandError(.noInput, ArchiveWords.nothingWanted(sports, isOfSomeDays: range != nil || !isClock))
        }
        return tally
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
    /// Nothing where workouts of some sports alone are asked for, as steps are of none.
    var counts: [ArchiveCounts] {
        guard case .demo(let history) = source, sports.isEmpty else { return [] }
        return ArchiveDemo.counts(of: history, until: now)
    }

    /// `--from` and `--to` mean the day on which a workout began.
    private func isWanted(_ workout: Workout, _ within: TimeRange?) -> Bool {
        if within == nil, let range, !range.contains(workout.startTimestamp) { return false }
        return sports.isEmpty || workout.activities.contains { sports.contains($0.type) }
    }

    /// What has not ended by `now` is not there yet; one that is being recorded ends while it is read.
    private func hasEnded(_ found: ArchivedWorkout) -> Bool {
        guard found.isDated else { return true }
        let end = isClock ? Timestamp(microseconds: SystemClock().read().wall) + Self.clocksDiffer : now
        return found.workout.endTimestamp <= end
    }

    /// So much may the clocks of a recording and of this machine differ.
    private static let clocksDiffer = TimeSpan(seconds: 60)
}
