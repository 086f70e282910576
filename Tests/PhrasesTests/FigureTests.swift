import Testing
import Workouts

@testable import Phrases

/// Figures with their units; the values are computed by hand from the units' definitions.
@Suite struct FigureTests {
    private let metric = Phrasebook(.english)
    private let imperial = Phrasebook(.english, .imperial)
    private let czech = Phrasebook(.czech)

    private func bound(_ text: String) -> String { text.replacing(" ", with: "\u{A0}") }

    @Test(
        arguments: [
            (0, "0 m", "0.00 mi"), (850, "850 m", "0.53 mi"), (999.4, "999 m", "0.62 mi"), (999.5, "1.00 km", "0.62 mi"),
            (1609.344, "1.61 km", "1.00 mi"), (42_195, "42.20 km", "26.22 mi"), (99_994, "99.99 km", "62.13 mi"),
            (99_995, "100.0 km", "62.13 mi"), (1_234_567, "1,234.6 km", "767.1 mi"), (-0.2, "0 m", "0.00 mi"),
        ] as [(Double, String, String)])
    func distances(metres: Double, kilometres: String, miles: String) {
        #expect(metric.distance(metres) == bound(kilometres))
        #expect(imperial.distance(metres) == bound(miles))
    }

    @Test func distancesElsewhere() {
        #expect(czech.distance(12_345) == bound("12,35 km"))
        #expect(Phrasebook(.french).distance(12_345) == "12,35\u{202F}km")
        #expect(Phrasebook(.simplifiedChinese).distance(12_345) == "12.35公里")
        #expect(Phrasebook(.german).elevation(1234) == bound("1.234 m"))
        #expect(imperial.elevation(100) == bound("328 ft"))
    }

    /// Half away from zero, in formatting alone.
    @Test func halves() {
        #expect(metric.number(2.5) == "3")
        #expect(metric.number(-2.5) == "-3")
        #expect(metric.number(1.005, decimals: 2) == "1.01")
        #expect(metric.number(-0.4) == "0")
        #expect(metric.heartRate(142.5) == bound("143 bpm"))
    }

    @Test func whatIsNoNumberIsADash() {
        for value in [Double.nan, .infinity, -.infinity] {
            #expect(metric.distance(value) == "–")
            #expect(metric.heartRate(value) == "–")
            #expect(metric.pace(value) == "–")
            #expect(metric.count(value, .steps) == "–")
        }
        #expect(metric.number(1e300) == "1e+300")
        #expect(metric.pace(.zero, overMetres: 0) == "–")
    }

    @Test func speedsAndPaces() {
        #expect(metric.speed(10) == bound("36.0 km/h"))
        #expect(imperial.speed(10) == bound("22.4 mph"))
        #expect(metric.pace(1000.0 / 330) == bound("5:30 min/km"))
        #expect(metric.pace(0) == "–")
        #expect(metric.pace(-3) == "–")
        #expect(metric.pace(1000.0 / 3599.4) == bound("59:59 min/km"))
        #expect(metric.pace(1000.0 / 3600) == "–")
        #expect(Phrasebook(.czech).pace(1000.0 / 330) == bound("5:30 min/km"))
    }

    /// Core §6.8: a 1.00 mi split of 11:41 has pace 11:41, also where its length is 1.0049 mi before rounding.
    @Test func paceOfAMileSplit() {
        let time = TimeSpan(seconds: 701)
        #expect(imperial.pace(time, overMetres: 1609.344) == bound("11:41 min/mi"))
        // Computed from the unrounded time and length: 701.4 s over 1.0049 mi are 697.98 s.
        #expect(imperial.pace(TimeSpan(seconds: 701.4), overMetres: 1609.344 * 1.0049) == bound("11:38 min/mi"))
    }

    @Test func energyAndTemperature() {
        #expect(metric.energy(kilocalories: 717.02) == bound("717 kcal"))
        #expect(Phrasebook(.english, Units(.metric, energy: .kilojoules)).energy(kilocalories: 100) == bound("418 kJ"))
        #expect(imperial.work(kilojoules: 240) == bound("240 kJ"))
        #expect(metric.temperature(-0.4) == "0°C")
        #expect(imperial.temperature(37) == "99°F")
        #expect(czech.heartRate(142) == bound("142 tepů/min"))
    }

    @Test(
        arguments: [
            (0, "0:00", "0 s"), (0.499_999, "0:00", "0 s"), (0.5, "0:01", "1 s"), (59.5, "1:00", "1 min"), (123, "2:03", "2 min"),
            (3599.5, "1:00:00", "1 h"), (3723, "1:02:03", "1 h 2 min"), (360_000, "100:00:00", "100 h"),
        ] as [(Double, String, String)])
    func durations(seconds: Double, exact: String, rough: String) {
        #expect(metric.duration(TimeSpan(seconds: seconds)) == exact)
        #expect(metric.roughDuration(TimeSpan(seconds: seconds)) == bound(rough).replacing("h\u{A0}", with: "h "))
    }

    @Test func durationsAtTheEnds() {
        #expect(metric.duration(TimeSpan(microseconds: -1_500_000)) == "-0:02")
        #expect(metric.duration(TimeSpan(microseconds: -1)) == "0:00")
        for end in [Int64.min, .max] {
            #expect(!metric.duration(TimeSpan(microseconds: end)).isEmpty)
            #expect(!metric.roughDuration(TimeSpan(microseconds: end)).isEmpty)
        }
        #expect(Phrasebook(.japanese).roughDuration(TimeSpan(seconds: 3720)) == "1\u{A0}時間\u{A0}2\u{A0}分")
        #expect(Phrasebook(.korean).roughDuration(TimeSpan(seconds: 3720)) == "1시간 2분")
    }

    @Test func numbersAtTheEnds() {
        #expect(metric.number(Int.min) == "-9,223,372,036,854,775,808")
        #expect(metric.zone(index: .max) == "Zone 9,223,372,036,854,775,807")
        #expect(metric.text(.easy(percent: .min, belowZone: .min, activity: .other)).isEmpty == false)
    }
}
