/// The places of a workout under way, as they arrived.
struct RouteTrack: Sendable {
    private(set) var locations = PackedLog<Location>()
    /// The way between them in metres, good as long as they come in order of time.
    private var legs = PackedLog<AmountSpan>()
    private var length = TrackLength()

    init() {}

    /// Of a finished workout or a stretch of one: nothing can be appended.
    ///
    /// - Parameter legs: the way between the places, those that were cut among them.
    init(cut locations: PackedLog<Location>, legs: PackedLog<AmountSpan>) { (self.locations, self.legs) = (locations, legs) }

    /// - Returns: the leg that the place ends.
    mutating func append(_ location: Location) -> AmountSpan? {
        let isLate = locations.last.map { $0.offset >= location.offset } ?? false
        locations.append(location)
        guard !isLate, let leg = length.append(location) else { return nil }
        if locations.isOrdered { legs.append(leg) }
        return leg
    }

    /// The route of `[start, end]`, and the way between its points in metres. A last point at the very end belongs to it.
    func finished(id: WorkoutID, source: SourceID?, from start: Offset, to end: Offset) -> (Route, PackedLog<AmountSpan>) {
        let ordered = locations.inOrder()
        let kept = ordered.cropped { $0 >= start && $0 <= end }
        let route = Route(syncID: id, log: kept, source: locations.isEmpty ? nil : source)
        if locations.isOrdered, kept.count == locations.count { return (route, legs) }
        if let legs = sharedLegs(of: kept) { return (route, legs) }
        var length = TrackLength()
        return (route, PackedLog(kept.lazy.compactMap { length.append($0) }))
    }

    /// The way between the last of the places, as it is: what is not known of the places before changes nothing once a leg is the same.
    ///
    /// - Returns: `nil` where the first leg is another one.
    private func sharedLegs(of kept: PackedLog<Location>) -> PackedLog<AmountSpan>? {
        guard locations.isOrdered, let first = kept.first, kept.last == locations.last else { return nil }
        var places = kept.makeIterator()
        var length = TrackLength()
        while let place = places.next() {
            guard let leg = length.append(place) else { continue }
            var known = PackedLog.Cursor(legs, from: first.offset)
            while let next = known.peek, next.offset < first.offset { _ = known.next() }
            return known.peek == leg ? legs.cropped { $0 >= leg.offset } : nil
        }
        return nil
    }
}
