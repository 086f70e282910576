import JSONText
import Testing

struct DecimalsTests {
    @Test(arguments: [
        (0.5, 0, "1"), (1.5, 0, "2"), (2.5, 0, "3"), (-2.5, 0, "-3"), (0.49999999999999994, 0, "0"),
        (0.125, 2, "0.13"), (-0.125, 2, "-0.13"), (0.375, 2, "0.38"), (1.25, 1, "1.3"), (726.5625, 3, "726.563"),
    ]) func roundsHalfAwayFromZero(value: Double, decimals: Int, text: String) {
        #expect(Decimals.text(value, decimals: decimals) == text)
    }

    /// The doubles nearest to these lie below the half, or their products with 100 do.
    @Test(arguments: [(1.005, "1.01"), (2.675, "2.68"), (0.285, "0.29"), (-1.005, "-1.01"), (1.115, "1.12"), (4.35, "4.35")])
    func aDecimalHalfIsAHalf(value: Double, text: String) {
        #expect(Decimals.text(value, decimals: 2) == text)
    }

    /// Every half of a thousand numbers, and the doubles on either side of it, which are no halves.
    @Test func neighboursOfAHalfAreTold() throws {
        for whole in 0..<1000 {
            let half = (Double(whole) + 0.5) / 1000
            #expect(Decimals.text(half.nextDown, decimals: 3) == Decimals.text(Double(whole) / 1000, decimals: 3))
            #expect(Decimals.text(half, decimals: 3) == Decimals.text(Double(whole + 1) / 1000, decimals: 3))
            #expect(Decimals.text(half.nextUp, decimals: 3) == Decimals.text(Double(whole + 1) / 1000, decimals: 3))
        }
    }

    @Test(arguments: [
        (1.0, 3, "1"), (1.5, 3, "1.5"), (100.0, 2, "100"), (0.05, 2, "0.05"), (0.001, 3, "0.001"), (1e-9, 9, "0.000000001"),
        (8.42, 3, "8.42"), (10.0, 9, "10"), (0.1, 9, "0.1"),
    ]) func trailingZerosAreCut(value: Double, decimals: Int, text: String) {
        #expect(Decimals.text(value, decimals: decimals) == text)
    }

    @Test(arguments: [-0.0, -0.0001, -0.4, 0.0, .leastNonzeroMagnitude, -.leastNonzeroMagnitude])
    func zeroHasNoSign(value: Double) {
        #expect(Decimals.text(value, decimals: 0) == "0")
    }

    @Test(arguments: [Double.nan, .signalingNaN, .infinity, -.infinity]) func whatIsNotFiniteIsNull(value: Double) {
        #expect(Decimals.text(value, decimals: 3) == "null")
    }

    @Test(arguments: [
        (9_007_199_254_740_991.0, 0, "9007199254740991"), (1e22, 3, "1e+22"), (-1e300, 0, "-1e+300"),
        (4_503_599_627_370_495.5, 1, "4503599627370495.5"),
    ]) func largeNumbersStayExact(value: Double, decimals: Int, text: String) {
        #expect(Decimals.text(value, decimals: decimals) == text)
    }

    /// Nine decimals or what a `Double` can hold of them: the text read again is the value.
    @Test func textReadsBackAsTheValue() {
        var generator = SplitMix(state: 7)
        for _ in 0..<20_000 {
            let value = Double(Int64(truncatingIfNeeded: generator.next()) >> 24) / 1e6
            #expect(Double(Decimals.text(value, decimals: 6)) == value)
        }
    }

    @Test(arguments: [(Int64.min, "-9223372036854775808"), (.max, "9223372036854775807"), (0, "0"), (-10, "-10")])
    func integers(value: Int64, text: String) {
        var bytes: [UInt8] = []
        Decimals.append(value, to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == text)
    }
}

/// A stated sequence of numbers, the same in every run.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return z ^ z >> 31
    }
}
