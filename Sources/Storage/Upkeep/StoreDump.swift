import JSONText
import Workouts

// Everything as JSON lines, and back: one line a row (docs/store.md). What can be summed anew is not told.
extension HistoryStore {
    /// Each behind those that it refers to, with the columns that it is told by.
    static let tables: [(name: String, order: String)] = [
        ("workouts", "id"), ("workout_sources", "workout, place"), ("workout_events", "workout, place"),
        ("activities", "workout, place"), ("laps", "workout, place"), ("splits", "workout, unit, place"),
        ("zone_configurations", "id"), ("zone_times", "workout, scope, place, quantity"), ("workout_edits", "uid"),
        ("workout_deletions", "uid"), ("workout_pieces", "uid, place"), ("series", "id"), ("sample_chunks", "series, place"),
        ("routes", "id"),
        ("route_chunks", "route, place"), ("sensors", "uid"), ("athlete_facts", "id"), ("moods", "uid"), ("plans", "uid"),
        ("pruned_captures", "path"), ("objects", "change"), ("tombstones", "change"),
    ]
    private static let formatLine = #"{"format":"wattbeat store","version":1,"#

    /// - Parameters:
    ///   - isSalvage: whether what cannot be read is left out, and not the end of it: the last line says how much that was.
    ///   - take: is given line after line, UTF-8 without the line's end.
    /// - Returns: what was left out; nothing without `isSalvage`.
    @discardableResult
    public func dump(
        isSalvage: Bool = false, _ take: ([UInt8]) throws(StorageError) -> Void
    ) throws(StorageError) -> UnreadableRows {
        try connection.snapshot { () throws(StorageError) in
            var unreadable = UnreadableRows()
            let (counter, pruned) = try counters(isSalvage, &unreadable)
            try take(Array("\(Self.formatLine)\"counter\":\(counter),\"pruned\":\(pruned)}".utf8))
            let byKey = isSalvage ? try !isSoundByPages() : false
            var rows = 0
            for table in Self.tables {
                if isSalvage, try !hasTable(table.name) { continue }
                let order = byKey ? try plainOrder(of: table) : table.order
                let form = table.name == "sample_chunks" ? ", (SELECT form FROM series WHERE id = series) AS form" : ""
                func write(_ columns: [String], _ row: borrowing Statement) throws(StorageError) -> Bool {
                    let line: [UInt8]
                    do throws(StorageError) {
                        line = try self.line(of: table.name, columns, row)
                    } catch {
                        guard isSalvage, case .damaged = error else { throw error }
                        return false
                    }
                    try take(line)
                    rows += 1
                    return true
                }
                try forEachReadable("*\(form)", of: table.name, by: order, isSalvage, &unreadable, write)
            }
            let rest = unreadable.isEmpty ? "" : ",\"unreadable\":\(unreadable.count)"
            try take(Array("{\"end\":\(rows)\(rest)}".utf8))
            return unreadable
        }
    }

    private func line(
        of table: String, _ columns: [String], _ row: borrowing Statement
    ) throws(StorageError) -> [UInt8] {
        var line = Array("{\"table\":\"\(table)\"".utf8)
        func add(_ name: String, _ text: [UInt8]) {
            line += Array(",\"\(name)\":".utf8)
            line += text
        }
        var (values, isChunk): ([String: SQLValue], Bool) = ([:], false)
        for (index, name) in columns.enumerated() {
            let value = row[index]
            values[name] = value
            switch value {
            case .null: break
            case .blob: isChunk = true
            // The checksum is of the bytes, which are not told.
            case .integer where name == "crc32": break
            case .integer(let number): add(name, Array("\(number)".utf8))
            case .real(let number):
                // JSON has no word for infinity: its sign in brackets stands for it.
                add(name, Array((number.isFinite ? "\(number)" : number < 0 ? "[-1]" : "[1]").utf8))
            case .text where name == "form" && isChunk: break
            case .text(let text): add(name, JSONValue.string(text).utf8())
            }
        }
        if isChunk {
            let form = values["form"]?.text ?? "places"
            let chunk = try chunk(
                values["data"]?.blob ?? [], count: values["count"] ?? .null, first: values["first_offset_us"] ?? .null,
                last: values["last_offset_us"] ?? .null, crc32: values["crc32"] ?? .null, of: table)
            guard let text = ChunkText.columns(of: chunk, form: form) else {
                throw damaged("a chunk of \(table) is not as it was stored")
            }
            add("rows", text)
        }
        line.append(UInt8(ascii: "}"))
        return line
    }

    /// Reads a dump into a store in which nothing is yet: all of it in one transaction. The store keeps an identity of its own, so anchors
    /// of the old one are foreign.
    ///
    /// - Parameter next: gives line after line, `nil` at the end.
    /// - Throws: `refused`, with the line's number, for what is no dump; and when the store is not empty.
    public func load(_ next: () throws(StorageError) -> [UInt8]?) throws(StorageError) {
        try load { take throws(StorageError) in while let line = try next() { try take(line) } }
    }

    /// Likewise what can be read of a store that may be damaged.
    ///
    /// - Returns: what cannot.
    public func load(salvaged other: HistoryStore) throws(StorageError) -> UnreadableRows {
        var unreadable = UnreadableRows()
        try load { take throws(StorageError) in unreadable = try other.dump(isSalvage: true, take) }
        return unreadable
    }

