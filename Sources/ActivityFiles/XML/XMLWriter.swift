import JSONText

/// Writes XML in parts: indented elements, texts escaped, the same bytes each time.
struct XMLWriter {
    private var part: [UInt8] = []
    private var open: [String] = []
    private let take: ([UInt8]) -> Void

    /// A part is handed on when it has grown to this many bytes.
    private static let partBytes = 1 << 16

    /// - Parameter take: gets one part after the other.
    init(_ take: @escaping ([UInt8]) -> Void) {
        self.take = take
        part.append(contentsOf: #"<?xml version="1.0" encoding="UTF-8"?>"#.utf8)
        part.append(UInt8(ascii: "\n"))
    }

    /// - Parameter attributes: a name and its value each.
    mutating func begin(_ name: String, _ attributes: [(String, String)] = []) {
        indent()
        startTag(name, attributes)
        part.append(UInt8(ascii: "\n"))
        open.append(name)
    }

    mutating func end() {
        guard let name = open.popLast() else { return }
        indent()
        endTag(name)
    }

    mutating func element(_ name: String, _ attributes: [(String, String)] = [], text: String) {
        indent()
        startTag(name, attributes)
        escape(text)
        endTag(name)
    }

    /// An element without content.
    ///
    /// - Parameter attributes: a name and its value each; none is written for `nil`.
    mutating func element(_ name: String, _ attributes: [(String, String?)]) {
        element(name, attributes.compactMap { name, value in value.map { (name, $0) } }, text: "")
    }

    /// - Parameter value: nothing is written for none, nor for what is not finite.
    mutating func element(_ name: String, _ value: Double?, decimals: Int) {
        guard let value, value.isFinite else { return }
        indent()
        startTag(name, [])
        Decimals.append(value, decimals: decimals, to: &part)
        endTag(name)
    }

    /// A whole number, held to what the format can say.
    mutating func element(_ name: String, whole value: Double?, in range: ClosedRange<Double>) {
        element(name, value.map { min(max($0, range.lowerBound), range.upperBound) }, decimals: 0)
    }

    /// Closes what is open and hands on the rest.
    mutating func finish() {
        while !open.isEmpty { end() }
        if !part.isEmpty { take(part) }
        part = []
    }

    private mutating func indent() {
        if part.count >= Self.partBytes {
            take(part)
            part.removeAll(keepingCapacity: true)
        }
        for _ in open { part.append(contentsOf: [0x20, 0x20]) }
    }

    private mutating func startTag(_ name: String, _ attributes: [(String, String)]) {
        part.append(UInt8(ascii: "<"))
        part.append(contentsOf: name.utf8)
        for (name, value) in attributes {
            part.append(UInt8(ascii: " "))
            part.append(contentsOf: name.utf8)
            part.append(contentsOf: "=\"".utf8)
            escape(value)
            part.append(UInt8(ascii: "\""))
        }
        part.append(UInt8(ascii: ">"))
    }

    private mutating func endTag(_ name: String) {
        part.append(contentsOf: "</".utf8)
        part.append(contentsOf: name.utf8)
        part.append(contentsOf: ">\n".utf8)
    }

    /// Characters that XML has no way to say become U+FFFD.
    private mutating func escape(_ text: String) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": part.append(contentsOf: "&amp;".utf8)
            case "<": part.append(contentsOf: "&lt;".utf8)
            case ">": part.append(contentsOf: "&gt;".utf8)
            case "\"": part.append(contentsOf: "&quot;".utf8)
            case "\t", "\n", "\r": part.append(contentsOf: "&#\(scalar.value);".utf8)
            case "\0"..<" ", "\u{FFFE}", "\u{FFFF}": part.append(contentsOf: "\u{FFFD}".utf8)
            default: part.append(contentsOf: String(scalar).utf8)
            }
        }
    }
}
