import Foundation
import TestSupport
import Testing

/// What people say and do of what is stored, as they type it.
struct PeoplesOverlayTests {
    private final class Rider {
        let folder: TemporaryFolder
        let store: String
        init() throws {
            folder = try TemporaryFolder()
            store = folder.url.appending(path: "history.db").path
        }

        func run(_ words: String...) throws -> Program.Outcome {
            try Program.run(words + ["--store", store], environment: ["TZ": "UTC"])
        }

        func document(_ words: String...) throws -> [String: Any] {
            let outcome = try Program.run(words + ["--store", store, "--json"], environment: ["TZ": "UTC"])
            #expect(outcome.status == 0, "\(words): \(outcome.complaint)")
            return try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
        }

        func listed() throws -> [[String: Any]] {
            try #require(try document("workouts", "list")["workouts"] as? [[String: Any]])
        }

        /// Eight metres a second on a wheel, 200 W, from the first second to the last.
        func importCSV(_ name: String, start: String, seconds: Int) throws {
            let origin = try #require(ISO8601DateFormatter().date(from: start))
            let formatter = ISO8601DateFormatter()
            let rows = (0...seconds).map { (second: Int) -> String in
                "\(formatter.string(from: origin.addingTimeInterval(Double(second)))),140,200,\(second * 8)"
            }
            let text = (["timestamp_utc,heart_rate_bpm,power_w,distance_m"] + rows).joined(separator: "\n") + "\n"
            let outcome = try run("workouts", "import", try folder.write(Array(text.utf8), name))
            #expect(outcome.status == 0, "\(outcome.output)\(outcome.complaint)")
        }
    }

    @Test func cutAndJoined() throws {
        let rider = try Rider()
        try rider.importCSV("ride.csv", start: "2026-05-03T08:30:00Z", seconds: 1200)
        let whole = try #require(try rider.listed().first)
        let id = try #require(whole["id"] as? String)
        let split = try rider.document("workouts", "split", "last", "--at", "10:00")
        let parts = try #require(split["workouts"] as? [String])
        #expect(parts.count == 2 && split["replaced"] as? [String] == [id])
        let listed = try rider.listed()
        #expect(listed.map { $0["id"] as? String } == parts.reversed())
        #expect(listed.allSatisfy { $0["origin"] as? String == "derived" })
        let sum = listed.reduce(0) { $0 + ($1["distanceMetres"] as? Double ?? 0) }
        #expect(abs(sum - (whole["distanceMetres"] as? Double ?? 0)) < 0.01)
        // The same file again brings nothing back.
        let again = try rider.run("workouts", "import", rider.folder.url.path)
        #expect(again.output.contains("not stored") && again.complaint.contains("was split"), "\(again)")
        let rebuilt = try rider.document("store", "rebuild")
        #expect(["unchanged", "changed", "left"].map { rebuilt[$0] as? Int } == [3, 0, 0], "\(rebuilt)")
        let shown = try rider.run("workouts", "show", String(parts[0].prefix(8)))
        #expect(shown.status == 0)

        #expect(try rider.document("workouts", "merge", "1", "2")["workouts"] as? [String] == [id])
        #expect(try rider.listed().map { $0["id"] as? String } == [id])
        let edited = try rider.run("workouts", "edit", "last", "--sport", "running", "--note", "spikes", "--name", "Track")
        #expect(edited.status == 0 && edited.output.hasPrefix("Track  2026-05-03 08:30"), "\(edited)")
        let trimmed = try rider.document("workouts", "edit", "last", "--trim-end", "5:00")
        let rest = try #require(trimmed["workouts"] as? [String])
        let left = try #require(try rider.listed().first)
        #expect(left["id"] as? String == rest[0] && left["type"] as? String == "running" && left["name"] as? String == "Track")
        #expect((left["timerSeconds"] as? Double).map { Int($0) } == 900)
        let undone = try rider.run("workouts", "delete", "--undo")
        #expect(undone.output.contains("restored: Track") && undone.output.contains("taken away: "), "\(undone)")
        #expect(try rider.listed().map { $0["id"] as? String } == [id])
        #expect(try rider.run("workouts", "delete", "last", "--yes").status == 0)
        #expect(try rider.run("workouts", "delete", "--undo").output.hasPrefix("restored: "))
        #expect(try rider.run("workouts", "delete").status == 64)
        #expect(try rider.run("store", "check").status == 0)
    }

