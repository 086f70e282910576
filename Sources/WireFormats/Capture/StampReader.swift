/// A cursor over a written moment: a date with a time, a time of day alone, or seconds since 1970.
struct StampReader: ~Escapable {
    private let bytes: Span<UInt8>
    private(set) var cursor = 0

    @_lifetime(copy text)
    init(_ text: Span<UInt8>) { bytes = text }

    var isAtEnd: Bool { cursor == bytes.count }

    /// `2026-11-30T08:00:00.123Z`: a space may stand for the `T`, the offset may be `+01:00` or missing (then UTC).
    ///
    /// - Returns: microseconds since 1970; `nil`, and the cursor anywhere, when it is none.
    @_lifetime(self: copy self)
    mutating func date() -> Int64? {
        guard let year = digits(4), pass(0x2D), let month = digits(2), pass(0x2D), let day = digits(2),
            let days = CaptureTime.days(year: year, month: month, day: day), pass(0x54) || pass(0x74) || pass(0x20),
            let time = timeOfDay()
        else { return nil }
        var moment = days * 86_400_000_000 + time
        if pass(0x5A) || pass(0x7A) { return moment }
        let isEast = pass(0x2B)
        if isEast || pass(0x2D) {
            guard let hours = digits(2), hours < 24 else { return nil }
            _ = pass(0x3A)
            guard let minutes = digits(2), minutes < 60 else { return nil }
            moment -= (isEast ? 1 : -1) * (hours * 60 + minutes) * 60_000_000
        }
        return moment
    }

    /// `08:00:00.123`, microseconds since midnight; second 60 is allowed.
    @_lifetime(self: copy self)
    mutating func timeOfDay() -> Int64? {
        guard let hours = digits(2), hours < 24, pass(0x3A), let minutes = digits(2), minutes < 60, pass(0x3A),
            let seconds = digits(2), seconds <= 60
        else { return nil }
        return ((hours * 60 + minutes) * 60 + seconds) * 1_000_000 + fraction()
    }

    /// `1764489600.123`, seconds since 1970; thirteen digits are milliseconds, sixteen microseconds.
    @_lifetime(self: copy self)
    mutating func secondsSince1970() -> Int64? {
        let start = cursor
        var whole: Int64 = 0
        while cursor < bytes.count, bytes[cursor] &- 0x30 < 10, cursor - start < 17 {
            whole = whole * 10 + Int64(bytes[cursor] &- 0x30)
            cursor += 1
        }
        switch cursor - start {
        case 9, 10: return whole * 1_000_000 + fraction()
        case 13: return whole * 1000
        case 16: return whole
        default: return nil
        }
    }

    /// Passes over `byte` if it comes next.
    @_lifetime(self: copy self)
    mutating func pass(_ byte: UInt8) -> Bool {
        guard cursor < bytes.count, bytes[cursor] == byte else { return false }
        cursor += 1
        return true
    }

    @_lifetime(self: copy self)
    private mutating func digits(_ count: Int) -> Int64? {
        guard bytes.count - cursor >= count else { return nil }
        var value: Int64 = 0
        for _ in 0..<count {
            guard bytes[cursor] &- 0x30 < 10 else { return nil }
            value = value * 10 + Int64(bytes[cursor] &- 0x30)
            cursor += 1
        }
        return value
    }

    /// Decimals after a point or a comma, in microseconds; further digits are cut off.
    @_lifetime(self: copy self)
    private mutating func fraction() -> Int64 {
        guard cursor + 1 < bytes.count, bytes[cursor] == 0x2E || bytes[cursor] == 0x2C, bytes[cursor + 1] &- 0x30 < 10 else {
            return 0
        }
        cursor += 1
        var (value, unit): (Int64, Int64) = (0, 100_000)
        while cursor < bytes.count, bytes[cursor] &- 0x30 < 10 {
            value += Int64(bytes[cursor] &- 0x30) * unit
            unit /= 10
            cursor += 1
        }
        return value
    }
}
