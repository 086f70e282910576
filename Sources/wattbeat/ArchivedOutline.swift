import Gateway
import Statistics
import Storage
import Workouts

/// A workout as commands that look back at many are given it: without samples where it comes from a store.
struct ArchivedOutline {
    let outline: WorkoutOutline
    let path: String
    /// Whether it is known when it was.
    let isDated: Bool
    /// All of it, where it had to be read or made for the outline.
    let read: Workout?
    private let fetch: () throws(CommandError) -> Workout?

    init(_ found: ArchivedWorkout, valuesOf quantities: Set<Quantity>) {
        outline = WorkoutOutline(found.workout, valuesOf: quantities)
        (path, isDated, read) = (found.path, found.isDated, found.workout)
        fetch = { nil }
    }

    init(_ stored: StoredOutline, _ store: HistoryStore) {
        (outline, path, isDated, read) = (stored.outline, stored.listing.origin.place ?? "", stored.listing.isDated, nil)
        let id = stored.listing.id
        fetch = { () throws(CommandError) in try storing { () throws(StorageError) in try store.workout(id) } }
    }

    /// All of it; `nil` when it is gone by now.
    func whole() throws(CommandError) -> Workout? { if let read { read } else { try fetch() } }

    var start: Timestamp { outline.figures.start }
}

/// What is asked for of workouts beside their figures.
struct OutlineWish {
    /// Of which it is told how long they had each value.
    var quantities: Set<Quantity> = []
    /// Of workouts that began in it; of all when `nil`.
    var valued: TimeRange?
    /// Whether the zones that were frozen into a workout are told.
    var hasZones = false
    /// Times that are looked at closely: made-up workouts of others are only reckoned. All when `nil`.
    var shown: [TimeRange]?

    func quantities(of start: Timestamp) -> Set<Quantity> { valued.map { $0.contains(start) } ?? true ? quantities : [] }
}

extension WorkoutListing {
    /// As of `ArchivedWorkout`.
    var isDated: Bool {
        clock.isTrusted || clock.source == .file && ArchivedWorkout.Format(origin) == .capture
    }
}
