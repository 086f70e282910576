import Workouts

extension ActivityRecording {
    /// Metres per second, as between places (core §6.7): nothing on a bike or on foot is faster.
    private static let fastest = 100.0
    /// Seconds: moments are whole ones, so two may be as much farther from each other than they say.
    private static let vagueness = 1.0
    /// Seconds that may go by before a device notes its first point.
    private static let firstPoint = 10.0

    /// Takes steps out of the points' distance that nobody can cover in the time: a count that jumps goes on from where it was before.
    mutating func gateDistances() {
        var (last, moment) = (0.0, Offset(seconds: -Self.firstPoint))
        // What jumps have added so far.
        var excess = 0.0
        for index in points.indices {
            guard let count = points[index].distanceMetres else { continue }
            let offset = points[index].offset
            let farthest = Self.fastest * (max((offset - moment).seconds, 0) + Self.vagueness)
            let growth = count - last
            if growth > farthest {
                findings.distanceJumps += 1
                findings.jumpedMetres += growth
                excess += growth
            } else if count < last {
                // The device takes the jump back, or counts anew.
                excess = count < last / 2 ? 0 : max(excess + growth, 0)
            }
            (last, moment) = (count, offset)
            if excess > 0 { points[index].distanceMetres = max(count - excess, 0) }
        }
    }
}
