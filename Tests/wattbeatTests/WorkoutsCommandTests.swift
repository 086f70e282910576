import Foundation
import TestSupport
import Testing

/// `wattbeat workouts …` and `wattbeat store …` as a person and a program use them.
struct WorkoutsCommandTests {
    @Test func wayOfAWorkout() throws {
        let rider = try Rider()
        let may = try rider.writeGPX("may.gpx", start: "2026-05-03T08:30:00Z", seconds: 600, heartRate: 150)
        let june = try rider.writeGPX("june.gpx", start: "2026-06-03T08:30:00Z", seconds: 60)
        let imported = try rider.run("workouts", "import", may, june)
        #expect(imported.status == 0 && imported.output == "2 workouts are new in \(rider.store)\n", "\(imported.complaint)")
        let again = try rider.run("workouts", "import", rider.folder.url.path)
        #expect(again.output == "0 workouts are new in \(rider.store), 2 there already\n", "\(again.complaint)")

        let workouts = try rider.listed()
        #expect(workouts.map { $0["start"] as? String } == ["2026-06-03T08:30:00.000Z", "2026-05-03T08:30:00.000Z"])
        #expect(workouts.map { $0["number"] as? Int } == [1, 2])
        // The last point belongs to it, and no microsecond more.
        #expect(workouts.map { $0["timerSeconds"] as? Double } == [60, 600])
        #expect(workouts.map { $0["originFormat"] as? String } == ["gpx", "gpx"])
        // A degree of the equator has 111.2 to 111.3 km, by the sphere or the ellipsoid; one step more or less is not of the store.
        let distance = try #require(workouts[1]["distanceMetres"] as? Double)
        #expect((6655...6695).contains(distance), "\(distance)")
        #expect(workouts[1]["averageHeartRateBPM"] as? Double == 150 && workouts[0]["averageHeartRateBPM"] is NSNull)
        #expect(try rider.document("workouts", "--from", "2026-06-01", "--time-zone", "UTC")["count"] as? Int == 1)
        #expect(try rider.document("workouts", "list", "--sport", "running")["count"] as? Int == 0)
        let id = try #require(workouts[1]["id"] as? String)

        // By its number, by its id, and as JSON it is one workout.
        let shown = try rider.run("workouts", "show", "2")
        #expect(shown.status == 0 && shown.output.contains("150") && shown.output.contains("Stored      \(id), from "))
        #expect(try rider.run("workouts", "show", String(id.prefix(6))).output == shown.output)
        let exported = rider.folder.url.appending(path: "out").path
        try FileManager.default.createDirectory(atPath: exported, withIntermediateDirectories: true)
        let files = try rider.run("workouts", "export", "1", id, "--fit", exported, "--csv", exported + "/all.csv")
        #expect(files.status == 0, "\(files.complaint)")
        let names = try FileManager.default.contentsOfDirectory(atPath: exported).sorted()
        let second = try #require(workouts[0]["id"] as? String)
        #expect(
            names == [
                "2026-05-03T083000-cycling-\(id.prefix(8)).fit", "2026-06-03T083000-cycling-\(second.prefix(8)).fit",
                "all-2.csv", "all.csv",
            ])

        let named = try rider.run("workouts", "rename", "2", "Round the lake")
        #expect(named.status == 0 && named.output.hasPrefix("Round the lake  2026-05-03 08:30Z  10:00"), "\(named.output)")
        #expect(try rider.listed()[1]["name"] as? String == "Round the lake")
        // What people said stays when it is derived anew.
        #expect(try rider.run("workouts", "import", may).output.contains("1 there already"))
        #expect(try rider.listed()[1]["name"] as? String == "Round the lake")

