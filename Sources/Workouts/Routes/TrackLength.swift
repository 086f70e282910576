/// The points of a route that count for its length, and the way between each two: a point that is too vague, or too far away
/// for the time, is skipped, and the way goes on from the last good one (core §6.7).
struct TrackLength: Sendable {
    /// Metres.
    static let worstAccuracy = 50.0
    /// Metres per second.
    static let fastest = 100.0

    struct Leg: Equatable, Sendable {
        var start: Offset
        var end: Offset
        var metres: Double

        /// As an amount per second of one source.
        func segment(from source: SourceID) -> Timeline.Segment {
            Timeline.Segment(start: start, end: end, value: metres / (end - start).seconds, source: source)
        }
    }

    private(set) var legs: [Leg] = []
    private(set) var firstPoint: Offset?
    private var last: (offset: Offset, point: Geodesy.Point)?

    init() {}

    /// - Parameter locations: in time order.
    init(_ locations: some Sequence<Location>) {
        for location in locations { append(location) }
    }

    /// - Parameter location: later than those before.
    /// - Returns: the leg that it ends.
    @discardableResult
    mutating func append(_ location: Location) -> Leg? {
        guard location.horizontalAccuracy.map({ $0 <= Self.worstAccuracy }) ?? true else { return nil }
        let point = Geodesy.Point(location)
        guard let last else {
            firstPoint = location.offset
            self.last = (location.offset, point)
            return nil
        }
        let seconds = (location.offset - last.offset).seconds
        let metres = Geodesy.distance(from: last.point, to: point)
        guard seconds > 0, metres <= Self.fastest * seconds else { return nil }
        let leg = Leg(start: last.offset, end: location.offset, metres: metres)
        legs.append(leg)
        self.last = (location.offset, point)
        return leg
    }
}
