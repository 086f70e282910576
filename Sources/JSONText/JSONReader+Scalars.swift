/// Texts and numbers.
extension JSONReader {
    /// The text whose opening quote stands here.
    mutating func string() throws(JSONError) -> String {
        index += 1
        var content: [UInt8] = []
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "\""):
                index += 1
                return String(decoding: content, as: UTF8.self)
            case UInt8(ascii: "\\"):
                let escaped = try escape()
                content.append(contentsOf: UTF8.encode(escaped) ?? UTF8.encodedReplacementCharacter)
            case ..<0x20: throw error(.controlCharacter(Unicode.Scalar(byte)))
            default:
                let length = try scalar().length
                content.append(contentsOf: bytes[index..<index + length])
                skip(scalarOf: length)
            }
        }
        throw error(.expected(.closingQuote, found: nil))
    }

    /// The scalar here and its length in bytes, checked: no overlong form, no surrogate, nothing above U+10FFFF.
    ///
    /// - SeeAlso: Unicode, table 3-7.
    func scalar() throws(JSONError) -> (scalar: Unicode.Scalar, length: Int) {
        guard let lead = peek else { throw error(.notUTF8) }
        if lead < 0x80 { return (Unicode.Scalar(lead), 1) }
        var decoder = UTF8()
        var rest = bytes[index...].prefix(4).makeIterator()
        guard case .scalarValue(let scalar) = decoder.decode(&rest) else { throw error(.notUTF8) }
        return (scalar, UTF8.width(scalar))
    }

    /// What the backslash here stands for.
    private mutating func escape() throws(JSONError) -> Unicode.Scalar {
        let start = self
        index += 1
        guard let letter = peek else { throw error(.expected(.escape, found: nil)) }
        if letter == UInt8(ascii: "u") {
            index += 1
            return try utf16(from: start)
        }
        let scalar: Unicode.Scalar
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): scalar = Unicode.Scalar(letter)
        case UInt8(ascii: "b"): scalar = "\u{8}"
        case UInt8(ascii: "f"): scalar = "\u{C}"
        case UInt8(ascii: "n"): scalar = "\n"
        case UInt8(ascii: "r"): scalar = "\r"
        case UInt8(ascii: "t"): scalar = "\t"
        default: throw try unexpected(.escape)
        }
        index += 1
        return scalar
    }

    /// The four digits here, and those of the second `\u` where the first are half of a pair.
    private mutating func utf16(from start: JSONReader) throws(JSONError) -> Unicode.Scalar {
        let first = try hexDigits()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard UTF16.isLeadSurrogate(first), skip(UInt8(ascii: "\\")), skip(UInt8(ascii: "u")) else {
            throw start.error(.loneSurrogate(first))
        }
        let second = try hexDigits()
        guard UTF16.isTrailSurrogate(second) else { throw start.error(.loneSurrogate(first)) }
        let value = 0x10000 + (UInt32(first & 0x3FF) << 10 | UInt32(second & 0x3FF))
        return Unicode.Scalar(value) ?? "\u{FFFD}"
    }

    private mutating func hexDigits() throws(JSONError) -> UInt16 {
        var value: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw try unexpected(.hexDigit)
            }
            value = value << 4 | UInt16(truncatingIfNeeded: digit)
            index += 1
        }
        return value
    }

    /// The number here, whose first character is known to be a digit or a minus.
    mutating func number() throws(JSONError) -> PlacedJSON.Content {
        let start = self
        _ = skip(UInt8(ascii: "-"))
        if skip(UInt8(ascii: "0")) {
            if isAtDigit { throw start.error(.expected(.numberWithoutLeadingZero, found: "0")) }
        } else {
            try digits()
        }
        if skip(UInt8(ascii: ".")) { try digits() }
        if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
            _ = skip(UInt8(ascii: "+")) || skip(UInt8(ascii: "-"))
            try digits()
        }
        let text = String(decoding: bytes[start.index..<index], as: UTF8.self)
        guard let value = Double(text), value.isFinite else { throw start.error(.numberTooLarge(text)) }
        return .number(text: text, value: value)
    }

    func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private var isAtDigit: Bool { peek.map(isDigit) ?? false }

    private mutating func digits() throws(JSONError) {
        guard isAtDigit else { throw try unexpected(.digit) }
        while isAtDigit { index += 1 }
    }
}
