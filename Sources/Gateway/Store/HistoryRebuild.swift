public import Storage
import Transports
public import Workouts

/// Derives every workout of a store again from its capture or file: the same bytes, as long as the rules are the same. What people said
/// of them stays. One workout is one transaction, so that it may be interrupted anywhere.
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

    /// - Parameter ids: `nil` for all; of one that is made of others these are meant with it.
    public init(_ store: HistoryStore, only ids: Set<WorkoutID>? = nil) throws(StorageError) {
        self.store = store
        isPartial = ids != nil
        var wanted = ids
        made = try store.workoutsMadeOfOthers().filter { ids?.contains($0) ?? true }
        for id in made { for piece in try store.pieces(of: id) { wanted?.insert(piece.recording) } }
        waiting = try store.recordings().filter { wanted?.contains($0.id) ?? true }
        var paths = Set<String>()
        for recording in waiting {
            guard let place = recording.origin.place, Folder.isFile(place) else { continue }
            paths.insert(recording.origin.kind == .capture ? Folder.parent(of: place) ?? place : place)
        }
        self.paths = paths.sorted()
    }

    /// Stores one that was read again, if it is meant.
    public func take(_ found: ArchivedWorkout) throws(StorageError) {
        guard !found.isStillWritten, let index = waiting.firstIndex(where: { $0.id == found.workout.id }) else { return }
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

    /// What was not found is folded from its samples; then those that are made of others, and totals of days are thrown away.
    ///
    /// - Parameter isCancelled: asked between two workouts.
    public func finish(_ isCancelled: () -> Bool = { false }) throws(StorageError) {
        let pruned = Set(try store.prunedCaptures().map(\.path))
        for recording in waiting where !isCancelled() {
            let sentence = Self.sentence(for: recording, isPruned: recording.origin.place.map(pruned.contains) ?? false)
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
        if !isPartial, !isCancelled() { try store.clearDailyTotals() }
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
