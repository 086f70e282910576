import Foundation
import TestSupport
import Testing

/// `wattbeat zones`: the zones in force, and the time in them over files. Right values by hand from core §3 and by a reckoning of its own.
struct ZonesTests {
    private let folder: TemporaryFolder
    private let environment: [String: String]

    init() throws {
        folder = try TemporaryFolder()
        environment = ["TZ": "Europe/Prague", "LC_ALL": "C.UTF-8"]
        try """
        {
          "rider": {"ftp": 250, "lthr": 165},
          "zones": {"power.running": [180, 230]},
          "dated": [
            {"from": "2026-03-01", "rider": {"ftp": 260}},
            {"from": "2026-07-01", "rider": {"lthr": null, "age": 40}, "zones": {"power.running": null}}
          ]
        }
        """.write(to: folder.url.appending(path: "settings.json"), atomically: true, encoding: .utf8)
    }

    private func run(_ arguments: String...) throws -> Program.Outcome {
        try Program.run(
            ["zones"] + arguments + ["--settings", folder.url.appending(path: "settings.json").path], environment: environment)
    }

    private func json(_ arguments: String...) throws -> [String: Any] {
        let outcome = try Program.run(
            ["zones", "--json"] + arguments + ["--settings", folder.url.appending(path: "settings.json").path],
            environment: environment)
        #expect(outcome.status == 0, "\(outcome.complaint)")
        return try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    }

    private func boundaries(_ value: Any?) -> [Double]? { (value as? [String: Any])?["boundaries"] as? [Double] }

    /// A figure of the command line stands above all others, and has no date.
    @Test(.enabled(if: corpus("activities") != nil)) func figuresOfTheCommandLineHaveNoDate() throws {
        let ride = try #require(corpus("activities")).appending(path: "edge810-ride-power.fit").path
        for arguments in [["zones", "--lthr", "168"], ["zones", "--lthr", "168", ride]] {
            let outcome = try Program.run(arguments)
            #expect(outcome.status == 0 && outcome.output.contains("LTHR 168"), "\(outcome.output)\(outcome.complaint)")
            #expect(!outcome.output.contains("since "), "\(outcome.output)")
        }
    }

    /// FTP 260 × 55 … 150 %; LTHR 165 × 81 … 106 %, and for running × 85 … (core §3).
    @Test func inForce() throws {
        let zones = try #require(try json("--today", "2026-03-02")["zones"] as? [[String: Any]])
        let found = zones.map { "\($0["quantity"] ?? "") \(($0["activities"] as? [String])?.first ?? "")" }
        #expect(found == ["heartRate ", "heartRate running", "power ", "power running"])
        #expect(boundaries(zones[0]["configuration"]) == [133.65, 148.5, 155.1, 165, 169.95, 174.9])
        #expect(boundaries(zones[1]["configuration"]) == [140.25, 148.5, 156.75, 165, 169.95, 174.9])
        #expect(boundaries(zones[2]["configuration"]) == [143, 195, 234, 273, 312, 390])
        #expect((zones[2]["configuration"] as? [String: Any])?["validFrom"] as? String == "2026-02-28T23:00:00.000Z")
        #expect(boundaries(zones[3]["configuration"]) == [180, 230])
        let before = try #require(try json("--today", "2026-02-28")["zones"] as? [[String: Any]])
        #expect(boundaries(before[2]["configuration"]) == [137.5, 187.5, 225, 262.5, 300, 375])

        let text = try run("--today", "2026-03-02").output
        #expect(text.contains("\nPower\n  Coggan, by FTP, by your figures, FTP 260 W, since 2026-03-01\n"))
        #expect(text.contains(/\ {2}1  below 143 W +Active recovery\n  2  143–195 W +Endurance\n/))
        #expect(text.contains("\nHeart rate, Running, Treadmill running, Trail running\n  Friel"))
        #expect(text.contains(/\ {2}5a  165–170 bpm +Superthreshold\n/))
    }

    /// The line below a title is one sentence, in one language.
    @Test func originsAreInOneLanguage() throws {
        let text = try run("--today", "2026-03-02", "--language", "de").output
        #expect(text.contains("\nLeistung\n  Coggan, nach FTP, nach deinen Werten, FTP 260 W, seit 2026-03-01\n"))
    }

    /// What the command line says is true of no day.
    @Test func whatTheCommandLineSaysIsOfNoDay() throws {
        let text = try run("--today", "2026-03-02", "--ftp", "300", "--quantity", "power", "--sport", "cycling").output
        #expect(text.contains("Power, Cycling\n  Coggan, by FTP, by your figures, FTP 300 W\n"))
        let history = try run("--history", "--today", "2026-04-01", "--ftp", "300", "--quantity", "power").output
        #expect(history.contains("by the command line\n  Power  165, 225, 270, 315, 360, 450 W\n"))

        let fit = folder.url.appending(path: "ride.fit").path
        let captures = Fixture("captures/morning-ride").url.path
        let names = try FileManager.default.contentsOfDirectory(atPath: captures).sorted()
        let files = names.filter { name in [".btsnoop", ".pcap", ".nmea", ".capture"].contains { name.hasSuffix($0) } }
        #expect(try Program.run(["replay", "--fit", fit] + files.map { captures + "/" + $0 }).status == 0)
        let ride = try run("--lthr", "168", "--quantity", "heart-rate", fit).output
        #expect(ride.contains("  Friel, by threshold heart rate, by your figures, LTHR 168 bpm\n"), "\(ride)")
    }

