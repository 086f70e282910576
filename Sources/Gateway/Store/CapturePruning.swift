internal import Glibc
import Ingest
public import Storage
import Transports
import WireFormats
public import Workouts

/// Raw captures whose workouts are in the store, so that they may be given up (docs/store.md). What is lost with one: that its workout
/// can be derived again by better rules, or with other sensors in front, and be replayed as it came.
public struct CapturePruning: Sendable {
    /// One that the store says it has.
    public struct Capture: Equatable, Sendable {
        public var path: String
        public var bytes: Int64
        public var workout: WorkoutID
        /// Of its workout.
        public var end: Timestamp
    }

    public enum Outcome: Equatable, Sendable {
        case pruned
        /// It stays: why, a sentence without a full stop.
        case kept(String)
    }

    /// The oldest first.
    public let captures: [Capture]
    /// Others in the folders, which stay in any case: not ended, idle, of no workout that is stored, or younger.
    public let others: (count: Int, bytes: Int64)

    /// Looks at names and at the store; no capture is read.
    ///
    /// - Parameters:
    ///   - folders: with captures; what lies in folders within is not looked at.
    ///   - isAnywhere: whether captures that the store knows count wherever they lie.
    ///   - limit: only captures whose workouts ended before; `nil`: all.
    public init(
        folders: [String], isAnywhere: Bool = false, store: HistoryStore, endedBefore limit: Timestamp? = nil
    ) throws(StorageError) {
        var recordings: [String: StoredRecording] = [:]
        for recording in try store.recordings() where recording.origin.kind == .capture {
            guard let place = recording.origin.place else { continue }
            recordings[place] = recording
        }
        var captures: [Capture] = []
        var others: (count: Int, bytes: Int64) = (0, 0)
        var paths: Set<String> = []
        for folder in folders {
            for name in (try? Folder.names(in: folder)) ?? [] where CaptureName(name) != nil {
                paths.insert(KnownRecordings.resolved("\(folder)/\(name)"))
            }
        }
        if isAnywhere { paths.formUnion(recordings.keys) }
        for path in paths.sorted() {
            guard let bytes = Self.size(of: path) else { continue }
            // A person's copy may have any name; what a gateway has not ended says so by its own.
            let isEnded = path.split(separator: "/").last.map { !CaptureName.isUnfinished(String($0)) } ?? false
            guard isEnded, let recording = recordings[path], try store.isKept(recording.id),
                limit.map({ recording.end < $0 }) ?? true
            else {
                others = (others.count + 1, others.bytes &+ bytes)
                continue
            }
            captures.append(Capture(path: path, bytes: bytes, workout: recording.id, end: recording.end))
        }
        self.captures = captures.sorted { ($0.end, $0.path) < ($1.end, $1.path) }
        self.others = others
    }

    public var bytes: Int64 { captures.reduce(0) { $0 &+ $1.bytes } }

    /// Removes one capture: after all that is in it was derived again, and read back from the store byte for byte the same.
    public static func prune(_ capture: Capture, store: HistoryStore) throws(StorageError) -> Outcome {
        if Folder.isLocked(capture.path) { return .kept("\(capture.path) is being written") }
        let workouts: [Workout]
        do throws(TransportError) {
            workouts = try Self.workouts(of: capture.path)
        } catch {
            return .kept("\(error)")
        }
        guard workouts.contains(where: { $0.id == capture.workout }) else {
            return .kept("\(capture.path) does not hold the workout that the store has of it")
        }
        for workout in workouts {
            let isHeld = try store.isKept(workout.id) ? store.holds(workout) : false
            guard !isHeld else { continue }
            return .kept(
                "\(capture.path) makes another workout than the store has: wattbeat store rebuild \(workout.id.storeText.prefix(8))"
            )
        }
        // Remembered first: what is gone must never look lost.
        try store.notePruned(capture.path, of: capture.workout, bytes: capture.bytes)
        guard unlink(capture.path) == 0 else {
            return .kept("\(capture.path) cannot be removed: \(String(cString: strerror(errno)))")
        }
        if let folder = Folder.parent(of: capture.path) { _ = Folder.sync(folder) }
        return .pruned
    }

    private static func size(of path: String) -> Int64? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int64(status.st_size)
    }

    private final class Collector: IngestSink {
        var finished = FinishedWorkouts()
        func apply(_ output: IngestOutput) { finished.apply(output) }
    }

    private static func workouts(of path: String) throws(TransportError) -> [Workout] {
        let plan = try ReplayPlan([ReplayPlan.File(path: path)])
        let collector = Collector()
        var loop = IngestLoop(engine: IngestEngine(header: plan.header), sinks: [collector])
        while let record = plan.next() { loop.take(record) }
        loop.finish()
        // Of a capture that cannot be read to its end nobody knows what else is in it.
        return plan.faults.isEmpty ? collector.finished.workouts : []
    }
}

extension HistoryStore {
    /// Whether a workout is there, or is what others are made of; not one that somebody deleted.
    fileprivate func isKept(_ workout: WorkoutID) throws(StorageError) -> Bool {
        switch try standing(of: workout) {
        case .stored: return true
        case .unknown: return false
        case .deleted:
            guard let deleted = try deletedWorkouts().first(where: { $0.id == workout }) else { return false }
            return deleted.reason == .split || deleted.reason == .merged
        }
    }
}
