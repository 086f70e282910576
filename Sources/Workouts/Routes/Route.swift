/// Where a workout went: locations in time order, handed out in batches. Replaceable by a higher version of the same sync id.
public struct Route: Equatable, Sendable {
    public var syncID: WorkoutID
    /// 1 for the route as recorded; a higher version of the same sync id replaces the whole of it.
    public var version: Int
    public var locations: [Location]
    /// The receiver; `nil` for an empty route.
    public var source: SourceID?
    /// Whether the places are not the recorded ones but `RouteSmoothing`'s; whoever shows them says so.
    public var isSmoothed: Bool

    public init(
        syncID: WorkoutID, version: Int = 1, locations: [Location] = [], source: SourceID? = nil, isSmoothed: Bool = false
    ) {
        self.syncID = syncID
        self.version = version
        self.locations = locations
        self.source = source
        self.isSmoothed = isSmoothed
    }
}
