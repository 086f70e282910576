import Foundation
import TestSupport
import Testing
import Workouts

/// A recording without commands is one workout, from its first record to its last.
@Suite struct WholeRecordingTests {
    /// The last of twelve fixes counts as the others do: the way to it, and its speed, which is the highest (5.65 knots).
    @Test func theLastFixCounts() async throws {
        let replay = try await ReplayedCapture(paths: [Fixture("nmea/rmc-4.1.nmea").url.path])
        let workout = try #require(replay.workouts.first)
        #expect(workout.route.locations.count == 12)
        let fastest = try #require(workout.summary.maximumSpeedMetresPerSecond.value)
        #expect((fastest * 1000).rounded() == 2907)
        // As `nmea_count.py` adds up all eleven steps.
        let metres = try #require(workout.summary.distance.value?.metres)
        #expect(abs(metres - 31.22) < 0.05)
    }
}
