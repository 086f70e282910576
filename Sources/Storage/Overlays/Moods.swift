public import Workouts

/// A check-in as it is stored.
public struct StoredMood: Equatable, Sendable {
    public var id: String
    public var mood: MoodCheckIn
    /// In their own words.
    public var note: String?

    public init(id: String, mood: MoodCheckIn, note: String? = nil) {
        self.id = id
        self.mood = mood
        self.note = note
    }
}

extension HistoryStore {
    /// - Returns: what it is called from now on.
    @discardableResult
    public func add(_ mood: MoodCheckIn, note: String? = nil) throws(StorageError) -> String {
        let id = Self.randomUID()
        try write { () throws(StorageError) in
            try connection.run(
                """
                INSERT INTO moods (uid, checked_at_us, kind, valence, labels, associations, workout, note)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """, .text(id), .integer(mood.timestamp.microseconds), .text(mood.kind.rawValue), .real(mood.valence),
                .text(mood.labels.recordText), .text(mood.associations.recordText), .text(mood.workout?.storeText), .text(note))
            try noteChange(.mood, id)
        }
        return id
    }

    /// Newest first, of `[from, to)`.
    public func moods(from: Timestamp? = nil, to: Timestamp? = nil) throws(StorageError) -> [StoredMood] {
        try connection.rows(
            """
            SELECT uid, checked_at_us, kind, valence, labels, associations, workout, note FROM moods
            WHERE checked_at_us >= ? AND checked_at_us < ? ORDER BY checked_at_us DESC, uid
            """, [.integer(from?.microseconds ?? .min), .integer(to?.microseconds ?? .max)]
        ) { row throws(StorageError) in
            guard let id = row[0].text, let moment = row[1].moment, let kind = row[2].text.flatMap(MoodCheckIn.Kind.init),
                let valence = row[3].real, let labels = row[4].text.flatMap([MoodCheckIn.Label].init(recordText:)),
                let associations = row[5].text.flatMap([MoodCheckIn.Association].init(recordText:)),
                let mood = try? MoodCheckIn(
                    at: moment, kind, valence: valence, labels: labels, associations: associations,
                    workout: row[6].text.flatMap { WorkoutID(storeText: $0) })
            else { throw damaged("a mood is not readable") }
            return StoredMood(id: id, mood: mood, note: row[7].text)
        }
    }

    /// - Throws: `unknown`.
    public func deleteMood(_ id: String) throws(StorageError) { try delete(.mood, id, from: "moods") }

    /// A row that is nothing but itself.
    func delete(_ kind: StoredKind, _ uid: String, from table: String) throws(StorageError) {
        try write { () throws(StorageError) in
            guard try noteDeletion(kind, uid) != nil else { throw StorageError.unknown(kind: kind.rawValue, id: uid) }
            try connection.run("DELETE FROM \(table) WHERE uid = ?", .text(uid))
        }
    }
}
