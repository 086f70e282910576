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
    ) async throws(CommandError) -> WorkoutTally {
        let passing = selection(within)
        func give(_ found: ArchivedWorkout) throws(CommandError) {
            if passing.gives(found) { try body(found) }
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
    ) async throws(CommandError) -> WorkoutTally {
        let passing = selection(within)
        func give(_ found: ArchivedOutline) throws(CommandError) {
            if passing.gives(found) { try body(found) }
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

    private func forEach(
        in places: ArchivePlaces, _ athlete: AthleteHistory, _ overriding: [CaptureHeader.Setting], _ within: TimeRange?,
        _ passing: WorkoutSelection, _ give: (ArchivedWorkout) throws(CommandError) -> Void
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
        _ outcome: ArchiveStore.Outcome, of stored: ArchiveStore, _ passing: WorkoutSelection
    ) throws(CommandError) {
        passing.tally.skipped = outcome.skipped
        passing.tally.workoutsWithoutDate += outcome.undated.count { sports.isEmpty || !sports.isDisjoint(with: $0) }
        passing.passed += passing.ahead + outcome.passed
        if passing.tally.workouts == 0, passing.passed == 0, !Task.isCancelled {
            throw CommandError(.noInput, stored.nothingFound)
        }
    }

    private func finish(_ passing: WorkoutSelection, _ within: TimeRange?) throws(CommandError) -> WorkoutTally {
        if Task.isCancelled { throw CommandError(Interruption.exit, "interrupted") }
        if passing.ahead > 0 { Output.complain("wattbeat: \(ArchiveWords.ahead(passing.ahead, isClock: isClock))") }
        if passing.tally.workouts == 0, within == nil {
            throw CommandError(.noInput, ArchiveWords.nothingWanted(sports, isOfSomeDays: range != nil || !isClock))
        }
        return passing.tally
    }

    private func selection(_ within: TimeRange?) -> WorkoutSelection {
        WorkoutSelection(sports: sports, sensor: sensor, days: range, within: within) { latestEnd }
    }

    private var latestEnd: Timestamp {
        isClock ? Timestamp(microseconds: SystemClock().read().wall) + Self.clocksDiffer : now
    }

    /// So much may the clocks of a recording and of this machine differ.
    private static let clocksDiffer = TimeSpan(seconds: 60)
}
