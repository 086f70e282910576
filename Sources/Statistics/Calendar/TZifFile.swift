/// A file of the tz database, read.
///
/// Layout (RFC 9636 §3): a header, `TZif`, version, 15 bytes unused and six counts; a block of data with times of 4 bytes; from
/// version 2 on header and block again, with times of 8 bytes, and a footer: a line with the rule for the time after the last change.
struct TZifFile {
    /// Seconds since 1970, ascending.
    private(set) var changes: [Int64] = []
    /// Local time minus UTC from each change on, in seconds.
    private(set) var offsets: [Int32] = []
    /// Before the first change.
    private(set) var firstOffset: Int32 = 0
    private(set) var rule: TimeZoneRule?

    init(_ bytes: [UInt8]) throws(TimeZoneError) {
        var cursor = Cursor(bytes: bytes)
        var header = try Header(&cursor)
        guard header.version >= 2 else {
            try readBlock(header, timeBytes: 4, &cursor)
            return
        }
        try cursor.skip(header.blockBytes(timeBytes: 4))
        header = try Header(&cursor)
        try readBlock(header, timeBytes: 8, &cursor)
        let footer = try cursor.line()
        guard !footer.isEmpty else { return }
        guard let rule = TimeZoneRule(posix: footer) else { throw .invalid(field: "footer") }
        self.rule = rule
        if changes.isEmpty, !rule.hasChanges { firstOffset = rule.standard }
    }

    private mutating func readBlock(_ header: Header, timeBytes: Int, _ cursor: inout Cursor) throws(TimeZoneError) {
        // A count that the file has no bytes for would ask for memory that nothing fills.
        guard header.blockBytes(timeBytes: timeBytes) <= cursor.remaining else { throw .truncated }
        for _ in 0..<header.changes {
            let second = try cursor.integer(bytes: timeBytes)
            guard second > changes.last ?? .min, Self.seconds.contains(second) else { throw .invalid(field: "change") }
            changes.append(second)
        }
        var kinds: [Int] = []
        for _ in 0..<header.changes { kinds.append(Int(try cursor.integer(bytes: 1)) & 0xFF) }
        var types: [Int32] = []
        for _ in 0..<header.types {
            let offset = try cursor.integer(bytes: 4)
            guard offset.magnitude <= TimeZoneRules.farthestOffset else { throw .invalid(field: "offset") }
            types.append(Int32(offset))
            try cursor.skip(2)  // whether it is summer time, and its abbreviation
        }
        guard let first = types.first else { throw .invalid(field: "types") }
        firstOffset = first
        for kind in kinds {
            guard kind < types.count else { throw .invalid(field: "type") }
            offsets.append(types[kind])
        }
        try cursor.skip(header.designationBytes + header.leapSeconds * (timeBytes + 4) + header.standardFlags + header.utcFlags)
    }

    /// Some files begin with the Big Bang; more than 100 million years apart no differences are taken.
    private static let seconds = Int64(-1) << 59...Int64(1) << 52

    private struct Header {
        let version: Int
        let utcFlags: Int
        let standardFlags: Int
        let leapSeconds: Int
        let changes: Int
        let types: Int
        let designationBytes: Int

        init(_ cursor: inout Cursor) throws(TimeZoneError) {
            for letter in "TZif".utf8 {
                guard try cursor.integer(bytes: 1) == Int64(letter) else { throw .notTZif }
            }
            let version = Int(try cursor.integer(bytes: 1))
            self.version = version == 0 ? 1 : version - Int(UInt8(ascii: "0"))
            try cursor.skip(15)
            utcFlags = try cursor.count()
            standardFlags = try cursor.count()
            leapSeconds = try cursor.count()
            changes = try cursor.count()
            types = try cursor.count()
            designationBytes = try cursor.count()
        }

        func blockBytes(timeBytes: Int) -> Int {
            changes * (timeBytes + 1) + types * 6 + designationBytes + leapSeconds * (timeBytes + 4) + standardFlags + utcFlags
        }
    }

    private struct Cursor {
        let bytes: [UInt8]
        var position = 0

        var remaining: Int { bytes.count - position }

        /// Signed, the most significant byte first.
        mutating func integer(bytes count: Int) throws(TimeZoneError) -> Int64 {
            guard count <= remaining, count > 0 else { throw .truncated }
            var value = Int64(Int8(bitPattern: bytes[position]))
            for byte in bytes[position + 1..<position + count] { value = value << 8 | Int64(byte) }
            position += count
            return value
        }

        mutating func count() throws(TimeZoneError) -> Int {
            let value = try integer(bytes: 4)
            guard value >= 0 else { throw .invalid(field: "count") }
            return Int(value)
        }

        mutating func skip(_ count: Int) throws(TimeZoneError) {
            guard count <= remaining else { throw .truncated }
            position += count
        }

        /// What stands between two line feeds.
        mutating func line() throws(TimeZoneError) -> [UInt8] {
            let feed = Int64(UInt8(ascii: "\n"))
            guard try integer(bytes: 1) == feed else { throw .invalid(field: "footer") }
            guard let end = bytes[position...].firstIndex(of: UInt8(feed)) else { throw .truncated }
            defer { position = end + 1 }
            return Array(bytes[position..<end])
        }
    }
}
