public import Statistics
public import WireFormats
public import Workouts

/// The workouts of a person's files and folders, one after the other, each once (docs/archive.md).
///
/// Files are read a few ahead of who takes their workouts, on the other cores. Of a workout that was handed out, only when it was and what
/// it is known by is kept.
public final class WorkoutArchive {
    /// What did not count, or not to its end; complete after the last workout.
    public private(set) var skipped: [SkippedFile] = []
    /// How many files were left unread, since nothing in them can lie within the range.
    public private(set) var filesOutside = 0
    /// How many files were left unread, since what is in them is known.
    public private(set) var filesKnown = 0
    /// How many workouts lay outside of the range.
    public private(set) var workoutsOutside = 0
    /// What was done in each workout of those that was left out since nobody knows when it was.
    public private(set) var undated: [Set<ActivityType>] = []

    private let paths: [String]
    private let rider: ArchiveRider
    private let range: TimeRange?
    private let known: KnownRecordings
    private let counter = ArchiveProgress()
    private var total: Int64 = 0
    private var isSurveyed = false
    /// Not begun, in order.
    private var sources: ArraySlice<ArchiveSource> = []
    /// Begun, in order.
    private var line: [Slot] = []
    /// Read, in order of time; they wait for whoever may be the same workout.
    private var held: [(found: ArchivedWorkout, rival: ArchiveRival)] = []
    private var handedOut: [ArchiveRival] = []
    /// Of `undated`.
    private var undatedRivals: [ArchiveRival] = []

    private struct Slot {
        let source: ArchiveSource
        /// `nil`: read when its turn comes, if it must be.
        let reading: Task<ArchiveReading, Never>?
    }

    /// As many are read at once.
    private static let mostReadings = 2
    private static let mostInLine = 8
    /// Workouts that wait, when nobody knows what comes next.
    private static let mostHeld = 3
    /// What is said to begin at a moment may have begun so much earlier.
    private static let tolerance = TimeSpan(microseconds: 600_000_000)

    /// - Parameters:
    ///   - paths: files, and folders with all that lies in them.
    ///   - athlete: what files of other devices are computed with; captures hold their own settings.
    ///   - overriding: settings that stand above those of captures and athlete, such as another FTP.
    ///   - range: workouts that lie outside are left out, and their files not read where that can be told before; `nil`: none.
    ///   - known: files that are not read, since their workouts are known from elsewhere.
    public init(
        paths: [String], athlete: AthleteHistory, overriding: [CaptureHeader.Setting] = [], within range: TimeRange? = nil,
        leavingOut known: KnownRecordings = KnownRecordings()
    ) {
        self.paths = paths
        rider = ArchiveRider(athlete: athlete, overriding: overriding)
        self.range = range
        self.known = known
    }

    deinit { stop() }

    /// Bytes of all files that hold workouts, and how many of them are done with; the total is known with the first workout.
    public var progress: (read: Int64, total: Int64) { (min(counter.read, total), total) }

    /// The next workout, in order of time but for those whose time only their reading tells; `nil` after the last, and once the task is
    /// cancelled.
    public func next() async -> ArchivedWorkout? {
        if !isSurveyed { survey() }
        while !Task.isCancelled {
            fill()
            if let found = release() { return found }
            guard !line.isEmpty else { return nil }
            await admit(line.removeFirst())
        }
        stop()
        return nil
    }

    private func survey() {
        isSurveyed = true
        let survey = ArchiveSurvey(paths, leavingOut: known)
        skipped = survey.skipped
        filesKnown = survey.leftOut
        let wanted = survey.sources.filter { source in range.map { !source.isOutside(start: $0.start, end: $0.end) } ?? true }
        filesOutside = survey.sources.count - wanted.count
        sources = wanted[...]
        total = wanted.reduce(0) { $0 + $1.bytes }
    }

