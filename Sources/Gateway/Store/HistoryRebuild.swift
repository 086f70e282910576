public import Storage
import Transports
public import Workouts

/// Derives every workout of a store again from its capture or file, and what sensors said outside of workouts from the captures that a
/// gateway brought in: the same bytes, as long as the rules are the same. What people said of them stays. One workout is one
/// transaction, so that it may be interrupted anywhere.
public final class HistoryRebuild {
    public enum Outcome: String, Sendable {
        /// Every byte was as it is.
        case unchanged
        case changed
        /// It could not be derived, and is as it was.
        case left
    }

    public struct Entry: Equatable, Sendable {
        public var id: WorkoutID
        public var path: String?
        public var outcome: Outcome
        /// Of what it was not derived from its file: why, without a full stop.
        public var sentence: String?
    }

    /// In the order in which they were done.
    public private(set) var entries: [Entry] = []
    /// Where the captures and files lie: those of the captures are folders, since one may go on with another.
    public let paths: [String]

    private let store: HistoryStore
    private let isPartial: Bool
    /// Not found yet, in the order of the store.
    private var waiting: [StoredRecording]
    private var made: [WorkoutID]
    /// Their rows are gone, and they were not found yet.
    private var lost: Set<WorkoutID> = []
    /// Captures that a gateway brought in, and where they may lie.
    private var taken: [String: Int64] = [:]
    private var captureFolders: Set<String>

    /// Days of samples outside of workouts: of how many captures they were taken again, and how many of them are different for it.
    public private(set) var outside = (captures: 0, changedSeries: 0)

    /// - Parameters:
    ///   - ids: `nil` for all; of one that is made of others these are meant with it.
    ///   - folders: where captures and files of workouts may lie whose rows are gone; not looked at for certain ones.
    public init(
        _ store: HistoryStore, only ids: Set<WorkoutID>? = nil, folders: [String] = []
    ) throws(StorageError) {
        self.store = store
        isPartial = ids != nil
        var wanted = ids
        made = try store.workoutsMadeOfOthers().filter { ids?.contains($0) ?? true }
        for id in made { for piece in try store.pieces(of: id) { wanted?.insert(piece.recording) } }
        waiting = try store.recordings().filter { wanted?.contains($0.id) ?? true }
        captureFolders = isPartial ? [] : Set(folders.map(KnownRecordings.resolved))
        var files: [String] = []
        for recording in waiting {
            guard let place = recording.origin.place, Folder.isFile(place) else { continue }
            if recording.origin.kind == .capture, let folder = Folder.parent(of: place) {
                captureFolders.insert(folder)
            } else {
                files.append(place)
            }
        }
        paths = captureFolders.union(files).sorted()
        guard !isPartial else { return }
        lost = try store.lostRecordings()
        taken = try store.takenCaptures()
    }

    /// Files of workouts that were not found in `paths`, where another recording of the same hours may count: to be read each by itself.
    public var unread: [String] {
        var files: [String] = []
        for recording in waiting {
            if let place = recording.origin.place, Folder.isFile(place), !files.contains(place) { files.append(place) }
        }
        return files
    }

    /// Stores one that was read again, if it is meant.
    public func take(_ found: ArchivedWorkout) throws(StorageError) {
        guard !found.isStillWritten else { return }
        guard let index = waiting.firstIndex(where: { $0.id == found.workout.id }) else { return try bringBack(found) }
        let recording = waiting[index]
        let entry = try store.batch { store throws(StorageError) -> Entry? in
            var workout = found.workout
            // With what it was computed with then, whatever is in force now.
            if let settings = try store.settings(of: recording.id), settings != workout.settings {
                workout.settings = settings
                if let folded = try? Workout(folding: [WorkoutStretch(of: workout)], id: workout.id) { workout = folded }
            }
            // Of captures that go on with each other some may be gone.
            if try holdsMore(of: recording, than: found) { return nil }
            let outcome = try store.store(workout, from: recording.origin, routeGap: store.knownRouteGap(of: recording.id))
            return Entry(id: recording.id, path: recording.origin.place, outcome: Outcome(outcome), sentence: nil)
        }
        guard let entry else { return }
        waiting.remove(at: index)
        entries.append(entry)
    }

