import ActivityFiles
import Testing
import Workouts

/// What the beginning of a file says of when its activity was.
struct ActivityGlanceTests {
    private static func gpx(_ times: String...) -> [UInt8] {
        Array(("<gpx version=\"1.1\">" + times.map { "<trkpt lat=\"1\" lon=\"1\"><time>\($0)</time>" }.joined()).utf8)
    }

    private static func moment(_ day: Int, _ hour: Int, _ minute: Int = 0) -> Timestamp? {
        CivilDate(year: 2026, month: 5, day: day, hour: hour, minute: minute).timestamp
    }

    @Test func earliestOfAll() throws {
        let glance = try #require(
            ActivityGlance(decoding: Self.gpx("2026-05-03T08:30:00Z", "2026-05-03T08:00:00.5Z", "2026-05-03T11:00:00+02:00")))
        #expect(glance.format == .gpx)
        #expect(glance.earliest == Self.moment(3, 8).map { $0 + TimeSpan(microseconds: 500_000) })
    }

    /// Local time is at most 14 h ahead of UTC.
    @Test func withoutAZone() {
        #expect(ActivityGlance(decoding: Self.gpx("2026-05-03T14:30:00"))?.earliest == Self.moment(3, 0, 30))
    }

    @Test func none() {
        #expect(ActivityGlance(decoding: Self.gpx("no time", "2026-13-03T08:00:00Z"))?.earliest == nil)
        #expect(ActivityGlance(decoding: []) == nil)
        #expect(ActivityGlance(decoding: Array("2026-05-03T08:30:00Z".utf8)) == nil)
        // Cut within a time.
        #expect(
            ActivityGlance(decoding: Self.gpx("2026-05-03T08:30:00Z") + Array("<time>2026-05-03T08".utf8))?.earliest
                == Self.moment(3, 8, 30))
    }

    @Test func table() {
        let text = "timestamp_utc,heart_rate_bpm\n2026-05-03T08:30:00Z,120\n"
        let glance = ActivityGlance(decoding: Array(text.utf8))
        #expect(glance?.format == .csv && glance?.earliest == Self.moment(3, 8, 30))
    }
}
