import Glibc
import Storage

/// `wattbeat store dump [FILE]`.
enum StoreDump: Command {
    static let name = "store dump"
    static let summary = "write everything as JSON lines, for whatever program comes next"
    static let operands = Operands("[FILE]", 0...1)
    static let options: [any CommandOption] = [StoreAccess.store]
    static let discussion = """
        A line is a row, samples as plain numbers (docs/store.md). Without FILE, or with -, it goes to standard output.
        FILE must not be there yet. What cannot be read of a damaged store is left out and told; the exit status is 65
        then, and store load reads the rest.

        examples:
          wattbeat store dump history.jsonl
          wattbeat store dump | gzip > history.jsonl.gz
        """

    static func run(_ arguments: Arguments, _ output: Output) throws(CommandError) {
        let store = try StoreAccess.salvaging(arguments)
        guard let path = arguments.operands.first, path != "-" else {
            return try conclude(try write(store, output), store, output)
        }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            guard errno != EEXIST else {
                throw CommandError(.cannotCreate, "\(path) is there already and is not written over")
            }
            throw .system(.cannotCreate, "cannot create \(path)", errno: errno)
        }
        defer { close(descriptor) }
        let unreadable: UnreadableRows
        do throws(CommandError) {
            let file = Output(descriptor: descriptor)
            unreadable = try write(store, file)
            try file.flush()
            guard fsync(descriptor) == 0 else { throw .system(.inputOutput, "cannot write \(path)", errno: errno) }
        } catch {
            // Half a dump could be taken for a whole one.
            unlink(path)
            guard error.exit == .inputOutput else { throw error }
            throw CommandError(.inputOutput, "\(path) is not written: \(error.sentence ?? "the disk is full")")
        }
        let what = unreadable.isEmpty ? "all" : "what can be read"
        try output.line("\(shown(path)) is \(what) of \(shown(store.path))")
        try conclude(unreadable, store, output)
    }

    private static func conclude(
        _ unreadable: UnreadableRows, _ store: HistoryStore, _ output: Output
    ) throws(CommandError) {
        guard !unreadable.isEmpty else { return }
        try output.flush()
        throw CommandError(
            .badData, "\(store.path) is damaged; rows, or stretches of them, that cannot be read: \(unreadable.text)")
    }

    private static func write(_ store: HistoryStore, _ output: Output) throws(CommandError) -> UnreadableRows {
        var failure: CommandError?
        do throws(StorageError) {
            return try store.dump(isSalvage: true) { line throws(StorageError) in
                do throws(CommandError) {
                    try output.write(line)
                    try output.line()
                } catch {
                    failure = error
                    throw StorageError.refused("the dump cannot be written")
                }
            }
        } catch {
            throw failure ?? CommandError(error)
        }
    }
}

/// `wattbeat store load FILE`.
enum StoreLoad: Command {
    static let name = "store load"
    static let summary = "read a dump into a new store"
    static let operands = Operands("FILE", 1...1)
    static let options: [any CommandOption] = [StoreAccess.store]
    static let discussion = """
        FILE is what wattbeat store dump wrote, or - for standard input. The store must be empty, or not there yet: all
        of the dump is in it in the end, or nothing.

        example:
          wattbeat store load history.jsonl --store copy.db
        """

    static func run(_ arguments: Arguments, _ output: Output) throws(CommandError) {
        let path = arguments.operands[0]
        let descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system(.noInput, "cannot open \(path)", errno: errno) }
        defer { close(descriptor) }
        let isNew = !StoreAccess.isThere(arguments)
        let store = try StoreAccess.writing(arguments)
        guard try storing({ () throws(StorageError) in try store.workoutIDs().isEmpty }) else {
            throw CommandError(.cannotCreate, "\(store.path) is not empty: a dump is read into a new store (--store PATH)")
        }
        var lines = LineReader(descriptor)
        do throws(StorageError) {
            try store.load { () throws(StorageError) in lines.next() }
        } catch {
            if isNew { for suffix in ["", "-wal", "-shm"] { unlink(store.path + suffix) } }
            // A line that could not be read to its end is why the rest is no dump.
            if let code = lines.failure { throw .system(.inputOutput, "cannot read \(path)", errno: code) }
            guard case .refused(let why) = error else { throw CommandError(error) }
            throw CommandError(.badData, "\(path): \(why)")
        }
        let count = try storing { () throws(StorageError) in try store.count() }
        try output.line("\(Count.text(count, "workout", "workouts")) in \(shown(store.path))")
    }
}

/// Lines of a file, one after the other.
struct LineReader {
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var place = 0
    private(set) var failure: Int32?

    private static let chunk = 1 << 18
    /// No row of a store is longer: a longer line is handed out in pieces, and refused.
    private static let longest = 64 << 20

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Without its end; `nil` after the last.
    mutating func next() -> [UInt8]? {
        var searched = place
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { place = end + 1 }
                return Array(buffer[place..<end])
            }
            searched = buffer.count
            guard buffer.count - place < Self.longest, fill(&searched) else { break }
        }
        guard place < buffer.count else { return nil }
        defer { place = buffer.count }
        return Array(buffer[place...])
    }

    private mutating func fill(_ searched: inout Int) -> Bool {
        buffer.removeSubrange(..<place)
        searched -= place
        place = 0
        var chunk = [UInt8](repeating: 0, count: Self.chunk)
        var count = read(descriptor, &chunk, chunk.count)
        while count < 0, errno == EINTR { count = read(descriptor, &chunk, chunk.count) }
        if count < 0 { failure = errno }
        guard count > 0 else { return false }
        buffer += chunk.prefix(count)
        return true
    }
}
