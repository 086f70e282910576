internal import JSONText

/// Leaves out of a document what its reader was not granted: absent, not blank.
///
/// Members are told by their names, and things in lists by the quantity that they name: documents of all kinds go through one filter,
/// so that none is forgotten. A name that could be either is left out.
struct DocumentFilter {
    let hidden: Set<Scope.Kind>

    /// - Returns: the document; nothing of it when it is none, for nobody would know what is in it.
    func filtered(_ document: [UInt8]) -> [UInt8] {
        guard !hidden.isEmpty else { return document }
        var scanner = JSONScanner(document)
        guard let whole = scanner.value(), scanner.isAtEnd else { return Array("null".utf8) }
        var output: [UInt8] = []
        output.reserveCapacity(document.count)
        append(whole, document, to: &output)
        return output
    }

    private func append(_ value: JSONScanner.Value, _ document: [UInt8], to output: inout [UInt8]) {
        switch value {
        case .scalar(let range): output += document[range]
        case .array(let elements):
            output.append(UInt8(ascii: "["))
            var isFirst = true
            for element in elements where !names(element, document) {
                if !isFirst { output.append(UInt8(ascii: ",")) }
                isFirst = false
                append(element, document, to: &output)
            }
            output.append(UInt8(ascii: "]"))
        case .object(let members):
            output.append(UInt8(ascii: "{"))
            var isFirst = true
            for member in members where !isHidden(text(member.name, document)) && !names(member.value, document) {
                if !isFirst { output.append(UInt8(ascii: ",")) }
                isFirst = false
                output += document[member.name]
                output.append(UInt8(ascii: ":"))
                append(member.value, document, to: &output)
            }
            output.append(UInt8(ascii: "}"))
        }
    }

    /// Whether an object says that it is of a quantity that is hidden.
    private func names(_ value: JSONScanner.Value, _ document: [UInt8]) -> Bool {
        guard case .object(let members) = value else { return false }
        return members.contains { member in
            guard Self.naming.contains(text(member.name, document)), case .scalar(let range) = member.value else { return false }
            return isHidden(text(range, document))
        }
    }

    private static let naming: Set<String> = ["quantity", "metric", "figure", "measure", "goal"]

    private func text(_ range: Range<Int>, _ document: [UInt8]) -> String {
        String(decoding: document[range].drop { $0 == UInt8(ascii: "\"") }.prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
    }

    private func isHidden(_ name: String) -> Bool {
        let name = name.lowercased()
        return hidden.contains { kind in (Self.words[kind] ?? []).contains { name.contains($0) } }
    }

    /// What names of members contain, in lower case.
    private static let words: [Scope.Kind: [String]] = [
        .heartRate: ["heart", "beats", "bpm", "rrinterval", "trimp", "trainingimpulse", "effort"],
        .power: [
            "power", "watt", "kilojoule", "work_", "workkilo", "wprime", "trainingstress", "intensityfactor", "normalized",
            "meanmaximal", "ftp", "functionalthreshold", "balance", "variability",
        ],
        .cadence: ["cadence", "stridespeed", "rpm", "stepsperminute"],
        .speed: ["speed", "pace", "kilometresperhour", "metrespersecond"],
        .location: [
            "location", "latitude", "longitude", "route", "places", "coordinate", "title", "altitude", "position", "bounds",
        ],
    ]
}

/// JSON by the places of its values: nothing is copied.
struct JSONScanner {
    indirect enum Value {
        case scalar(Range<Int>)
        case array([Value])
        case object([Member])
    }

    struct Member {
        /// Of the name, its quotes included.
        var name: Range<Int>
        var value: Value
    }

    private let bytes: [UInt8]
    private var index = 0
    private var depth = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool {
        mutating get {
            skipSpace()
            return index == bytes.count
        }
    }

    /// `nil` for what is no JSON, or is nested too deep.
    mutating func value() -> Value? {
        skipSpace()
        guard index < bytes.count, depth < JSONReader.mostLevels else { return nil }
        depth += 1
        defer { depth -= 1 }
        switch bytes[index] {
        case UInt8(ascii: "{"): return object()
        case UInt8(ascii: "["): return array()
        case UInt8(ascii: "\""): return string().map { .scalar($0) }
        default:
            let start = index
            while index < bytes.count, !Self.isDelimiter(bytes[index]) { index += 1 }
            return index > start ? .scalar(start..<index) : nil
        }
    }

    private mutating func object() -> Value? {
        index += 1
        var members: [Member] = []
        while true {
            skipSpace()
            if members.isEmpty, take("}") { return .object([]) }
            guard let name = string() else { return nil }
            skipSpace()
            guard take(":"), let value = value() else { return nil }
            members.append(Member(name: name, value: value))
            skipSpace()
            if take("}") { return .object(members) }
            guard take(",") else { return nil }
        }
    }

    private mutating func array() -> Value? {
        index += 1
        var elements: [Value] = []
        while true {
            skipSpace()
            if elements.isEmpty, take("]") { return .array([]) }
            guard let element = value() else { return nil }
            elements.append(element)
            skipSpace()
            if take("]") { return .array(elements) }
            guard take(",") else { return nil }
        }
    }

    private mutating func string() -> Range<Int>? {
        guard take("\"") else { return nil }
        let start = index - 1
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\\"): index += 2
            case UInt8(ascii: "\""):
                index += 1
                return start..<index
            default: index += 1
            }
        }
        return nil
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    private mutating func skipSpace() {
        while index < bytes.count, Self.isSpace(bytes[index]) { index += 1 }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        isSpace(byte) || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}")
    }
}
