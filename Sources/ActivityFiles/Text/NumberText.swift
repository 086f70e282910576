/// Numbers as files spell them: a sign, digits, a decimal point, an exponent. No locale, no hexadecimal, no words.
enum NumberText {
    /// The nearest `Double`; `nil` for what is no number or none that is finite.
    ///
    /// - Parameter text: white space around it is passed over.
    static func number(_ text: ArraySlice<UInt8>) -> Double? {
        let text = trimmed(text)
        var scanner = Scanner(text)
        guard scanner.scan() else { return nil }
        if let value = scanner.exact { return value }
        // What has been looked at is in the grammar, so the library's reader takes it all.
        return Double(String(decoding: text, as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
    }

    static func number(_ text: [UInt8]) -> Double? { number(text[...]) }

    /// Without white space at either end.
    static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var text = text.drop(while: isSpace)
        while let last = text.last, isSpace(last) { text.removeLast() }
        return text
    }

    static func digit(_ byte: UInt8) -> Int? { (0x30...0x39).contains(byte) ? Int(byte) - 0x30 : nil }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    /// Reads the digits once and keeps them as long as 64 bits hold them.
    private struct Scanner {
        private var rest: ArraySlice<UInt8>
        private var mantissa: UInt64 = 0
        private var digits = 0
        private var exponent = 0
        private var isNegative = false

        init(_ text: ArraySlice<UInt8>) { rest = text }

        /// Whether all of it is one number.
        mutating func scan() -> Bool {
            isNegative = rest.first == UInt8(ascii: "-")
            if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
            var hasDigits = takeDigits(places: 0)
            if rest.first == UInt8(ascii: ".") {
                rest.removeFirst()
                hasDigits = takeDigits(places: 1) || hasDigits
            }
            guard hasDigits else { return false }
            if let letter = rest.first, letter | 0x20 == UInt8(ascii: "e") {
                rest.removeFirst()
                guard takeExponent() else { return false }
            }
            return rest.isEmpty
        }

        /// The value, where a single rounding makes it: mantissa and power of ten are both exact.
        var exact: Double? {
            guard mantissa < 1 << 53, digits < 19, (-22...22).contains(exponent) else { return nil }
            var scale = 1.0
            for _ in 0..<exponent.magnitude { scale *= 10 }
            let value = exponent < 0 ? Double(mantissa) / scale : Double(mantissa) * scale
            return isNegative ? -value : value
        }

        /// - Parameter places: how much each digit moves the point.
        private mutating func takeDigits(places: Int) -> Bool {
            let before = rest.count
            while let digit = rest.first.flatMap(NumberText.digit) {
                rest.removeFirst()
                digits += mantissa > 0 || digit > 0 ? 1 : 0
                mantissa = mantissa &* 10 &+ UInt64(digit)
                exponent -= places
            }
            return rest.count < before
        }

        private mutating func takeExponent() -> Bool {
            let isBelow = rest.first == UInt8(ascii: "-")
            if isBelow || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
            guard !rest.isEmpty else { return false }
            var power = 0
            while let digit = rest.first.flatMap(NumberText.digit) {
                rest.removeFirst()
                power = min(power * 10 + digit, 100_000)
            }
            exponent += isBelow ? -power : power
            return true
        }
    }
}
