public import Workouts

/// Where a workout is cut: what lies between the two moments belongs to neither part.
public struct WorkoutCut: Equatable, Sendable {
    /// Of the workout's clock: one part ends here …
    public var end: Offset
    /// … and the next begins here, at this moment or later.
    public var start: Offset

    public init(end: Offset, start: Offset) {
        self.end = end
        self.start = start
    }
}

/// What came of taking a deletion back.
public struct Restoration: Equatable, Sendable {
    /// The workout, and others that had been joined with it.
    public var restored: [WorkoutID] = []
    /// Those that had been made of it, and are gone.
    public var removed: [WorkoutID] = []
}

extension HistoryStore {
    /// Cuts a workout. The recording stays, marked as split, so that `restore` has it back; the parts are folded from it.
    ///
    /// - Parameter cuts: in order of time.
    /// - Returns: the parts, one more than cuts.
    /// - Throws: `unknown`; `refused`, for a cut that leaves a part empty.
    public func split(_ workout: WorkoutID, at cuts: [WorkoutCut]) throws(StorageError) -> [WorkoutID] {
        try write { () throws(StorageError) in
            guard !cuts.isEmpty else { throw StorageError.refused("no cut is given") }
            guard let whole = try self.workout(workout) else {
                throw StorageError.unknown(kind: "workout", id: workout.storeText)
            }
            let edges = [whole.start] + cuts.flatMap { [$0.end, $0.start] } + [whole.end]
            return try recut(
                whole, into: stride(from: 0, to: edges.count, by: 2).map { (edges[$0], edges[$0 + 1]) })
        }
    }

    /// Takes a workout's beginning or end away, as a ride home that was recorded too; else like `split`.
    ///
    /// - Returns: what is left.
    public func trim(_ workout: WorkoutID, from start: TimeSpan, to end: TimeSpan) throws(StorageError) -> WorkoutID {
        try write { () throws(StorageError) in
            guard let whole = try self.workout(workout) else {
                throw StorageError.unknown(kind: "workout", id: workout.storeText)
            }
            guard start.isPlausible, end.isPlausible, start >= .zero, end >= .zero, start + end > .zero else {
                throw StorageError.refused("nothing is to be taken away")
            }
            return try recut(whole, into: [(whole.start + start, whole.end - end)])[0]
        }
    }

    private func recut(_ whole: Workout, into parts: [(Offset, Offset)]) throws(StorageError) -> [WorkoutID] {
        let pieces = try placedPieces(of: whole)
        var made: [WorkoutID] = []
        let edits = try edits(of: whole.id)
        for (index, part) in parts.enumerated() {
            guard part.0 < part.1, part.0 >= whole.start, part.1 <= whole.end else {
                throw .refused(StretchError.outside.sentence)
            }
            let own = pieces.compactMap { piece, shift -> WorkoutPiece? in
                let (start, end) = (max(piece.start + shift, part.0), min(piece.end + shift, part.1))
                return start < end
                    ? WorkoutPiece(recording: piece.recording, start: start - shift, end: end - shift) : nil
            }
            guard !own.isEmpty else { throw .refused("a part would have nothing but a pause in it") }
            var said = edits
            if let name = edits.name, !name.isEmpty, parts.count > 1 { said.name = "\(name) (\(index + 1)/\(parts.count))" }
            if index > 0 { said.note = nil }
            made.append(try make(own, said))
        }
        try delete(whole.id, because: .split, replacedBy: made)
        return made
    }

