import Workouts

/// Moments as XML Schema's `dateTime` and its cousins spell them: `2026-05-03T06:30:00.5Z`.
struct MomentText: Equatable {
    var moment: Timestamp
    var zone: Zone

    enum Zone: Equatable {
        case utc
        /// Local time minus UTC, at most 14 h away.
        case offset(seconds: Int)
        /// None is stated: read as UTC, as both formats ask.
        case missing
    }

    /// Years of four digits, `T` or a space, any number of decimals of a second (digits beyond the sixth are cut), `24:00:00`, zones
    /// as `Z`, `+02:00`, `+0200` and `+02`.
    ///
    /// - Returns: `nil` for all else, and for days that no month has.
    init?(_ text: [UInt8]) {
        var cursor = Cursor(rest: NumberText.trimmed(text[...]))
        guard let year = cursor.digits(4), cursor.skip("-"), let month = cursor.digits(2), cursor.skip("-"),
            let day = cursor.digits(2), cursor.skip("T") || cursor.skip(" "), let hour = cursor.digits(2), cursor.skip(":"),
            let minute = cursor.digits(2), cursor.skip(":"), let second = cursor.digits(2)
        else { return nil }
        var microsecond = 0
        if cursor.skip(".") {
            guard let fraction = cursor.fraction() else { return nil }
            microsecond = fraction
        }
        let isMidnightAfter = hour == 24 && minute == 0 && second == 0 && microsecond == 0
        let date = CivilDate(
            year: year, month: month, day: day, hour: isMidnightAfter ? 0 : hour, minute: minute, second: second,
            microsecond: microsecond)
        guard let zone = cursor.zone(), cursor.rest.isEmpty, let local = date.timestamp else { return nil }
        self.zone = zone
        moment = isMidnightAfter ? local + TimeSpan(microseconds: 86_400_000_000) : local
        if case .offset(let seconds) = zone { moment = moment - TimeSpan(microseconds: Int64(seconds) * 1_000_000) }
        guard Self.years.contains(moment) else { return nil }
    }

    /// From year 0 to 9998: what is written of a workout has four digits too, whatever its zone and its length.
    private static let years = Timestamp(secondsSince1970: -62_167_219_200)..<Timestamp(secondsSince1970: 253_370_764_800)

    private struct Cursor {
        var rest: ArraySlice<UInt8>

        mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard rest.first == UInt8(ascii: character) else { return false }
            rest.removeFirst()
            return true
        }

        mutating func digits(_ count: Int) -> Int? {
            var value = 0
            for _ in 0..<count {
                guard let digit = rest.first.flatMap(NumberText.digit) else { return nil }
                rest.removeFirst()
                value = value * 10 + digit
            }
            return value
        }

        /// Of a second, in microseconds.
        mutating func fraction() -> Int? {
            var (value, unit, count) = (0, 100_000, 0)
            while let digit = rest.first.flatMap(NumberText.digit) {
                rest.removeFirst()
                value += digit * unit
                unit /= 10
                count += 1
            }
            return count > 0 ? value : nil
        }

        mutating func zone() -> Zone? {
            if rest.isEmpty { return .missing }
            if skip("Z") || skip("z") { return .utc }
            let isWest = skip("-")
            guard isWest || skip("+"), let hours = digits(2) else { return nil }
            let minutes = skip(":") || !rest.isEmpty ? digits(2) : 0
            guard let minutes, minutes < 60, hours * 60 + minutes <= 14 * 60 else { return nil }
            let seconds = (hours * 60 + minutes) * 60
            return .offset(seconds: isWest ? -seconds : seconds)
        }
    }
}
