internal import JSONText

/// A number as its decimal digits: what is shown, and what a plural rule asks about.
struct DecimalDigits: Equatable, Sendable {
    var isNegative: Bool
    /// Without leading zeros; `0` alone.
    var whole: String
    /// Behind the separator, trailing zeros included; empty for a whole number.
    var fraction: String

    init(_ value: Int) {
        isNegative = value < 0
        whole = String(value.magnitude)
        fraction = ""
    }

    /// Rounds half away from zero (core §1).
    ///
    /// - Parameters:
    ///   - decimals: 0...9.
    ///   - keepsZeros: whether all of `decimals` are written, so that 5 km ridden read `5.00` beside `5.25`.
    /// - Returns: `nil` for what is not finite, or has no place for decimals (beyond 2⁵³ of the last place).
    init?(_ value: Double, decimals: Int, keepsZeros: Bool) {
        let text = Decimals.text(value, decimals: decimals)
        let parts = text.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else {
            return nil
        }
        isNegative = text.first == "-"
        whole = String(parts[0])
        fraction = parts.count == 2 ? String(parts[1]) : ""
        if keepsZeros { fraction += String(repeating: "0", count: max(0, decimals - fraction.utf8.count)) }
    }
}
