import ActivityFiles
import Transports
import Workouts

/// What is left to do for captures that are over: their ends are put on the disk, their workouts' files are written, and their names
/// say so, in the order that recovery relies on (docs/recovery.md).
///
/// It waits for the disk, and so works beside the loop; in one thread's hands at a time, that of the errands or the loop's.
final class CaptureSettler: @unchecked Sendable {
    /// What an attempt came to.
    struct Settlement: Sendable {
        /// What a person should know, as sentences.
        var notes: [String] = []
        /// Files that were written, by the identity of the capture that their workout is in.
        var files: [String: [String]] = [:]
        /// Identities of the captures for which nothing is left to do.
        var settled: [String] = []
        /// Captures that are whole on the disk, for the store.
        var closed: [ClosedCapture] = []
    }

    private let folder: String
    private let workouts: WorkoutStore
    private var captures: [KeptCapture] = []
    private var settlement = Settlement()

    init(folder: String, workouts: String) {
        self.folder = folder
        self.workouts = WorkoutStore(folder: workouts)
    }

    /// Takes a capture that is over, and closes by name what is whole on the disk and stored.
    ///
    /// - Parameter days: how old an idle capture becomes; 0: as old as there is room.
    func settle(adding capture: KeptCapture?, at now: CaptureClock, idleDays days: Int) -> Settlement {
        makeRoom(now, days)
        if let capture { captures.append(capture) }
        captures.removeAll { capture in
            guard settle(capture, at: now) else { return false }
            settlement.settled.append(capture.identity)
            return true
        }
        if capture != nil { makeRoom(now, days) }
        return takeSettlement()
    }

    /// Removes idle captures that are too old, or while the disk is nearly full.
    func makeRoom(_ now: CaptureClock, _ days: Int) { IdleCaptures(folder: folder).prune(at: now.time, days: days) }

    /// Writes a workout that an earlier run left.
    ///
    /// - Returns: whether its files are on the disk; why not is told with the next settlement.
    func store(_ workout: Workout, _ report: WorkoutReport) -> Bool {
        let files = workouts.store(workout, report)
        settlement.notes += workouts.takeNotes()
        return files != nil
    }

    /// Says what is lost now that the gateway ends.
    func abandon() -> Settlement {
        for capture in captures {
            guard let shortfall = capture.writer.shortfall else { continue }
            settlement.notes.append(
                CaptureWords.abandoned(
                    capture.writer.path, shortfall, holdsWorkout: capture.holdsWorkout,
                    isStopped: capture.name.ending == CaptureName.stopped))
        }
        return takeSettlement()
    }

    private func takeSettlement() -> Settlement {
        defer { settlement = Settlement() }
        return settlement
    }

    /// - Returns: whether nothing is left to do.
    private func settle(_ capture: KeptCapture, at now: CaptureClock) -> Bool {
        let isClosed = capture.writer.close()
        if isClosed { noteClosed(capture, at: now) }
        storeWorkouts(of: capture)
        if !isClosed { noteWaiting(capture) }
        guard isClosed, capture.workouts.isEmpty else { return false }
        let name = (capture.holdsWorkout ? capture.name.withWorkout : capture.name).ending(CaptureName.whole)
        if rename(capture.name, to: name) {
            settlement.closed.append(
                ClosedCapture(path: "\(folder)/\(name.text)", workouts: capture.engineOffset == 0 ? capture.written : []))
        }
        if capture.hasWaited { settlement.notes.append(CaptureWords.isWhole(capture.writer.path)) }
        return true
    }

    private func noteClosed(_ capture: KeptCapture, at now: CaptureClock) {
        if let former = capture.supersedes.take() { rename(former, to: former.withWorkout.ending(CaptureName.whole)) }
        if capture.holdsWorkout, capture.writer.lostRecords > 0, !capture.isRead { readAgain(capture, at: now) }
    }

    private func noteWaiting(_ capture: KeptCapture) {
        guard !capture.hasWaited, let shortfall = capture.writer.shortfall else { return }
        capture.hasWaited = true
        if capture.holdsWorkout { capture.noteStopped() }
        settlement.notes.append(CaptureWords.waits(capture.writer.path, shortfall))
    }

    private func storeWorkouts(of capture: KeptCapture) {
        let isRetry = capture.hasTried
        capture.workouts.removeAll { ended in
            capture.hasTried = true
            guard let files = workouts.store(ended.workout, ended.report) else { return false }
            settlement.files[capture.identity, default: []] += files
            capture.written.append(ended.workout)
            if isRetry {
                settlement.notes.append("the workout that waited is written: \(files.joined(separator: ", "))")
            }
            return true
        }
        settlement.notes += workouts.takeNotes()
    }

    /// The engine had more than the file has: so that a replay makes the same, the workout's files are made from the file.
    private func readAgain(_ capture: KeptCapture, at now: CaptureClock) {
        capture.isRead = true
        settlement.notes.append(CaptureWords.lacks(capture.writer.path, lost: capture.writer.lostRecords))
        var workouts: [WorkoutFiles.Ended] = []
        var recovery = CaptureRecovery(
            folder: folder, now: now, resumeLimit: 0,
            store: { workout, report in
                workouts.append(WorkoutFiles.Ended(workout: workout, report: report))
                return true
            })
        recovery.storeAgain(capture.name)
        settlement.notes += recovery.notes
        capture.workouts = workouts
    }

    @discardableResult
    private func rename(_ name: CaptureName, to other: CaptureName) -> Bool {
        do throws(TransportError) {
            try Folder.rename("\(folder)/\(name.text)", to: "\(folder)/\(other.text)")
            return true
        } catch {
            settlement.notes.append("\(error); it is looked after at the next start")
            return false
        }
    }
}
