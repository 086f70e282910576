import ActivityFiles
public import Workouts

/// What of a workout says whether another one is the same: little enough to be kept of all.
///
/// One person does one thing at a time: what was recorded in the same hours is the same workout, by two devices (docs/archive.md).
public struct ArchiveRival: Sendable {
    let path: String
    let format: ArchivedWorkout.Format
    public let id: WorkoutID
    /// Of a capture: the id by which its FIT file is known.
    let idWhenRead: WorkoutID?
    let isDated: Bool
    /// When the timer ran, UTC in microseconds, in order; short pauses count as going on.
    let running: [Range<Int64>]
    /// All of it.
    let length: Int64
    /// How many quantities were measured, places among them.
    let quantities: Int

    /// Pauses up to this long do not part what was done.
    private static let shortPause: Int64 = 300_000_000

    public init(_ found: ArchivedWorkout) {
        let workout = found.workout
        (path, format, id, isDated) = (found.path, found.format, workout.id, found.isDated)
        idWhenRead = found.format == .capture ? FITActivity.idWhenRead(of: workout) : nil
        var running: [Range<Int64>] = []
        for interval in workout.timerIntervals.intervals {
            let start = workout.clock.timestamp(at: interval.start).microseconds
            let end = workout.clock.timestamp(at: interval.end).microseconds
            if let last = running.last, start - last.upperBound <= Self.shortPause {
                running[running.count - 1] = last.lowerBound..<max(end, last.upperBound)
            } else {
                running.append(start..<end)
            }
        }
        self.running = running
        length = running.reduce(0) { $0 + ($1.upperBound - $1.lowerBound) }
        quantities =
            Set(workout.series.map(\.quantity)).union(workout.amounts.keys).count + (workout.route.placeCount > 0 ? 1 : 0)
    }

    /// Whether both are one workout: by what they are known by, or since they ran at the same time for half of the shorter one or more.
    public func isSame(as other: ArchiveRival) -> Bool {
        if isKnown(as: other) {
            // A device that gives its files no time gives them all one identity.
            let isCaptured = format == .capture || other.format == .capture
            return isCaptured || (isDated && other.isDated ? overlap(other) > 0 : length == other.length)
        }
        let shorter = min(length, other.length)
        return isDated && other.isDated && shorter > 0 && overlap(other) >= shorter - shorter / 2
    }

    /// Whether they have one identity, as copies have and the FIT file that was written of a capture.
    public func isKnown(as other: ArchiveRival) -> Bool {
        id == other.id || id == other.idWhenRead || idWhenRead == other.id
    }

    /// Which of two recordings of one workout counts: what holds no measurement gives way to what does, and what lacks much of the other
    /// to that; then a capture comes first, then what has more in it, then what is longer.
    ///
    /// - Returns: whether this one does; of equals the one that was there first.
    public func comesBefore(_ other: ArchiveRival) -> Bool {
        // A gateway that ran on without sensors recorded nothing of it, however long it was.
        if (quantities == 0) != (other.quantities == 0) { return quantities > 0 }
        if lacksMuch(of: other) { return false }
        if other.lacksMuch(of: self) { return true }
        let isCapture = format == .capture
        if isCapture != (other.format == .capture) { return isCapture }
        return (quantities, length) > (other.quantities, other.length)
    }

    /// More than a quarter: the ride of a triathlon is not all of it.
    private func lacksMuch(of other: ArchiveRival) -> Bool { length / 3 < other.length / 4 }

    private var bounds: (Int64, Int64)? {
        if let first = running.first, let last = running.last { (first.lowerBound, last.upperBound) } else { nil }
    }

    private func overlap(_ other: ArchiveRival) -> Int64 {
        guard let (first, last) = bounds, let (otherFirst, otherLast) = other.bounds, first < otherLast, otherFirst < last else {
            return 0
        }
        var (mine, others) = (running[...], other.running[...])
        var sum: Int64 = 0
        while let a = mine.first, let b = others.first {
            sum += Int64(a.clamped(to: b).count)
            if a.upperBound < b.upperBound { mine.removeFirst() } else { others.removeFirst() }
        }
        return sum
    }
}
