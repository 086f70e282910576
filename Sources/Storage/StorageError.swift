/// Why the database could not do what it was asked.
public enum StorageError: Error, Equatable, Sendable {
    /// SQLite's result code, its message, and the statement; `""` where there is none.
    case failed(code: Int32, message: String, sql: String)
    /// The file is no database, or another program's.
    case notOurs(path: String)
    /// Made by a later version of this program, which has a migration that this one does not know.
    case tooNew(path: String, migration: String)
}
