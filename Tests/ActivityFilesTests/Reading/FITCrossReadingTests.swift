import TestSupport
import Testing
import Workouts

@testable import ActivityFiles

/// What garmin-fit-sdk, fitdecode and fitparse read in a file is what our reader reads in it, record by record.
@Suite(.enabled(if: Validators.arePresent))
struct FITCrossReadingTests {
    @Test func theFixture() throws {
        let bytes = try Fixture("fit/twenty-seconds.hex").hexBytes()
        try compare(bytes)
        let recording = try #require(FITContents(decoding: bytes).recordings.first)
        #expect(recording.pauses == [Pause(start: Offset(seconds: 8), end: Offset(seconds: 12), isAutomatic: true)])
        #expect(recording.laps.map(\.end.seconds) == [10, 20] && recording.clock.utcOffsetSeconds == 7200)
        let summary = try recording.workout(settings: WorkoutSettings()).summary
        #expect(summary.timer == TimeSpan(seconds: 16) && summary.elapsed == TimeSpan(seconds: 20))
        // 8 m a second up to 56 m; then from 56 m to 96 m across the pause, one second before it and none behind; then 7 more.
        #expect(summary.distance.value.map { abs($0.metres - 152) < 1e-6 } == true)
    }

    @Test func ourOwn() throws { try compare(FITActivity(try FullRide.workout()).encoded()) }

    private func compare(_ bytes: [UInt8]) throws {
        let recording = try #require(FITContents(decoding: bytes).recordings.first)
        let epoch = Timestamp(secondsSince1970: 631_065_600)
        for (reader, file) in try Validators.read(bytes) {
            let comment = Comment(rawValue: reader)
            let records = file["record"]
            try #require(records.count == recording.points.count, comment)
            for (record, point) in zip(records, recording.points) {
                let second = (recording.clock.timestamp(at: point.offset) - epoch).seconds
                // The last one may have been taken to the end.
                try #require(record.number("timestamp").map { abs($0 - second) <= 1.000001 } == true, comment)
                try #require(record.number("heart_rate") == point.beatsPerMinute, comment)
                try #require(record.number("power") == point.watts, comment)
                try #require(record.number("temperature") == point.temperatureCelsius, comment)
                let latitude = record.number("position_lat").map { $0 * (180 / 0x1p31) }
                try #require(latitude == point.latitude, comment)
                for (theirs, ours) in [
                    (record.number("distance"), point.distanceMetres), (record.number("enhanced_altitude"), point.altitudeMetres),
                    (record.number("enhanced_speed"), point.speedMetresPerSecond),
                ] {
                    try #require((theirs == nil) == (ours == nil), comment)
                    if let theirs, let ours { try #require(abs(theirs - ours) < 1e-6, comment) }
                }
            }
            let laps = file["lap"]
            #expect(laps.map { $0.number("total_timer_time") } == recording.laps.map { $0.stated?.timer?.seconds }, comment)
        }
    }
}
