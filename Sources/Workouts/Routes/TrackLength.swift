import Glibc  // rounding is a libm call on processors without the instruction

/// The points of a route that count for its length, and the way between each two: a point that is too vague, or too far away
/// for the time, is skipped, and the way goes on from the last good one (core §6.7).
struct TrackLength: Sendable {
    /// Metres.
    static let worstAccuracy = 50.0
    /// Metres per second.
    static let fastest = 100.0

    private var last: (offset: Offset, point: Geodesy.Point)?

    /// Whether a point has counted yet.
    var isEmpty: Bool { last == nil }

    /// - Parameter location: later than those before.
    /// - Returns: the leg that it ends, in metres: whole micrometres, far finer than any receiver, so that no other processor's sine
    ///   makes it another, and a day of them takes a third of the room.
    mutating func append(_ location: Location) -> AmountSpan? {
        guard location.horizontalAccuracyMetres.map({ $0 <= Self.worstAccuracy }) ?? true else { return nil }
        let point = Geodesy.Point(location)
        guard let last else {
            self.last = (location.offset, point)
            return nil
        }
        let seconds = (location.offset - last.offset).seconds
        let metres = Geodesy.distance(from: last.point, to: point)
        guard seconds > 0, metres <= Self.fastest * seconds else { return nil }
        let leg = AmountSpan(offset: last.offset, end: location.offset, value: (metres * 1e6).rounded() / 1e6)
        self.last = (location.offset, point)
        return leg
    }
}
