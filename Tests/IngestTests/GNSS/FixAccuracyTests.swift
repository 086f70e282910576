import Testing
import WireFormats

@testable import Ingest

@Suite struct FixAccuracyTests {
    private func accuracy(
        _ mode: FixMode, hdop: Double? = 1, vdop: Double? = nil, speed: Double? = nil, hasAltitude: Bool = true
    ) -> FixAccuracy {
        var errors = ErrorStatements()
        errors.hdop = hdop
        errors.vdop = vdop
        return errors.accuracy(mode: mode, speed: speed, hasCourse: speed != nil, hasAltitude: hasAltitude)
    }

    @Test(arguments: [
        (FixMode.autonomous, 5.0, 2.0), (.differential, 3, 1), (.precise, 3, 1), (.rtkFloat, 0.4, 0.2), (.rtkFixed, 0.03, 0.02),
        (.estimated, 20, 20),
    ]) func userRangeErrors(mode: FixMode, perDilution: Double, floor: Double) throws {
        let wide = accuracy(mode, hdop: 4, vdop: 6)
        #expect(abs(try #require(wide.horizontalMetres) - 4 * perDilution) < 1e-9)
        #expect(abs(try #require(wide.verticalMetres) - 9 * perDilution) < 1e-9)
        #expect(accuracy(mode, hdop: 0.1).horizontalMetres == floor)
        #expect(abs(try #require(accuracy(mode, hdop: 4).verticalMetres) - 6.4 * perDilution) < 1e-9)
    }

    @Test(arguments: [nil, 0, 50, 99.99, 99.9]) func unknownDilution(hdop: Double?) {
        #expect(accuracy(.autonomous, hdop: hdop, speed: 3) == FixAccuracy())
        #expect(accuracy(.estimated, hdop: hdop).horizontalMetres == 20)
    }

    @Test func noAltitudeNoVerticalError() { #expect(accuracy(.autonomous, vdop: 2, hasAltitude: false).verticalMetres == nil) }

    /// atan(0.1) = 5.7° at 3 m/s and atan(0.5) = 26.6° at 0.6 m/s, for 0.3 m/s.
    @Test func course() {
        // Arc tangents of 0.1 and 0.5: 5.7106° and 26.5651°.
        #expect(courseAccuracy(speed: 3, speedAccuracy: 0.3) == 5.71)
        #expect(courseAccuracy(speed: 0.6, speedAccuracy: 0.3) == 26.57)
        let fix = accuracy(.autonomous, hdop: 3, speed: 3)
        #expect(abs((fix.speedMetresPerSecond ?? 0) - 0.3) < 1e-12)
        #expect(fix.courseDegrees == 5.71)
        #expect(accuracy(.autonomous, hdop: 0.5, speed: 3).speedMetresPerSecond == 0.1)
        #expect(abs((accuracy(.estimated, hdop: 2, speed: 3).speedMetresPerSecond ?? 0) - 0.4) < 1e-12)
    }

    @Test func whoIsBelieved() {
        var errors = ErrorStatements()
        errors.hdop = 1
        errors.horizontalEstimate = 7
        errors.verticalEstimate = 9
        #expect(errors.accuracy(mode: .autonomous, speed: nil, hasCourse: false, hasAltitude: true).horizontalMetres == 7)
        errors.latitudeSigma = 3
        errors.longitudeSigma = 4
        errors.altitudeSigma = 6
        let best = errors.accuracy(mode: .autonomous, speed: nil, hasCourse: false, hasAltitude: true)
        #expect(best.horizontalMetres == 5)
        #expect(best.verticalMetres == 6)
    }
}
