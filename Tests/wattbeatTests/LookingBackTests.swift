import Foundation
import TestSupport
import Testing

/// Looking back at a store and at the files that it was made from is one thing, byte for byte.
struct LookingBackTests {
    /// What is recorded, and a store of it.
    private final class Past {
        let folder: TemporaryFolder
        let store: String
        let paths: [String]

        /// - Parameter paths: also what is compared with.
        init(_ paths: [String], storing stored: [String]? = nil) throws {
            folder = try TemporaryFolder()
            store = folder.url.appending(path: "history.db").path
            self.paths = paths
            let outcome = try Program.run(["workouts", "import"] + (stored ?? paths) + ["--store", store])
            #expect(outcome.status == 0, "\(outcome.complaint)")
        }

        func expectSame(_ words: [String], _ comment: Comment? = nil) throws {
            let files = try Program.run(words + paths)
            let kept = try Program.run(words + ["--store", store])
            #expect(files.output == kept.output, comment)
            #expect(files.status == kept.status, comment)
        }
    }

    /// Rides of the fixtures as one capture each, on days of their own: all were recorded in the same hour.
    private static func rides(in folder: TemporaryFolder) throws -> [String] {
        try [("duathlon", "16"), ("indoor-ride", "23"), ("morning-ride", "30")].map { ride, day in
            let path = folder.url.appending(path: "\(ride).capture").path
            let names = try FileManager.default.contentsOfDirectory(atPath: Fixture("captures/\(ride)").url.path).sorted()
            let recorded = names.filter { name in [".btsnoop", ".pcap", ".nmea", ".capture"].contains { name.hasSuffix($0) } }
            let files = recorded.map { Fixture("captures/\(ride)/\($0)").url.path }
            let outcome = try Program.run(["replay", "--capture", path] + files)
            #expect(outcome.status == 0, "\(outcome.complaint)")
            try String(contentsOfFile: path, encoding: .utf8)
                .replacing("start 2026-11-30T", with: "start 2026-11-\(day)T").write(
                    toFile: path, atomically: true, encoding: .utf8)
            return path
        }
    }

    /// Each of the recordings' own days, weeks and years, and one before them.
    private static func days(in store: String) throws -> [String] {
        let outcome = try Program.run(["workouts", "list", "--json", "--store", store])
        let document = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
        let workouts = try #require(document["workouts"] as? [[String: Any]])
        return Set(workouts.compactMap { ($0["start"] as? String).map { String($0.prefix(10)) } }).sorted()
    }

    @Test func ofOurOwnRides() throws {
        let folder = try TemporaryFolder()
        let past = try Past(try Self.rides(in: folder))
        let zones = "heart-rate=118,137.5,152,170"
        let calendars = [
            ["--time-zone", "Europe/Prague", "--week-starts", "monday"],
            ["--time-zone", "America/New_York", "--week-starts", "sunday"],
            ["--time-zone", "Asia/Kolkata", "--week-starts", "saturday"],
        ]
        for calendar in calendars {
            let today = ["--today", "2026-11-30"] + calendar
            for words in [
                ["--period", "week"], ["--period", "year", "--baseline", "last-year"],
                ["--period", "day", "--goal", "zone2=1h/week"],
                ["--period", "month", "--goal", "distance=20km/week", "--sport", "running"],
            ] { try past.expectSame(["stats", "--json"] + words + today, "\(words)") }
            try past.expectSame(["stats"] + today)
            // Within a ride: what had not ended is not there.
            try past.expectSame(["stats", "--json", "--period", "24h", "--today", "2026-11-23T09:10"] + calendar)
            for words in [
                ["--quantity", "heart-rate", "--above", "150", "--by", "week"], ["--by", "month", "--model", zones], [],
            ] { try past.expectSame(["zones", "--json", "--recorded"] + words + calendar, "\(words)") }
        }
    }

