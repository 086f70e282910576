import Glibc  // rounding is a libm call on processors without the instruction

/// Numbers as text with stated decimals, the same on every processor and in every locale.
public enum Decimals {
    /// Appends `value` with at most `decimals` places (0...9): half away from zero, trailing zeros and a minus before 0 cut.
    ///
    /// A half is meant as people write it: 1.005, which a `Double` holds as a little less, becomes 1.01 at two places.
    /// A value that is not finite becomes `null`; one too large for its last place to be exact (2^53 of it), its shortest exact form.
    public static func append(_ value: Double, decimals: Int, to bytes: inout [UInt8]) {
        precondition((0...9).contains(decimals), "0 to 9 decimals")
        guard value.isFinite else { return bytes.append(contentsOf: "null".utf8) }
        let power = power(of: decimals)
        let scaled = value.magnitude * power
        guard scaled < 0x1p53 else { return bytes.append(contentsOf: "\(value)".utf8) }  // as 1e+16, which JSON takes as it is
        let whole = scaled.rounded(.down)
        // Not `scaled - whole >= 0.5`: the product is itself rounded. The quotient is the very double that stands for this half.
        let isHalfOrMore = value.magnitude >= (whole + 0.5) / power
        var digits = UInt64(whole) &+ (isHalfOrMore ? 1 : 0)
        var places = decimals
        while places > 0, digits % 10 == 0 { digits /= 10; places -= 1 }
        append(digits, places: places, isNegative: value < 0 && digits > 0, to: &bytes)
    }

    /// Appends `value` in decimal digits.
    public static func append(_ value: Int64, to bytes: inout [UInt8]) {
        append(value.magnitude, places: 0, isNegative: value < 0, to: &bytes)
    }

    /// `value` with at most `decimals` places, as a string.
    public static func text(_ value: Double, decimals: Int) -> String {
        var bytes: [UInt8] = []
        append(value, decimals: decimals, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Writes the digits from the last to the first, `places` of them behind a point, without an array of their own.
    private static func append(_ digits: UInt64, places: Int, isNegative: Bool, to bytes: inout [UInt8]) {
        var text = InlineArray<24, UInt8>(repeating: UInt8(ascii: "0"))  // sign, 20 digits, point
        var start = text.count
        var digits = digits
        var written = 0
        repeat {
            if written == places, places > 0 { start &-= 1; text[start] = UInt8(ascii: ".") }
            start &-= 1
            text[start] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digits % 10)
            digits /= 10
            written &+= 1
        } while digits > 0 || written <= places
        if isNegative { start &-= 1; text[start] = UInt8(ascii: "-") }
        text.span.extracting(start...).withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    }

    /// A table would be made at first use, behind a lock; the switch is neither.
    private static func power(of exponent: Int) -> Double {
        switch exponent {
        case 0: 1
        case 1: 1e1
        case 2: 1e2
        case 3: 1e3
        case 4: 1e4
        case 5: 1e5
        case 6: 1e6
        case 7: 1e7
        case 8: 1e8
        default: 1e9
        }
    }
}