    /// Of a capture with zones of its own, read by somebody who has none.
    @Test func whatIsInNoZonesIsToldWithItsQuantityAndWhatToDo() throws {
        let capture = folder.url.appending(path: "ride.capture").path
        let captures = Fixture("captures/morning-ride").url.path
        let names = try FileManager.default.contentsOfDirectory(atPath: captures).sorted()
        let files = names.filter { name in [".btsnoop", ".pcap", ".nmea", ".capture"].contains { name.hasSuffix($0) } }
        #expect(
            try Program.run(["replay", "--lthr", "168", "--capture", capture] + files.map { captures + "/" + $0 }).status == 0)
        let text = try Program.run(["zones", capture, "--by", "month"], environment: environment).output
            .replacing("\n  ", with: " ")
        #expect(text.contains("Heart rate  19:00 is in no zones of today: none are set; set what they follow from, such as"))
        #expect(text.contains("Power  19:00 is in no zones of today: none are set; set what they follow from: wattbeat settings"))
        #expect(text.contains("Each workout in the zones that it was recorded with: --by workout"))
    }

    /// As they are shown, zones and what has no data are the row's timer.
    @Test func weeksAddUpAndSayWhatTheirBarsAre() throws {
        func weeks(_ arguments: String...) throws -> (text: String, rows: [[Substring]]) {
            let outcome = try Program.run(
                ["zones", "--demo", "--today", "2026-05-31", "--from", "2026-04-01", "--by", "week", "--time-zone", "UTC"]
                    + arguments, environment: environment)
            #expect(outcome.status == 0, "\(outcome.complaint)")
            let lines = outcome.output.split(separator: "\n").filter { $0.contains(/^\ {4}2026-\d\d-\d\d\s/) }
            return (outcome.output, lines.map { $0.split(separator: " ") })
        }
        func minutes(_ cell: Substring) -> Int {
            let parts = cell.split(separator: ":").compactMap { Int($0) }
            return parts.count == 2 ? parts[0] * 60 + parts[1] : 0
        }
        let all = try weeks()
        #expect(all.rows.count > 10)
        for row in all.rows { #expect(row.dropFirst(3).map(minutes).reduce(0, +) == minutes(row[2]), "\(row)") }

        let three = try weeks("--quantity", "power", "--model", "power=seiler3")
        #expect(three.text.contains(/week of +timer +1 +2 +3 +no data +shares\n/))
        let sentences = three.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(sentences.contains("shares: each zone by its sign (1, 2, 3), as long as its part of the measured time"))
        #expect(three.rows.allSatisfy { $0.last?.contains(/^1*2*3*$/) == true })
    }

    /// What nobody measured is marked: 208 − 0.7 × 40 = 180, at rest 60; 60 + 120 × 60 … 90 %.
    @Test func estimatesAreMarked() throws {
        let text = try run("--today", "2026-07-01", "--quantity", "heart-rate").output
        #expect(text.contains("highest 180 bpm (estimated)") && text.contains("60 bpm (estimated)"))
        #expect(text.contains(/\ {2}2  132–144 bpm\n/))
        #expect(!text.contains("Power"))
    }

    @Test func previewAndSport() throws {
        let text = try run("--today", "2026-03-02", "--model", "seiler3", "--ftp", "300", "--sport", "running").output
        #expect(text.contains(/Power, Running\n  Seiler, three zones, .*FTP 300 W/))
        #expect(text.contains(/\ {2}2  240–300 W +Threshold\n/))
        let refused = try run("--model", "karvonen5", "--today", "2026-03-02")
        #expect(refused.status == 64)
        let options = "give --set hr-max=NUMBER and --set hr-rest=NUMBER"
        #expect(refused.complaint.contains("this model needs hr-max and hr-rest: \(options)"))
    }

    @Test func history() throws {
        let text = try run("--history", "--today", "2026-04-01").output
        #expect(text.contains("ever since\n") && text.contains("since 2026-03-01\n") && text.contains("from 2026-07-01 on\n"))
        let history = try #require(try json("--history", "--today", "2026-04-01")["history"] as? [[String: Any]])
        #expect(history.map { $0["from"] as? String } == [nil, "2026-03-01", "2026-07-01"])
        let second = try #require(history[1]["zones"] as? [[String: Any]])
        #expect(second.count == 1 && boundaries(second[0]["configuration"])?.first == 143)
        let ended = try #require(history[2]["ended"] as? [[String: Any]])
        // The run's own zones gave way to those of all sports: it has zones still.
        #expect(ended.isEmpty)
    }

    @Test(arguments: [
        (["zones", "--above", "150"], "--above is for what was recorded: give a PATH, or --recorded"),
        (["zones", "x", "--above", "150"], "--above needs one --quantity, to say of what it is a value"),
        (["zones", "x", "--history"], "--history is of the settings: give it no PATH"),
    ]) func wrongUsage(arguments: [String], complaint: String) throws {
        let outcome = try Program.run(arguments)
        #expect(outcome.status == 64)
        #expect(outcome.complaint == "wattbeat: \(complaint) (try: wattbeat zones --help)\n")
    }
}
