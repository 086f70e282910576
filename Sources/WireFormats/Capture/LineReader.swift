/// A cursor over one line of a capture: words parted by single spaces, each bare or in double quotes.
struct LineReader: ~Escapable {
    private let bytes: Span<UInt8>
    private(set) var cursor = 0

    @_lifetime(copy line)
    init(_ line: Span<UInt8>) { bytes = line }

    var isAtEnd: Bool { cursor == bytes.count }
    private var current: UInt8? { cursor < bytes.count ? bytes[cursor] : nil }

    /// Passes over the one space between two words.
    @_lifetime(self: copy self)
    mutating func gap() -> Bool { pass(0x20) }

    /// Passes over `byte` if it comes next.
    @_lifetime(self: copy self)
    mutating func pass(_ byte: UInt8) -> Bool {
        guard current == byte else { return false }
        cursor += 1
        return true
    }

    /// A whole number without a sign.
    @_lifetime(self: copy self)
    mutating func number() -> Int64? {
        let start = cursor
        var value: Int64 = 0
        while cursor < bytes.count, bytes[cursor] &- 0x30 < 10 {
            // Eighteen digits always fit; the rest of the way the sum is watched.
            let digit = Int64(bytes[cursor] &- 0x30)
            if cursor - start < 18 {
                value = value &* 10 &+ digit
            } else {
                let (tenfold, overflow) = value.multipliedReportingOverflow(by: 10)
                let (sum, carry) = tenfold.addingReportingOverflow(digit)
                if overflow || carry { return nil }
                value = sum
            }
            cursor += 1
        }
        return cursor > start && (isAtEnd || current == 0x20) ? value : nil
    }

    /// The bytes up to the next space, or up to `stop`.
    @_lifetime(self: copy self)
    @_lifetime(copy self)
    mutating func bare(before stop: UInt8 = 0x20) -> Span<UInt8> {
        let start = cursor
        while let byte = current, byte != 0x20, byte != stop { cursor += 1 }
        return bytes.extracting(start..<cursor)
    }

    /// Passes over `literal` if it is the next word, whole.
    @_lifetime(self: copy self)
    mutating func accept(_ literal: StaticString) -> Bool {
        let end = cursor + literal.utf8CodeUnitCount
        guard end <= bytes.count, end == bytes.count || bytes[end] == 0x20 else { return false }
        for index in cursor..<end where bytes[index] != literal.utf8Start[index - cursor] { return false }
        cursor = end
        return true
    }

    /// A word as bytes: what stands between quotes with its escapes undone, or what stands before the next space or `stop`.
    @_lifetime(self: copy self)
    mutating func word(before stop: UInt8 = 0x20) -> [UInt8]? {
        if current == 0x22 { return quoted() }
        let word = bare(before: stop)
        return word.isEmpty ? nil : [UInt8](word)
    }

    @_lifetime(self: copy self)
    mutating func string(before stop: UInt8 = 0x20) -> String? { word(before: stop).map { String(decoding: $0, as: UTF8.self) } }

    /// The rest of the line, spaces and all; in quotes when it could be taken for something else.
    @_lifetime(self: copy self)
    mutating func text() -> String? {
        if current == 0x22 {
            guard let bytes = quoted(), isAtEnd else { return nil }
            return String(decoding: bytes, as: UTF8.self)
        }
        guard !isAtEnd else { return nil }
        defer { cursor = bytes.count }
        return String(decoding: [UInt8](bytes.extracting(cursor..<bytes.count)), as: UTF8.self)
    }

    /// Bytes as a record carries them: printable in quotes, else pairs of hex digits.
    @_lifetime(self: copy self)
    mutating func payload() -> [UInt8]? { current == 0x22 ? quoted() : hex() }

    @_lifetime(self: copy self)
    private mutating func hex() -> [UInt8]? {
        let digits = bare()
        guard digits.count > 0, digits.count & 1 == 0 else { return nil }
        var seen: UInt8 = 0
        var value = Self.array(ofCapacity: digits.count / 2)
        for index in 0..<digits.count / 2 {
            let high = Self.digitValue(digits[2 * index])
            let low = Self.digitValue(digits[2 * index + 1])
            seen |= high | low
            value.append(high << 4 | low & 0x0F)
        }
        return seen < 16 ? value : nil
    }

    @_lifetime(self: copy self)
    private mutating func quoted() -> [UInt8]? {
        let start = cursor + 1
        var end = start
        var escapes = 0
        while end < bytes.count, bytes[end] != 0x22 {
            if bytes[end] == 0x5C {
                escapes += 1
                end += 1
            }
            end += 1
        }
        guard end < bytes.count else { return nil }
        cursor = end + 1
        let raw = bytes.extracting(start..<end)
        return escapes == 0 ? [UInt8](raw) : Self.unescaped(raw)
    }

    private static func unescaped(_ raw: Span<UInt8>) -> [UInt8]? {
        raw.withUnsafeBufferPointer { raw in
            var value = array(ofCapacity: raw.count)
            var index = 0
            while true {
                // Copies what needs no escape in stretches.
                let start = index
                while index < raw.count, raw[index] != 0x5C { index &+= 1 }
                value.append(contentsOf: UnsafeBufferPointer(rebasing: raw[start..<index]))
                guard index + 1 < raw.count else { return value }
                let letter = raw[index + 1]
                index += 2
                switch letter {
                case 0x72: value.append(0x0D)
                case 0x6E: value.append(0x0A)
                case 0x74: value.append(0x09)
                case 0x22, 0x5C: value.append(letter)
                case 0x78 where index + 1 < raw.count:
                    let high = digitValue(raw[index])
                    let low = digitValue(raw[index + 1])
                    guard (high | low) < 16 else { return nil }
                    value.append(high << 4 | low)
                    index += 2
                default: return nil
                }
            }
        }
    }

    /// An array is made for every record. `init(unsafeUninitializedCapacity:)` would look up the array's type in the runtime each
    /// time, which takes longer than to copy a sentence.
    private static func array(ofCapacity capacity: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(capacity)
        return bytes
    }

    /// What a byte is worth as a hex digit; 16 and more for those that are none.
    static func digitValue(_ byte: UInt8) -> UInt8 {
        let digit = byte &- 0x30
        let letter = (byte | 0x20) &- 0x61
        return digit < 10 ? digit : letter < 6 ? letter + 10 : 0xF0
    }
}
