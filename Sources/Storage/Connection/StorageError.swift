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
    /// A follower's anchor is older than the deletions that are still known: it has to read everything again (core §7).
    case anchorExpired
    /// A follower's anchor was given by another store.
    case foreignAnchor
    /// There is nothing of that kind and id.
    case unknown(kind: String, id: String)
    /// What is to be stored cannot be: why, as a sentence without a full stop.
    case refused(String)
    /// Whatever else: SQLite's result code, its message, and the statement; `""` where there is none.
    case failed(code: Int32, message: String, sql: String)
}

extension StorageError: CustomStringConvertible {
    /// A sentence for people, without a full stop.
    public var description: String {
        switch self {
        case .cannotOpen(let path, let message): "\(path) cannot be opened: \(message)"
        case .notOurs(let path): "\(path) is no store of wattbeat's"
        case .tooNew(let path, let migration):
            "\(path) was made by a later version of wattbeat (it knows \"\(migration)\"); this version leaves it alone"
        case .tooOld(let path, let migration):
            "\(path) was made by an earlier version of wattbeat (it lacks \"\(migration)\") and is opened for reading alone"
        case .damaged(let path, let message): "\(path) is damaged: \(message)"
        case .notWritable(let path): "\(path) may not be written"
        case .diskFull(let path): "\(path) cannot be written: the disk is full"
        case .locked(let path): "\(path) is being written by another program, and was waited for in vain"
        case .anchorExpired: "the anchor is older than what is still known of deletions: everything has to be read again"
        case .foreignAnchor: "the anchor was given by another store"
        case .unknown(let kind, let id): "there is no \(kind) \(id)"
        case .refused(let why): why
        case .failed(let code, let message, let sql): "SQLite says \(message) (\(code)) of \(sql.isEmpty ? "the database" : sql)"
        }
    }
}
