/// Captures that a gateway brought in, so that none is read again. A gateway's own notes: no part of a dump.
extension HistoryStore {
    static let takenCaptures = Migrations.Step(
        name: "2026-12-taken-captures",
        sql: """
            CREATE TABLE taken_captures (           -- all that is in them is stored, or was refused
                name TEXT PRIMARY KEY,              -- of the file, without idle- and ending
                bytes INTEGER NOT NULL              -- its length then: a longer one is read again
            ) WITHOUT ROWID;
            """)

    /// Lengths in bytes, by name.
    public func takenCaptures() throws(StorageError) -> [String: Int64] {
        let rows = try connection.rows("SELECT name, bytes FROM taken_captures") { row throws(StorageError) in
            (row[0].text ?? "", row[1].integer ?? 0)
        }
        return Dictionary(rows) { $1 }
    }

    /// Whether all of a capture of this length is stored.
    public func hasTaken(capture name: String, bytes: Int64) throws(StorageError) -> Bool {
        let taken = try connection.value("SELECT bytes FROM taken_captures WHERE name = ?", .text(name)).integer
        return taken.map { $0 >= bytes } ?? false
    }

    /// Notes that all of a capture is stored.
    public func take(capture name: String, bytes: Int64) throws(StorageError) {
        try write { () throws(StorageError) in
            try connection.run("INSERT OR REPLACE INTO taken_captures VALUES (?, ?)", .text(name), .integer(bytes))
        }
    }

    /// Forgets captures that are gone.
    public func forget(captures names: [String]) throws(StorageError) {
        guard !names.isEmpty else { return }
        try write { () throws(StorageError) in
            for name in names { try connection.run("DELETE FROM taken_captures WHERE name = ?", .text(name)) }
        }
    }
}
