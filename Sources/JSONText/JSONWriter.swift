/// How a JSON document is laid out.
public enum JSONLayout: Sendable {
    /// One line, no spaces.
    case compact
    /// Two spaces a level; arrays of numbers, strings and nulls stay on one line.
    case indented
}

extension JSONValue {
    /// The document's text, without a line end.
    public func text(_ layout: JSONLayout = .compact) -> String {
        String(decoding: utf8(layout), as: UTF8.self)
    }

    /// The document's UTF-8 bytes, without a line end.
    public func utf8(_ layout: JSONLayout = .compact) -> [UInt8] {
        var writer = JSONWriter(layout: layout)
        writer.write(self, level: 0)
        return writer.bytes
    }
}

/// Appends values to one buffer: no intermediate strings.
private struct JSONWriter {
    let layout: JSONLayout
    var bytes: [UInt8] = []

    mutating func write(_ value: JSONValue, level: Int) {
        switch value {
        case .null: append("null")
        case .bool(let value): append(value ? "true" : "false")
        case .integer(let value): Decimals.append(value, to: &bytes)
        case .number(let value, let decimals): Decimals.append(value, decimals: decimals, to: &bytes)
        case .string(let value): write(string: value)
        case .array(let values): write(values, level: level)
        case .object(let object): write(object, level: level)
        }
    }

    private mutating func write(_ values: [JSONValue], level: Int) {
        let flat = layout == .compact || values.allSatisfy(\.isScalar)
        bytes.append(UInt8(ascii: "["))
        for (index, value) in values.enumerated() {
            if index > 0 { append(flat && layout == .indented ? ", " : ",") }
            if !flat { newLine(level + 1) }
            write(value, level: level + 1)
        }
        if !flat { newLine(level) }
        bytes.append(UInt8(ascii: "]"))
    }

    private mutating func write(_ object: JSONObject, level: Int) {
        bytes.append(UInt8(ascii: "{"))
        for (index, member) in object.members.enumerated() {
            if index > 0 { append(",") }
            newLine(level + 1)
            write(string: member.name)
            append(layout == .compact ? ":" : ": ")
            write(member.value, level: level + 1)
        }
        if !object.members.isEmpty { newLine(level) }
        bytes.append(UInt8(ascii: "}"))
    }

    private mutating func newLine(_ level: Int) {
        guard layout == .indented else { return }
        bytes.append(UInt8(ascii: "\n"))
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: level * 2))
    }

    private mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    private mutating func write(string: String) {
        var string = string
        bytes.append(UInt8(ascii: "\""))
        string.withUTF8 { utf8 in
            var start = 0  // of the stretch not yet written, which goes out in one piece
            var index = 0
            while index < utf8.count {
                let byte = utf8[index]
                index &+= 1
                if byte >= 0x20, byte < 0x7F, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { continue }
                let isC1 = byte == 0xC2 && index < utf8.count && utf8[index] < 0xA0
                if byte > 0x7F, !isC1 { continue }
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<index &- 1]))
                escape(isC1 ? utf8[index] : byte)
                if isC1 { index &+= 1 }
                start = index
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start...]))
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Control characters, DEL and the C1 row too: they would disturb a terminal.
    private mutating func escape(_ character: UInt8) {
        switch character {
        case UInt8(ascii: "\""): append("\\\"")
        case UInt8(ascii: "\\"): append("\\\\")
        case 0x0A: append("\\n")
        case 0x0D: append("\\r")
        case 0x09: append("\\t")
        default:
            append("\\u00")
            bytes.append(hexDigit(character >> 4))
            bytes.append(hexDigit(character & 15))
        }
    }

    private func hexDigit(_ nibble: UInt8) -> UInt8 {
        nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10
    }
}

extension JSONValue {
    /// Whether the value has no members or elements of its own.
    var isScalar: Bool {
        switch self {
        case .array, .object: false
        case .null, .bool, .integer, .number, .string: true
        }
    }
}
