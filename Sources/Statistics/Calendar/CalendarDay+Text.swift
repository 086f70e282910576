extension CalendarDay: LosslessStringConvertible {
    /// As ISO 8601 has it: `2026-03-01`. Years outside 0...9999 have more digits, or a sign.
    public var description: String {
        func digits(_ number: Int, _ count: Int) -> String {
            let text = String(number.magnitude)
            return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
        }
        return (year < 0 ? "-" : "") + "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))"
    }

    /// - Parameter text: a day that the calendar has, written `2026-03-01` and no other way.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2], text.utf8.allSatisfy({ $0 == 0x2D || (0x30...0x39).contains($0) }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
        else { return nil }
        self.init(year: year, month: month, day: day)
        guard exists else { return nil }
    }
}
