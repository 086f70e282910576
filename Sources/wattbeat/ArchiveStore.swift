import Gateway
import Statistics
import Storage
import Transports
import WireFormats
import Workouts

/// The store as the source of what was recorded, and what lies in the folders and is not in it yet.
struct ArchiveStore {
    let store: HistoryStore
    let places: ArchivePlaces
    let athlete: AthleteHistory
    /// Settings that stand above those with which the workouts were stored: they are derived anew from their files.
    let overriding: [CaptureHeader.Setting]

    struct Outcome {
        var skipped: [SkippedFile] = []
        /// Workouts and files that lie outside of the range.
        var passed = 0
    }

    var nothingFound: String {
        "\(store.path) is empty: wattbeat workouts import brings in what was recorded, and files and folders"
    }

    /// Each workout once, in order of time but for those whose time only their reading tells.
    func forEach(
        within range: TimeRange?, _ body: (ArchivedWorkout) throws(CommandError) -> Void
    ) async throws(CommandError) -> Outcome {
        let all = try storing { () throws(StorageError) in Array(try store.workouts().reversed()) }
        let isDemo = !all.isEmpty && all.allSatisfy(\.isDemo)
        // What was made up never stands beside what was done.
        let wanted = all.filter { listing in
            listing.isDemo == isDemo && (range.map { listing.start < $0.end && listing.end > $0.start } ?? true)
        }
        var outcome = Outcome(passed: all.count - wanted.count)
        if isDemo {
            for listing in wanted where !Task.isCancelled { try give(listing, body) }
        } else if overriding.isEmpty {
            try await forEach(of: wanted, within: range, &outcome, body)
        } else {
            try await forEachAnew(of: wanted, within: range, &outcome, body)
        }
        return outcome
    }

    /// As they are stored, those of the folders among them in their place.
    private func forEach(
        of listings: [WorkoutListing], within range: TimeRange?, _ outcome: inout Outcome,
        _ body: (ArchivedWorkout) throws(CommandError) -> Void
    ) async throws(CommandError) {
        var known = KnownRecordings()
        for (origin, start) in try storing({ () throws(StorageError) in try store.origins() }) {
            if let place = origin.place { known.insert(path: place) }
            if origin.kind == .capture { known.insert(captureStart: start) }
        }
        let archive = WorkoutArchive(paths: places.paths, athlete: athlete, within: range, leavingOut: known)
        var rest = listings[...]
        var added = 0
        try await ArchiveSession.forEach(in: archive) { found throws(CommandError) in
            guard try isNew(found) else { return }
            while let listing = rest.first, listing.start <= found.workout.startTimestamp {
                rest.removeFirst()
                try give(listing, body)
            }
            added += 1
            try body(found)
        }
        for listing in rest where !Task.isCancelled { try give(listing, body) }
        outcome.skipped = archive.skipped
        outcome.passed += archive.workoutsOutside + archive.filesOutside
        if added > 0 {
            let what = added == 1 ? "1 workout that counts is" : "\(added) workouts that count are"
            Output.complain(
                "wattbeat: \(what) in the folders alone; wattbeat workouts import brings what is new into the store")
        }
    }

    /// Whether the store neither has it nor had it.
    private func isNew(_ found: ArchivedWorkout) throws(CommandError) -> Bool {
        guard !found.workout.isDemo else { return false }
        return try storing { () throws(StorageError) in
            guard try store.standing(of: found.workout.id) == .unknown else { return false }
            return try store.recordings(sameAs: ArchiveRival(found), found.workout).isEmpty
        }
    }

    private func give(
        _ listing: WorkoutListing, _ body: (ArchivedWorkout) throws(CommandError) -> Void
    ) throws(CommandError) {
        let workout: Workout?
        do throws(StorageError) {
            workout = try store.workout(listing.id)
        } catch {
            guard case .damaged = error else { throw CommandError(error) }
            // The others can be read all the same.
            return Output.complain("wattbeat: a workout is left out: \(error)")
        }
        guard let workout else { return }
        let format = ArchivedWorkout.Format(listing.origin)
        try body(ArchivedWorkout(workout: workout, path: listing.origin.place ?? "", format: format))
    }

    /// From the files that they came from, with other settings, with what people said of them.
    private func forEachAnew(
        of listings: [WorkoutListing], within range: TimeRange?, _ outcome: inout Outcome,
        _ body: (ArchivedWorkout) throws(CommandError) -> Void
    ) async throws(CommandError) {
        let paths = Set(listings.compactMap(\.origin.place).filter { FileIdentity(path: $0) != nil }).sorted()
        let archive = WorkoutArchive(
            paths: places.paths + paths, athlete: athlete, overriding: overriding, within: range)
        var missing = Set(listings.map(\.id))
        try await ArchiveSession.forEach(in: archive) { found throws(CommandError) in
            missing.remove(found.workout.id)
            var found = found
            let standing = try storing { () throws(StorageError) in
                found.workout = try store.edited(found.workout)
                return try store.standing(of: found.workout.id)
            }
            guard standing != .deleted, !found.workout.isDemo else { return }
            try body(found)
        }
        outcome.skipped = archive.skipped
        outcome.passed += archive.workoutsOutside + archive.filesOutside
        if !missing.isEmpty, !Task.isCancelled {
            let what = missing.count == 1 ? "1 stored workout does" : "\(missing.count) stored workouts do"
            Output.complain("wattbeat: \(what) not count: the files that other settings are computed from are gone")
        }
    }
}
