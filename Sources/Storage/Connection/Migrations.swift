/// What a database of one kind has been through: named steps, in order. A step that was once released is never edited or removed;
/// what is to change is a step behind it.
struct Migrations {
    /// Marks files of this kind: SQLite's `application_id`.
    let application: Int32
    let steps: [Step]

    struct Step {
        /// Unique among the steps, and kept in the file.
        let name: String
        let sql: String
    }

    /// Whether the file is ours, or empty.
    ///
    /// - Throws: `notOurs`, `tooNew`.
    func checkOwner(_ connection: Connection) throws(StorageError) {
        let application = try connection.value("PRAGMA application_id").integer ?? 0
        if application == Int64(self.application) { return try checkKnown(connection) }
        let tables = try connection.value("SELECT count(*) FROM sqlite_schema").integer ?? 0
        guard application == 0, tables == 0 else { throw .notOurs(path: connection.path) }
    }

    /// Whether a file that is only read has been through exactly these.
    ///
    /// - Throws: `notOurs`, `tooNew`, `tooOld`.
    func check(_ connection: Connection) throws(StorageError) {
        guard try connection.value("PRAGMA application_id").integer == Int64(application) else {
            throw .notOurs(path: connection.path)
        }
        try checkKnown(connection)
        let done = Int(clamping: try connection.value("PRAGMA user_version").integer ?? 0)
        if steps.indices.contains(done) { throw .tooOld(path: connection.path, migration: steps[done].name) }
    }

    /// Takes a file, or an empty one, through those that it lacks; all of them or none.
    func apply(to connection: Connection) throws(StorageError) {
        try checkOwner(connection)
        try connection.transaction { () throws(StorageError) in
            // Another program may have been quicker.
            try checkOwner(connection)
            try connection.execute("PRAGMA application_id = \(application)")
            try connection.execute("CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY) WITHOUT ROWID")
            let done = Int(clamping: try connection.value("PRAGMA user_version").integer ?? 0)
            for step in steps.dropFirst(done) {
                try connection.execute(step.sql)
                try connection.run("INSERT INTO migrations VALUES (?)", .text(step.name))
            }
            if done < steps.count { try connection.execute("PRAGMA user_version = \(steps.count)") }
        }
    }

    /// - Throws: `tooNew` with the first step that is not among these; `damaged`, when the steps are not those of the version.
    func checkKnown(_ connection: Connection) throws(StorageError) {
        let done = Int(clamping: try connection.value("PRAGMA user_version").integer ?? 0)
        var statement = try connection.prepare("SELECT name FROM migrations ORDER BY name")
        var names: Set<String> = []
        while try statement.step() {
            guard let name = statement[0].text else { continue }
            guard steps.contains(where: { $0.name == name }) else { throw .tooNew(path: connection.path, migration: name) }
            names.insert(name)
        }
        // A later version may count more than it names.
        if done > steps.count { throw .tooNew(path: connection.path, migration: "version \(done)") }
        guard done >= 0, names == Set(steps.prefix(done).map(\.name)) else {
            throw .damaged(path: connection.path, message: "its migrations are not those of version \(done)")
        }
    }
}