    /// A year and more of short rides and runs, a few of them across midnight and the changes of the clocks: whatever period is asked for,
    /// day by day summed from outlines or from files.
    @Test func ofManyFiles() throws {
        let folder = try TemporaryFolder()
        let root = folder.url.appending(path: "rides")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        var chance = SeededGenerator(seed: 11)
        let formatter = ISO8601DateFormatter()
        // 1 September 2025, in hours; rides begin at least 12 hours apart.
        var hour: Int64 = 1_756_684_800 / 3600
        for number in 0..<120 {
            hour += Int64.random(in: 12...144, using: &chance)
            let start = hour * 3600 + Int64.random(in: 0..<3600, using: &chance)
            let sport = ["cycling", "running", "hiking"][number % 3]
            var (metres, rows) = (0.0, ["timestamp_utc,heart_rate_bpm,power_w,distance_m"])
            for step in 0...Int64.random(in: 10...40, using: &chance) {
                metres += Double.random(in: 10...60, using: &chance).rounded()
                let moment = formatter.string(from: Date(timeIntervalSince1970: Double(start + step * 10)))
                let beats = Int.random(in: 100...180, using: &chance)
                rows.append("\(moment),\(beats),\(sport == "cycling" ? "\(beats * 2)" : ""),\(Int(metres))")
            }
            try Data((rows.joined(separator: "\n") + "\n").utf8).write(to: root.appending(path: "\(number)-\(sport).csv"))
        }
        let past = try Past([root.path])
        let last = Date(timeIntervalSince1970: Double(hour * 3600))
        for (period, back, zone) in [
            ("year", 0, "Europe/Prague"), ("month", 60, "America/Los_Angeles"), ("quarter", 200, "Asia/Kolkata"),
            ("week", 1, "Europe/Prague"),
        ] {
            let day = String(formatter.string(from: last.addingTimeInterval(Double(-back) * 86400)).prefix(10))
            let words = ["stats", "--json", "--period", period, "--today", day, "--zones", "heart-rate=118,137,152,170"]
            try past.expectSame(words + ["--time-zone", zone], "\(period) \(day)")
        }
    }

    @Test(.enabled(if: corpus("activities") != nil)) func ofOtherDevicesFiles() throws {
        let past = try Past([try #require(corpus("activities")).resolvingSymlinksInPath().path])
        for day in try Self.days(in: past.store) {
            try past.expectSame(
                ["stats", "--json", "--period", "month", "--today", day, "--time-zone", "Europe/Prague"], "\(day)")
        }
    }

    /// What lies in the folders and not in the store counts beside it, on the same days as well.
    @Test(.enabled(if: corpus("activities") != nil)) func ofBothTogether() throws {
        let home = try TemporaryFolder()
        let data = home.url.appending(path: "data/wattbeat")
        let workouts = data.appending(path: "workouts")
        try FileManager.default.createDirectory(at: workouts, withIntermediateDirectories: true)
        let activities = try #require(corpus("activities"))
        for name in ["edge810-ride-power.fit", "edge820-bike.fit", "fenix2-run.fit", "stryd-run-power.fit", "sweat-ride.tcx"] {
            try FileManager.default.copyItem(at: activities.appending(path: name), to: workouts.appending(path: name))
        }
        let environment = ["XDG_DATA_HOME": home.url.appending(path: "data").path]
        func run(_ words: [String]) throws -> String {
            let outcome = try Program.run(words, environment: environment)
            #expect(outcome.status == 0, "\(outcome.complaint)")
            return outcome.output
        }
        let commands = [
            ["stats", "--json", "--period", "year", "--today", "2017-12-31", "--time-zone", "Europe/Prague"],
            ["zones", "--json", "--recorded", "--time-zone", "Europe/Prague", "--by", "month"],
        ]
        let before = try commands.map(run)
        _ = try run(["workouts", "import", workouts.appending(path: "edge820-bike.fit").path])
        #expect(try commands.map(run) == before)
        _ = try run(["workouts", "import"])
        #expect(try commands.map(run) == before)
    }
}
