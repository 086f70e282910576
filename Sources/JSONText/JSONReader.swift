/// Reads JSON and keeps the place of every name and value, so that a mistake in a file that people edit can be pointed at: a decoder
/// that makes dictionaries or types at once, as Foundation's does, has forgotten the lines by the time a value turns out to be wrong.
///
/// Strict: nothing that the standard does not have (comments, trailing commas, single quotes), and not what it leaves to readers
/// either: doubled names, halves of UTF-16 pairs, numbers beyond a `Double`. A byte order mark in front is passed over.
///
/// - SeeAlso: RFC 8259.
public struct JSONReader {
    /// Objects and lists in one another.
    public static let mostLevels = 64
    /// Bytes of a text.
    public static let mostBytes = 1 << 20

    let bytes: [UInt8]
    var index = 0
    private var line = 1
    /// Where the line begins, counted so that `index - lineStart` is the column from 0, in Unicode scalars.
    private var lineStart = 0
    private var levels = 0

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The one value that the text is.
    public static func read(_ bytes: [UInt8]) throws(JSONError) -> PlacedJSON {
        var reader = JSONReader(bytes)
        guard bytes.count <= mostBytes else { throw reader.error(.tooLong(limit: mostBytes)) }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            reader.index = 3
            reader.lineStart = 3
        }
        let value = try reader.value(or: .value)
        reader.skipSpace()
        guard reader.index == bytes.count else { throw try reader.unexpected(.end) }
        return value
    }

    /// The one value that the text is.
    public static func read(_ text: String) throws(JSONError) -> PlacedJSON { try read(Array(text.utf8)) }

    // MARK: Places and faults

    var place: JSONPlace { JSONPlace(line: line, column: index - lineStart + 1) }

    func error(_ fault: JSONError.Fault) -> JSONError { JSONError(place: place, fault: fault) }

    /// What stands here is not what was expected.
    func unexpected(_ expectation: JSONError.Expectation) throws(JSONError) -> JSONError {
        guard peek != nil else { return error(.expected(expectation, found: nil)) }
        return error(.expected(expectation, found: try scalar().scalar))
    }

    // MARK: Bytes

    /// The byte here; `nil` at the end.
    var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    /// Passes over `byte` if it stands here.
    mutating func skip(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        index += 1
        return true
    }

    /// Passes over one scalar of several bytes, which is one column.
    mutating func skip(scalarOf length: Int) {
        index += length
        lineStart += length - 1
    }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
            index += 1
            if byte == 0x0A {
                line += 1
                lineStart = index
            }
        }
    }

    // MARK: Values

    private mutating func value(or expectation: JSONError.Expectation) throws(JSONError) -> PlacedJSON {
        skipSpace()
        let place = place
        let content: PlacedJSON.Content
        switch peek {
        case UInt8(ascii: "{"): content = .object(try nested { reader throws(JSONError) in try reader.members() })
        case UInt8(ascii: "["): content = .array(try nested { reader throws(JSONError) in try reader.elements() })
        case UInt8(ascii: "\""): content = .string(try string())
        case UInt8(ascii: "-"): content = try number()
        case let byte? where isDigit(byte): content = try number()
        default:
            guard let word = Self.words.first(where: { isHere($0.text) }) else { throw try unexpected(expectation) }
            index += word.text.utf8CodeUnitCount
            content = word.content
        }
        return PlacedJSON(place: place, content: content)
    }

    private static let words: [(text: StaticString, content: PlacedJSON.Content)] = [
        ("true", .bool(true)), ("false", .bool(false)), ("null", .null),
    ]

    private func isHere(_ word: StaticString) -> Bool {
        word.withUTF8Buffer { bytes[index...].starts(with: $0) }
    }

    /// Reads what one bracket opens.
    private mutating func nested<Parts>(
        _ read: (inout JSONReader) throws(JSONError) -> [Parts]
    ) throws(JSONError) -> [Parts] {
        guard levels < Self.mostLevels else { throw error(.tooDeep(limit: Self.mostLevels)) }
        levels += 1
        index += 1
        defer { levels -= 1 }
        return try read(&self)
    }

    private mutating func elements() throws(JSONError) -> [PlacedJSON] {
        skipSpace()
        if skip(UInt8(ascii: "]")) { return [] }
        var elements = [try value(or: .valueOrEnd)]
        while true {
            skipSpace()
            if skip(UInt8(ascii: "]")) { return elements }
            guard skip(UInt8(ascii: ",")) else { throw try unexpected(.commaOrBracket) }
            elements.append(try value(or: .value))
        }
    }

    private mutating func members() throws(JSONError) -> [PlacedJSON.Member] {
        skipSpace()
        if skip(UInt8(ascii: "}")) { return [] }
        var names: Set<String> = []
        var members = [try member(or: .nameOrEnd, &names)]
        while true {
            skipSpace()
            if skip(UInt8(ascii: "}")) { return members }
            guard skip(UInt8(ascii: ",")) else { throw try unexpected(.commaOrBrace) }
            members.append(try member(or: .name, &names))
        }
    }

    private mutating func member(
        or expectation: JSONError.Expectation, _ names: inout Set<String>
    ) throws(JSONError) -> PlacedJSON.Member {
        skipSpace()
        guard peek == UInt8(ascii: "\"") else { throw try unexpected(expectation) }
        let place = place
        let name = try string()
        guard names.insert(name).inserted else { throw JSONError(place: place, fault: .duplicate(name)) }
        skipSpace()
        guard skip(UInt8(ascii: ":")) else { throw try unexpected(.colon) }
        return PlacedJSON.Member(name: name, place: place, value: try value(or: .value))
    }
}
