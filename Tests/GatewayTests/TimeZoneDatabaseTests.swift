import Foundation
import Gateway
import Statistics
import Testing
import Transports
import Workouts

/// A machine's zones, in a folder that stands for it: files of rules that are made up, so that nothing but them can answer.
@Suite final class TimeZoneDatabaseTests {
    private let root = FileManager.default.temporaryDirectory.appending(path: "wattbeat-zones-\(UUID().uuidString)")
    private var database: TimeZoneDatabase { TimeZoneDatabase(tree: SystemTree(root: root.path)) }

    init() throws {
        try write("usr/share/zoneinfo/Europe/Prague", "PRG-5")
        try write("usr/share/zoneinfo/America/New_York", "NYC3")
        try write("usr/share/zoneinfo/EST5EDT", "ESQ-9")
        try write("usr/share/zoneinfo/posix/Europe/Prague", "PRG-5")
        try write("usr/share/zoneinfo/Europe/Broken", nil)
        try write("secret", "SEC-1")
    }

    deinit { try? FileManager.default.removeItem(at: root) }

    /// A file of the tz database that holds nothing but a rule (RFC 9636 §3).
    private func write(_ path: String, _ rule: String?) throws {
        let block = [UInt8](repeating: 0, count: 6) + Array("PRG\0".utf8)
        let head = Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15 + 16) + [0, 0, 0, 1, 0, 0, 0, 4]
        let bytes = rule.map { head + block + head + block + Array("\n\($0)\n".utf8) } ?? Array("TZif2".utf8)
        let url = root.appending(path: path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
    }

    private func link(_ target: String) throws {
        let url = root.appending(path: "etc/localtime")
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try? FileManager.default.removeItem(at: url)
        try FileManager.default.createSymbolicLink(atPath: url.path, withDestinationPath: target)
    }

    /// Hours from UTC, at a moment of 2026-11-30 or, in summer, of 2026-07-01.
    private func hours(_ rules: TimeZoneRules, summer: Bool = false) -> Int {
        let moment = Timestamp(secondsSince1970: summer ? 1_782_864_000 : 1_795_996_800)
        return CalendarRules(timeZone: rules, firstWeekday: .monday).utcOffsetSeconds(at: moment) / 3600
    }

    private func refusal(_ name: String) -> String? {
        do throws(TimeZoneDatabase.Refusal) {
            _ = try database.zone(named: name)
            return nil
        } catch {
            return error.reason
        }
    }

    @Test func byName() throws {
        let zone = try database.zone(named: "Europe/Prague")
        #expect(zone.name == "Europe/Prague" && hours(zone) == 5)
        #expect(hours(try database.zone(named: "America/New_York")) == -3)
    }

    @Test(arguments: [
        "../../../secret", "/secret", "Europe/../../../../secret", "", "Europe//Prague", ".", "Europe/", "a b", "x\0y",
    ])
    func noPathIsAName(name: String) { #expect(refusal(name) == "is no name of a time zone, such as Europe/Prague") }

    @Test func whatMayHaveBeenMeant() {
        #expect(refusal("Europe/Pragu") == "is not in the time zone database; did you mean Europe/Prague?")
        #expect(refusal("prague") == "is not in the time zone database; did you mean Europe/Prague?")
        #expect(refusal("new_york") == "is not in the time zone database; did you mean America/New_York?")
        #expect(refusal("Nowhere/At_All") == "is not in the time zone database")
        // A folder of zones, and a file that is none.
        #expect(refusal("Europe")?.hasPrefix("is not in") == true)
        #expect(refusal("Europe/Broken")?.hasPrefix("is not in") == true)
        let bare = TimeZoneDatabase(tree: SystemTree(root: root.path + "/etc"))
        #expect(throws: TimeZoneDatabase.Refusal.self) { try bare.zone(named: "Europe/Prague") }
    }

    /// `TZ` as tzset(3) has it.
    @Test(
        arguments: [
            ("Europe/Prague", "Europe/Prague", 5), (":Europe/Prague", "Europe/Prague", 5), ("", "UTC", 0), (":", "UTC", 0),
            ("/usr/share/zoneinfo/Europe/Prague", "Europe/Prague", 5),
            (":/usr/share/zoneinfo/posix/Europe/Prague", "Europe/Prague", 5),
            // A file of that name comes before the rule that it also is.
            ("EST5EDT", "EST5EDT", 9), ("MSK-3", "MSK-3", 3), ("<+0330>-3", "<+0330>-3", 3),
        ] as [(String, String, Int)])
    func variable(text: String, name: String, hours: Int) {
        let local = database.local(variable: text, utcOffsetSeconds: 7 * 3600)
        #expect(local.rules.name == name && self.hours(local.rules) == hours && local.sentence == nil)
    }

    @Test func rulesWithSummer() {
        let local = database.local(variable: "CET-1CEST,M3.5.0,M10.5.0/3", utcOffsetSeconds: 0)
        #expect(hours(local.rules) == 1 && hours(local.rules, summer: true) == 2 && local.sentence == nil)
    }

    /// A summer time without dates, a zone that is not there: what the machine's clock shows now, and a word on it.
    @Test(arguments: ["CET-1CEST", "Mars/Olympus", "/secret/none", "../../secret"]) func unknownRules(text: String) {
        let local = database.local(variable: text, utcOffsetSeconds: -(3 * 3600 + 1800))
        #expect(local.rules == TimeZoneRules(name: "UTC-03:30", utcOffsetSeconds: -12_600))
        #expect(
            local.sentence
                == "TZ is '\(text)', and the rules of that are not known: days are cut in UTC-03:30, the whole year alike; "
                + "--time-zone NAME says whose days count")
    }

    @Test(arguments: ["/usr/share/zoneinfo/Europe/Prague", "../usr/share/zoneinfo/Europe/Prague"]) func systemZone(target: String)
        throws
    {
        try link(target)
        let local = database.local(variable: nil, utcOffsetSeconds: 0)
        #expect(local.rules.name == "Europe/Prague" && hours(local.rules) == 5 && local.sentence == nil)
    }

    @Test func copiedFile() throws {
        try write("etc/localtime", "QRS-6")
        let local = database.local(variable: nil, utcOffsetSeconds: 0)
        #expect(hours(local.rules) == 6 && local.sentence == nil)
    }

    @Test func noDatabase() throws {
        try link("/usr/share/zoneinfo/Asia/Kathmandu")
        let local = database.local(variable: nil, utcOffsetSeconds: 20_700)
        #expect(local.rules.name == "UTC+05:45")
        #expect(
            local.sentence?.hasPrefix(
                "the rules of Asia/Kathmandu are not on this machine (the package tzdata): days are cut in UTC+05:45") == true)
    }

    /// The C library takes UTC where nobody said anything, and so do we.
    @Test func nothingSaid() {
        let local = database.local(variable: nil, utcOffsetSeconds: 0)
        #expect(local.rules == .utc && local.sentence == nil)
    }
}
