import CSQLite
import Glibc

/// One open database, for one thread. Closed once, when nothing holds it any more: each `Statement` does.
///
/// - SeeAlso: SQLite, "An Introduction To The SQLite C/C++ Interface".
final class Connection {
    /// As it was given.
    let path: String
    private let handle: OpaquePointer
    let isWriting: Bool
    private var isInSnapshot = false

    enum Access: Equatable {
        case reading
        /// Made if it is not there. A write-ahead log lets others read meanwhile.
        case writing
        /// A file that nobody else knows yet, made anew and thrown away when it does not come to an end: no log.
        case building
    }

    /// - Parameters:
    ///   - path: of the file.
    ///   - patienceMilliseconds: how long to wait for another program that writes.
    ///   - cacheKibibytes: of pages that are held; `nil`: as many as SQLite likes, some 2000.
    /// - Throws: `cannotOpen`, `notOurs`, `tooNew`, `tooOld`, `damaged`, `notWritable`, `locked`, `diskFull`.
    init(
        _ path: String, for access: Access, _ migrations: Migrations, patienceMilliseconds: Int32 = 5000,
        cacheKibibytes: Int32? = nil
    ) throws(StorageError) {
        self.path = path
        isWriting = access != .reading
        handle = try Self.open(path, access)
        // From here on what is thrown closes it: all members are set, and deinit runs.
        sqlite3_extended_result_codes(handle, 1)
        sqlite3_busy_timeout(handle, patienceMilliseconds)
        try execute("PRAGMA foreign_keys = ON")
        // What a file says of functions and tables is not to be trusted more than its rows.
        try execute("PRAGMA trusted_schema = OFF")
        // Less than zero means kibibytes.
        if let cacheKibibytes { try execute("PRAGMA cache_size = -\(cacheKibibytes)") }
        switch access {
        case .reading: try migrations.check(self)
        case .writing:
            try migrations.checkOwner(self)
            _ = try value("PRAGMA journal_mode = WAL")
            try execute("PRAGMA synchronous = NORMAL")
            try migrations.apply(to: self)
        case .building:
            _ = try value("PRAGMA journal_mode = OFF")
            try execute("PRAGMA synchronous = OFF")
            try migrations.apply(to: self)
        }
    }

    /// For reading what can be read of a file that may be damaged: its migrations may be what cannot.
    ///
    /// - Throws: `cannotOpen`, `notOurs`, `tooNew`; `damaged`, when not even its tables are known.
    init(salvaging path: String, _ migrations: Migrations) throws(StorageError) {
        self.path = path
        isWriting = false
        handle = try Self.open(path, .reading)
        sqlite3_extended_result_codes(handle, 1)
        sqlite3_busy_timeout(handle, 5000)
        try execute("PRAGMA trusted_schema = OFF")
        guard try value("PRAGMA application_id").integer == Int64(migrations.application) else { throw .notOurs(path: path) }
        do throws(StorageError) { try migrations.checkKnown(self) } catch {
            guard case .damaged = error else { throw error }
            _ = try value("SELECT count(*) FROM sqlite_schema")
        }
    }

    deinit { sqlite3_close_v2(handle) }

