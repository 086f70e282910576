import Workouts

/// Keeps a place out that nobody can have reached from the one before: digits mangled on the way, which an exclusive-or checksum lets
/// pass. A leap that the next fix confirms is real: the receiver has found itself again.
struct LeapGate {
    /// Metres per second; the same that a route's length allows (core §6.7).
    static let fastest = 100.0

    private var last: Location?
    private var strayed: Location?

    /// - Parameter location: later than those before.
    mutating func admits(_ location: Location) -> Bool {
        let isReached = last.map { Self.isReachable(location, from: $0) } ?? true
        guard isReached || strayed.map({ Self.isReachable(location, from: $0) }) ?? false else {
            strayed = location
            return false
        }
        last = location
        strayed = nil
        return true
    }

    private static func isReachable(_ location: Location, from earlier: Location) -> Bool {
        // Within a second a receiver corrects itself by some metres, and a leap second is a millisecond long.
        Geodesy.distanceMetres(earlier, location) <= fastest * max((location.offset - earlier.offset).seconds, 1)
    }
}