    /// With another FTP they are folded from the files of what they were made of.
    @Test func cutAndJoinedCountWithOtherSettings() throws {
        let rider = try Rider()
        try rider.importCSV("first.csv", start: "2026-05-03T08:30:00Z", seconds: 1200)
        try rider.importCSV("second.csv", start: "2026-05-03T09:30:00Z", seconds: 1800)
        try rider.importCSV("third.csv", start: "2026-05-04T09:30:00Z", seconds: 900)
        func figures() throws -> [Double?] {
            let words = ["stats", "--period", "month", "--today", "2026-05-31", "--ftp", "250", "--store", rider.store, "--json"]
            let outcome = try Program.run(words, environment: ["TZ": "UTC"])
            #expect(outcome.status == 0 && !outcome.complaint.contains("count"), "\(outcome.complaint)")
            let tree = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
            let scope = (tree?["scopes"] as? [String: Any])?["activities"] as? [String: Any]
            return ["activityCount", "exerciseSeconds", "distanceMetres", "trainingStressScore"].map {
                (scope?[$0] as? [String: Any])?["total"] as? Double
            }
        }
        let before = try figures()
        // 200 W by 250 W: 64 an hour.
        #expect(before[0] == 3 && before[1] == 3900 && abs((before[3] ?? 0) - 64 * 3900 / 3600) < 1, "\(before)")
        _ = try rider.document("workouts", "split", "last", "--at", "5:00")
        _ = try rider.document("workouts", "merge", "3", "4")
        let after = try figures()
        #expect(after[0] == 3 && after[1] == 3900, "\(after)")
        #expect(abs((after[2] ?? 0) - (before[2] ?? 1)) < 0.1 && abs((after[3] ?? 0) - (before[3] ?? 9)) < 1, "\(after)")
    }

    private static let refused: [String: Int32] = [
        "split last --at 0:00": 65, "split last --at 3:00:00": 65, "split last": 64, "split last --at noon": 64,
        "split last --at T25:00": 64, "split last --lap 1": 66, "split last --pause 1": 66, "merge last last": 65,
        "merge last": 64,
        "edit last": 64, "edit last --sport sleeping": 64, "edit last --trim-start 30:00": 65, "split last --at T07:00": 65,
    ]

    @Test(arguments: refused.keys.sorted())
    func whatCannotBeIsSaid(words: String) throws {
        let rider = try Rider()
        try rider.importCSV("ride.csv", start: "2026-05-03T08:30:00Z", seconds: 60)
        let outcome = try Program.run(
            ["workouts"] + words.split(separator: " ").map(String.init) + ["--store", rider.store], environment: ["TZ": "UTC"])
        #expect(outcome.status == Self.refused[words] && outcome.output.isEmpty && !outcome.complaint.isEmpty, "\(outcome)")
        #expect(try rider.listed().count == 1)
    }

    @Test func moods() throws {
        let rider = try Rider()
        let first = try rider.document(
            "mood", "add", "pleasant", "--labels", "calm,proud", "--associations", "fitness", "--at", "2026-03-02T14:30",
            "--note", "new shoes")
        #expect(first["valence"] as? Double == 0.6667)
        #expect((first["at"] as? String)?.hasPrefix("2026-03-02T14:30:00.000") == true, "\(first)")
        for (valence, day) in [("-0.5", "2026-03-02"), ("0.25", "2026-03-03"), ("0.4", "2026-03-04"), ("1", "2026-03-11")] {
            #expect(try rider.run("mood", "add", valence, "--daily", "--at", day).status == 0)
        }
        let list = try rider.document("mood", "list", "--today", "2026-03-31", "--week-starts", "monday")
        let moods = try #require(list["moods"] as? [[String: Any]])
        #expect(moods.map { $0["day"] as? String } == ["2026-03-11", "2026-03-04", "2026-03-03", "2026-03-02", "2026-03-02"])
        let weeks = try #require(list["weeks"] as? [[String: Any]])
        #expect(weeks.map { $0["start"] as? String } == ["2026-03-09", "2026-03-02"])
        let daily = try #require(weeks[1]["daily"] as? [String: Any])
        // (−0.5 + 0.25 + 0.4) ÷ 3
        #expect(daily["count"] as? Int == 3 && daily["meanValence"] as? Double == 0.05)
        #expect((list["trends"] as? [String: Any])?["daily"] is NSNull)
        let text = try rider.run("mood", "list", "--today", "2026-03-31", "--language", "de")
        #expect(text.output.contains("new shoes") && text.output.contains("+0.67"), "\(text.output)")
        #expect(!text.output.contains("Calm"))
        let id = try #require(moods[0]["id"] as? String)
        #expect(try rider.run("mood", "delete", String(id.prefix(8)), "--yes").status == 0)
        #expect(try (rider.document("mood", "list", "--from", "2026-03-04")["moods"] as? [Any])?.count == 1)
        let refused: [String: Int32] = [
            "add 1.01": 64, "add nan": 64, "add plesant": 64, "add 0 --labels calm,fine": 64, "add 0 --at 2026-03-02": 64,
            "add 0 --workout last": 66, "delete 123456 --yes": 66, "delete \(id.prefix(8))": 66,
        ]
        for (words, status) in refused {
            let outcome = try Program.run(["mood"] + words.split(separator: " ").map(String.init) + ["--store", rider.store])
            #expect(outcome.status == status && !outcome.complaint.isEmpty, "\(words) \(outcome)")
        }
    }