    /// Begins what can be read ahead.
    private func fill() {
        while line.count < Self.mostInLine, let source = sources.first {
            // Our own FIT file comes behind its capture, and mostly need not be read then.
            let isAhead = source.ownFITID == nil
            guard !isAhead || line.count(where: { $0.reading != nil }) < Self.mostReadings else { return }
            sources.removeFirst()
            line.append(
                Slot(
                    source: source,
                    reading: isAhead
                        ? Task.detached { [rider, counter] in
                            ArchiveReading(source, rider, progress: counter)
                        } : nil))
        }
    }

    private func stop() {
        for slot in line { slot.reading?.cancel() }
        line = []
        sources = []
    }

    /// Takes in what a source holds.
    private func admit(_ slot: Slot) async {
        let source = slot.source
        if let id = source.ownFITID, let other = original(writtenAs: id) {
            counter.finish(source)
            let sentence = "\(source.path) was written of \(other.path), which counts"
            return skipped.append(SkippedFile(source.path, .ownFIT, sentence))
        }
        let reading: ArchiveReading
        if let task = slot.reading {
            reading = await withTaskCancellationHandler {
                await task.value
            } onCancel: {
                task.cancel()
            }
        } else {
            reading = ArchiveReading(source, rider, progress: counter)
        }
        if Task.isCancelled { return }
        skipped += reading.skipped
        for found in reading.workouts where isWanted(found) { judge(found) }
    }

    private func original(writtenAs id: WorkoutID) -> ArchiveRival? {
        held.first { $0.rival.idWhenRead == id }?.rival ?? (handedOut + undatedRivals).first { $0.idWhenRead == id }
    }

    private func isWanted(_ found: ArchivedWorkout) -> Bool {
        guard let range else { return true }
        guard found.isDated else {
            let rival = ArchiveRival(found)
            if let other = undatedRivals.first(where: rival.isSame) {
                skip(rival, for: other)
                return false
            }
            undatedRivals.append(rival)
            undated.append(Set(found.workout.activities.map(\.type)))
            let sentence = "\(found.path): its clock was never set, so nobody knows whether it belongs to the days that are shown"
            skipped.append(SkippedFile(found.path, .undated, sentence))
            workoutsOutside += 1
            return false
        }
        let isInside = found.workout.startTimestamp < range.end && found.workout.endTimestamp > range.start
        if !isInside { workoutsOutside += 1 }
        return isInside
    }

    /// Lets a workout wait for its turn, unless another one comes before it; those that it comes before go.
    private func judge(_ found: ArchivedWorkout) {
        let rival = ArchiveRival(found)
        if let other = handedOut.first(where: rival.isSame) { return skip(rival, for: other) }
        let same = held.filter { $0.rival.isSame(as: rival) }
        if let other = same.first(where: { !rival.comesBefore($0.rival) }) { return skip(rival, for: other.rival) }
        for other in same { skip(other.rival, for: rival) }
        held.removeAll { $0.rival.isSame(as: rival) }
        let place = held.firstIndex { $0.found.workout.startTimestamp > found.workout.startTimestamp } ?? held.endIndex
        held.insert((found, rival), at: place)
    }

    private func skip(_ rival: ArchiveRival, for other: ArchiveRival) {
        let isOwn = rival.isWritten(of: other)
        let isKnown = rival.isKnown(as: other)
        let words = isKnown ? "holds the same workout as" : "was recorded at the same time as"
        skipped.append(
            SkippedFile(
                rival.path, isOwn ? .ownFIT : .sameWorkout, "\(rival.path) \(words) \(other.path), which counts",
                isByIdentity: isKnown))
    }

    /// A workout that nothing still to be read can be the same as; the earliest of too many.
    private func release() -> ArchivedWorkout? {
        guard let first = held.first else { return nil }
        let isLast = line.isEmpty && sources.isEmpty
        let next: Timestamp? = line.first.map(\.source.start) ?? sources.first?.start
        let isPast = next.map { $0 > first.found.workout.endTimestamp + Self.tolerance } ?? false
        guard isLast || isPast || held.count > Self.mostHeld else { return nil }
        held.removeFirst()
        handedOut.append(first.rival)
        return first.found
    }
}
