/// Why the database could not do what it was asked.
public enum StorageError: Error, Equatable, Sendable {
    /// There is no such file, or it or its folder may not be read.
    case cannotOpen(path: String, message: String)
    /// The file is no database, or another program's.
    case notOurs(path: String)
    /// Made by a later version of this program, which has a migration that this one does not know.
    case tooNew(path: String, migration: String)
    /// Made by an earlier version, and opened for reading alone: it lacks this migration.
    case tooOld(path: String, migration: String)
    /// The bytes of the file are not as SQLite left them.
    case damaged(path: String, message: String)
    /// The file, its folder or its file system may not be written to.
    case notWritable(path: String)
    /// No room is left on the disk.
    case diskFull(path: String)
    /// Another program kept the database to itself for longer than it was waited for.
    case locked(path: String)
    /// Whatever else: SQLite's result code, its message, and the statement; `""` where there is none.
    case failed(code: Int32, message: String, sql: String)
}
