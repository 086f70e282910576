import CSQLite

/// One value of a row, or to be put in its place.
enum SQLValue: Equatable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])

    /// `nil` is NULL.
    static func integer(_ value: Int64?) -> SQLValue { value.map { .integer($0) } ?? .null }
    static func integer(_ value: Int) -> SQLValue { .integer(Int64(value)) }
    static func real(_ value: Double?) -> SQLValue { value.map { .real($0) } ?? .null }
    static func text(_ value: String?) -> SQLValue { value.map { .text($0) } ?? .null }

    var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
    var real: Double? {
        switch self {
        case .real(let value): value
        case .integer(let value): Double(value)
        case .null, .text, .blob: nil
        }
    }
    var text: String? { if case .text(let value) = self { value } else { nil } }
    var blob: [UInt8]? { if case .blob(let value) = self { value } else { nil } }
}

/// A prepared statement, finalised once. Values are bound, rows are stepped through; the next `bind` begins anew.
struct Statement: ~Copyable {
    private let handle: OpaquePointer
    private let connection: Connection
    private let sql: String

    init(_ handle: OpaquePointer, of connection: Connection, _ sql: String) {
        self.handle = handle
        self.connection = connection
        self.sql = sql
    }

    deinit { sqlite3_finalize(handle) }

    /// Sets all values, in order.
    mutating func bind(_ values: [SQLValue]) throws(StorageError) {
        // What the last run ended with was thrown then.
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
        for (index, value) in values.enumerated() {
            let place = Int32(index + 1)
            let code =
                switch value {
                case .null: sqlite3_bind_null(handle, place)
                case .integer(let number): sqlite3_bind_int64(handle, place, number)
                case .real(let number): sqlite3_bind_double(handle, place, number)
                case .text(let text): Self.bind(text, to: handle, at: place)
                case .blob(let bytes): Self.bind(bytes, to: handle, at: place)
                }
            guard code == SQLITE_OK else { throw connection.fault(code, sql) }
        }
    }

    private static func bind(_ text: String, to handle: OpaquePointer, at place: Int32) -> Int32 {
        var text = text
        return text.withUTF8 { bytes in
            guard let count = Int32(exactly: bytes.count) else { return SQLITE_TOOBIG }
            guard let base = bytes.baseAddress else { return csqlite_bind_text(handle, place, "", 0) }
            return base.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                csqlite_bind_text(handle, place, $0, count)
            }
        }
    }

    private static func bind(_ bytes: [UInt8], to handle: OpaquePointer, at place: Int32) -> Int32 {
        guard let count = Int32(exactly: bytes.count) else { return SQLITE_TOOBIG }
        // Without a pointer SQLite would take it for NULL.
        guard count > 0 else { return sqlite3_bind_zeroblob(handle, place, 0) }
        return bytes.withUnsafeBytes { csqlite_bind_blob(handle, place, $0.baseAddress, count) }
    }

    /// The next row. - Returns: whether there was one.
    mutating func step() throws(StorageError) -> Bool {
        let code = sqlite3_step(handle)
        switch code {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default:
            let fault = connection.fault(code, sql)
            sqlite3_reset(handle)
            throw fault
        }
    }

    /// The names of the columns.
    var columns: [String] {
        (0..<sqlite3_column_count(handle)).map { sqlite3_column_name(handle, $0).map { String(cString: $0) } ?? "" }
    }

    /// A column of the row, from 0.
    subscript(column: Int) -> SQLValue {
        let column = Int32(clamping: column)
        switch sqlite3_column_type(handle, column) {
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(handle, column))
        case SQLITE_FLOAT: return .real(sqlite3_column_double(handle, column))
        case SQLITE_TEXT:
            guard let text = sqlite3_column_text(handle, column) else { return .null }
            let count = Int(sqlite3_column_bytes(handle, column))
            return .text(String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self))
        case SQLITE_BLOB:
            guard let bytes = sqlite3_column_blob(handle, column) else { return .blob([]) }
            return .blob([UInt8](UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, column)))))
        default: return .null
        }
    }
}
