import JSONText
import Workouts

// Everything as JSON lines, and back: one line a row (docs/store.md). What can be summed anew is not told.
extension HistoryStore {
    /// Each behind those that it refers to, with the columns that it is told by.
    private static let tables: [(name: String, order: String)] = [
        ("workouts", "id"), ("workout_sources", "workout, place"), ("workout_events", "workout, place"),
        ("activities", "workout, place"), ("laps", "workout, place"), ("splits", "workout, unit, place"),
        ("zone_configurations", "id"), ("zone_times", "workout, scope, place, quantity"), ("workout_edits", "uid"),
        ("workout_deletions", "uid"), ("workout_pieces", "uid, place"), ("series", "id"), ("sample_chunks", "series, place"),
        ("routes", "id"),
        ("route_chunks", "route, place"), ("sensors", "uid"), ("athlete_facts", "id"), ("moods", "uid"), ("plans", "uid"),
        ("pruned_captures", "path"), ("objects", "change"), ("tombstones", "change"),
    ]
    private static let formatLine = #"{"format":"wattbeat store","version":1,"#

    /// - Parameter take: is given line after line, UTF-8 without the line's end.
    public func dump(_ take: ([UInt8]) throws(StorageError) -> Void) throws(StorageError) {
        try connection.snapshot { () throws(StorageError) in
            var head = try connection.prepare("SELECT counter, pruned FROM store")
            guard try head.step(), let counter = head[0].integer, let pruned = head[1].integer else {
                throw damaged("it has no counter")
            }
            try take(Array("\(Self.formatLine)\"counter\":\(counter),\"pruned\":\(pruned)}".utf8))
            var rows = 0
            for table in Self.tables {
                let form = table.name == "sample_chunks" ? ", (SELECT form FROM series WHERE id = series) AS form" : ""
                var statement = try connection.prepare("SELECT *\(form) FROM \(table.name) ORDER BY \(table.order)")
                try statement.bind([])
                let columns = statement.columns
                while try statement.step() {
                    try take(line(of: table.name, columns, statement))
                    rows += 1
                }
            }
            try take(Array("{\"end\":\(rows)}".utf8))
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
        try write { () throws(StorageError) in
            guard try connection.value("SELECT 1 FROM objects UNION ALL SELECT 1 FROM workouts") == .null else {
                throw StorageError.refused("the store is not empty; a dump is read into a new one")
            }
            var number = 0
            var isWhole = false
            var forms: [Int64: String] = [:]
            while let line = try next() {
                number += 1
                guard !isWhole else { throw StorageError.refused("line \(number): something stands behind the dump's end") }
                let json: PlacedJSON
                do throws(JSONError) {
                    json = try JSONReader.read(line)
                } catch {
                    throw StorageError.refused("line \(number): \(error.sentence)")
                }
                if number == 1 {
                    guard json["format"]?.string == "wattbeat store", json["version"]?.integer == 1,
                        let counter = json["counter"]?.integer, let pruned = json["pruned"]?.integer
                    else { throw StorageError.refused("line 1: this is no dump of a store that this version reads") }
                    try connection.run("UPDATE store SET counter = ?, pruned = ?", .integer(counter), .integer(pruned))
                    hasNews = true
                } else if let rows = json["end"]?.integer {
                    guard rows == Int64(number - 2) else {
                        throw StorageError.refused("line \(number): \(rows) rows were written, and \(number - 2) are here")
                    }
                    isWhole = true
                } else if try !load(json, &forms) {
                    throw StorageError.refused("line \(number): this is no row of a store")
                }
            }
            guard number > 0 else { throw StorageError.refused("the dump is empty") }
            guard isWhole else { throw StorageError.refused("the dump is cut off behind line \(number)") }
            let faults = try connection.rows("PRAGMA foreign_key_check") { row throws(StorageError) in row[0].text }
            if let table = faults.first { throw StorageError.refused("a row of \(table) belongs to nothing") }
            if let uid = try changedWorkouts().first {
                throw StorageError.refused("workout \(uid) is not as it was written into the dump")
            }
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
