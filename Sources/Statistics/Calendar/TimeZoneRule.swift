/// How a zone's clocks change each year from now on, in POSIX's words: `CET-1CEST,M3.5.0,M10.5.0/3`.
///
/// - SeeAlso: POSIX.1-2017 §8.3 `TZ`; RFC 9636 §3.3.1, by which times of day go from −167 to 167 hours.
struct TimeZoneRule: Equatable {
    /// Local time minus UTC, in seconds.
    let standard: Int32
    private let summer: Summer?

    private struct Summer: Equatable {
        var offset: Int32
        var start: Date
        var end: Date
    }

    /// A day of each year, and the seconds after its midnight.
    private struct Date: Equatable {
        var day: Day
        var seconds: Int

        enum Day: Equatable {
            /// 1...365; 29 February is never counted.
            case julian(Int)
            /// 0...365; 29 February is counted.
            case ordinal(Int)
            /// Week 1...5 of a month, 5 the last; weekday from 0, Sunday.
            case weekday(month: Int, week: Int, weekday: Int)
        }
    }

    var hasChanges: Bool { summer != nil }

    /// - Returns: `nil` for what is not such a text.
    init?(posix text: [UInt8]) {
        var parser = Parser(rest: text[...])
        guard parser.skipName(), let west = parser.clock(hours: 24), west.magnitude <= TimeZoneRules.farthestOffset else {
            return nil
        }
        standard = Int32(-west)
        guard !parser.rest.isEmpty else {
            summer = nil
            return
        }
        guard parser.skipName() else { return nil }
        var offset = standard + 3600
        if parser.rest.first != UInt8(ascii: ",") {
            guard let west = parser.clock(hours: 24) else { return nil }
            offset = Int32(-west)
        }
        guard offset.magnitude <= TimeZoneRules.farthestOffset, parser.skip(","), let start = parser.date(), parser.skip(","),
            let end = parser.date(), parser.rest.isEmpty
        else { return nil }
        summer = Summer(offset: offset, start: start, end: end)
    }

    /// The year's two changes in order, with the offset that holds from then on.
    func changes(in year: Int) -> [(second: Int64, offset: Int32)] {
        guard let summer else { return [] }
        let start = (second: Self.second(summer.start, in: year) - Int64(standard), offset: summer.offset)
        let end = (second: Self.second(summer.end, in: year) - Int64(summer.offset), offset: standard)
        // When the one ends as the other begins it stays summer.
        return end.second <= start.second ? [end, start] : [start, end]
    }

    /// In local time, as if it were UTC.
    private static func second(_ date: Date, in year: Int) -> Int64 {
        let first = CalendarDay(year: year, month: 1, day: 1)
        let isLeap = CalendarDay(year: year, month: 2, day: 29).exists
        let number: Int
        switch date.day {
        case .julian(let day): number = first.number + day - (isLeap && day >= 60 ? 0 : 1)
        case .ordinal(let day): number = first.number + day
        case .weekday(let month, let week, let weekday):
            let firstOfMonth = CalendarDay(year: year, month: month, day: 1)
            let ahead = (weekday - firstOfMonth.weekday.rawValue % 7 + 7) % 7
            var day = firstOfMonth.adding(days: ahead + (week - 1) * 7)
            if day.month != month { day = day.adding(days: -7) }
            number = day.number
        }
        return Int64(number) * 86_400 + Int64(date.seconds)
    }

    private struct Parser {
        var rest: ArraySlice<UInt8>

        mutating func skip(_ separator: Character) -> Bool {
            guard let first = rest.first, first == separator.asciiValue else { return false }
            rest = rest.dropFirst()
            return true
        }

        /// `CET`, or `<+0330>`.
        mutating func skipName() -> Bool {
            if skip("<") {
                guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
                rest = rest[(end + 1)...]
                return true
            }
            let letters = rest.prefix { ($0 | 0x20) >= UInt8(ascii: "a") && ($0 | 0x20) <= UInt8(ascii: "z") }
            rest = rest.dropFirst(letters.count)
            return letters.count >= 3
        }

        mutating func number(upTo limit: Int) -> Int? {
            let digits = rest.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
            guard (1...3).contains(digits.count) else { return nil }
            rest = rest.dropFirst(digits.count)
            let value = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
            return value <= limit ? value : nil
        }

        /// `[+-]h[:mm[:ss]]`, in seconds.
        mutating func clock(hours limit: Int) -> Int? {
            let isNegative = skip("-")
            if !isNegative { _ = skip("+") }
            guard let hours = number(upTo: limit) else { return nil }
            var (minutes, seconds) = (0, 0)
            if skip(":") {
                guard let value = number(upTo: 59) else { return nil }
                minutes = value
                if skip(":") {
                    guard let value = number(upTo: 59) else { return nil }
                    seconds = value
                }
            }
            let total = hours * 3600 + minutes * 60 + seconds
            return isNegative ? -total : total
        }

        mutating func date() -> Date? {
            let day: Date.Day
            if skip("M") {
                guard let month = number(upTo: 12), month >= 1, skip("."), let week = number(upTo: 5), week >= 1, skip("."),
                    let weekday = number(upTo: 6)
                else { return nil }
                day = .weekday(month: month, week: week, weekday: weekday)
            } else if skip("J") {
                guard let number = number(upTo: 365), number >= 1 else { return nil }
                day = .julian(number)
            } else {
                guard let number = number(upTo: 365) else { return nil }
                day = .ordinal(number)
            }
            guard skip("/") else { return Date(day: day, seconds: 2 * 3600) }
            return clock(hours: 167).map { Date(day: day, seconds: $0) }
        }
    }
}