    /// Joins workouts: one after the other, the timer standing between them; of different sports they are legs. What was cut out
    /// of one recording and lies side by side is one piece again, and all of it the recording itself.
    ///
    /// - Returns: the workout that they make.
    /// - Throws: `unknown`; `refused`, where they overlap, or nobody knows when one was.
    public func merge(_ workouts: [WorkoutID]) throws(StorageError) -> WorkoutID {
        try write { () throws(StorageError) in
            guard Set(workouts).count == workouts.count, workouts.count > 1 else {
                throw StorageError.refused("it takes two workouts or more")
            }
            var all: [Workout] = []
            for id in workouts {
                guard let one = try self.workout(id) else { throw StorageError.unknown(kind: "workout", id: id.storeText) }
                all.append(one)
            }
            all.sort { ($0.startMoment, $0.id) < ($1.startMoment, $1.id) }
            guard all.allSatisfy({ $0.isDemo == all[0].isDemo }) else {
                throw StorageError.refused("what is made up is not joined with what was done")
            }
            var pieces: [WorkoutPiece] = []
            for one in all { for (piece, _) in try placedPieces(of: one) { try append(piece, to: &pieces) } }
            let isOneRecording = Set(pieces.map(\.recording)).count == 1
            guard isOneRecording || all.allSatisfy({ $0.clock.isTrusted || $0.clock.source == .file }) else {
                throw StorageError.refused("nobody knows when one of them was")
            }
            var said = WorkoutEdits()
            for one in all {
                let edits = try edits(of: one.id)
                said.name = said.name ?? edits.name
                if let note = edits.note { said.note = said.note.map { "\($0)\n\(note)" } ?? note }
            }
            if Set(all.map(\.type)).count == 1 { said.type = try self.edits(of: all[0].id).type }
            let joint = try make(pieces, said)
            for one in all where one.id != joint { try delete(one.id, because: .merged, replacedBy: [joint]) }
            return joint
        }
    }

    /// Pieces of one recording that touch, or have only a pause of it between them, are one.
    private func append(_ piece: WorkoutPiece, to pieces: inout [WorkoutPiece]) throws(StorageError) {
        guard let last = pieces.last, last.recording == piece.recording, last.end <= piece.start else {
            return pieces.append(piece)
        }
        let pauses = try recordedWorkout(piece.recording)?.pauses ?? []
        if last.end == piece.start || pauses.contains(where: { $0.start <= last.end && $0.end >= piece.start }) {
            pieces[pieces.count - 1].end = piece.end
        } else {
            pieces.append(piece)
        }
    }

    /// Of what a workout is made, each with what its recording's clock is moved by.
    private func placedPieces(of workout: Workout) throws(StorageError) -> [(WorkoutPiece, TimeSpan)] {
        let pieces = try pieces(of: workout.id)
        guard !pieces.isEmpty else {
            return [(WorkoutPiece(recording: workout.id, start: workout.start, end: workout.end), .zero)]
        }
        var placed: [(WorkoutPiece, TimeSpan)] = []
        for piece in pieces {
            let origin = try connection.value(
                "SELECT clock_origin_us FROM workouts WHERE uid = ?", .text(piece.recording.storeText))
            guard let origin = origin.integer else { throw .unknown(kind: "recording", id: piece.recording.storeText) }
            let shift = origin.subtractingReportingOverflow(workout.clock.origin.microseconds)
            guard !shift.overflow, shift.partialValue.magnitude <= 1 << 50 else {
                throw .refused(StretchError.tooLong.sentence)
            }
            placed.append((piece, TimeSpan(microseconds: shift.partialValue)))
        }
        return placed
    }

    /// The workout that pieces make: the recording itself, if they are all of it.
    private func make(_ pieces: [WorkoutPiece], _ edits: WorkoutEdits) throws(StorageError) -> WorkoutID {
        if pieces.count == 1, let recorded = try recordedWorkout(pieces[0].recording), pieces[0].start <= recorded.start,
            pieces[0].end >= recorded.end
        {
            try revive(recorded.id)
            return recorded.id
        }
        let id = WorkoutID(of: pieces)
        // Its legs are called what the recordings are called; of one leg people may have said otherwise.
        let workout = try folded(pieces, as: id)
        try connection.run("DELETE FROM workout_edits WHERE uid = ?", .text(id.storeText))
        try setPieces(pieces, of: id)
        _ = try keep(workout, pieces)
        try revive(id)
        let type = edits.type == workout.type ? nil : edits.type
        try setEdits(WorkoutEdits(name: edits.name, type: type, note: edits.note), of: id)
        return id
    }
}