    /// Stores one whose rows are gone.
    private func bringBack(_ found: ArchivedWorkout) throws(StorageError) {
        let id = found.workout.id
        if lost.remove(id) != nil {
            _ = try store.store(found.workout, from: WorkoutOrigin(found))
        } else {
            // What was taken and not stored may have been refused, and is so again.
            guard let name = found.path.split(separator: "/").last.flatMap({ CaptureName(String($0)) }),
                taken[name.stem] != nil, try store.standing(of: id) == .unknown
            else { return }
            let intake = HistoryIntake(store, takesDemo: found.workout.isDemo)
            try intake.take(found)
            try intake.finish()
            guard try store.standing(of: id) == .stored else { return }
        }
        entries.append(
            Entry(id: id, path: found.path, outcome: .changed, sentence: "its rows were gone; they are there again"))
    }

    private func holdsMore(of recording: StoredRecording, than found: ArchivedWorkout) throws(StorageError) -> Bool {
        let stored: Workout?
        do throws(StorageError) {
            stored = try store.recordedWorkout(recording.id)
        } catch {
            if case .damaged = error { return false }
            throw error
        }
        guard let stored else { return false }
        let format = ArchivedWorkout.Format(recording.origin)
        return ArchiveRival(ArchivedWorkout(workout: stored, path: found.path, format: format))
            .comesBefore(ArchiveRival(ArchivedWorkout(workout: found.workout, path: found.path, format: format)))
    }

    /// What was not found is folded from its samples; then those that are made of others, days outside of workouts, and totals of days
    /// are thrown away.
    ///
    /// - Parameter isCancelled: asked between two workouts.
    public func finish(_ isCancelled: () -> Bool = { false }) throws(StorageError) {
        let pruned = try store.prunedCaptures()
        let prunedPaths = Set(pruned.map(\.path))
        for recording in waiting where !isCancelled() {
            let sentence = Self.sentence(for: recording, isPruned: recording.origin.place.map(prunedPaths.contains) ?? false)
            let outcome = try store.refoldFromSamples(recording.id)
            entries.append(
                Entry(
                    id: recording.id, path: recording.origin.place, outcome: outcome.map(Outcome.init) ?? .left,
                    sentence: sentence + (outcome == nil ? "; it is left as it was" : "; it was folded from its samples")))
        }
        waiting = []
        for id in made where !isCancelled() {
            do throws(StorageError) {
                entries.append(Entry(id: id, path: nil, outcome: Outcome(try store.refold(id)), sentence: nil))
            } catch {
                switch error {
                case .unknown, .refused:
                    entries.append(Entry(id: id, path: nil, outcome: .left, sentence: "\(error); it is left as it was"))
                default: throw error
                }
            }
        }
        guard !isPartial, !isCancelled() else { return }
        for id in lost.sorted() {
            let place = pruned.first { $0.workout == id }.map { "its capture \($0.path) was pruned" }
            entries.append(
                Entry(
                    id: id, path: nil, outcome: .left,
                    sentence: "its rows are gone, and \(place ?? "no file that is known holds it: import it again")"))
        }
        lost = []
        try takeOutside(isCancelled)
        if !isCancelled() { try store.clearDailyTotals() }
    }

    /// What sensors said outside of workouts. What came from captures that are gone stays.
    private func takeOutside(_ isCancelled: () -> Bool) throws(StorageError) {
        let before = try store.anchor()
        for folder in captureFolders.sorted() {
            guard let names = try? Folder.names(in: folder) else { continue }
            for name in names.sorted() where !isCancelled() {
                guard let capture = CaptureName(name), capture.isIdle, capture.ending == CaptureName.whole,
                    taken[capture.stem] != nil, try IdleCapture.take(name, in: folder, among: names, store)
                else { continue }
                outside.captures += 1
            }
        }
        outside.changedSeries = try store.changes(of: .daySeries, after: before).added.count
    }

    private static func sentence(for recording: StoredRecording, isPruned: Bool) -> String {
        guard let place = recording.origin.place else {
            return recording.origin.kind == .demo ? "it is made up" : "nobody knows what it came from"
        }
        if isPruned { return "its capture \(place) was pruned" }
        return Folder.isFile(place) ? "\(place) does not hold all of it" : "\(place) is gone"
    }
}

extension HistoryRebuild.Outcome {
    fileprivate init(_ outcome: StoringOutcome) { self = outcome == .unchanged ? .unchanged : .changed }
}
