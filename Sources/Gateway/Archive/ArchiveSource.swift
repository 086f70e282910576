import WireFormats
import Workouts

/// A file that holds workouts, or captures that continue each other, as a first look tells.
struct ArchiveSource: Sendable {
    /// At least one; captures in the order in which they continue each other.
    var paths: [String]
    var format: ArchivedWorkout.Format
    var bytes: Int64
    /// Before anything in it; `nil` when only reading it tells.
    var start: Timestamp?
    /// Whether it may be long before anything in it.
    var isStartRough = false
    var isDemo = false
    /// Whether a person named it.
    var isNamed = false
    /// Whether its name says that no workout is in it.
    var isIdle = false
    /// Whether a gateway writes to it.
    var isWritten = false
    /// Of a FIT file that was written by us: the id that it is known by.
    var ownFITID: WorkoutID?

    var path: String { paths[0] }

    /// By time; what is known when it is read comes first, and a capture before the FIT file of the same moment.
    static func precedes(_ a: ArchiveSource, _ b: ArchiveSource) -> Bool {
        func key(_ source: ArchiveSource) -> (Int64, Int, String) {
            (source.start?.microseconds ?? .min, source.format == .capture ? 0 : 1, source.path)
        }
        return key(a) < key(b)
    }

    /// Whether nothing in it can lie within a range, by what is known of it.
    func isOutside(start: Timestamp, end: Timestamp) -> Bool {
        guard let own = self.start else { return false }
        // No workout lasts longer than a month.
        return own.microseconds >= end.microseconds
            || !isStartRough && own.microseconds &+ Self.longest < start.microseconds
    }

    private static let longest: Int64 = 32 * 86_400_000_000
}
