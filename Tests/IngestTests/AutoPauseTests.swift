import Testing
import Workouts

@testable import Ingest

/// Field failures: sensor data at rest counts as moving (OpenTracks #1756, #1894).
struct AutoPauseTests {
    /// Feeds one reading a second and gives back the seconds of the decisions.
    private func decisions(
        _ activity: ActivityType, seconds: Int, _ readings: (Int) -> [(Quantity, Double)]
    ) -> [(second: Int, isPause: Bool)] {
        var autoPause = AutoPause()
        var isPaused = false
        var found: [(Int, Bool)] = []
        for second in 0..<seconds {
            for (quantity, value) in readings(second) {
                autoPause.apply(
                    Reading(quantity, value, at: Offset(seconds: Double(second)), from: SourceID(0)), activity: activity)
            }
            guard let decision = autoPause.decide(at: Offset(seconds: Double(second)), isPaused: isPaused) else { continue }
            isPaused = decision == .pause
            found.append((second, isPaused))
        }
        return found
    }

    @Test func aTrafficLight() {
        let found = decisions(.running, seconds: 60) { [(.speed, (20..<45).contains($0) ? 0.2 : 3.1)] }
        // Movement counts until 1.5 s after its last word, then 5 s of standing.
        #expect(found.map(\.second) == [26, 45])
        #expect(found.map(\.isPause) == [true, false])
    }

    @Test func heartRateAloneNeverStopsTheTimer() {
        #expect(decisions(.running, seconds: 60) { _ in [(.heartRate, 80)] }.isEmpty)
    }

    @Test func silenceIsNoStanding() {
        let found = decisions(.running, seconds: 120) { $0 < 30 ? [(.speed, 3)] : [] }
        #expect(found.isEmpty)
    }

    @Test func pedallingWithoutSpeedIsMoving() {
        let found = decisions(.indoorCycling, seconds: 40) { _ in [(.speed, 0), (.cadence, 85), (.power, 180)] }
        #expect(found.isEmpty)
    }

    @Test func coastingDownhillIsMoving() {
        let found = decisions(.cycling, seconds: 40) { _ in [(.speed, 12), (.cadence, 0), (.power, 0)] }
        #expect(found.isEmpty)
    }

    @Test func aWalkAtOneKilometreAnHourIsMoving() {
        #expect(decisions(.hiking, seconds: 40) { _ in [(.speed, 0.4)] }.isEmpty)
    }
}
