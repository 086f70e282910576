/// Reads a sentence's fields from left to right. A field that is not what is due marks the whole sentence as failed: the checksum
/// is weak (two equal characters lost, or two exchanged, go unseen), so shape and range are the real proof.
///
/// Empty and missing fields read as `nil`.
public struct NMEAFieldReader: ~Escapable {
    private let bytes: Span<UInt8>
    /// At the comma before the next field, or at the end.
    private var cursor: Int
    /// Fields that were there, empty ones counted.
    public private(set) var fieldsRead = 0
    /// Whether some field was not what was due.
    public private(set) var hasFailed = false

    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>, firstComma: Int) {
        self.bytes = bytes
        cursor = firstComma
    }

    /// Whether no field is left.
    public var isAtEnd: Bool { cursor >= bytes.count }

    /// Marks the sentence as failed.
    @_lifetime(self: copy self)
    public mutating func fail() { hasFailed = true }

    /// Passes over fields that nobody reads.
    @_lifetime(self: copy self)
    public mutating func skip(_ count: Int = 1) {
        for _ in 0..<count where enterField() { leaveField() }
    }

    /// The next field as it stands, perhaps empty; `nil` when none is left.
    @_lifetime(copy self)
    public mutating func text() -> Span<UInt8>? {
        guard enterField() else { return nil }
        let start = cursor
        leaveField()
        return bytes.extracting(start..<cursor)
    }

    /// A single character, such as a status, a hemisphere or a unit.
    @_lifetime(self: copy self)
    public mutating func letter() -> UInt8? {
        guard enterField(), !atFieldEnd else { return nil }
        let letter = bytes[cursor]
        cursor &+= 1
        if !atFieldEnd {
            hasFailed = true
            leaveField()
        }
        return letter
    }

    /// A number within `range`; a minus is only read where the range has room for it.
    @_lifetime(self: copy self)
    public mutating func decimal(_ range: ClosedRange<Double>) -> Double? {
        switch number(signed: range.lowerBound < 0) {
        case .empty: return nil
        case .invalid:
            hasFailed = true
            return nil
        case .value(let number):
            let value = number.value
            if !range.contains(value) { hasFailed = true }
            return value
        }
    }

    /// A whole number within `range`, which begins at 0 or later.
    @_lifetime(self: copy self)
    public mutating func integer(_ range: ClosedRange<Int>) -> Int? {
        switch number(signed: false) {
        case .empty: return nil
        case .value(let number)
        where number.decimals == 0 && number.digits <= Int64(range.upperBound) && range.contains(Int(number.digits)):
            return Int(number.digits)
        case .value, .invalid:
            hasFailed = true
            return nil
        }
    }

    /// `hhmmss[.s…]`, cut to milliseconds.
    @_lifetime(self: copy self)
    public mutating func timeOfDay() -> NMEATimeOfDay? {
        switch number(signed: false) {
        case .empty: return nil
        case .value(let number):
            if number.integerDigits == 6, let time = NMEATimeOfDay(hhmmss: number) { return time }
            fallthrough
        case .invalid:
            hasFailed = true
            return nil
        }
    }

    /// `ddmmyy`. What is no date (`000000`, `2208-1`: cold receivers) reads as `nil` and fails nothing: time and position may
    /// still be right.
    @_lifetime(self: copy self)
    public mutating func date() -> NMEADate? {
        guard case .value(let number) = number(signed: false), number.integerDigits == 6, number.decimals == 0 else { return nil }
        let digits = Int(number.digits)
        let year = digits % 100
        return NMEADate(year: year < 80 ? 2000 + year : 1900 + year, month: digits / 100 % 100, day: digits / 10000)
    }

    /// Four fields: latitude, `N`/`S`, longitude, `E`/`W`.
    @_lifetime(self: copy self)
    public mutating func position() -> NMEAPositionField {
        let latitude = coordinate(limit: 90, positive: UInt8(ascii: "N"), negative: UInt8(ascii: "S"))
        let longitude = coordinate(limit: 180, positive: UInt8(ascii: "E"), negative: UInt8(ascii: "W"))
        switch (latitude, longitude) {
        case (.empty, .empty): return .empty
        case (.value(let latitude, let decimals), .value(let longitude, _)):
            return .value(NMEAPosition(latitude: latitude, longitude: longitude, decimals: decimals))
        default: return .invalid
        }
    }

    private enum CoordinateField {
        case empty, invalid
        case value(degrees: Double, decimals: Int)
    }

    @_lifetime(self: copy self)
    private mutating func coordinate(limit: Int64, positive: UInt8, negative: UInt8) -> CoordinateField {
        let number = number(signed: false)
        let hadFailed = hasFailed
        let hemisphere = letter()
        // Whether a malformed position matters is for the sentence to say: one that is void may hold anything.
        defer { hasFailed = hadFailed }
        switch number {
        case .empty: return hemisphere == nil ? .empty : .invalid
        case .invalid: return .invalid
        case .value(let number):
            guard hemisphere == positive || hemisphere == negative, hasFailed == hadFailed, number.integerDigits >= 3,
                number.decimals <= 9
            else { return .invalid }
            // In units of the smallest digit, so that one division is the only rounding.
            let degrees = number.integer / 100
            let minutes = number.integer % 100
            let scale = number.scale
            guard minutes < 60, degrees <= limit else { return .invalid }
            let total = (degrees * 60 + minutes) * scale + number.fraction
            guard total <= limit * 60 * scale else { return .invalid }
            let value = Double(total) / Double(60 * scale)
            return .value(degrees: hemisphere == positive ? value : -value, decimals: number.decimals)
        }
    }

    private enum NumberField {
        case empty, invalid
        case value(NMEANumber)
    }

    @_lifetime(self: copy self)
    private mutating func number(signed: Bool) -> NumberField {
        guard enterField(), !atFieldEnd else { return .empty }
        let isNegative = signed && bytes[cursor] == UInt8(ascii: "-")
        if isNegative { cursor &+= 1 }
        var digits: Int64 = 0
        let integerDigits = scanDigits(into: &digits, atMost: NMEANumber.mostDigits)
        let integer = digits
        var decimals = 0
        if !atFieldEnd, bytes[cursor] == UInt8(ascii: ".") {
            cursor &+= 1
            decimals = scanDigits(into: &digits, atMost: NMEANumber.mostDigits - integerDigits)
            var surplus: Int64 = 0
            while scanDigits(into: &surplus, atMost: 9) > 0 { surplus = 0 }
        }
        guard atFieldEnd, integerDigits + decimals > 0 else { return invalidField() }
        return .value(
            NMEANumber(
                digits: digits, integer: integer, integerDigits: integerDigits, decimals: decimals, isNegative: isNegative))
    }

    /// - Returns: how many digits were read.
    @_lifetime(self: copy self)
    private mutating func scanDigits(into digits: inout Int64, atMost limit: Int) -> Int {
        let first = cursor
        let end = min(bytes.count, first &+ limit)
        var index = first
        while index < end {
            let digit = bytes[index] &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            digits = digits &* 10 &+ Int64(digit)
            index &+= 1
        }
        cursor = index
        return index &- first
    }

    @_lifetime(self: copy self)
    private mutating func invalidField() -> NumberField {
        leaveField()
        return .invalid
    }

    private var atFieldEnd: Bool { cursor >= bytes.count || bytes[cursor] == UInt8(ascii: ",") }

    @_lifetime(self: copy self)
    private mutating func enterField() -> Bool {
        guard cursor < bytes.count else { return false }
        cursor &+= 1
        fieldsRead &+= 1
        return true
    }

    @_lifetime(self: copy self)
    private mutating func leaveField() {
        while !atFieldEnd { cursor &+= 1 }
    }
}

/// Four position fields as they read.
public enum NMEAPositionField: Equatable, Sendable {
    case empty, invalid
    case value(NMEAPosition)

    /// The position, if one stands there.
    public var position: NMEAPosition? {
        if case .value(let position) = self { position } else { nil }
    }
}