// Taking it back.
extension HistoryStore {
    /// Takes a deletion back. One that was split or merged takes the place of those that were made of it; what else had gone into
    /// those is there again, too.
    ///
    /// - Throws: `unknown`, when it was not deleted, or is gone for good; `refused`, for a part whose recording is there.
    @discardableResult
    public func restore(_ workout: WorkoutID) throws(StorageError) -> Restoration {
        try write { () throws(StorageError) in
            let uid = workout.storeText
            guard try isDeleted(uid), try connection.value("SELECT 1 FROM workouts WHERE uid = ?", .text(uid)) != .null else {
                throw StorageError.unknown(kind: "deleted workout", id: uid)
            }
            let descendants = try descendants(of: workout)
            var restoration = Restoration()
            for other in try sharing(timeOf: workout) {
                guard descendants.contains(other) else {
                    let name = other.storeText.prefix(8)
                    throw StorageError.refused(
                        "what is in it is in \(name), which is there: split that one again, or delete it first")
                }
                restoration.removed.append(other)
            }
            for gone in restoration.removed { try delete(gone, because: .superseded, replacedBy: [workout]) }
            try revive(workout)
            restoration.restored = [workout]
            for other in try deletedWorkouts() where other.reason == .merged && !descendants.contains(other.id) {
                guard !Set(other.replacedBy).isDisjoint(with: restoration.removed), try sharing(timeOf: other.id).isEmpty
                else { continue }
                try revive(other.id)
                restoration.restored.append(other.id)
            }
            // A recording that had come of joining all its parts is split again.
            let parts = SQLValue.text(restoration.restored.map(\.storeText).recordText)
            for gone in restoration.removed where try pieces(of: gone).isEmpty {
                try connection.run(
                    "UPDATE workout_deletions SET reason = ?, replaced_by = ? WHERE uid = ?",
                    .text(DeletionReason.split.rawValue), parts, .text(gone.storeText))
            }
            return restoration
        }
    }

    /// Makes a workout one that is there.
    func revive(_ workout: WorkoutID) throws(StorageError) {
        let uid = workout.storeText
        guard try isDeleted(uid) else { return }
        try connection.run("DELETE FROM workout_deletions WHERE uid = ?", .text(uid))
        try noteStale(ofWorkout: uid, try noteChange(.workout, uid))
        for route in try routes(ofWorkout: uid) { try noteChange(.route, route) }
    }

    /// Those that took its place by cutting and joining, and theirs.
    private func descendants(of workout: WorkoutID) throws(StorageError) -> Set<WorkoutID> {
        let made = try deletedWorkouts().filter { $0.reason == .split || $0.reason == .merged }
        let children = Dictionary(made.map { ($0.id, $0.replacedBy) }) { first, _ in first }
        var (found, next) = (Set<WorkoutID>(), children[workout] ?? [])
        while let one = next.popLast() {
            if found.insert(one).inserted { next += children[one] ?? [] }
        }
        return found
    }

    /// Workouts that are there and have some of the same recorded time in them.
    private func sharing(timeOf workout: WorkoutID) throws(StorageError) -> [WorkoutID] {
        let uid = SQLValue.text(workout.storeText)
        return try identities(
            """
            WITH mine AS (SELECT recording, start_offset_us AS s, end_offset_us AS e FROM workout_pieces WHERE uid = ?1
                UNION ALL SELECT ?1, -\(Int64.max), \(Int64.max) WHERE NOT EXISTS (SELECT 1 FROM workout_pieces WHERE uid = ?1)),
            theirs AS (SELECT uid, recording, start_offset_us AS s, end_offset_us AS e FROM workout_pieces
                UNION ALL SELECT uid, uid, -\(Int64.max), \(Int64.max) FROM workouts AS w
                WHERE NOT EXISTS (SELECT 1 FROM workout_pieces AS p WHERE p.uid = w.uid))
            SELECT DISTINCT t.uid FROM theirs AS t JOIN mine AS m ON m.recording = t.recording AND m.s < t.e AND t.s < m.e
            WHERE t.uid <> ?1 AND t.uid NOT IN (SELECT uid FROM workout_deletions) ORDER BY t.uid
            """, [uid])
    }
}