        let refused = try rider.run("workouts", "delete", "2")
        #expect(refused.status == 64 && refused.complaint.contains("--yes"))
        #expect(try rider.run("workouts", "delete", "2", "--yes").output.contains("deleted: Round the lake"))
        #expect(try rider.listed().count == 1)
        let stays = try rider.run("workouts", "import", may)
        #expect(stays.output.contains("1 not stored") && stays.complaint.contains("wattbeat workouts restore \(id.prefix(8))"))
        #expect(try rider.listed().count == 1)
        #expect(try rider.run("workouts", "list", "--deleted").output.contains("Round the lake"))
        #expect(try rider.run("workouts", "delete", "--undo", String(id.prefix(8))).output.contains("restored: Round the lake"))
        #expect(try rider.listed().map { $0["id"] as? String } == [second, id])
    }

    /// The better recording of one ride takes the other's place, and what it was called stays.
    @Test func overlap() throws {
        let rider = try Rider()
        let poor = try rider.writeGPX("poor.gpx", start: "2026-05-03T08:30:00Z", seconds: 600, skipping: 60)
        let rich = try rider.writeGPX("rich.gpx", start: "2026-05-03T08:30:00Z", seconds: 600, heartRate: 150)
        #expect(try rider.run("workouts", "import", poor).status == 0)
        #expect(try rider.run("workouts", "rename", "last", "Mine").status == 0)
        let report = try rider.document("workouts", "import", rich)
        #expect(report["superseding"] as? Int == 1 && report["added"] as? Int == 0)
        let workouts = try rider.listed()
        #expect(workouts.map { $0["averageHeartRateBPM"] as? Double } == [150])
        #expect(workouts.first?["name"] as? String == "Mine")
        let back = try rider.document("workouts", "import", poor)
        #expect(back["refused"] as? Int == 1)
        #expect(try rider.listed().count == 1)
        // Both at once: the archive itself tells the other.
        let both = try rider.document("workouts", "import", poor, rich)
        #expect(both["unchanged"] as? Int == 1)
        #expect((both["skipped"] as? [[String: Any]])?.map { $0["reason"] as? String } == ["sameWorkout"])
    }

    @Test func copies() throws {
        let rider = try Rider()
        let ride = try rider.writeGPX("ride.gpx", start: "2026-05-03T08:30:00Z", seconds: 60)
        #expect(try rider.run("workouts", "import", ride).status == 0)
        let path = rider.folder.url.path
        let backup = path + "/backup.db"
        #expect(try rider.run("store", "backup", backup).status == 0)
        #expect(try rider.run("store", "backup", backup).status == 73)
        let dump = try rider.run("store", "dump")
        #expect(dump.status == 0 && dump.output.hasPrefix("{\"format\":\"wattbeat store\",\"version\":1"))
        #expect(try rider.run("store", "dump", path + "/dump.jsonl").status == 0)
        let other = ["--store", path + "/other.db"]
        #expect(try Program.run(["store", "load", path + "/dump.jsonl"] + other).status == 0)
        for store in [["--store", backup], other] {
            #expect(try Program.run(["store", "dump"] + store).output == dump.output)
            #expect(try Program.run(["store", "check"] + store).output.contains("is whole: 1 workout"))
        }
        #expect(try Program.run(["store", "load", path + "/dump.jsonl"] + other).status == 73)
        #expect(try rider.run("store", "vacuum").status == 0)
        #expect(try rider.run("store").output.hasPrefix("1 workout in \(rider.store), "))
        #expect(try rider.run("store", "path").output == rider.store + "\n")
        // Half a dump leaves nothing behind.
        let half = try rider.folder.write(Array(dump.output.utf8.prefix(dump.output.utf8.count / 2)), "half.jsonl")
        let broken = path + "/broken.db"
        #expect(try Program.run(["store", "load", half, "--store", broken]).status == 65)
        #expect(!FileManager.default.fileExists(atPath: broken))
        let text = try rider.folder.write(Array("not a database, but long enough for a header of one".utf8), "text.db")
        let stranger = try Program.run(["store", "check", "--store", text])
        #expect(stranger.status == 65 && stranger.complaint.contains("no store of wattbeat's"), "\(stranger.complaint)")
    }

    /// Bytes that are not as they were stored are found, and the exit status says so.
    @Test func damage() throws {
        let rider = try Rider()
        let ride = try rider.writeGPX("ride.gpx", start: "2026-05-03T08:30:00Z", seconds: 3000, heartRate: 150)
        #expect(try rider.run("workouts", "import", ride).status == 0)
        let url = URL(filePath: rider.store)
        var bytes = try Data(contentsOf: url)
        for place in stride(from: bytes.count / 2, to: bytes.count, by: 7) { bytes[place] ^= 0x55 }
        try bytes.write(to: url)
        let outcome = try rider.run("store", "check")
        #expect(outcome.status == 65 && outcome.complaint.contains("is damaged"), "\(outcome.complaint)")
    }

    /// One page is lost: what can be read comes out, and the rest of the file that it came from.
    @Test func aDamagedPage() throws {
        let rider = try Rider()
        let ride = try rider.writeGPX("ride.gpx", start: "2026-05-03T08:30:00Z", seconds: 3000, heartRate: 150)
        #expect(try rider.run("workouts", "import", ride).status == 0)
        #expect(try rider.run("workouts", "rename", "last", "Round the lake").status == 0)
        let url = URL(filePath: rider.store)
        var bytes = try Data(contentsOf: url)
        // A page of a table begins with 13 where it holds rows; the largest is that of the samples, in which a sensor's name is not.
        let pages = (1..<bytes.count / 4096).filter { bytes[$0 * 4096] == 13 }
        let samples = try #require(
            pages.first { page in
                let text = String(decoding: bytes[page * 4096..<(page + 1) * 4096], as: UTF8.self)
                return text.contains("samplesheartRate")
            })
        for index in samples * 4096..<(samples + 1) * 4096 { bytes[index] = 0xA5 }
        try bytes.write(to: url)
        let dump = try rider.run("store", "dump")
        #expect(dump.status == 65 && dump.output.contains("\n{\"end\":"), "\(dump.complaint)")
        #expect(dump.complaint.contains("1 in series"), "\(dump.complaint)")
        let rebuilt = try rider.run("store", "rebuild")
        #expect(rebuilt.status == 0 && rebuilt.complaint.contains("history.db.damaged"), "\(rebuilt)")
        #expect(try Data(contentsOf: URL(filePath: rider.store + ".damaged")) == bytes)
        let check = try rider.run("store", "check")
        #expect(check.status == 0, "\(check.complaint)")
        #expect(try rider.run("workouts").output.contains("Round the lake"))
    }

    /// What looks back looks into the store, and into the folders for what it has not; what was deleted does not come back from there.
    @Test func sourceOfStatistics() throws {
        let folder = try TemporaryFolder()
        let data = folder.url.appending(path: "wattbeat")
        let captures = data.appending(path: "captures")
        try FileManager.default.createDirectory(at: captures, withIntermediateDirectories: true)
        let environment = ["XDG_DATA_HOME": folder.url.path]
        func run(_ arguments: [String]) throws -> Program.Outcome { try Program.run(arguments, environment: environment) }
        func read(_ more: String...) throws -> Int? {
            let arguments = ["stats", "--today", "2026-12-03", "--time-zone", "UTC", "--json"] + more
            let outcome = try run(arguments)
            if outcome.status == 66 { return 0 }
            let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
            return object?["workoutsRead"] as? Int
        }
        let morning = Fixture("captures/morning-ride/commands.capture").url
        let capture = captures.appending(path: "ride.capture")
        try FileManager.default.copyItem(at: morning, to: capture)
        // No store, then one, then one that was asked to forget.
        #expect(try read() == 1)
        #expect(try !FileManager.default.contentsOfDirectory(atPath: data.path).contains("history.db"))
        #expect(try run(["workouts", "import"]).output.hasPrefix("1 workout is new"))
        #expect(try read() == 1)
        #expect(try read("--ftp", "200") == 1)
        try FileManager.default.removeItem(at: capture)
        #expect(try read() == 1)
        let lacking = try run(["stats", "--today", "2026-12-03", "--ftp", "200"])
        #expect(lacking.status == 66 || lacking.complaint.contains("1 stored workout does not count"), "\(lacking.complaint)")
        try FileManager.default.copyItem(at: morning, to: capture)
        #expect(try run(["workouts", "delete", "last", "--yes"]).status == 0)
        #expect(try read() == 0)
        #expect(try read("--ftp", "200") == 0)
        #expect(try run(["workouts", "restore", "last"]).status == 0)
        #expect(try read() == 1)
    }

    @Test func savedReplay() throws {
        let rider = try Rider()
        let folder = Fixture("captures/indoor-ride").url
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { name in
                [".capture", ".pcap", ".btsnoop", ".nmea"].contains(where: name.hasSuffix) && !name.hasPrefix("hci")
            }
            .sorted().map { folder.appending(path: $0).path }
        let saved = try Program.run(["replay"] + files + ["--save", "--store", rider.store])
        #expect(saved.status == 0 && saved.output.hasSuffix("1 workout is new in \(rider.store)\n"), "\(saved.complaint)")
        let again = try Program.run(["replay"] + files + ["--save", "--store", rider.store, "--json"])
        let workouts = try rider.listed()
        #expect(workouts.count == 1 && workouts[0]["version"] as? Int == 1)
        let stored = try rider.run("workouts", "show", "last", "--json")
        func summary(_ text: String) throws -> NSDictionary? {
            let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
            return object?["summary"] as? NSDictionary
        }
        #expect(try summary(stored.output) == summary(again.output))
        // The commands alone would give less than all files together gave.
        let commands = try #require(files.first { $0.hasSuffix("commands.capture") })
        let less = try rider.run("workouts", "import", commands)
        #expect(less.complaint.contains("holds less of its workout than the store"), "\(less.complaint)\(less.output)")
        #expect(try rider.listed()[0]["version"] as? Int == 1)
    }

    @Test func asks() throws {
        let rider = try Rider()
        let ride = try rider.writeGPX("ride.gpx", start: "2026-05-03T08:30:00Z", seconds: 60)
        #expect(try rider.run("workouts", "import", ride).status == 0)
        for (answer, left) in [("n\n", 1), ("\n", 1), ("y\n", 0)] {
            // script(1) gives the terminal to standard error too.
            let typed = try TerminalTests.Typed(
                ["workouts", "delete", "last", "--store", rider.store], columns: 80, term: "dumb")
            typed.read(until: "[y/N]")
            try typed.type(answer)
            #expect(typed.end() == (left == 1 ? 1 : 0))
            #expect(try rider.document("workouts")["count"] as? Int == left)
        }
    }

    @Test(arguments: [
        (["workouts", "show"], 64, "needs ID"), (["workouts", "show", "xyz"], 66, "is no workout"),
        (["workouts", "show", "2"], 66, "there is no workout number 2"), (["workouts", "show", "0"], 66, "number 0"),
        (["workouts", "show", "-1"], 66, "number -1"), (["workouts", "show", "abcdef0123"], 66, "there is no workout"),
        (["workouts", "show", "last", "--route"], 64, "--json"), (["workouts", "export", "last"], 64, "--fit"),
        (["workouts", "list", "--deleted"], 66, "no workout is deleted"),
        (["workouts", "restore", "last"], 66, "no workout is deleted"),
        (["workouts", "list", "--deleted", "--sport", "running"], 64, "no use for --sport"),
        (["workouts", "list", "--from", "2026-02-30"], 64, "a date"), (["workouts", "lst"], 64, "list"),
        (["workouts", "list", "--source", "ble:none"], 66, "that is asked for"),
        (["workouts", "import", "/nowhere/at/all"], 66, "cannot"), (["store", "backup"], 64, "needs FILE"),
        (["store", "load", "/nowhere/at/all"], 66, "cannot open"), (["stats", "ride.fit"], 64, "--store looks into the store"),
    ])
    func misuse(arguments: [String], status: Int32, complaint: String) throws {
        let rider = try Rider()
        let ride = try rider.writeGPX("ride.gpx", start: "2026-05-03T08:30:00Z", seconds: 60)
        #expect(try rider.run("workouts", "import", ride).status == 0)
        let outcome = try Program.run(arguments + (arguments == ["workouts", "lst"] ? [] : ["--store", rider.store]))
        #expect(outcome.status == status && outcome.complaint.contains(complaint), "\(outcome.status) \(outcome.complaint)")
    }

    @Test func withoutAStore() throws {
        for arguments in [
            ["workouts"], ["workouts", "show", "last"], ["store"], ["store", "check"], ["workouts", "delete", "1"],
        ] {
            let outcome = try Program.run(arguments)
            #expect(outcome.status == 66 && outcome.complaint.contains("wattbeat workouts import"), "\(outcome.complaint)")
        }
        #expect(try Program.run(["store", "path"]).output == "/nowhere/wattbeat/history.db\n")
        #expect(try Program.run(["workouts", "import", "--demo"]).status == 64)
    }
}
