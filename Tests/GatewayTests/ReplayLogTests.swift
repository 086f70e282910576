import Foundation
import Ingest
import TestSupport
import Testing
import WireFormats
import Workouts

/// Logs without times of reception, as receivers and gpsd wrote them.
@Suite struct ReplayLogTests {
    @Test func gpsdsLogReplaysAlone() async throws {
        guard let folder = corpus("gpsd-json") else { return print("skipped: no gpsd-json corpus") }
        // Its reports with a position state sixteen moments, 15:01:19 to 15:01:34.
        let replay = try await ReplayedCapture(paths: [folder.appending(path: "quectel-L70.jsonl").path])
        let locations = try #require(replay.workouts.first).route.locations
        #expect(locations.count == 16)
        #expect(locations.last.map { $0.offset.seconds } == 15)
    }

    /// Thirty-three epochs, the clock set back by 13 s after 24 of them; fifteen, and another ride's after nine.
    @Test(arguments: [("gpsd-humminbird-M37.log", 33, 32.0), ("gpsd-bt451.log", 15, 7.5)])
    func aLogWhoseClockStepsBackKeepsItsPoints(_ name: String, points: Int, seconds: Double) async throws {
        guard let folder = corpus("nmea") else { return print("skipped: no nmea corpus") }
        let replay = try await ReplayedCapture(paths: [folder.appending(path: name).path])
        let locations = try #require(replay.workouts.first).route.locations
        #expect(locations.count == points)
        #expect(locations.last.map { $0.offset.seconds } == seconds)
        #expect(replay.report.clockSteps == 1)
        #expect(replay.findings.clockSteps == 1)
    }
}
