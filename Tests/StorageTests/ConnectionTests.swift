import Foundation
import TestSupport
import Testing

@testable import Storage

/// One database, and everything that can be wrong with its file.
struct ConnectionTests {
    private static let notes = Migrations(
        application: 0x7762_7474,
        steps: [
            Migrations.Step(name: "notes", sql: "CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT, number REAL)"),
            Migrations.Step(
                name: "answers",
                sql:
                    "CREATE TABLE answers (note INTEGER NOT NULL REFERENCES notes (id)); INSERT INTO notes VALUES (1, 'first', 1)"
            ),
        ])

    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("notes.db")
    }

    private func open(
        _ access: Connection.Access = .writing, _ migrations: Migrations = notes, patience: Int32 = 50
    ) throws(StorageError) -> Connection {
        try Connection(path, for: access, migrations, patienceMilliseconds: patience)
    }

    // MARK: What it does

    @Test func valuesComeBackAsTheyWere() throws {
        let connection = try open()
        let texts = ["", "a", "Brno-Žabovřesky", "a\u{0}b", String(repeating: "心", count: 50_000)]
        for (index, text) in texts.enumerated() {
            try connection.run("INSERT INTO notes VALUES (?, ?, ?)", .integer(Int64(index) + 10), .text(text), .null)
        }
        var statement = try connection.prepare("SELECT text, number FROM notes WHERE id >= 10 ORDER BY id")
        var found: [String?] = []
        while try statement.step() {
            found.append(statement[0].text)
            #expect(statement[1] == .null)
        }
        #expect(found == texts)
        for number in [0, -0.0, 1.5, .leastNonzeroMagnitude, 1e300] {
            #expect(try connection.value("SELECT ?", .real(number)) == .real(number))
        }
        for number in [.min, -1, 0, .max] as [Int64] {
            #expect(try connection.value("SELECT ?", .integer(number)) == .integer(number))
        }
        #expect(try connection.value("SELECT id FROM notes WHERE id = -1") == .null)
    }

    @Test func aStatementRunsAgainWithOtherValues() throws {
        let connection = try open()
        var statement = try connection.prepare("SELECT ?1 + 1")
        for number in 0..<5 as Range<Int64> {
            try statement.bind([.integer(number)])
            #expect(try statement.step() && statement[0] == .integer(number + 1))
        }
        // Of the values before none is left.
        try statement.bind([])
        #expect(try statement.step() && statement[0] == .null)
    }

    /// The statement lives on when nobody holds the connection, and both are closed once.
    @Test func aStatementKeepsItsDatabaseOpen() throws {
        var connection: Connection? = try open()
        weak let witness = connection
        do {
            var statement = try #require(connection).prepare("SELECT count(*) FROM notes")
            connection = nil
            #expect(witness != nil)
            #expect(try statement.step() && statement[0] == .integer(1))
        }
        #expect(witness == nil)
    }

    @Test func aTransactionIsAllOrNothing() throws {
        struct Never: Error {}
        let connection = try open()
        let result = try connection.transaction { () throws(StorageError) in
            try connection.run("INSERT INTO notes VALUES (2, 'second', 2)")
            return 7
        }
        #expect(result == 7)
        #expect(throws: StorageError.self) {
            try connection.transaction { () throws(StorageError) in
                try connection.run("INSERT INTO notes VALUES (3, 'third', 3)")
                try connection.run("INSERT INTO notes VALUES (2, 'again', 2)")
            }
        }
        #expect(try connection.value("SELECT count(*) FROM notes") == .integer(2))
        // And the next one begins as if nothing had been.
        try connection.transaction { () throws(StorageError) in try connection.run("DELETE FROM notes WHERE id = 2") }
        #expect(try connection.value("SELECT count(*) FROM notes") == .integer(1))
    }

    @Test func foreignKeysHold() throws {
        let connection = try open()
        #expect(throws: StorageError.self) { try connection.run("INSERT INTO answers VALUES (99)") }
        try connection.run("INSERT INTO answers VALUES (1)")
    }

    @Test func othersReadWhileItWrites() throws {
        let writer = try open()
        #expect(try writer.value("PRAGMA journal_mode") == .text("wal"))
        let reader = try open(.reading)
        try writer.transaction { () throws(StorageError) in
            try writer.run("INSERT INTO notes VALUES (2, 'second', 2)")
            // What is not committed is not seen, and nobody waits.
            guard try reader.value("SELECT count(*) FROM notes") == .integer(1) else { throw .locked(path: "seen too early") }
        }
        #expect(try reader.value("SELECT count(*) FROM notes") == .integer(2))
        #expect(throws: StorageError.notWritable(path: path)) { try reader.run("DELETE FROM notes") }
    }

    @Test func aMistakeIsToldWithItsStatement() throws {
        let connection = try open()
        #expect(throws: StorageError.failed(code: 1, message: "no such table: nowhere", sql: "SELECT * FROM nowhere")) {
            try connection.execute("SELECT * FROM nowhere")
        }
    }

    // MARK: Whose file it is

    @Test func migrationsAreMadeOnceAndInOrder() throws {
        let first = Migrations(application: Self.notes.application, steps: [Self.notes.steps[0]])
        _ = try open(.writing, first)
        #expect(throws: StorageError.tooOld(path: path, migration: "answers")) { try open(.reading) }
        let second = try open()
        #expect(try second.value("PRAGMA user_version") == .integer(2))
        #expect(
            try second.value("SELECT group_concat(name) FROM (SELECT name FROM migrations ORDER BY name)")
                == .text("answers,notes"))
        // The row that the second one makes is there once, however often it is opened.
        _ = try open()
        #expect(try open(.reading).value("SELECT count(*) FROM notes") == .integer(1))
        // What an earlier version finds of a later one.
        #expect(throws: StorageError.tooNew(path: path, migration: "answers")) { try open(.writing, first) }
        #expect(throws: StorageError.tooNew(path: path, migration: "answers")) { try open(.reading, first) }
    }

    /// A number that no version of this program left there, with the names as they are.
    @Test(arguments: [99, -1, 1, Int(Int32.min)]) func versionsThatNobodyMade(version: Int) throws {
        _ = try open()
        try open().execute("PRAGMA user_version = \(version)")
        for access in [Connection.Access.reading, .writing] {
            let error = #expect(throws: StorageError.self) { try open(access) }
            switch error {
            case .tooNew(path, "version 99") where version == 99: break
            case .damaged where version != 99: break
            default: Issue.record("\(String(describing: error))")
            }
        }
    }

    /// A step that fails takes the whole way back, the steps before it too.
    @Test func aMigrationThatFailsLeavesNothing() throws {
        let broken = Migrations(
            application: Self.notes.application,
            steps: [Self.notes.steps[0], Migrations.Step(name: "broken", sql: "CREATE TABEL x")])
        #expect(throws: StorageError.self) { try open(.writing, broken) }
        #expect(try open().value("SELECT count(*) FROM notes") == .integer(1))
    }

    @Test func anotherProgramsDatabaseIsLeftAlone() throws {
        // With tables and no mark, as most programs leave theirs; with another's mark; with ours of another kind.
        for setup in [
            "CREATE TABLE theirs (x); INSERT INTO theirs VALUES (1)", "PRAGMA application_id = 12345",
            "PRAGMA application_id = \(Migrations.places.application)",
        ] {
            let path = folder.file("\(UUID().uuidString).db")
            let made = Process()
            made.executableURL = URL(filePath: "/usr/bin/env")
            made.arguments = [
                "python3", "-c",
                "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.executescript(sys.argv[2]); c.commit()",
                path, setup,
            ]
            try made.run()
            made.waitUntilExit()
            try #require(made.terminationStatus == 0)
            let before = try Data(contentsOf: URL(filePath: path))
            #expect(throws: StorageError.notOurs(path: path)) { try Connection(path, for: .writing, Self.notes) }
            #expect(throws: StorageError.notOurs(path: path)) { try Connection(path, for: .reading, Self.notes) }
            #expect(try Data(contentsOf: URL(filePath: path)) == before)
        }
        // No database at all.
        let text = try folder.write(String(repeating: "no database\n", count: 200), to: "text.db")
        #expect(throws: StorageError.notOurs(path: text)) { try Connection(text, for: .writing, Self.notes) }
        #expect(throws: StorageError.notOurs(path: text)) { try Connection(text, for: .reading, Self.notes) }
        let empty = try folder.write("", to: "empty.db")
        #expect(throws: StorageError.notOurs(path: empty)) { try Connection(empty, for: .reading, Self.notes) }
    }

    // MARK: What can go wrong with it

    @Test func aFileThatIsNotThere() throws {
        let missing = folder.file("none.db")
        #expect(throws: StorageError.cannotOpen(path: missing, message: "unable to open database file")) {
            try Connection(missing, for: .reading, Self.notes)
        }
        #expect(folder.contents.isEmpty)
        let deeper = folder.file("none/notes.db")
        #expect(throws: StorageError.cannotOpen(path: deeper, message: "unable to open database file")) {
            try Connection(deeper, for: .writing, Self.notes)
        }
    }

    @Test func aDamagedFile() throws {
        do {
            let connection = try open()
            for id in 10..<2000 as Range<Int64> {
                try connection.run("INSERT INTO notes VALUES (?, ?, 0)", .integer(id), .text(String(repeating: "x", count: 200)))
            }
        }
        var bytes = try Data(contentsOf: URL(filePath: path))
        // Behind the first page, in which the schema is.
        for index in stride(from: 4096, to: bytes.count, by: 7) { bytes[index] ^= 0x5A }
        try bytes.write(to: URL(filePath: path))
        do throws(StorageError) {
            let connection = try open(.reading)
            _ = try connection.value("SELECT sum(length(text)) FROM notes")
            Issue.record("nothing was found wrong")
        } catch {
            guard case .damaged(let path, _) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(path == self.path)
        }
    }

    @Test func aDatabaseThatAnotherKeeps() throws {
        let first = try open()
        let second = try open(patience: 30)
        try first.transaction { () throws(StorageError) in
            do throws(StorageError) {
                try second.transaction { () throws(StorageError) in () }
                Issue.record("two wrote at once")
            } catch {
                #expect(error == .locked(path: path))
            }
        }
        try second.transaction { () throws(StorageError) in try second.run("INSERT INTO notes VALUES (5, 'five', 5)") }
    }

    @Test(.enabled(if: SmallDisk.isAvailable)) func aFullDisk() throws {
        let disk = try SmallDisk(at: folder.path, kilobytes: 256)
        let connection = try open()
        disk.fill()
        #expect(throws: StorageError.diskFull(path: path)) {
            try connection.transaction { () throws(StorageError) in
                for id in 10..<5000 as Range<Int64> {
                    try connection.run(
                        "INSERT INTO notes VALUES (?, ?, 0)", .integer(id), .text(String(repeating: "x", count: 200)))
                }
            }
        }
        // What was there is there still, and once there is room it goes on.
        #expect(try connection.value("SELECT count(*) FROM notes") == .integer(1))
        disk.free()
        try connection.transaction { () throws(StorageError) in try connection.run("INSERT INTO notes VALUES (10, 'ten', 10)") }
    }

    @Test(.enabled(if: SmallDisk.isAvailable)) func aFolderThatIsNotToBeWrittenTo() throws {
        let disk = try SmallDisk(at: folder.path, kilobytes: 512)
        _ = try Connection(path, for: .building, Self.notes)
        try disk.becomeReadOnly()
        #expect(throws: StorageError.notWritable(path: path)) { try open() }
        #expect(throws: StorageError.notWritable(path: folder.file("new.db"))) {
            try Connection(folder.file("new.db"), for: .writing, Self.notes)
        }
        // Reading needs no more than the file.
        #expect(try open(.reading).value("SELECT count(*) FROM notes") == .integer(1))
    }
}
