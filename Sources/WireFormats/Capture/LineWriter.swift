/// Appends words to a line of a capture; with `LineReader`, the only place that knows quotes and escapes.
extension [UInt8] {
    mutating func appendNumber(_ value: Int64) {
        guard value >= 10 else { return append(0x30 + UInt8(clamping: Swift.max(value, 0))) }
        let start = count
        var rest = value
        while rest > 0 {
            append(0x30 + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        }
        self[start...].reverse()
    }

    /// `value` with leading zeros.
    mutating func appendPadded(_ value: Int64, width: Int) {
        var power: Int64 = 1
        for _ in 1..<width { power *= 10 }
        while power > 1, value < power {
            append(0x30)
            power /= 10
        }
        appendNumber(value)
    }

    mutating func appendHex(_ byte: UInt8) {
        append(Self.hexDigit(byte >> 4))
        append(Self.hexDigit(byte & 0x0F))
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x61 + value - 10 }

    mutating func appendLiteral(_ literal: StaticString) {
        append(contentsOf: UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
    }

    /// A word: bare where it can be, else in quotes.
    mutating func appendWord(_ word: String, quoting special: UInt8 = 0x20) {
        let isBare =
            !word.isEmpty && word != "-" && word.utf8.first != 0x22
            && word.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != special }
        if isBare { append(contentsOf: word.utf8) } else { appendQuoted(word.utf8) }
    }

    /// Text up to the line's end: as it is where it can be, else in quotes.
    mutating func appendText(_ text: String) {
        let isPlain =
            text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } && text.utf8.first != 0x22
            && text.utf8.first != 0x20 && text.utf8.last != 0x20 && !text.isEmpty
        if isPlain { append(contentsOf: text.utf8) } else { appendQuoted(text.utf8) }
    }

    /// What a link carried: quoted when all of it is printable, so that a sentence can be read and searched for. One byte alone
    /// is a number (a battery level), never a letter.
    mutating func appendPayload(_ payload: [UInt8]) {
        let isText =
            payload.count != 1
            && payload.allSatisfy { $0 >= 0x20 && $0 < 0x7F || $0 == 0x0D || $0 == 0x0A || $0 == 0x09 }
        if isText {
            appendQuoted(payload)
        } else {
            for byte in payload { appendHex(byte) }
        }
    }

    mutating func appendQuoted(_ bytes: some Sequence<UInt8>) {
        append(0x22)
        let isDone: Void? = bytes.withContiguousStorageIfAvailable { appendEscaped($0) }
        if isDone == nil { Array(bytes).withUnsafeBufferPointer { appendEscaped($0) } }
        append(0x22)
    }

    /// Copies what needs no escape in stretches.
    private mutating func appendEscaped(_ bytes: UnsafeBufferPointer<UInt8>) {
        var start = 0
        for (index, byte) in bytes.enumerated() where byte < 0x20 || byte > 0x7E || byte == 0x22 || byte == 0x5C {
            append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<index]))
            appendEscape(byte)
            start = index + 1
        }
        append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start...]))
    }

    private mutating func appendEscape(_ byte: UInt8) {
        switch byte {
        case 0x22: appendLiteral("\\\"")
        case 0x5C: appendLiteral("\\\\")
        case 0x0D: appendLiteral("\\r")
        case 0x0A: appendLiteral("\\n")
        case 0x09: appendLiteral("\\t")
        default:
            appendLiteral("\\x")
            appendHex(byte)
        }
    }
}
