public import Testing

/// One row of a reference's example table: bytes, and the JSON that whoever reads the specification must arrive at.
///
/// Columns, separated by tabs: id, kind (with parameters after `?`, joined by `&`), packets as hex (several separated by `|`),
/// expected JSON, a note. Lines that begin with `#` are comments.
public struct ExampleRow: Sendable, CustomTestStringConvertible {
    /// What failures are reported by: `C13`.
    public let id: String
    /// Without its parameters: `seq.cp_wheel`.
    public let kind: String
    /// What stands after `?`: `circumferenceM=2.096`.
    public let parameters: [String: Double]
    /// In order of arrival; one, unless the kind is a sequence.
    public let packets: [[UInt8]]
    /// As the table has it: compact, keys in the reference's order, no digit more than needed, so that equal text is equal
    /// in values and in order.
    public let expected: String

    /// What a failed case is called.
    public var testDescription: String { "\(id) \(kind)" }

    /// - Parameter table: a file of `Fixtures/examples`, without its extension.
    public static func rows(in table: String) throws -> [ExampleRow] {
        try Fixture("examples/\(table).tsv").text().split(whereSeparator: \.isNewline)
            .filter { !$0.hasPrefix("#") }
            .map(ExampleRow.init(line:))
    }

    init(line: Substring) throws {
        let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
        guard columns.count >= 4 else { throw Malformed(line: String(line)) }
        let question = columns[1].split(separator: "?", maxSplits: 1)
        var parameters: [String: Double] = [:]
        for pair in question.dropFirst().joined().split(separator: "&") {
            let sides = pair.split(separator: "=", maxSplits: 1)
            guard sides.count == 2, let value = Double(sides[1]) else { throw Malformed(line: String(line)) }
            parameters[String(sides[0])] = value
        }
        id = String(columns[0])
        kind = String(question.first ?? "")
        self.parameters = parameters
        packets = columns[2].split(separator: "|", omittingEmptySubsequences: false).map { [UInt8](hex: String($0)) }
        expected = String(columns[3])
    }

    /// A line that is no row.
    public struct Malformed: Error {
        /// The line as it stands in the table.
        public let line: String
    }
}
