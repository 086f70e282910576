import ActivityFiles
public import Workouts

/// What of a workout says whether another one is the same: little enough to be kept of all.
///
/// One person does one thing at a time: what was recorded in the same hours is the same workout, by two devices (docs/archive.md).
public struct ArchiveRival: Sendable {
    let path: String
    let format: ArchivedWorkout.Format
    public let id: WorkoutID
    /// The id that a FIT file has which was written of it without saying so, as earlier versions did.
    let idWhenRead: WorkoutID
    /// Of a file that was written of a workout, and says so: that workout's id.
    let writtenOf: WorkoutID?
    let isDated: Bool
    /// When the timer ran, UTC in microseconds, in order; short pauses count as going on.
    let running: [Range<Int64>]
    /// All of it.
    let length: Int64
    /// How many quantities were measured, places among them.
    let quantities: Int
    /// Of its legs; empty where that says nothing.
    private let families: Set<SportFamily>
    private let distanceMetres: Double?

    /// Pauses up to this long do not part what was done.
    private static let shortPause: Int64 = 300_000_000
    /// Who starts two devices one after the other is not slower.
    private static let slowHands: Int64 = 300_000_000
    /// Receivers and wheels differ by less.
    private static let distanceTolerance = 0.1

    public init(_ found: ArchivedWorkout) {
        let workout = found.workout
        (path, format, id, isDated) = (found.path, found.format, workout.id, found.isDated)
        idWhenRead = FITActivity.idWhenRead(of: workout)
        writtenOf = found.writtenOf
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
        let legs = workout.activities.isEmpty ? [workout.type] : workout.activities.map(\.type)
        let families = legs.filter { $0 != .transition }.map(SportFamily.init)
        // Nobody's sport was measured where nothing was.
        self.families = families.contains(nil) || quantities == 0 ? [] : Set(families.compactMap(\.self))
        distanceMetres = workout.summary.distance.value?.metres
    }

    /// Whether both are one workout: by what they are known by, or since they ran at the same time for half of the shorter one or more,
    /// and their sports can be one.
    public func isSame(as other: ArchiveRival) -> Bool {
        if isKnown(as: other) {
            // One that says of which it was written leaves no doubt.
            if writtenOf == other.id || other.writtenOf == id { return true }
            // A device that gives its files no time gives them all one identity.
            let isCaptured = format == .capture || other.format == .capture
            return isCaptured || (isDated && other.isDated ? overlap(other) > 0 : length == other.length)
        }
        let shorter = min(length, other.length)
        guard isDated, other.isDated, shorter > 0, overlap(other) >= shorter - shorter / 2 else { return false }
        return canBeOneSport(as: other) || isOneEffort(as: other)
    }

    /// Whether they have one identity, as copies have and files that were written of a workout.
    public func isKnown(as other: ArchiveRival) -> Bool {
        id == other.id || isWritten(of: other) || other.isWritten(of: self) || (writtenOf != nil && writtenOf == other.writtenOf)
    }

    /// Whether this is a file that this program wrote of the other one.
    public func isWritten(of other: ArchiveRival) -> Bool {
        id != other.id && (writtenOf == other.id || id == other.idWhenRead)
    }

    private func canBeOneSport(as other: ArchiveRival) -> Bool {
        families.isEmpty || other.families.isEmpty || !families.isDisjoint(with: other.families)
    }

    /// Whether one of two devices may have had the wrong sport set: both began and ended together, and went equally far.
    private func isOneEffort(as other: ArchiveRival) -> Bool {
        guard let (first, last) = bounds, let (otherFirst, otherLast) = other.bounds,
            abs(first - otherFirst) <= Self.slowHands, abs(last - otherLast) <= Self.slowHands
        else { return false }
        guard let distanceMetres, let others = other.distanceMetres else { return true }
        return abs(distanceMetres - others) <= Self.distanceTolerance * max(distanceMetres, others)
    }

    /// Which of two recordings of one workout counts: what was written of the other gives way to it, then what holds no measurement to
    /// what does, and what lacks much of the other to that; then a capture comes first, then what has more in it, then what is longer.
    ///
    /// - Returns: whether this one does; of equals the one that was there first.
    public func comesBefore(_ other: ArchiveRival) -> Bool {
        if isWritten(of: other) { return false }
        if other.isWritten(of: self) { return true }
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

/// Sports that devices tell apart where people do not: what one of them recorded may be what the other did.
private enum SportFamily {
    case byBike, onFoot, inABoat, inWater, onSkis, indoors

    /// `nil` for what may be anything.
    init?(_ type: ActivityType) {
        switch type {
        case .cycling, .indoorCycling: self = .byBike
        case .running, .treadmillRunning, .trailRunning, .walking, .hiking: self = .onFoot
        case .rowing, .indoorRowing: self = .inABoat
        case .swimming: self = .inWater
        case .crossCountrySkiing, .alpineSkiing: self = .onSkis
        case .strength, .flexibility: self = .indoors
        case .transition, .other: return nil
        }
    }
}
