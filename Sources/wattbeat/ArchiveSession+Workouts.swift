import Gateway
import Statistics
import Storage
import Transports
import WireFormats
import Workouts

// The workouts one after the other, and which of them count.
extension ArchiveSession {
    /// Each workout once, in order of time but for those whose time only their reading tells; what did not count is told at the end.
    ///
    /// - Parameter within: in place of `range`: workouts that do not lie in it, not even in part, are left out.
    /// - Throws: when nothing was recorded at all, or nothing in `range`, what to do; what `body` throws.
    @discardableResult
    func forEach(
        within: TimeRange? = nil, _ body: (ArchivedWorkout) throws(CommandError) -> Void
    ) async throws(CommandError) -> Tally {
        let passing = Passing()
        func give(_ found: ArchivedWorkout) throws(CommandError) {
            let workout = found.workout
            let one = Passing.One(
                id: workout.id, hasSensor: sensor.map { sensor in workout.sources.contains { $0.identity == sensor } },
                start: workout.startTimestamp, end: workout.endTimestamp, sports: workout.activities.map(\.type),
                isDated: found.isDated, isDemo: workout.isDemo)
            if isGiven(one, within, passing) { try body(found) }
        }
        Interruption.watch()
        switch source {
        case .demo(let history): try await ArchiveDemo.forEach(of: history, within: within ?? range, until: now, give)
        case .files(let places, let athlete, let overriding):
            try await forEach(in: places, athlete, overriding, within, passing, give)
        case .stored(let stored):
            let outcome = try await stored.forEach(within: within ?? range, give)
            try finish(outcome, of: stored, passing)
        }
        return try finish(passing, within)
    }

    /// The same without samples, which is quick where workouts come from a store.
    func forEachOutline(
        within: TimeRange? = nil, _ wish: OutlineWish, _ body: (ArchivedOutline) throws(CommandError) -> Void
    ) async throws(CommandError) -> Tally {
        let passing = Passing()
        func give(_ found: ArchivedOutline) throws(CommandError) {
            let figures = found.outline.figures
            let one = Passing.One(
                id: figures.id,
                hasSensor: found.read.flatMap { read in sensor.map { sensor in read.sources.contains { $0.identity == sensor } }
                },
                start: figures.start, end: figures.end, sports: found.outline.legs.map(\.type), isDated: found.isDated,
                isDemo: figures.isDemo)
            if isGiven(one, within, passing) {
                try body(found)
            } else if found.read == nil {
                passing.tally.leftOut.append(figures)
            }
        }
        func outlined(_ found: ArchivedWorkout) throws(CommandError) {
            try give(ArchivedOutline(found, valuesOf: wish.quantities(of: found.workout.startTimestamp)))
        }
        Interruption.watch()
        switch source {
        case .demo(let history):
            try await ArchiveDemo.forEach(of: history, within: within ?? range, until: now, shown: wish.shown, outlined)
        case .files(let places, let athlete, let overriding):
            try await forEach(in: places, athlete, overriding, within, passing, outlined)
        case .stored(let stored):
            if let sensor {
                passing.ofSensor = try storing { () throws(StorageError) in
                    Set(try stored.store.workouts(WorkoutFilter(source: sensor)).map(\.id))
                }
            }
            let outcome = try await stored.forEachOutline(within: within ?? range, wish, give)
            try finish(outcome, of: stored, passing)
        }
        return try finish(passing, within)
    }

    /// What came of those that passed by: counted where they are given, and by what gives them.
    private final class Passing {
        struct One {
            let id: WorkoutID
            /// Of one that was read whole, where a sensor is asked for: whether it took part.
            let hasSensor: Bool?
            let start: Timestamp
            let end: Timestamp
            let sports: [ActivityType]
            let isDated: Bool
            let isDemo: Bool
        }

        var tally = Tally()
        var passed = 0
        var ahead = 0
        /// Of the store, in which the sensor that is asked for took part.
        var ofSensor: Set<WorkoutID> = []
    }

    private func isGiven(_ one: Passing.One, _ within: TimeRange?, _ passing: Passing) -> Bool {
        guard isWanted(one, within, passing) else {
            passing.passed += 1
            return false
        }
        // An archive of files leaves them out itself.
        guard one.isDated || within ?? range == nil else {
            passing.tally.workoutsWithoutDate += 1
            passing.passed += 1
            return false
        }
        guard hasEnded(one) else {
            passing.ahead += 1
            return false
        }
        passing.tally.workouts += 1
        passing.tally.isDemo = one.isDemo
        return true
    }

    private func forEach(
        in places: ArchivePlaces, _ athlete: AthleteHistory, _ overriding: [CaptureHeader.Setting], _ within: TimeRange?,
        _ passing: Passing, _ give: (ArchivedWorkout) throws(CommandError) -> Void
    ) async throws(CommandError) {
        let archive = WorkoutArchive(paths: places.paths, athlete: athlete, overriding: overriding, within: within ?? range)
        try await Self.forEach(in: archive, give)
        passing.tally.skipped = archive.skipped
        passing.passed += passing.ahead + archive.workoutsOutside + archive.filesOutside
        passing.tally.workoutsWithoutDate = archive.undated.count { sports.isEmpty || !sports.isDisjoint(with: $0) }
        if passing.tally.workouts == 0, passing.passed == 0, !Task.isCancelled {
            throw CommandError(.noInput, places.nothingFound)
        }
    }

    private func finish(
        _ outcome: ArchiveStore.Outcome, of stored: ArchiveStore, _ passing: Passing
    ) throws(CommandError) {
        passing.tally.skipped = outcome.skipped
        passing.tally.workoutsWithoutDate += outcome.undated.count { sports.isEmpty || !sports.isDisjoint(with: $0) }
        passing.passed += passing.ahead + outcome.passed
        if passing.tally.workouts == 0, passing.passed == 0, !Task.isCancelled {
            throw CommandError(.noInput, stored.nothingFound)
        }
    }

    private func finish(_ passing: Passing, _ within: TimeRange?) throws(CommandError) -> Tally {
        if Task.isCancelled { throw CommandError(Interruption.exit, "interrupted") }
        if passing.ahead > 0 { Output.complain("wattbeat: \(ArchiveWords.ahead(passing.ahead, isClock: isClock))") }
        if passing.tally.workouts == 0, within == nil {
            throw CommandError(.noInput, ArchiveWords.nothingWanted(sports, isOfSomeDays: range != nil || !isClock))
        }
        return passing.tally
    }

    /// `--from` and `--to` mean the day on which a workout began.
    private func isWanted(_ one: Passing.One, _ within: TimeRange?, _ passing: Passing) -> Bool {
        if sensor != nil, !(one.hasSensor ?? passing.ofSensor.contains(one.id)) { return false }
        if within == nil, let range, one.isDated, !range.contains(one.start) { return false }
        return sports.isEmpty || one.sports.contains(where: sports.contains)
    }

    /// What has not ended by `now` is not there yet; one that is being recorded ends while it is read.
    private func hasEnded(_ one: Passing.One) -> Bool { !one.isDated || one.end <= latestEnd }

    private var latestEnd: Timestamp {
        isClock ? Timestamp(microseconds: SystemClock().read().wall) + Self.clocksDiffer : now
    }

    /// So much may the clocks of a recording and of this machine differ.
    private static let clocksDiffer = TimeSpan(seconds: 60)
}
