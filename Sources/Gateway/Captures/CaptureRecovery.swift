import ActivityFiles
import Transports
import WireFormats
import Workouts

/// Looks after what an earlier run left open in a capture folder (docs/recovery.md). Nothing is deleted, and every step may be cut
/// off: the next run finds what is left of the work.
struct CaptureRecovery {
    let folder: String
    let now: CaptureClock
    /// The longest gap after which a workout goes on, microseconds; 0: none does.
    let resumeLimit: Int64
    /// - Returns: whether the workout's files are on the disk.
    let store: (Workout, WorkoutReport) -> Bool

    /// What happened, a sentence each.
    private(set) var notes: [String] = []
    /// The capture whose workout goes on; its file keeps its name until the next one is there.
    private(set) var resumed: (name: CaptureName, capture: CutCapture)?
    /// What a new capture comes after, without a workout running on into it.
    private(set) var former: (identity: String, after: Int64?)?

    private var captures: [(name: CaptureName, header: CaptureHeader)] = []

    init(
        folder: String, now: CaptureClock, resumeLimit: Int64, store: @escaping (Workout, WorkoutReport) -> Bool
    ) {
        self.folder = folder
        self.now = now
        self.resumeLimit = resumeLimit
        self.store = store
    }

    /// - Throws: `.cannotRead`, of the folder.
    mutating func run() throws(TransportError) {
        let names = try captureNames()
        // What somebody writes to was not left.
        let parts = names.filter { CaptureName.isUnfinished($0.text) && !Folder.isLocked(path($0)) }
        guard !parts.isEmpty else { return }
        readHeaders(names)
        // All are read before any gets another name: one may go on with another.
        let read = parts.map { name in (name, self.read(name)) }
        var running: [(name: CaptureName, capture: CutCapture)] = []
        for (name, result) in read {
            switch result {
            case .failure(let error): setAside(name, because: error)
            case .success(let capture) where capture.end != .clean: salvage(name, capture)
            // It was paused before the next one began: only its name is left to do.
            case .success(let capture) where hasSuccessor(name, capture): close(name, capture)
            case .success(let capture) where capture.isRunning && name.ending == CaptureName.stopped:
                finish(name, capture, .stopped)
            case .success(let capture) where capture.isRunning: running.append((name, capture))
            case .success(let capture): conclude(name, capture)
            }
        }
        // One at most was going on; of more, the one that was heard last.
        running.sort { gap($0.capture) ?? .max > gap($1.capture) ?? .max }
        let last = running.popLast()
        for (name, capture) in running { finish(name, capture, .another) }
        if let last { resumeOrFinish(last.name, last.capture) }
    }

    /// Stores the workouts of a capture that is over, as it holds them.
    mutating func storeAgain(_ name: CaptureName) {
        readHeaders((try? captureNames()) ?? [])
        switch read(name) {
        case .success(let capture): _ = storeWorkouts(of: capture)
        case .failure(let error): notes.append("\(error)")
        }
    }

    private mutating func resumeOrFinish(_ name: CaptureName, _ capture: CutCapture) {
        if capture.header.isDemo { return finish(name, capture, .demonstration) }
        guard resumeLimit > 0 else { return finish(name, capture, .neverResumed) }
        guard let gap = gap(capture) else {
            return finish(name, capture, capture.isContradicted(by: now) ? .clockSetOtherwise : .unknownGap)
        }
        guard gap <= resumeLimit else { return finish(name, capture, .longGap(gap, limit: resumeLimit)) }
        resume(name, capture, gap: gap)
    }

    // MARK: What becomes of each

    /// No workout is going on in it: what ended is stored, and the file is closed.
    private mutating func conclude(_ name: CaptureName, _ capture: CutCapture) {
        guard append([], to: capture) else { return }
        leave(capture)
        guard storeWorkouts(of: capture) else { return }
        close(name, capture)
        if !capture.finished.workouts.isEmpty { notes.append(RecoveryWords.stored(capture)) }
    }

    /// The workout ends where it was cut off, and its file says so.
    private mutating func finish(_ name: CaptureName, _ capture: CutCapture, _ hindrance: RecoveryWords.Hindrance) {
        var capture = capture
        let sentence = RecoveryWords.finished(capture, hindrance, isSameBoot: isSameBoot(capture))
        let records = capture.stopping
        guard append(records, to: capture) else { return }
        for record in records { capture.take(record) }
        leave(capture)
        notes.append(sentence)
        if storeWorkouts(of: capture) { close(name, capture) }
    }

