/// Calendar fields of UTC in the proleptic Gregorian calendar, and the way to a `Timestamp` and back.
///
/// Arithmetic alone, good for every `Timestamp`: no time zone, no locale, no library.
public struct CivilDate: Hashable, Sendable {
    /// Astronomical: 0 is the year before 1.
    public var year: Int
    /// 1...12.
    public var month: Int
    /// 1...31.
    public var day: Int
    /// 0...23.
    public var hour: Int
    /// 0...59.
    public var minute: Int
    /// 0...60; 60 is a leap second, which `timestamp` takes for the first second of the next minute.
    public var second: Int
    /// 0...999 999.
    public var microsecond: Int

    /// Fields as they are; `timestamp` says whether they make a moment.
    public init(
        year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0, microsecond: Int = 0
    ) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
        self.microsecond = microsecond
    }

    /// - Parameters:
    ///   - timestamp: the moment.
    ///   - utcOffsetSeconds: local time minus UTC, -86 400...86 400, to get local fields instead.
    public init(_ timestamp: Timestamp, utcOffsetSeconds: Int = 0) {
        let (seconds, microsecond) = timestamp.microseconds.flooredQuotientAndRemainder(dividingBy: 1_000_000)
        let (days, secondOfDay) = (seconds &+ Int64(utcOffsetSeconds)).flooredQuotientAndRemainder(dividingBy: 86_400)
        // Years are taken to begin in March, so that a leap day is a year's last; an era is 400 of them, or 146 097 days.
        let (era, dayOfEra) = (days + Self.daysFromMarch0ToEpoch).flooredQuotientAndRemainder(dividingBy: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        month = Int(monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9)
        year = Int(era * 400 + yearOfEra) + (month <= 2 ? 1 : 0)
        day = Int(dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
        hour = Int(secondOfDay / 3600)
        minute = Int(secondOfDay / 60 % 60)
        second = Int(secondOfDay % 60)
        self.microsecond = Int(microsecond)
    }

    /// The moment; `nil` when a field is out of range, there is no such day, or a `Timestamp` does not reach so far.
    public var timestamp: Timestamp? {
        guard (1...12).contains(month), (1...Self.days(inMonth: month, of: year)).contains(day), (0...23).contains(hour),
            (0...59).contains(minute), (0...60).contains(second), (0...999_999).contains(microsecond),
            (-290_000...290_000).contains(year)
        else { return nil }
        let (era, yearOfEra) = Int64(month <= 2 ? year - 1 : year).flooredQuotientAndRemainder(dividingBy: 400)
        let monthFromMarch = Int64(month > 2 ? month - 3 : month + 9)
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + Int64(day) - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        let days = era * 146_097 + dayOfEra - Self.daysFromMarch0ToEpoch
        let seconds = days * 86_400 + Int64(hour * 3600 + minute * 60 + second)
        return Timestamp(microseconds: seconds * 1_000_000 + Int64(microsecond))
    }

    /// 28...31; a month outside 1...12 has 0 days.
    public static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 1...12: 31
        default: 0
        }
    }

    /// From 0000-03-01 to 1970-01-01.
    private static let daysFromMarch0ToEpoch: Int64 = 719_468
}

extension Timestamp {
    /// ISO 8601 with milliseconds, cut and not rounded, so that no text lies ahead of its moment: `2026-05-03T06:30:00.000Z`.
    ///
    /// Years outside 0...9999 carry a sign and six digits, as ISO 8601 has it.
    public var iso8601: String { CivilDate(self).iso8601(zone: "Z") }

    /// The same in local time: `2026-05-03T08:30:00.000+02:00`.
    ///
    /// - Parameter utcOffsetSeconds: local time minus UTC, less than a day; seconds beside whole minutes are not shown.
    public func iso8601(utcOffsetSeconds: Int) -> String {
        let minutes = utcOffsetSeconds.magnitude / 60
        var zone: [UInt8] = [utcOffsetSeconds < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+")]
        zone.append(digits: Int(minutes / 60), count: 2)
        zone.append(UInt8(ascii: ":"))
        zone.append(digits: Int(minutes % 60), count: 2)
        return CivilDate(self, utcOffsetSeconds: utcOffsetSeconds).iso8601(zone: String(decoding: zone, as: UTF8.self))
    }
}

extension CivilDate {
    fileprivate func iso8601(zone: String) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(32)
        let isFourDigits = (0...9999).contains(year)
        if !isFourDigits { text.append(year < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+")) }
        text.append(digits: Int(year.magnitude), count: isFourDigits ? 4 : 6)
        text.append("-", digits: month, count: 2)
        text.append("-", digits: day, count: 2)
        text.append("T", digits: hour, count: 2)
        text.append(":", digits: minute, count: 2)
        text.append(":", digits: second, count: 2)
        text.append(".", digits: microsecond / 1000, count: 3)
        text.append(contentsOf: zone.utf8)
        return String(decoding: text, as: UTF8.self)
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ separator: Unicode.Scalar, digits value: Int, count: Int) {
        append(UInt8(ascii: separator))
        append(digits: value, count: count)
    }

    /// The last `count` decimal digits of a number that is not negative.
    fileprivate mutating func append(digits value: Int, count: Int) {
        var divisor = 1
        for _ in 1..<count { divisor *= 10 }
        while divisor > 0 {
            append(UInt8(ascii: "0") + UInt8(value / divisor % 10))
            divisor /= 10
        }
    }
}

extension Int64 {
    /// The quotient rounded down and the remainder that is never negative; `divisor` is positive.
    fileprivate func flooredQuotientAndRemainder(dividingBy divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
