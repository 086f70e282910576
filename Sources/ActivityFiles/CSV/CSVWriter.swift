import JSONText

/// Writes lines of CSV as RFC 4180 has them: commas, CRLF, quotes where they are needed.
struct CSVWriter {
    private var part: [UInt8] = []
    private var isLineBegun = false
    private let take: ([UInt8]) -> Void

    /// A part is handed on when it has grown to this many bytes.
    private static let partBytes = 1 << 16

    /// - Parameter take: gets one part after the other.
    init(_ take: @escaping ([UInt8]) -> Void) { self.take = take }

    /// An empty field for none.
    mutating func field(_ text: String?) {
        separate()
        guard let text, let first = text.utf8.first else { return }
        // Spreadsheets take what begins so for a formula, and run it.
        let isFormula = "=+-@\t\r".utf8.contains(first)
        guard isFormula || text.utf8.contains(where: { ",\"\r\n".utf8.contains($0) }) else {
            return part.append(contentsOf: text.utf8)
        }
        part.append(UInt8(ascii: "\""))
        if isFormula { part.append(UInt8(ascii: "'")) }
        for byte in text.utf8 {
            if byte == UInt8(ascii: "\"") { part.append(byte) }
            part.append(byte)
        }
        part.append(UInt8(ascii: "\""))
    }

    /// An empty field for none.
    mutating func field(_ value: Double?, decimals: Int) {
        separate()
        if let value, value.isFinite { Decimals.append(value, decimals: decimals, to: &part) }
    }

    mutating func field(_ value: Int?) {
        separate()
        if let value { Decimals.append(Int64(value), to: &part) }
    }

    mutating func emptyFields(_ count: Int) {
        for _ in 0..<count { separate() }
    }

    mutating func endLine() {
        part.append(contentsOf: [0x0D, 0x0A])
        isLineBegun = false
        if part.count >= Self.partBytes { finish() }
    }

    /// Hands on the rest.
    mutating func finish() {
        if !part.isEmpty { take(part) }
        part.removeAll(keepingCapacity: true)
    }

    private mutating func separate() {
        if isLineBegun { part.append(UInt8(ascii: ",")) }
        isLineBegun = true
    }
}
