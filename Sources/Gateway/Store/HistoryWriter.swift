import Glibc
import Ingest
import Storage
import Transports
import Workouts

/// The gateway's own connection to a store, and all that waits for its disk: used by one thread at a time, never the loop's.
///
/// Each capture is one transaction with the note that it was taken; what is cut off is done again at the next start and changes nothing.
final class HistoryWriter: @unchecked Sendable {
    let path: String
    /// Of captures.
    private let folder: String
    /// Whether others of the file's group may write it.
    private let isShared: Bool
    private let isDemo: Bool
    /// How long another program that writes is waited for.
    private let patience: Int32
    private let now: @Sendable () -> Timestamp
    /// It adds a few places a minute and reads little; the machine may be small, and runs for weeks.
    private static let cacheKibibytes: Int32 = 256
    private var opened: (store: HistoryStore, identity: [UInt64]?)?

    init(
        path: String, captures folder: String, isShared: Bool = false, isDemo: Bool = false, patienceMilliseconds: Int32 = 5000,
        now: @escaping @Sendable () -> Timestamp
    ) {
        patience = patienceMilliseconds
        self.path = path
        self.folder = folder
        self.isShared = isShared
        self.isDemo = isDemo
        self.now = now
    }

    func carryOut(_ work: HistoryWork) -> HistoryReport {
        var report = HistoryReport()
        do throws(StorageError) {
            let store = try store(&report)
            // What is small and of now comes first.
            if !work.places.isEmpty || !work.heard.isEmpty {
                try store.batch { store throws(StorageError) in try take(work.places, work.heard, store) }
            }
            report.hasStoredNews = true
            for capture in work.captures { try take(capture, store, &report, isTold: true) }
            for name in work.earlier {
                try take(ClosedCapture(path: "\(folder)/\(name)"), store, &report, isTold: false)
            }
            if work.surveys { try survey(store, &report) }
            // A route that nobody ended is no workout's any more, once all that was recorded is there.
            if !work.captures.isEmpty || report.backlog?.isEmpty == true { try store.discardOpenRoutes(but: work.running) }
            switch work.pruning {
            case .look(let days):
                let limit = Timestamp(microseconds: now().microseconds &- Int64(days) &* 86_400_000_000)
                report.prunable = try CapturePruning(folders: [folder], store: store, endedBefore: limit).captures
            case .giveUp(let capture): report.pruned = try CapturePruning.prune(capture, store: store)
            case nil: break
            }
        } catch {
            report.failure = error
            // Whatever state it is in: the next attempt opens it anew.
            if case .locked = error {} else { opened = nil }
        }
        return report
    }

    // MARK: The file

    private func store(_ report: inout HistoryReport) throws(StorageError) -> HistoryStore {
        if let opened {
            if opened.identity != nil, Folder.identity(path) == opened.identity { return opened.store }
            self.opened = nil
            report.sentences.append(StoreWords.replaced(path))
            report.isAnew = true
        }
        if let parent = Folder.parent(of: path) {
            do throws(TransportError) { try Folder.create(parent) } catch {
                throw .cannotOpen(path: path, message: "\(error)")
            }
        }
        if isShared { share() }
        let now = now
        let store = try HistoryStore(
            path: path, for: .writing, patienceMilliseconds: patience, cacheKibibytes: Self.cacheKibibytes
        ) { now() }
        opened = (store, Folder.identity(path))
        return store
    }

    /// SQLite gives its log the rights that the file has. Never opens one that is there (SQLite, "How To Corrupt").
    private func share() {
        let rights: mode_t = 0o660
        let file = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, rights)
        // The mask took some away.
        if file >= 0 {
            fchmod(file, rights)
            close(file)
        } else {
            chmod(path, rights)
        }
    }

    // MARK: What is told while it happens

    private func take(
        _ places: [HistoryWork.Places], _ heard: [HistoryWork.Heard], _ store: HistoryStore
    ) throws(StorageError) {
        for piece in places {
            do throws(StorageError) {
                try store.beginRoute(piece.workout, of: piece.workout, origin: piece.origin)
                try store.append(piece.locations, toRoute: piece.workout)
            } catch {
                // Finished meanwhile, as by an import: it has all of them.
                if case .refused = error { continue }
                throw error
            }
        }
        for note in heard { try store.note(sensor: note.sensor, heardAt: note.moment) }
    }

    // MARK: Captures

    /// - Parameter isTold: whether a person is told of a workout that is not stored.
    private func take(
        _ capture: ClosedCapture, _ store: HistoryStore, _ report: inout HistoryReport, isTold: Bool
    ) throws(StorageError) {
        let name = String(capture.path.split(separator: "/").last ?? "")
        guard let known = CaptureName(name), let bytes = Folder.bytes(capture.path),
            // With one that ran on from it, perhaps.
            try !store.hasTaken(capture: known.stem, bytes: bytes)
        else { return }
        let names = (try? Folder.names(in: folder)) ?? []
        if known.isIdle {
            // What is made up belongs to no day.
            let isDone = isDemo ? true : try IdleCapture.take(name, in: folder, among: names, store)
            if isDone { try store.noteTaken([name], of: folder) }
            return
        }
        var (chain, workouts) = ([name], capture.workouts)
        if workouts.isEmpty {
            do throws(TransportError) {
                let reading = try CaptureReading(name, in: folder, among: names)
                (chain, workouts) = (reading.chain, reading.finished.workouts)
            } catch {
                // What cannot be opened today may be tomorrow; what is no capture never will be one.
                guard case .badCapture = error else { return }
            }
        }
        let intake = HistoryIntake(store, takesDemo: isDemo)
        try store.batch { store throws(StorageError) in
            for workout in workouts {
                try intake.take(ArchivedWorkout(workout: workout, path: "\(folder)/\(chain[0])", format: .capture))
            }
            try intake.finish()
            try store.noteTaken(chain, of: folder)
        }
        for (_, _, outcome) in intake.outcomes {
            switch outcome {
            case .added, .better: report.newWorkouts += isTold ? 0 : 1
            case .refused(let sentence) where isTold: report.sentences.append("the workout is not stored: \(sentence)")
            case .replaced, .unchanged, .refused: break
            }
        }
    }

    /// Finds out what was recorded earlier and is not there.
    private func survey(_ store: HistoryStore, _ report: inout HistoryReport) throws(StorageError) {
        // Where there are no captures, none is missing.
        let taken = try store.takenCaptures()
        guard let backlog = try? CaptureBacklog(in: folder, taken: taken) else { return report.backlog = [] }
        try store.forget(captures: backlog.gone)
        report.backlog = backlog.waiting
    }
}
