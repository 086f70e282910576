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
    /// Whether all of them are made up; `nil` where there is none.
    let isDemo: Bool?

    init(
        store: HistoryStore, places: ArchivePlaces, athlete: AthleteHistory, overriding: [CaptureHeader.Setting]
    ) throws(CommandError) {
        self.store = store
        self.places = places
        self.athlete = athlete
        self.overriding = overriding
        isDemo = try storing { () throws(StorageError) in try store.isDemo }
    }

    struct Outcome {
        var skipped: [SkippedFile] = []
        /// Workouts and files that lie outside of the range.
        var passed = 0
        /// Sports of the workouts in the folders of which nobody knows when they were, where only certain days are asked for.
        var undated: [Set<ActivityType>] = []
    }

    /// Whether they count as they are stored.
    var isAsStored: Bool { overriding.isEmpty || isDemo == true }

    var nothingFound: String {
        "\(store.path) is empty: wattbeat workouts import brings in what was recorded, and files and folders"
    }

    /// Each workout once, in order of time but for those whose time only their reading tells.
    func forEach(
        within range: TimeRange?, _ body: (ArchivedWorkout) throws(CommandError) -> Void
    ) async throws(CommandError) -> Outcome {
        var outcome = Outcome()
        let listings = try wanted(within: range, &outcome)
        if isAsStored {
            try await merge(
                listings, start: \.start, within: range, &outcome,
                give: { listing throws(CommandError) in try give(listing, body) }, body)
        } else {
            try await forEachAnew(of: listings, within: range, &outcome, body)
        }
        return outcome
    }

    /// The same without samples, but for workouts that the store does not have.
    func forEachOutline(
        within range: TimeRange?, _ wish: OutlineWish, _ body: (ArchivedOutline) throws(CommandError) -> Void
    ) async throws(CommandError) -> Outcome {
        func outlined(_ found: ArchivedWorkout) throws(CommandError) {
            try body(ArchivedOutline(found, valuesOf: wish.quantities(of: found.workout.startTimestamp)))
        }
        guard isAsStored else { return try await forEach(within: range, outlined) }
        var outcome = Outcome()
        let stored = try storing { () throws(StorageError) in
            try store.outlines(
                WorkoutFilter(isDemo: isDemo), valuesOf: wish.quantities, of: wish.valued, withZones: wish.hasZones)
        }
        // The others can be read all the same.
        for fault in stored.faults { Output.complain("wattbeat: a workout is left out: \(fault)") }
        let wanted = stored.outlines.filter { isWanted($0.listing, within: range) }.undatedFirst(\.listing.isDated)
        outcome.passed = try storing { () throws(StorageError) in try store.count() } - wanted.count - stored.faults.count
        try await merge(
            wanted, start: \.listing.start, within: range, &outcome,
            give: { one throws(CommandError) in try body(ArchivedOutline(one, store)) }, outlined)
        return outcome
    }

    /// Oldest first. What was made up never stands beside what was done.
    private func wanted(within range: TimeRange?, _ outcome: inout Outcome) throws(CommandError) -> [WorkoutListing] {
        let all = try storing { () throws(StorageError) in Array(try store.workouts().reversed()) }
        let wanted = all.filter { isWanted($0, within: range) }
        outcome.passed = all.count - wanted.count
        return wanted.undatedFirst(\.isDated)
    }

    private func isWanted(_ listing: WorkoutListing, within range: TimeRange?) -> Bool {
        listing.isDemo == isDemo && listing.lies(within: range)
    }

    /// What is stored, with what the folders have besides in its place.
    private func merge<Stored>(
        _ stored: [Stored], start: (Stored) -> Timestamp, within range: TimeRange?, _ outcome: inout Outcome,
        give: (Stored) throws(CommandError) -> Void, _ giveNew: (ArchivedWorkout) throws(CommandError) -> Void
    ) async throws(CommandError) {
        if isDemo == true {
            for one in stored where !Task.isCancelled { try give(one) }
            return
        }
        var known = KnownRecordings()
        for (origin, start) in try storing({ () throws(StorageError) in try store.origins() }) {
            if let place = origin.place { known.insert(path: place) }
            if origin.kind == .capture { known.insert(captureStart: start) }
        }
        let archive = WorkoutArchive(paths: places.paths, athlete: athlete, within: range, leavingOut: known)
        var rest = stored[...]
        var added = 0
        try await ArchiveSession.forEach(in: archive) { found throws(CommandError) in
            guard try isNew(found) else { return }
            while let one = rest.first, start(one) <= found.workout.startTimestamp {
                rest.removeFirst()
                try give(one)
            }
            added += 1
            try giveNew(found)
        }
        for one in rest where !Task.isCancelled { try give(one) }
        outcome.skipped = archive.skipped
        outcome.undated = archive.undated
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
        var cuts = try RecordingsOfPieces(of: listings, store)
        let places = Set(listings.compactMap(\.origin.place) + cuts.places).filter { FileIdentity(path: $0) != nil }.sorted()
        let archive = WorkoutArchive(
            paths: self.places.paths + places, athlete: athlete, overriding: overriding, within: range)
        var missing = Set(listings.map(\.id))
        func give(_ found: ArchivedWorkout) throws(CommandError) {
            missing.remove(found.workout.id)
            var found = found
            found.workout = try storing { () throws(StorageError) in try store.edited(found.workout) }
            try body(found)
        }
        try await ArchiveSession.forEach(in: archive) { found throws(CommandError) in
            for made in try storing({ () throws(StorageError) in try cuts.take(found, store) }) { try give(made) }
            let standing = try storing { () throws(StorageError) in try store.standing(of: found.workout.id) }
            if standing != .deleted, !found.workout.isDemo { try give(found) }
        }
        outcome.skipped = archive.skipped
        outcome.passed += archive.workoutsOutside + archive.filesOutside
        if !missing.isEmpty, !Task.isCancelled {
            let what = missing.count == 1 ? "1 stored workout does" : "\(missing.count) stored workouts do"
            Output.complain("wattbeat: \(what) not count: the files that other settings are computed from are gone")
        }
    }
}
