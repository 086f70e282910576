import TestSupport
import Testing
import Workouts

@testable import ActivityFiles

/// Numbers and moments as files spell them.
struct NumberAndMomentTests {
    private func number(_ text: String) -> Double? { NumberText.number(Array(text.utf8)) }

    @Test(arguments: [
        ("0", 0), ("-0", -0.0), ("1.5", 1.5), (" 12 \n", 12), ("+3", 3), (".5", 0.5), ("5.", 5), ("-1.25e2", -125), ("1E3", 1000),
        ("0.1", 0.1), ("52.157762758433818817138671875", 52.157762758433818817138671875), ("1e22", 1e22), ("1e23", 1e23),
        ("9007199254740993", 9_007_199_254_740_992), ("000000000000000000000000000012", 12), ("4.9e-324", .leastNonzeroMagnitude),
    ])
    func numbers(text: String, value: Double) { #expect(number(text)?.bitPattern == value.bitPattern) }

    @Test(arguments: [
        "", " ", "-", ".", "e5", "1e", "1e+", "0x10", "NaN", "nan", "INF", "inf", "1,5", "1 2", "--1", "1e999", "١",
    ])
    func noNumbers(text: String) { #expect(number(text) == nil) }

    /// As the standard library reads them, which is correctly rounded.
    @Test func anyNumber() {
        var numbers = SeededGenerator(seed: 5)
        for _ in 0..<4000 {
            let digits = String(UInt64.random(in: 0...UInt64.max, using: &numbers) >> UInt64.random(in: 0...60, using: &numbers))
            let place = Int.random(in: 0...digits.count, using: &numbers)
            var text = "\(digits.prefix(place)).\(digits.dropFirst(place))"
            if Bool.random(using: &numbers) { text += "e\(Int.random(in: -30...30, using: &numbers))" }
            #expect(number(text)?.bitPattern == Double(text.hasPrefix(".") ? "0" + text : text)?.bitPattern, "\(text)")
        }
    }

    @Test(arguments: [
        ("2026-05-03T06:30:00Z", 1_777_789_800_000_000, MomentText.Zone.utc),
        ("2026-05-03T06:30:00.5Z", 1_777_789_800_500_000, .utc), ("2026-05-03T06:30:00.1234567Z", 1_777_789_800_123_456, .utc),
        ("2026-05-03T08:30:00+02:00", 1_777_789_800_000_000, .offset(seconds: 7200)),
        ("2026-05-03T08:30:00+0200", 1_777_789_800_000_000, .offset(seconds: 7200)),
        ("2026-05-03T04:00:00-02:30", 1_777_789_800_000_000, .offset(seconds: -9000)),
        ("2026-05-03T08:30:00+02", 1_777_789_800_000_000, .offset(seconds: 7200)),
        ("\n 2026-05-03 06:30:00 \n", 1_777_789_800_000_000, .missing), ("2026-05-02T24:00:00Z", 1_777_766_400_000_000, .utc),
        ("2016-12-31T23:59:60Z", 1_483_228_800_000_000, .utc), ("1901-12-13T20:45:52Z", -2_147_483_648_000_000, .utc),
        ("2107-02-07T00:00:00Z", 4_326_480_000_000_000, .utc),
    ])
    func moments(text: String, microseconds: Int64, zone: MomentText.Zone) {
        let read = MomentText(Array(text.utf8))
        #expect(read?.moment.microseconds == microseconds && read?.zone == zone)
    }

    @Test(arguments: [
        "", "2026-05-03", "2026-13-03T06:30:00Z", "2026-02-29T06:30:00Z", "2026-05-03T25:00:00Z", "2026-05-03T06:30Z",
        "2026-05-03T06:30:00.Z", "2026-05-03T06:30:00+15:00", "26-05-03T06:30:00Z", "2026-05-03T06:30:00Zulu",
        "+2026-05-03T06:30:00Z",
        "2026-05-03T06:30:00+02:60",
    ])
    func noMoments(text: String) { #expect(MomentText(Array(text.utf8)) == nil) }
}