    /// - Parameter tell: hands over line after line.
    private func load(
        telling tell: (([UInt8]) throws(StorageError) -> Void) throws(StorageError) -> Void
    ) throws(StorageError) {
        // What rows belong to is looked at in the end: of a damaged store it may be lacking.
        try connection.execute("PRAGMA foreign_keys = OFF")
        defer { try? connection.execute("PRAGMA foreign_keys = ON") }
        try write { () throws(StorageError) in
            guard try connection.value("SELECT 1 FROM objects UNION ALL SELECT 1 FROM workouts") == .null else {
                throw StorageError.refused("the store is not empty; a dump is read into a new one")
            }
            var loading = Loading()
            try tell { line throws(StorageError) in try take(line, &loading) }
            guard loading.number > 0 else { throw StorageError.refused("the dump is empty") }
            guard loading.isWhole else { throw StorageError.refused("the dump is cut off behind line \(loading.number)") }
            if loading.isSalvaged { try joinWhatIsThere() }
            let faults = try connection.rows("PRAGMA foreign_key_check") { row throws(StorageError) in row[0].text }
            if let table = faults.first { throw StorageError.refused("a row of \(table) belongs to nothing") }
            // What of a damaged store is not as it was is told by `check`, and made whole by deriving it again.
            if !loading.isSalvaged, let uid = try changedWorkouts().first {
                throw StorageError.refused("workout \(uid) is not as it was written into the dump")
            }
        }
    }

    /// How far a dump was read.
    private struct Loading {
        /// Of lines.
        var number = 0
        var isWhole = false
        /// Whether rows are missing that could not be read.
        var isSalvaged = false
        /// Of the series so far, by their keys.
        var forms: [Int64: String] = [:]
    }

    private func take(_ line: [UInt8], _ loading: inout Loading) throws(StorageError) {
        loading.number += 1
        let number = loading.number
        guard !loading.isWhole else { throw .refused("line \(number): something stands behind the dump's end") }
        let json: PlacedJSON
        do throws(JSONError) {
            json = try JSONReader.read(line)
        } catch {
            throw .refused("line \(number): \(error.sentence)")
        }
        if number == 1 {
            guard json["format"]?.string == "wattbeat store", json["version"]?.integer == 1,
                let counter = json["counter"]?.integer, let pruned = json["pruned"]?.integer
            else { throw .refused("line 1: this is no dump of a store that this version reads") }
            try connection.run("UPDATE store SET counter = ?, pruned = ?", .integer(counter), .integer(pruned))
            hasNews = true
        } else if let rows = json["end"]?.integer {
            guard rows == Int64(number - 2) else {
                throw .refused("line \(number): \(rows) rows were written, and \(number - 2) are here")
            }
            loading.isWhole = true
            loading.isSalvaged = json["unreadable"] != nil
        } else if try !load(json, &loading.forms) {
            throw .refused("line \(number): this is no row of a store")
        }
    }

    /// - Parameter forms: of the series so far, by their keys.
    /// - Returns: whether it was a row.
    private func load(_ json: PlacedJSON, _ forms: inout [Int64: String]) throws(StorageError) -> Bool {
        guard let members = json.members, let name = json["table"]?.string,
            let table = Self.tables.first(where: { $0.name == name })
        else { return false }
        let known = Set(
            try connection.rows("SELECT name FROM pragma_table_info(?)", [.text(table.name)]) { row throws(StorageError) in
                row[0].text
            })
        var (columns, values): ([String], [SQLValue]) = ([], [])
        for member in members where member.name != "table" && member.name != "rows" {
            guard known.contains(member.name), let value = SQLValue(member.value) else { return false }
            columns.append(member.name)
            values.append(value)
        }
        if name == "series", let key = json["id"]?.integer, let form = json["form"]?.string { forms[key] = form }
        if let rows = json["rows"] {
            let form = json["series"]?.integer.flatMap { forms[$0] } ?? "places"
            guard known.contains("data"), let chunk = ChunkText.chunk(rows, form: form),
                json["count"]?.integer == Int64(chunk.count)
            else { return false }
            columns += ["crc32", "data"]
            values += [.integer(Checksum.crc32(chunk.bytes)), .blob(chunk.bytes)]
        }
        let places = Array(repeating: "?", count: values.count).joined(separator: ", ")
        var statement = try connection.prepare(
            "INSERT INTO \(table.name) (\(columns.joined(separator: ", "))) VALUES (\(places))")
        try statement.bind(values)
        do throws(StorageError) {
            while try statement.step() {}
        } catch {
            // A constraint that the row breaks is the dump's fault.
            if case .failed = error { return false }
            throw error
        }
        return true
    }
}

extension SQLValue {
    /// `nil` for what stands in no column.
    fileprivate init?(_ json: PlacedJSON) {
        switch json.content {
        case .number(let text, let value):
            if let whole = Int64(text) { self = .integer(whole) } else { self = .real(value) }
        case .string(let text): self = .text(text)
        case .null: self = .null
        case .array(let one) where one.count == 1: self = .real(one[0].integer == -1 ? -.infinity : .infinity)
        case .bool, .array, .object: return nil
        }
    }
}
