public import Workouts

/// A stretch of a recorded workout, of which a workout is made that people cut or joined.
public struct WorkoutPiece: Hashable, Sendable {
    public var recording: WorkoutID
    /// Of the recording's clock.
    public var start: Offset
    public var end: Offset

    public init(recording: WorkoutID, start: Offset, end: Offset) {
        self.recording = recording
        self.start = start
        self.end = end
    }
}

// Workouts that are made of others are folded from the recordings each time that one of those is stored anew.
extension HistoryStore {
    /// Of what a workout is made; empty for one that was recorded as it is.
    public func pieces(of workout: WorkoutID) throws(StorageError) -> [WorkoutPiece] {
        try connection.rows(
            "SELECT recording, start_offset_us, end_offset_us FROM workout_pieces WHERE uid = ? ORDER BY place",
            [.text(workout.storeText)]
        ) { row throws(StorageError) in
            guard let recording = row[0].text.flatMap({ WorkoutID(storeText: $0) }), let start = row[1].offset,
                let end = row[2].offset
            else { throw damaged("a piece of workout \(workout.storeText) is not readable") }
            return WorkoutPiece(recording: recording, start: start, end: end)
        }
    }

    /// Workouts that are made of others, deleted ones and those whose rows are gone too.
    public func workoutsMadeOfOthers() throws(StorageError) -> [WorkoutID] {
        try identities(
            """
            SELECT p.uid FROM workout_pieces AS p LEFT JOIN workouts AS w ON w.uid = p.uid GROUP BY p.uid
            ORDER BY w.id IS NULL, w.id, p.uid
            """, [])
    }

    /// The same workout folded from other recordings than the store has, as of those that were derived with other settings.
    ///
    /// - Parameter recording: `nil` for one that nobody has.
    /// - Throws: `unknown`, when one is lacking; `refused`, when they make none.
    public func workout(
        _ made: WorkoutID, of recording: (WorkoutID) -> Workout?
    ) throws(StorageError) -> Workout {
        try folded(pieces(of: made), as: made) { id throws(StorageError) in recording(id) }
    }

    func identities(_ sql: String, _ values: [SQLValue]) throws(StorageError) -> [WorkoutID] {
        try connection.rows(sql, values) { row throws(StorageError) in row[0].text.flatMap { WorkoutID(storeText: $0) } }
    }

    func setPieces(_ pieces: [WorkoutPiece], of workout: WorkoutID) throws(StorageError) {
        try connection.run("DELETE FROM workout_pieces WHERE uid = ?", .text(workout.storeText))
        for (place, piece) in pieces.enumerated() {
            try connection.run(
                "INSERT INTO workout_pieces (uid, place, recording, start_offset_us, end_offset_us) VALUES (?, ?, ?, ?, ?)",
                .text(workout.storeText), .integer(place), .text(piece.recording.storeText),
                .integer(piece.start.microseconds), .integer(piece.end.microseconds))
        }
    }

    /// The workout that pieces make, folded from what was recorded.
    ///
    /// - Throws: `unknown`, when a recording is gone for good; `refused`, when they make none.
    func folded(_ pieces: [WorkoutPiece], as id: WorkoutID) throws(StorageError) -> Workout {
        try folded(pieces, as: id) { id throws(StorageError) in try recordedWorkout(id) }
    }

    private func folded(
        _ pieces: [WorkoutPiece], as id: WorkoutID, of recording: (WorkoutID) throws(StorageError) -> Workout?
    ) throws(StorageError) -> Workout {
        var stretches: [WorkoutStretch] = []
        for piece in pieces {
            guard let recorded = try recording(piece.recording) else {
                throw .unknown(kind: "recording", id: piece.recording.storeText)
            }
            // Derived by other rules it may have become shorter.
            stretches.append(
                WorkoutStretch(of: recorded, from: max(piece.start, recorded.start), to: min(piece.end, recorded.end)))
        }
        do throws(StretchError) {
            return try Workout(folding: stretches, id: id)
        } catch {
            throw .refused(error.sentence)
        }
    }

    /// Folds a workout that is made of others anew, and stores it.
    @discardableResult
    public func refold(_ workout: WorkoutID) throws(StorageError) -> StoringOutcome {
        try write { () throws(StorageError) in
            let pieces = try pieces(of: workout)
            guard !pieces.isEmpty else { throw StorageError.unknown(kind: "workout of others", id: workout.storeText) }
            return try keep(folded(pieces, as: workout), pieces)
        }
    }

    func keep(_ workout: Workout, _ pieces: [WorkoutPiece]) throws(StorageError) -> StoringOutcome {
        var gap: RouteGap?
        if workout.route.placeCount == 0 {
            for piece in pieces where try knownRouteGap(of: piece.recording) == .noAccess { gap = .noAccess }
        }
        return try store(workout, from: WorkoutOrigin(.derived), routeGap: gap)
    }

    /// All that are made of a recording, when that was stored anew.
    func refoldThose(madeOf uid: String) throws(StorageError) {
        let made = try identities("SELECT DISTINCT uid FROM workout_pieces WHERE recording = ? ORDER BY uid", [.text(uid)])
        for workout in made {
            // Where another of its recordings is gone, or the cut lies outside now, it stays as it was.
            do throws(StorageError) { try refold(workout) } catch {
                switch error {
                case .unknown, .refused: continue
                default: throw error
                }
            }
        }
    }

    /// What was said of a workout's route when it was stored.
    public func knownRouteGap(of workout: WorkoutID) throws(StorageError) -> RouteGap? {
        try connection.value("SELECT route_gap FROM workouts WHERE uid = ?", .text(workout.storeText)).text == "noAccess"
            ? .noAccess : nil
    }
}

extension StretchError {
    /// Without a full stop.
    var sentence: String {
        switch self {
        case .outside: "a part would be empty or reach out of its workout"
        case .overlap: "two of the workouts went on at the same time"
        case .tooLong: "together they would last more than 31 days"
        case .tooManySources: "too many sensors took part"
        }
    }
}

extension WorkoutID {
    /// Of a workout that is made of pieces: the same pieces have the same name.
    init(of pieces: [WorkoutPiece]) {
        func half(_ salt: String) -> UInt64 {
            var digest = FNVDigest()
            digest.add([.text(salt)])
            for piece in pieces {
                digest.add([
                    .text(piece.recording.storeText), .integer(piece.start.microseconds), .integer(piece.end.microseconds),
                ])
            }
            return UInt64(bitPattern: digest.value)
        }
        self.init(high: half("pieces"), low: half("of workouts"))
    }
}
