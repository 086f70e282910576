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
        let store = try HistoryStore(path: path, for: .writing, patienceMilliseconds: patience) { now() }
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
            if try takeIdle(name, among: names, store) { try note([name], store) }
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
            try note(chain, store)
        }
        for (_, _, outcome) in intake.outcomes {
            switch outcome {
            case .added, .better: report.newWorkouts += isTold ? 0 : 1
            case .refused(let sentence) where isTold: report.sentences.append("the workout is not stored: \(sentence)")
            case .replaced, .unchanged, .refused: break
            }
        }
    }

    private func note(_ names: [String], _ store: HistoryStore) throws(StorageError) {
        for name in names {
            guard let stem = CaptureName(name)?.stem, let bytes = Folder.bytes("\(folder)/\(name)") else { continue }
            try store.take(capture: stem, bytes: bytes)
        }
    }

    /// What sensors said outside of workouts, and that they were there.
    ///
    /// - Returns: whether nothing is left to do for it.
    private func takeIdle(_ name: String, among names: [String], _ store: HistoryStore) throws(StorageError) -> Bool {
        guard !isDemo else { return true }
        var samples = OutsideSamples(store)
        let engine: IngestEngine
        do throws(TransportError) {
            engine = try CaptureReading(name, in: folder, among: names, outside: { samples.take($0, $1) }).engine
        } catch {
            if case .badCapture = error { return true }
            return false
        }
        samples.flush(engine)
        if let failure = samples.failure { throw failure }
        guard engine.clock.isTrusted else { return true }
        try store.batch { store throws(StorageError) in
            for (sensor, heard) in zip(engine.sources, engine.lastHeard) {
                try store.note(sensor: sensor, heardAt: engine.clock.timestamp(at: heard))
            }
        }
        return true
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
