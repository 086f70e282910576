import Foundation
import Statistics
import TestSupport
import Testing
import Workouts

@Suite struct TimeZoneRulesTests {
    private struct Questions: Encodable {
        var zones: [String: String]
        var seconds: [Int64]
    }

    /// Every zone there is, at moments from 1850 to 2400, and about each hour of the years' changes of clocks.
    @Test(.enabled(if: Peer.isPresent)) func everyZoneAsPythonReadsIt() throws {
        var random = SeededGenerator(seed: 5)
        var seconds = (0..<150).map { _ in Int64.random(in: -3_786_825_600...13_569_465_600, using: &random) }
        for text in [
            "2007-03-11", "2024-03-31", "2024-10-27", "2025-04-06", "2037-11-01", "2038-03-28", "2399-10-31", "2400-03-26",
        ] {
            let midnight = Int64(try day(text).number) * 86_400
            seconds += stride(from: -14, through: 14, by: 1).map { midnight + $0 * 3600 + Int64($0 % 2) }
        }
        // The packages of `requirements.txt` hold the database in its short form, most changes told by the rule alone.
        let packages = Fixture.repository.appending(path: ".build/validators/lib")
        let short = FileManager.default.enumerator(at: packages, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL }
            .first { $0.path.hasSuffix("tzdata/zoneinfo") }
        var files: [String: String] = [:]
        for (root, mark) in [(zoneFiles, "machine"), (short ?? zoneFiles, "package")] {
            let list = try String(contentsOf: root.appending(path: "tzdata.zi"), encoding: .utf8)
            let names = list.split(separator: "\n").compactMap { line in
                line.hasPrefix("Z ") ? line.split(separator: " ").dropFirst().first.map(String.init) : nil
            }
            for name in names { files["\(mark) \(name)"] = root.appending(path: name).path }
        }
        #expect(files.count > 300)
        let answer = try Peer("zone_check.py").answer(to: Questions(zones: files, seconds: seconds))
        let expected = try JSONDecoder().decode([String: [Int]].self, from: answer)
        for (name, path) in files {
            let zone = try TimeZoneRules(name: name, tzif: [UInt8](Data(contentsOf: URL(filePath: path))))
            let rules = CalendarRules(timeZone: zone, firstWeekday: .monday)
            #expect(seconds.map { rules.utcOffsetSeconds(at: Timestamp(secondsSince1970: $0)) } == expected[name], "\(name)")
        }
    }

    /// Version 3: no changes told, one type, a footer.
    private func file(_ footer: String) -> [UInt8] {
        func header() -> [UInt8] {
            Array("TZif3".utf8) + [UInt8](repeating: 0, count: 15)
                + [UInt8](hex: "00000000 00000000 00000000 00000000 00000001 00000004")
        }
        let block = [UInt8](hex: "00000E10 00 00") + Array("CET\0".utf8)
        return header() + block + header() + block + Array("\n\(footer)\n".utf8)
    }

    private func offset(_ footer: String, _ date: CivilDate) throws -> Int {
        let zone = try TimeZoneRules(name: "test", tzif: file(footer))
        return CalendarRules(timeZone: zone, firstWeekday: .monday).utcOffsetSeconds(at: try #require(date.timestamp))
    }

    /// RFC 9636 §3.3.1's own: summer time all year round.
    @Test func summerAllYear() throws {
        for month in 1...12 {
            #expect(try offset("XXX3EDT4,0/0,J365/23", CivilDate(year: 2031, month: month, day: 1)) == -4 * 3600)
        }
        #expect(try offset("XXX3EDT4,0/0,J365/23", CivilDate(year: 2032, month: 12, day: 31, hour: 23, minute: 59)) == -4 * 3600)
    }

    /// POSIX's forms of a day: the 60th without leap days is 1 March, with them 29 February.
    @Test func formsOfADay() throws {
        let beforeNoon = CivilDate(year: 2028, month: 3, day: 1, hour: 10, minute: 59)
        let noon = CivilDate(year: 2028, month: 3, day: 1, hour: 11)
        #expect(try offset("AAA-1BBB,J60/12,J300", beforeNoon) == 3600)
        #expect(try offset("AAA-1BBB,J60/12,J300", noon) == 7200)
        #expect(try offset("AAA-1BBB,60/12,300", noon) == 7200)
        #expect(try offset("AAA-1BBB,60/12,300", beforeNoon) == 3600)
        #expect(try offset("<+0545>-5:45", noon) == 20_700)
        // Jerusalem's, on the Friday before the last Sunday: 26 hours after Thursday's midnight.
        #expect(try offset("IST-2IDT,M3.4.4/26,M10.5.0", CivilDate(year: 2025, month: 3, day: 27, hour: 23, minute: 59)) == 7200)
        #expect(try offset("IST-2IDT,M3.4.4/26,M10.5.0", CivilDate(year: 2025, month: 3, day: 28)) == 10_800)
    }

    @Test func withoutChanges() throws {
        let kathmandu = CalendarRules(timeZone: TimeZoneRules(name: "+05:45", utcOffsetSeconds: 20_700), firstWeekday: .sunday)
        #expect(kathmandu.start(of: try day("2025-06-08")).iso8601 == "2025-06-07T18:15:00.000Z")
        #expect(CalendarRules(timeZone: .utc, firstWeekday: .sunday).start(of: try day("1970-01-01")).microseconds == 0)
    }

    @Test func whatIsNoZone() throws {
        #expect(throws: TimeZoneError.truncated) { try TimeZoneRules(name: "", tzif: []) }
        #expect(throws: TimeZoneError.notTZif) { try TimeZoneRules(name: "", tzif: Array("GIF89a".utf8)) }
        for footer in [
            "CET", "CET-99", "C1", "CET-1CEST,M13.1.0,M10.5.0", "CET-1CEST,M3.5.0", "CET-1CEST,M3.5.0,M10.5.0x", "CET-17",
            "<CET-1",
        ] {
            #expect(throws: TimeZoneError.invalid(field: "footer")) { try TimeZoneRules(name: "", tzif: file(footer)) }
        }
        let prague = [UInt8](try Data(contentsOf: zoneFiles.appending(path: "Europe/Prague")))
        for length in 0..<prague.count {
            #expect(throws: TimeZoneError.self) { try TimeZoneRules(name: "", tzif: Array(prague[..<length])) }
        }
        // Whatever the bytes are, a day has a start.
        var random = SeededGenerator(seed: 1)
        for _ in 0..<400 {
            var bytes = Bool.random(using: &random) ? prague : file("CET-1CEST,M3.5.0,M10.5.0/3")
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            guard let zone = try? TimeZoneRules(name: "", tzif: bytes) else { continue }
            let rules = CalendarRules(timeZone: zone, firstWeekday: .monday)
            for number in [-100_000_000, -25_000, 20_000, 30_000, 400_000, 100_000_000] {
                _ = rules.range(of: CalendarDay(number: number))
            }
        }
    }
}