    private static func open(_ path: String, _ access: Access) throws(StorageError) -> OpaquePointer {
        if Self.isFolder(path) { throw .cannotOpen(path: path, message: "it is a folder") }
        // What somebody's heart did is nobody else's business; SQLite gives its log the same rights.
        if access == .writing { Self.makePrivately(path) }
        let mode = access == .reading ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        var handle: OpaquePointer?
        // A path is a path, whatever letters are in it: no URI, but for what nobody can be writing. One thread, so no locks within.
        let isSettled = access == .reading && !mayBeMade(path) && Glibc.access(path + "-wal", F_OK) != 0
        let code = sqlite3_open_v2(
            isSettled ? settledURI(path) : path, &handle,
            mode | (isSettled ? SQLITE_OPEN_URI : 0) | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard code == SQLITE_OK, let handle else {
            let message = handle.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
            // Even a database that could not be opened has something to give back.
            sqlite3_close_v2(handle)
            if access != .reading, !mayBeMade(path) { throw .notWritable(path: path) }
            throw .cannotOpen(path: path, message: message)
        }
        return handle
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Makes an empty file, which SQLite takes for an empty database, unless there is one. Never opens one that is there: closing it
    /// would take the locks of this program's other connections away (SQLite, "How To Corrupt").
    private static func makePrivately(_ path: String) {
        let file = Glibc.open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        if file >= 0 { close(file) }
    }

    /// Who reads a database with a log needs files of its own beside it; where none can be made and no log is there, nobody writes.
    private static func settledURI(_ path: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var uri = Array("file:".utf8)
        for byte in path.utf8 {
            let character = Character(Unicode.Scalar(byte))
            let isPlain = byte < 0x80 && (character.isLetter || character.isNumber || "/.-_".contains(character))
            uri += isPlain ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        return String(decoding: uri, as: UTF8.self) + "?immutable=1"
    }

    /// Whether its folder may be written to. SQLite does not tell: it tries to read instead, and finds nothing.
    private static func mayBeMade(_ path: String) -> Bool {
        let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        return Glibc.access(folder, W_OK) == 0 || errno == ENOENT || errno == ENOTDIR
    }

    // MARK: Statements

    /// A statement that can be run often. - Throws: what is wrong with it, or with the database.
    func prepare(_ sql: String) throws(StorageError) -> Statement {
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
        guard code == SQLITE_OK, let statement else { throw fault(code, sql) }
        return Statement(statement, of: self, sql)
    }

    /// Runs one or several statements without values, and passes over their rows.
    func execute(_ sql: String) throws(StorageError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw fault(code, sql) }
    }

    /// The first column of the first row.
    func value(_ sql: String, _ values: SQLValue...) throws(StorageError) -> SQLValue {
        var statement = try prepare(sql)
        try statement.bind(values)
        return try statement.step() ? statement[0] : .null
    }

    /// Runs one statement with values.
    func run(_ sql: String, _ values: SQLValue...) throws(StorageError) {
        var statement = try prepare(sql)
        try statement.bind(values)
        while try statement.step() {}
    }

    /// The rows that one statement gives, each made into something; `nil` ones are left out.
    func rows<Row>(
        _ sql: String, _ values: [SQLValue] = [], _ make: (borrowing Statement) throws(StorageError) -> Row?
    ) throws(StorageError) -> [Row] {
        var statement = try prepare(sql)
        try statement.bind(values)
        var rows: [Row] = []
        while try statement.step() { if let row = try make(statement) { rows.append(row) } }
        return rows
    }

    /// All that `body` reads is of one moment, whatever others write meanwhile. It stores nothing: `transaction` refuses.
    func snapshot<Result>(_ body: () throws(StorageError) -> Result) throws(StorageError) -> Result {
        guard sqlite3_get_autocommit(handle) != 0 else { return try body() }
        try execute("BEGIN")
        isInSnapshot = true
        // Nothing was written, so there is nothing that a failing end could lose.
        defer {
            isInSnapshot = false
            try? execute("COMMIT")
        }
        return try body()
    }

    /// Whether a transaction goes on.
    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// All that `body` does, or nothing of it: what it throws rolls back. The lock is taken at once, so that it cannot fail midway.
    func transaction<Result>(_ body: () throws(StorageError) -> Result) throws(StorageError) -> Result {
        // What was read may be old, and the end of a snapshot keeps nothing.
        if isInSnapshot { throw StorageError.refused("nothing can be stored while a snapshot is read") }
        if isInTransaction { return try part(body) }
        try execute("BEGIN IMMEDIATE")
        do throws(StorageError) {
            let result = try body()
            try execute("COMMIT")
            return result
        } catch {
            // A full disk has rolled back by itself; a second failure would only hide the first.
            if sqlite3_get_autocommit(handle) == 0 { try? execute("ROLLBACK") }
            throw error
        }
    }

    /// A part of the transaction that goes on, which it can do without.
    private func part<Result>(_ body: () throws(StorageError) -> Result) throws(StorageError) -> Result {
        try execute("SAVEPOINT part")
        do throws(StorageError) {
            let result = try body()
            try execute("RELEASE part")
            return result
        } catch {
            if isInTransaction { try? execute("ROLLBACK TO part; RELEASE part") }
            throw error
        }
    }

    /// SQLite's word as ours.
    func fault(_ code: Int32, _ sql: String) -> StorageError {
        let message = String(cString: sqlite3_errmsg(handle))
        return switch code & 0xFF {
        case SQLITE_NOTADB: .notOurs(path: path)
        case SQLITE_CORRUPT: .damaged(path: path, message: message)
        case SQLITE_READONLY, SQLITE_PERM: .notWritable(path: path)
        case SQLITE_CANTOPEN:
            isWriting && !Self.mayBeMade(path) ? .notWritable(path: path) : .cannotOpen(path: path, message: message)
        case SQLITE_FULL: .diskFull(path: path)
        case SQLITE_BUSY, SQLITE_LOCKED: .locked(path: path)
        default: .failed(code: code, message: message, sql: sql)
        }
    }
}
