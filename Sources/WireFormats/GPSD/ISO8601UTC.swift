/// Moments as gpsd writes them: `2022-03-09T15:01:19.000Z`.
enum ISO8601UTC {
    /// Microseconds since 1970; `nil` for another form or a moment that does not exist. Second 60 is squeezed in before the next
    /// minute.
    static func microseconds(_ text: String) -> Int64? {
        var rest = Substring(text).utf8
        func number(_ digits: Int, then separator: Character?) -> Int? {
            var value = 0
            for _ in 0..<digits {
                guard let byte = rest.popFirst(), (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
                value = value * 10 + Int(byte - UInt8(ascii: "0"))
            }
            if let separator, rest.popFirst() != separator.asciiValue { return nil }
            return value
        }
        guard let year = number(4, then: "-"), let month = number(2, then: "-"), let day = number(2, then: "T"),
            let hour = number(2, then: ":"), let minute = number(2, then: ":"), let second = number(2, then: nil)
        else { return nil }
        var fraction: Int64 = 0
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            var weight: Int64 = 100_000
            while let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
                fraction += Int64(byte - UInt8(ascii: "0")) * weight
                weight /= 10
                rest.removeFirst()
            }
        }
        guard rest.elementsEqual("Z".utf8), let date = NMEADate(year: year, month: month, day: day),
            let time = NMEATimeOfDay(hour: hour, minute: minute, second: second, millisecond: Int(fraction / 1000))
        else { return nil }
        return Int64(date.daysSince1970) * 86_400_000_000 + time.unixMicroseconds + (second == 60 ? 0 : fraction % 1000)
    }
}
