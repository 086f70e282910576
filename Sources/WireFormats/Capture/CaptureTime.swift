/// A moment of UTC as captures write it: `2026-11-30T08:00:00.000000Z`.
enum CaptureTime {
    private static let microsecondsPerDay: Int64 = 86_400_000_000
    /// The years that have four digits; a moment outside them is written as microseconds since 1970.
    private static let writable: ClosedRange<Int64> = -62_135_596_800_000_000...253_402_300_799_999_999

    static func append(_ microseconds: Int64, to line: inout [UInt8]) {
        guard writable.contains(microseconds) else {
            if microseconds < 0 { line.append(0x2D) }
            line.append(contentsOf: String(microseconds.magnitude).utf8)
            return
        }
        let (days, time) = microseconds.floorDivided(by: microsecondsPerDay)
        let date = civilDate(daysSince1970: days)
        line.appendPadded(date.year, width: 4)
        line.append(0x2D)
        line.appendPadded(date.month, width: 2)
        line.append(0x2D)
        line.appendPadded(date.day, width: 2)
        line.append(0x54)
        line.appendPadded(time / 3_600_000_000, width: 2)
        line.append(0x3A)
        line.appendPadded(time / 60_000_000 % 60, width: 2)
        line.append(0x3A)
        line.appendPadded(time / 1_000_000 % 60, width: 2)
        line.append(0x2E)
        line.appendPadded(time % 1_000_000, width: 6)
        line.append(0x5A)
    }

    /// Reads what `append` writes, unless it lies more than some 9000 years from 1970: sums with what is read are safe.
    static func moment(_ text: Span<UInt8>) -> Int64? { microseconds(text).flatMap { $0.magnitude < 1 << 58 ? $0 : nil } }

    /// Reads what `append` writes, with any number of decimals.
    private static func microseconds(_ text: Span<UInt8>) -> Int64? {
        var reader = StampReader(text)
        if let moment = reader.date(), reader.isAtEnd { return moment }
        return Int64(String(decoding: [UInt8](text), as: UTF8.self))
    }

    /// Days since 1970-01-01 of a date of the proleptic Gregorian calendar; `nil` when there is no such day.
    static func days(year: Int64, month: Int64, day: Int64) -> Int64? {
        guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
        let shifted = month > 2 ? year : year - 1
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let days = 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
        return civilDate(daysSince1970: days).day == day ? days : nil
    }

    /// Counts in years that begin with March, so that the leap day comes last.
    private static func civilDate(daysSince1970: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let (era, dayOfEra) = (daysSince1970 + 719_468).floorDivided(by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}

extension Int64 {
    fileprivate func floorDivided(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