    @Test func plans() throws {
        let rider = try Rider()
        let json = #"{"name":"4 × 4","steps":[{"kind":"warmUp","seconds":600},{"kind":"work","metres":5000}]}"#
        let file = try rider.folder.write(Array(json.utf8), "intervals.json")
        #expect(try rider.run("plan", "add", file).status == 0)
        let added = try rider.document("plan", "add", file, "--name", "Tuesday", "--on", "2026-12-08")
        #expect(added["day"] as? String == "2026-12-08" && added["stepSeconds"] as? Double == 600)
        let plans = try #require(try rider.document("plan")["plans"] as? [[String: Any]])
        #expect(plans.map { $0["name"] as? String } == ["4 × 4", "Tuesday"])
        #expect(try (rider.document("plan", "list", "--from", "2026-12-01")["plans"] as? [Any])?.count == 1)
        let shown = try rider.run("plan", "show", "Tuesday")
        let copy = try rider.folder.write(Array(shown.output.utf8), "copy.json")
        #expect(try rider.run("plan", "add", copy, "--name", "Wednesday").status == 0)
        #expect(try rider.run("plan", "show", "Wednesday").output == shown.output)
        #expect(try rider.run("plan", "delete", "Tuesday").status == 64)
        #expect(try rider.run("plan", "delete", "Tuesday", "Wednesday", "--yes").status == 0)
        #expect(try rider.run("plan", "show", "Tuesday").status == 66)
        let wrong = try rider.folder.write(Array(#"{"steps":[{"kind":"sprint","seconds":9}]}"#.utf8), "wrong.json")
        #expect(try rider.run("plan", "add", wrong).status == 65)
    }

    /// Six weeks of three answers each, whose means are 0, 0.1, … 0.5: stats tells them beside the load of the week, and that they rise by
    /// 0.1 a week (Theil and Sen's slope of a straight line is its own; Mann and Kendall's z is 14 / √(6·5·17/18) = 2.63).
    @Test func moodsBesideLoad() throws {
        let rider = try Rider()
        // 40 minutes at 200 W, FTP 250: 64 an hour.
        try rider.importCSV("ride.csv", start: "2026-06-03T08:30:00Z", seconds: 2400)
        for week in 0..<6 {
            for (day, offset) in [(0, -0.1), (2, 0), (6, 0.1)] {
                let date = Date(timeIntervalSince1970: 1_777_852_800 + Double(week * 7 + day) * 86400)
                let moment = ISO8601DateFormatter().string(from: date).prefix(10) + "T12:00"
                let valence = String(format: "%.1f", Double(week) / 10 + offset)
                let outcome = try rider.run("mood", "add", valence, "--at", String(moment), "--time-zone", "UTC")
                #expect(outcome.status == 0, "\(outcome.complaint)")
            }
        }
        let stats = try rider.document(
            "stats", "--period", "quarter", "--today", "2026-06-14", "--time-zone", "UTC", "--week-starts", "monday", "--ftp",
            "250",
            "--load", "tss")
        let mood = try #require(stats["mood"] as? [String: Any])
        let weeks = try #require(mood["weeks"] as? [[String: Any]])
        #expect(
            weeks.map { $0["firstDay"] as? String } == ["04", "11", "18", "25"].map { "2026-05-\($0)" } + [
                "2026-06-01", "2026-06-08",
            ])
        for (index, week) in weeks.enumerated() {
            let momentary = try #require(week["momentary"] as? [String: Any])
            #expect(momentary["checkIns"] as? Int == 3)
            let mean = try #require(momentary["meanValence"] as? Double)
            #expect(abs(mean - Double(index) / 10) < 1e-6)
        }
        let load = try #require(weeks[4]["load"] as? Double)
        #expect(abs(load - 64.0 * 40 / 60) < 0.5, "\(weeks[4])")
        let trend = try #require((mood["trends"] as? [String: Any])?["momentary"] as? [String: Any])
        #expect(trend["direction"] as? String == "rising" && trend["weeks"] as? Int == 6, "\(trend)")
        #expect((trend["valencePerWeek"] as? Double).map { abs($0 - 0.1) < 1e-6 } == true)
    }

    /// Captures that the store has are given up, and what was in them is still there.
    @Test func capturesAreGivenUp() throws {
        let rider = try Rider()
        let folder = rider.folder.url.appending(path: "data/wattbeat/captures")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let environment = ["XDG_DATA_HOME": rider.folder.url.appending(path: "data").path, "TZ": "UTC"]
        func place(_ fixture: String, _ name: String) throws -> String {
            let path = folder.appending(path: name).path
            try FileManager.default.copyItem(atPath: Fixture("captures/\(fixture)").url.path, toPath: path)
            return path
        }
        func run(_ words: String...) throws -> Program.Outcome {
            try Program.run(words + ["--store", rider.store], environment: environment)
        }
        let ride = try place("morning-ride/commands.capture", "2026-11-30T07-58-29Z-83e033e2.capture")
        #expect(try run("workouts", "import", "--today", "2027-01-01").status == 0)
        // Nobody knows these: they stay, whatever is given up.
        let unknown = try place("run/commands.capture", "2026-11-30T09-00-00Z-00000002.capture")
        let open = try place("duathlon/commands.capture", "2026-11-30T10-00-00Z-00000003.capture.part")
        let asked = try run("store", "prune")
        #expect(
            asked.status == 64 && asked.output.contains("1 capture of a stored workout: ")
                && asked.output.contains("2 others stay"))
        #expect(asked.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
        #expect(FileManager.default.fileExists(atPath: ride))
        #expect(try run("store", "prune", "--older-than", "36500", "--yes").output.hasPrefix("no capture can be given up"))
        // One whose workout is other than the store has it stays.
        let bytes = try Data(contentsOf: URL(filePath: ride))
        try Data(String(decoding: bytes, as: UTF8.self).replacing("1200003000", with: "1100003000").utf8)
            .write(to: URL(filePath: ride))
        let other = try run("store", "prune", "--yes")
        #expect(other.output.contains("0 captures are given up") && other.complaint.contains("another workout"), "\(other)")
        try bytes.write(to: URL(filePath: ride))
        #expect(try run("store", "rebuild").output.contains("1 the same"))
        let pruned = try run("store", "prune", "--yes")
        #expect(pruned.status == 0 && pruned.output.contains("1 capture is given up"), "\(pruned)")
        #expect([ride, unknown, open].map { FileManager.default.fileExists(atPath: $0) } == [false, true, true])
        let rebuilt = try run("store", "rebuild")
        #expect(rebuilt.complaint.contains("was pruned") && rebuilt.output.contains("1 the same"), "\(rebuilt)")
        #expect(try run("store", "forget", "zones", "--yes").status == 0)
        #expect(try run("store", "rebuild").output.contains("1 different"))
        #expect(try run("store", "check").status == 0)
        #expect(try run("store", "cache", "--clear").status == 0)
    }

    /// Which of two recordings counts when they come in is another matter than what a stored one is made of.
    @Test func aRecordingBesideItIsNoReasonToLeaveIt() throws {
        let rider = try Rider()
        let folder = rider.folder.url.appending(path: "beside")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let capture = try String(contentsOf: Fixture("captures/nasty/laps.capture").url, encoding: .utf8)
        try capture.write(to: folder.appending(path: "ride.capture"), atomically: true, encoding: .utf8)
        #expect(try rider.run("workouts", "import", folder.path, "--today", "2027-01-01").status == 0)
        try capture.replacing("identity a03e9a0e", with: "identity b03e9a0e")
            .write(to: folder.appending(path: "a-twin.capture"), atomically: true, encoding: .utf8)
        let rebuilt = try rider.run("store", "rebuild")
        #expect(rebuilt.output.contains("1 the same") && rebuilt.complaint.isEmpty, "\(rebuilt)")
    }
}
