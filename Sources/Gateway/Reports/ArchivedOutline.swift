public import Statistics
public import Storage
public import Workouts

/// A workout as commands that look back at many are given it: without samples where it comes from a store.
public struct ArchivedOutline {
    public let outline: WorkoutOutline
    public let path: String
    /// Whether it is known when it was.
    public let isDated: Bool
    /// All of it, where it had to be read or made for the outline.
    public let read: Workout?
    private let fetch: () throws(StorageError) -> Workout?

    public init(_ found: ArchivedWorkout, valuesOf quantities: Set<Quantity>) {
        outline = WorkoutOutline(found.workout, valuesOf: quantities)
        (path, isDated, read) = (found.path, found.isDated, found.workout)
        fetch = { nil }
    }

    public init(_ stored: StoredOutline, _ store: HistoryStore) {
        (outline, path, isDated, read) = (stored.outline, stored.listing.origin.place ?? "", stored.listing.isDated, nil)
        let id = stored.listing.id
        fetch = { () throws(StorageError) in try store.workout(id) }
    }

    /// All of it; `nil` when it is gone by now.
    public func whole() throws(StorageError) -> Workout? { if let read { read } else { try fetch() } }

    public var start: Timestamp { outline.figures.start }
}

/// What is asked for of workouts beside their figures.
public struct OutlineWish {
    /// Of which it is told how long they had each value.
    public var quantities: Set<Quantity> = []
    /// Of workouts that began in it; of all when `nil`.
    public var valued: TimeRange?
    /// Whether the zones that were frozen into a workout are told.
    public var hasZones = false
    /// Times that are looked at closely: made-up workouts of others are only reckoned. All when `nil`.
    public var shown: [TimeRange]?

    public init(
        quantities: Set<Quantity> = [], valued: TimeRange? = nil, hasZones: Bool = false, shown: [TimeRange]? = nil
    ) {
        self.quantities = quantities
        self.valued = valued
        self.hasZones = hasZones
        self.shown = shown
    }

    public func quantities(of start: Timestamp) -> Set<Quantity> { valued.map { $0.contains(start) } ?? true ? quantities : [] }
}

extension HistoryStore {
    /// As of `ArchivedWorkout`.
    public func isDated(_ workout: Workout) throws(StorageError) -> Bool {
        if workout.clock.isTrusted { return true }
        guard workout.clock.source == .file, let origin = try origin(of: workout.id) else { return false }
        return ArchivedWorkout.Format(origin) == .capture
    }
}

extension WorkoutListing {
    /// As of `ArchivedWorkout`.
    public var isDated: Bool {
        clock.isTrusted || clock.source == .file && ArchivedWorkout.Format(origin) == .capture
    }
}
