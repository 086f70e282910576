/// The places of a workout under way, as they arrived.
struct RouteTrack: Sendable {
    private(set) var locations: [Location] = []
    /// As long as the places come in order of time.
    private var length = TrackLength()
    private var isOrdered = true

    /// - Returns: the leg that the place ends.
    mutating func append(_ location: Location) -> TrackLength.Leg? {
        let isLate = locations.last.map { $0.offset >= location.offset } ?? false
        locations.append(location)
        if isLate { isOrdered = false }
        return isLate ? nil : length.append(location)
    }

    /// The route of `[start, end]`, and the way between its points. A last point at the very end belongs to it.
    func finished(id: WorkoutID, source: SourceID?, from start: Offset, to end: Offset) -> (Route, [TrackLength.Leg]) {
        var route = Route(syncID: id, locations: locations, source: locations.isEmpty ? nil : source)
        if !isOrdered { route.restoreOrder() }
        let kept =
            route.locations.partitioningIndex { $0.offset >= start }..<route.locations.partitioningIndex { $0.offset > end }
        if isOrdered, kept == route.locations.indices { return (route, length.legs) }
        route.locations = Array(route.locations[kept])
        return (route, TrackLength(route.locations).legs)
    }
}
