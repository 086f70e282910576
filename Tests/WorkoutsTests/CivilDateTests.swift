import Testing
import Workouts

struct CivilDateTests {
    /// Seconds from `date -u -d … +%s` of GNU coreutils.
    @Test(arguments: [
        (1970, 1, 1, 0, 0, 0, 0), (2026, 5, 3, 6, 30, 0, 1_777_789_800), (2000, 2, 29, 23, 59, 59, 951_868_799),
        (1900, 2, 28, 12, 0, 0, -2_203_934_400), (1900, 3, 1, 0, 0, 0, -2_203_891_200), (2038, 1, 19, 3, 14, 8, 2_147_483_648),
        (2100, 3, 1, 0, 0, 0, 4_107_542_400), (1989, 12, 31, 0, 0, 0, 631_065_600), (1, 1, 1, 0, 0, 0, -62_135_596_800),
    ])
    func knownMoments(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int, seconds: Int64) throws {
        let date = CivilDate(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        let timestamp = Timestamp(secondsSince1970: seconds)
        #expect(date.timestamp == timestamp)
        #expect(CivilDate(timestamp) == date)
    }

    @Test func everyDayOfFourCenturiesFollowsTheOneBefore() throws {
        var seconds = try #require(CivilDate(year: 1970, month: 1, day: 1).timestamp).microseconds / 1_000_000
        for year in 1970..<2370 {
            for month in 1...12 {
                for day in 1...CivilDate.days(inMonth: month, of: year) {
                    let date = CivilDate(year: year, month: month, day: day)
                    try #require(date.timestamp == Timestamp(secondsSince1970: seconds))
                    try #require(CivilDate(Timestamp(secondsSince1970: seconds)) == date)
                    seconds += 86_400
                }
            }
        }
        #expect(seconds == 146_097 * 86_400)
    }

    @Test(arguments: [
        (2025, 2, 29, 0, 0, 0, 0), (1900, 2, 29, 0, 0, 0, 0), (2026, 13, 1, 0, 0, 0, 0), (2026, 0, 1, 0, 0, 0, 0),
        (2026, 4, 31, 0, 0, 0, 0), (2026, 1, 0, 0, 0, 0, 0), (2026, 1, 1, 24, 0, 0, 0), (2026, 1, 1, 0, 60, 0, 0),
        (2026, 1, 1, 0, 0, 61, 0), (2026, 1, 1, 0, 0, -1, 0), (2026, 1, 1, 0, 0, 0, 1_000_000), (Int.max, 1, 1, 0, 0, 0, 0),
        (Int.min, 1, 1, 0, 0, 0, 0), (2026, Int.max, Int.max, Int.max, Int.max, Int.max, Int.max),
    ])
    func noSuchMoment(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int, microsecond: Int) {
        let date = CivilDate(
            year: year, month: month, day: day, hour: hour, minute: minute, second: second, microsecond: microsecond)
        #expect(date.timestamp == nil)
    }

    @Test func aLeapSecondIsTheNextMinutesFirst() {
        let leap = CivilDate(year: 2016, month: 12, day: 31, hour: 23, minute: 59, second: 60)
        #expect(leap.timestamp == CivilDate(year: 2017, month: 1, day: 1).timestamp)
    }

    @Test(
        arguments: [
            (1_777_789_800_000_000, "2026-05-03T06:30:00.000Z"), (1_777_789_800_123_999, "2026-05-03T06:30:00.123Z"),
            (-1, "1969-12-31T23:59:59.999Z"), (0, "1970-01-01T00:00:00.000Z"),
            (253_402_300_800_000_000, "+010000-01-01T00:00:00.000Z"),
            (-62_167_219_200_000_000, "0000-01-01T00:00:00.000Z"), (-62_167_219_200_000_001, "-000001-12-31T23:59:59.999Z"),
        ] as [(Int64, String)])
    func textInUTC(microseconds: Int64, text: String) {
        #expect(Timestamp(microseconds: microseconds).iso8601 == text)
    }

    @Test(arguments: [
        (7200, "2026-05-03T08:30:00.000+02:00"), (-12_600, "2026-05-03T03:00:00.000-03:30"), (0, "2026-05-03T06:30:00.000+00:00"),
        (-25_200, "2026-05-02T23:30:00.000-07:00"),
    ])
    func textInLocalTime(offset: Int, text: String) {
        #expect(Timestamp(secondsSince1970: 1_777_789_800).iso8601(utcOffsetSeconds: offset) == text)
    }

    @Test func theEndsOfTime() {
        for microseconds in [Int64.min, .max] {
            let timestamp = Timestamp(microseconds: microseconds)
            #expect(!timestamp.iso8601.isEmpty)
            #expect(CivilDate(timestamp).month >= 1)
        }
    }
}