    /// The workout is paused where it was cut off, and goes on.
    private mutating func resume(_ name: CaptureName, _ capture: CutCapture, gap: Int64) {
        var capture = capture
        let sentence = RecoveryWords.resumed(capture, gap: gap, isSameBoot: isSameBoot(capture))
        let records = capture.pausing
        guard append(records, to: capture) else { return }
        for record in records { capture.take(record) }
        resumed = (name, capture)
        notes.append(sentence)
    }

    /// Nothing appended would be read: what came before the damage makes the workout, and the file stays as it is.
    private mutating func salvage(_ name: CaptureName, _ capture: CutCapture) {
        var capture = capture
        capture.finish()
        leave(capture)
        guard storeWorkouts(of: capture), rename(name, to: name.ending(CaptureName.damaged)) else { return }
        if case .damaged(let reason) = capture.end {
            notes.append(RecoveryWords.damaged(name.ending(CaptureName.damaged), reason, capture))
        }
    }

    private mutating func setAside(_ name: CaptureName, because error: TransportError) {
        guard case .badCapture(_, let reason) = error else {
            return notes.append("\(error); it is tried again at the next start")
        }
        guard rename(name, to: name.ending(CaptureName.damaged)) else { return }
        notes.append(RecoveryWords.unreadable(name.ending(CaptureName.damaged), reason))
    }

    // MARK: Steps

    /// Takes the torn tail off, and appends.
    private mutating func append(_ records: [CaptureRecord], to capture: CutCapture) -> Bool {
        do throws(TransportError) {
            try DurableFile.append(records, to: capture.path, cutAt: capture.length)
            return true
        } catch {
            notes.append("\(error): what became of it is put off until the next start")
            return false
        }
    }

    private mutating func storeWorkouts(of capture: CutCapture) -> Bool {
        // Who stores says why it could not.
        zip(capture.finished.workouts, capture.finished.reports).map { store($0, $1) }.allSatisfy(\.self)
    }

    private mutating func close(_ name: CaptureName, _ capture: CutCapture) {
        rename(name, to: (capture.holdsWorkout ? name.withWorkout : name).ending(CaptureName.whole))
    }

    @discardableResult
    private mutating func rename(_ name: CaptureName, to other: CaptureName) -> Bool {
        do throws(TransportError) {
            try Folder.rename(path(name), to: path(other))
            return true
        } catch {
            notes.append("\(error); it is tried again at the next start")
            return false
        }
    }

    /// The next capture says that it comes after this one.
    private mutating func leave(_ capture: CutCapture) { former = (capture.header.identity, capture.offset(of: now)) }

    private func gap(_ capture: CutCapture) -> Int64? { capture.offset(of: now).map { $0 - capture.lastOffset } }

    private func isSameBoot(_ capture: CutCapture) -> Bool { capture.header.boot != nil && capture.header.boot == now.boot }

    // MARK: Reading

    private func path(_ name: CaptureName) -> String { "\(folder)/\(name.text)" }

    /// Of files alone: to open a pipe or a device would be to wait for it.
    private func captureNames() throws(TransportError) -> [CaptureName] {
        try Folder.names(in: folder).compactMap { CaptureName($0) }.filter { Folder.isFile(path($0)) }
    }

    private mutating func readHeaders(_ names: [CaptureName]) {
        for name in names where name.ending != CaptureName.damaged {
            if let header = Self.header(path(name)) { captures.append((name, header)) }
        }
    }

    static func header(_ path: String) -> CaptureHeader? {
        guard var reader = try? CaptureReader(path: path) else { return nil }
        _ = try? reader.next()
        return reader.header
    }

    /// A capture and those that it goes on with, backwards; each once, whatever the headers say.
    private func chain(of name: CaptureName) -> [CaptureName] {
        var chain: [CaptureName] = [name]
        var continued = captures.first { $0.name == name }?.header.continues
        while let identity = continued, let before = captures.first(where: { $0.header.identity == identity }),
            !chain.contains(before.name)
        {
            chain.append(before.name)
            continued = before.header.continues
        }
        return chain
    }

    /// Whether its workout went on in another capture: not in itself, nor in one that it goes on with.
    private func hasSuccessor(_ name: CaptureName, _ capture: CutCapture) -> Bool {
        let chain = chain(of: name)
        return captures.contains { capture.runsOn(into: $0.header) && !chain.contains($0.name) }
    }

    /// A capture with those that it goes on with.
    private func read(_ name: CaptureName) -> Result<CutCapture, TransportError> {
        var former: CutCapture?
        for name in chain(of: name).reversed().dropLast() {
            // A part that cannot be read costs what it held, and no more.
            former = (try? CutCapture(path(name), continuing: former)) ?? former
        }
        return Result { () throws(TransportError) in try CutCapture(path(name), continuing: former) }
    }
}
