/// How figures are rounded where people read them in sentences (core §9).
public enum LineFigures {
    /// Half up, but 100 only for everything and 0 only for nothing.
    ///
    /// - Parameters:
    ///   - part: from zero to `whole`.
    ///   - whole: `nil` is returned when there is none.
    public static func percent(_ part: TimeSpan, of whole: TimeSpan) -> Int? {
        guard whole > .zero else { return nil }
        if part >= whole { return 100 }
        if part <= .zero { return 0 }
        let rounded = (Int128(part.microseconds) * 200 + Int128(whole.microseconds)) / (Int128(whole.microseconds) * 2)
        return min(max(Int(rounded), 1), 99)
    }

    /// Half up.
    public static func minutes(_ span: TimeSpan) -> Int {
        let minute: Int64 = 60_000_000
        let (whole, rest) = span.microseconds.quotientAndRemainder(dividingBy: minute)
        return Int(rest >= minute / 2 ? whole + 1 : rest < -minute / 2 ? whole - 1 : whole)
    }
}
