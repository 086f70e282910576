/// Reads lines of CSV as RFC 4180 has them, one after the other; LF alone ends a line too, and a byte order mark is passed over.
struct CSVLines {
    private let bytes: [UInt8]
    /// Of the next byte.
    private(set) var offset: Int
    /// Of the line that was read last.
    private(set) var lineStart = 0
    /// The same as a line's number, from 1: of what a text editor shows.
    private(set) var lineNumber = 1
    private var counted = 0
    private var buffer: [UInt8] = []

    static let longestField = 1 << 16
    static let mostFields = 256

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// The fields of the next line that is not empty, quotes taken off; `nil` at the end.
    ///
    /// - Parameter isCut: whether the bytes end inside quotes.
    mutating func next(isCut: inout Bool) throws(ActivityFault) -> [ArraySlice<UInt8>]? {
        while offset < bytes.count, bytes[offset] == Self.lf || bytes[offset] == Self.cr { offset += 1 }
        guard offset < bytes.count else { return nil }
        lineStart = offset
        while counted < offset {
            if bytes[counted] == Self.lf { lineNumber += 1 }
            counted += 1
        }
        var fields: [ArraySlice<UInt8>] = []
        repeat {
            guard fields.count < Self.mostFields else {
                throw ActivityFault(.tooMany(.columns, limit: Self.mostFields), at: offset)
            }
            fields.append(try field(isCut: &isCut))
        } while takeComma()
        return fields
    }

    private static let lf = UInt8(ascii: "\n")
    private static let cr = UInt8(ascii: "\r")
    private static let quote = UInt8(ascii: "\"")
    private static let comma = UInt8(ascii: ",")

    private mutating func takeComma() -> Bool {
        guard offset < bytes.count, bytes[offset] == Self.comma else { return false }
        offset += 1
        return true
    }

    private mutating func field(isCut: inout Bool) throws(ActivityFault) -> ArraySlice<UInt8> {
        let start = offset
        guard offset < bytes.count, bytes[offset] == Self.quote else {
            while offset < bytes.count, bytes[offset] != Self.comma, bytes[offset] != Self.lf, bytes[offset] != Self.cr {
                offset += 1
                try check(start)
            }
            return bytes[start..<offset]
        }
        buffer.removeAll(keepingCapacity: true)
        offset += 1
        while offset < bytes.count {
            let byte = bytes[offset]
            offset += 1
            if byte == Self.quote {
                guard offset < bytes.count, bytes[offset] == Self.quote else { return try quotedEnd(start) }
                offset += 1
            }
            buffer.append(byte)
            try check(start)
        }
        isCut = true
        return buffer[...]
    }

    /// What stands between the closing quote and the next comma belongs to nothing.
    private mutating func quotedEnd(_ start: Int) throws(ActivityFault) -> ArraySlice<UInt8> {
        while offset < bytes.count, bytes[offset] != Self.comma, bytes[offset] != Self.lf, bytes[offset] != Self.cr {
            offset += 1
            try check(start)
        }
        return buffer[...]
    }

    private func check(_ start: Int) throws(ActivityFault) {
        if offset - start > Self.longestField { throw ActivityFault(.tooLong(limit: Self.longestField), at: offset) }
    }
}
