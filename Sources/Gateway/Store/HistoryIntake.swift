public import Storage
import Transports
public import Workouts

/// Brings workouts into a store, each once, however many files it is in (docs/archive.md, "What counts once").
public final class HistoryIntake {
    public enum Outcome: Equatable, Sendable {
        case added, replaced, unchanged
        /// It takes the place of one that was there.
        case better(than: String)
        /// Why it is not stored: a sentence without a full stop.
        case refused(String)

        /// Of what was there.
        fileprivate init(_ outcome: StoringOutcome) {
            switch outcome {
            case .added, .replaced: self = .replaced
            case .unchanged, .staysDeleted: self = .unchanged
            }
        }
    }

    public typealias Outcomes = [(id: WorkoutID, path: String, outcome: Outcome)]

    /// In the order in which they came.
    public private(set) var outcomes: Outcomes = []

    private let store: HistoryStore
    private let takesDemo: Bool
    private var waiting: [ArchivedWorkout] = []
    /// Workouts of one transaction: as few that they can be held, as many that the disk is not waited for each time.
    private static let batch = 16

    /// - Parameter takesDemo: whether what is made up may go in, where nothing real is; never into a person's own store, where it would
    ///   stand for what was done.
    public init(_ store: HistoryStore, takesDemo: Bool) {
        self.store = store
        self.takesDemo = takesDemo
    }

    /// Stores it with the next batch.
    public func take(_ found: ArchivedWorkout) throws(StorageError) {
        waiting.append(found)
        if waiting.count >= Self.batch { try finish() }
    }

    /// Stores all that waits, in one transaction.
    public func finish() throws(StorageError) {
        guard !waiting.isEmpty else { return }
        let batch = waiting
        waiting = []
        outcomes += try store.batch { store throws(StorageError) in
            var outcomes: Outcomes = []
            for found in batch {
                outcomes.append((found.workout.id, found.path, try outcome(of: found, store)))
            }
            return outcomes
        }
    }

    private func outcome(of found: ArchivedWorkout, _ store: HistoryStore) throws(StorageError) -> Outcome {
        let path = found.path.isEmpty ? "the workout" : found.path
        if found.isStillWritten { return .refused("\(path) is being recorded: import it when it is over") }
        if found.workout.isDemo, !takesDemo {
            return .refused("\(path) is made up, and goes into a store of its own only: give --store PATH")
        }
        if try !store.workouts(WorkoutFilter(isDemo: !found.workout.isDemo), limit: 1).isEmpty {
            let (own, others) = found.workout.isDemo ? ("made up", "real workouts") : ("real", "made-up workouts")
            return .refused("\(path) is \(own), and \(store.path) holds \(others)")
        }
        let origin = WorkoutOrigin(found)
        if let standing = try standing(of: found, path, store) { return standing }
        switch try store.standing(of: found.workout.id) {
        case .deleted: return .refused("\(path): \(try Self.reason(for: found.workout.id, store))")
        case .stored: return try again(found, path, origin, store)
        case .unknown: break
        }
        let rival = ArchiveRival(found)
        let others = try store.recordings(sameAs: rival, found.workout)
        if others.contains(where: { rival.isWritten(of: ArchiveRival($0)) }) { return .unchanged }
        if let other = others.first(where: { !rival.comesBefore(ArchiveRival($0)) }) {
            let words = rival.isKnown(as: ArchiveRival(other)) ? "holds the same workout as" : "was recorded at the same time as"
            return .refused("\(path) \(words) \(other.path.isEmpty ? "another one" : other.path), which is in the store")
        }
        // What people cut or joined stays as they made it.
        for other in others where try store.standing(of: other.workout.id) == .deleted {
            return .refused("\(path) was recorded at the same time as \(try Self.what(other, store))")
        }
        try store.store(found.workout, from: origin)
        guard let first = others.first else { return .added }
        // What people said of the one that goes is said of the one that comes.
        let edits = try store.edits(of: first.workout.id)
        if edits != WorkoutEdits() { try store.setEdits(edits, of: found.workout.id) }
        for other in others {
            try store.delete(other.workout.id, because: .superseded, replacedBy: [found.workout.id])
        }
        return .better(than: first.path)
    }

    /// What was written of a workout that the store has, or had, brings nothing, whatever was made of that since; `nil` for all else.
    private func standing(
        of found: ArchivedWorkout, _ path: String, _ store: HistoryStore
    ) throws(StorageError) -> Outcome? {
        guard let id = found.writtenOf else { return nil }
        switch try store.standing(of: id) {
        case .unknown: return nil
        case .deleted: return .refused("\(path): \(try Self.reason(for: id, store))")
        case .stored:
            // The file that it came from, in a store of another machine, may have become another.
            let place = try store.origin(of: id)?.place
            return id == found.workout.id && place == WorkoutOrigin(found).place ? nil : .unchanged
        }
    }

    /// Stores anew what is there. Of the files of one replay some alone would give less than all of them gave.
    private func again(
        _ found: ArchivedWorkout, _ path: String, _ origin: WorkoutOrigin, _ store: HistoryStore
    ) throws(StorageError) -> Outcome {
        guard let known = try store.origin(of: found.workout.id), known.place != origin.place else {
            return try Outcome(store.store(found.workout, from: origin))
        }
        let rival = ArchiveRival(found)
        if let stored = try store.recordings(sameAs: rival, found.workout).first(where: { $0.workout.id == rival.id }),
            ArchiveRival(stored).comesBefore(rival)
        {
            return .refused("\(path) holds less of its workout than the store, which keeps what it has")
        }
        // Of two copies of one file the first stays the one that it came from, as long as it is there; a capture is more than either.
        let isOriginal = origin.kind == .capture && known.kind == .file
        let isThere = known.place.map { Folder.isFile($0) } ?? false
        return try Outcome(store.store(found.workout, from: isThere && !isOriginal ? known : origin))
    }

    private static func what(_ other: ArchivedWorkout, _ store: HistoryStore) throws(StorageError) -> String {
        let reason = try store.deletedWorkouts().first { $0.id == other.workout.id }?.reason
        let name = other.path.isEmpty ? String(other.workout.id.storeText.prefix(8)) : other.path
        return "\(name), whose workout was \(reason == .split ? "split" : "merged with others")"
    }

    private static func reason(for id: WorkoutID, _ store: HistoryStore) throws(StorageError) -> String {
        let deleted = try store.deletedWorkouts().first { $0.id == id }
        let short = id.storeText.prefix(8)
        return switch deleted?.reason {
        case .deleted?: "its workout was deleted, and stays so (wattbeat workouts restore \(short))"
        case .superseded? where try !store.pieces(of: id).isEmpty:
            "it was cut or joined by hand, and what it was made of is in the store again"
        case .superseded?: "a better recording of its workout is in the store"
        case .split?: "it is there already: its workout was split"
        case .merged?: "it is there already: its workout was merged with others"
        case nil: "its workout was deleted for good"
        }
    }
}
