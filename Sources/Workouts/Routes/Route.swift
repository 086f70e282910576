/// Where a workout went: locations in time order, handed out in batches. Replaceable by a higher version of the same sync id.
public struct Route: Equatable, Sendable {
    public var syncID: WorkoutID
    public var version: Int
    public var locations: [Location]
    /// The receiver; `nil` for an empty route.
    public var source: SourceID?
    public init(syncID: WorkoutID, version: Int = 1, locations: [Location] = [], source: SourceID? = nil) {
        self.syncID = syncID
        self.version = version
        self.locations = locations
        self.source = source
    }
}
