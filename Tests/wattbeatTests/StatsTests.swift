import Foundation
import TestSupport
import Testing

/// `wattbeat stats` as a person and a program read it.
struct StatsTests {
    /// A ride of 1140.003 s without pauses on Monday 30 November 2026, 07:58 UTC, as its `expected.json` has it; looked back at on
    /// Thursday noon.
    private static let ride = [
        "stats", Fixture("captures/morning-ride/commands.capture").url.path, "--today", "2026-12-03T12:00", "--time-zone",
        "Europe/Prague", "--week-starts", "monday",
    ]

    private static func document(_ arguments: [String]) throws -> [String: Any] {
        let outcome = try Program.run(arguments + ["--json"])
        #expect(outcome.status == 0, "\(outcome.complaint)")
        return try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    }

    private static func metric(_ name: String, _ scope: String = "allData", in document: [String: Any]) throws -> [String: Any] {
        let scopes = try #require(document["scopes"] as? [String: Any])
        return try #require((scopes[scope] as? [String: Any])?[name] as? [String: Any])
    }

    private static func values(_ list: Any?) -> [Double?] { (list as? [Any] ?? []).map { $0 as? Double } }

    @Test(arguments: [
        (["--to", "2025-01-01"], "--to needs --from"), (["--from", "2025-02-30"], "a date such as"),
        (["--from", "2025-01-01", "--period", "week"], "--period"), (["--goal", "steps"], "METRIC=AMOUNT"),
        (["--goal", "heart-rate=100km/day"], "METRIC=AMOUNT"), (["--goal", "zone=1h/day"], "METRIC=AMOUNT"),
        (["--goal", "zone2=100/hour"], "METRIC=AMOUNT"), (["--goal", "zone2=3bpm/day"], "METRIC=AMOUNT"),
        (["--zones", "power=150,250", "--goal", "power-zone4=1h/week"], "there is no power zone '4': there are 1, 2, 3"),
        (["--demo", "--today", "1970-01-02", "--goal", "speed-zone1=1h/week"], "no speed zones are set"),
        (["--goal", "distance=50kg/week"], "METRIC=AMOUNT"),
        (["--goal", "steps=0/day"], "METRIC=AMOUNT"), (["--goal", "time=nan/day"], "METRIC=AMOUNT"),
        (["--weeks", "0"], "1 to 520"), (["--bucket", "hour", "--period", "month"], "hours are those of a day"),
        (["--bucket", "hour", "--period", "year"], "hours are those of a day"),
        (["--bucket", "hour"], "hours are those of a day"),
        (["--bucket", "day", "--period", "24h"], "24 hours have hours alone"), (["--units", "feet"], "metric or imperial"),
    ])
    func misuse(arguments: [String], complaint: String) throws {
        let outcome = try Program.run(["stats"] + arguments)
        #expect(outcome.status == 64 && outcome.output.isEmpty)
        #expect(outcome.complaint.contains(complaint), "\(outcome.complaint)")
    }

    /// Three days are ahead, which is neither 0 nor missing; the week before counts until its Thursday noon (core §8).
    @Test func weekUnderWay() throws {
        let document = try Self.document(Self.ride + ["--goal", "distance=50km/week", "--goal", "time=0.25h/day"])
        let buckets = try #require(document["buckets"] as? [[String: Any]])
        #expect(buckets.map { $0["hasBegun"] as? Bool } == [true, true, true, true, false, false, false])
        #expect((buckets[0]["start"] as? String)?.hasPrefix("2026-11-29T23:00:00") == true)
        let comparison = try #require(document["comparison"] as? [String: Any])
        #expect((comparison["cut"] as? String)?.hasPrefix("2026-11-26T11:00:00") == true)
        let time = try Self.metric("exerciseSeconds", in: document)
        // To the tolerance of a millisecond with which the recording knows its commands' times.
        let total = try #require(time["total"] as? Double)
        #expect(abs(total - 1140.003) < 0.002)
        #expect(Self.values(time["buckets"]) == [total, 0, 0, 0, nil, nil, nil])
        #expect(Self.values(time["cumulative"]) == [total, total, total, total])
        #expect(Self.values(time["comparisonCumulative"]) == [0, 0, 0, 0])
        #expect(abs(try #require(time["averagePerBucket"] as? Double) - 1140.003 / 4) < 0.002)
        #expect(time["isNew"] as? Bool == true && time["changeRatio"] is NSNull)
        // Its sensors are in other files: nobody measured a distance.
        let distance = try Self.metric("distanceMetres", in: document)
        #expect(distance["total"] is NSNull && distance["totalReason"] as? String == "noData")
        #expect(Self.values(distance["buckets"]) == [nil, nil, nil, nil, nil, nil, nil])
        let goals = try #require(document["goals"] as? [[String: Any]])
        #expect(goals.map { $0["target"] as? Double } == [50_000, 900])
        #expect(goals[0]["amount"] is NSNull && goals[0]["ringFraction"] is NSNull)
        // A day without a workout is one of no time, which is known.
        #expect(goals[1]["amount"] as? Double == 0)
        #expect((goals[1]["streak"] as? [String: Any])?["longest"] as? Int == 1)
        #expect(document["isDemo"] as? Bool == false && document["workoutsRead"] as? Int == 1)
        let load = try #require(document["load"] as? [String: Any])
        #expect(load["workoutsWithLoad"] as? Int == 0 && (load["weeks"] as? [Any])?.isEmpty == true)
    }

    @Test(arguments: [
        [], ["--period", "month", "--bucket", "week"], ["--period", "24h"], ["--period", "year", "--metric", "climb"],
    ])
    func fitsEightyColumns(arguments: [String]) throws {
        let goals = ["--goal", "steps=10000/day", "--goal", "distance=150km/week"]
        let outcome = try Program.run(Self.ride + arguments + goals, environment: ["LANG": "C.UTF-8"])
        #expect(outcome.status == 0, "\(outcome.complaint)")
        for line in outcome.output.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    }

    /// On the day before the ride there was none yet, and on its day there was.
    @Test func whatCameLaterIsNotThereYet() throws {
        let file = Fixture("captures/morning-ride/commands.capture").url.path
        for command in ["stats", "zones", "coach"] {
            let before = try Program.run([command, file, "--today", "2026-11-29"])
            #expect(before.status == 66 && before.output.isEmpty, "\(command)")
            #expect(before.complaint.contains("no workout is among those recorded in these days"), "\(before.complaint)")
        }
        #expect(try Program.run(["stats", file, "--today", "2026-11-30"]).status == 0)
    }

    /// A machine that believed it was 1970 says how long was ridden, and not on which day.
    @Test func withoutADate() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "wattbeat-stats-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "no-clock.capture")
        try """
        wattbeat-capture 1
        identity 000102030405060708090a0b0c0d0e0f
        start 1970-01-01T00:00:20.000000Z unsynchronised
        utc-offset 0

        0 command - start cycling
        600000000 command - stop

        """.write(to: file, atomically: true, encoding: .utf8)
        let document = try Self.document(Self.ride + [file.path])
        #expect(document["workoutsRead"] as? Int == 1 && document["workoutsWithoutDate"] as? Int == 1)
        let both = try Program.run(Self.ride + [file.path])
        #expect(both.complaint.contains("1 workout does not count: the clock was not set, so nobody knows on which day"))
        #expect(try Self.document(Self.ride + [file.path, "--sport", "cycling"])["workoutsWithoutDate"] as? Int == 1)
        let alone = try Program.run(["stats", file.path])
        #expect(alone.status == 66 && alone.output.isEmpty)
        #expect(alone.complaint.contains("of no workout is it known when it was: the clocks were not set"), "\(alone.complaint)")
    }

    /// The ride goes on from 07:58 to 08:17 UTC, 08:58 to 09:17 in Prague: while it does it is not there yet.
    @Test func whatIsUnderWayIsNotThereYet() throws {
        let file = Fixture("captures/morning-ride/commands.capture").url.path
        for command in ["stats", "zones", "coach"] {
            func outcome(_ time: String) throws -> Program.Outcome {
                try Program.run([command, file, "--today", "2026-11-30T\(time)", "--time-zone", "Europe/Prague"])
            }
            let during = try outcome("09:05")
            #expect(during.status == 66 && during.output.isEmpty, "\(command)")
            #expect(during.complaint.contains("1 workout ends after the day or time of --today"), "\(during.complaint)")
            let after = try outcome("09:30")
            #expect(after.status == 0 && !after.complaint.contains("ends after"), "\(command): \(after.complaint)")
        }
    }

    /// A commands-only capture has no distance, power or heart rate: sums beside it lack one workout.
    @Test(.enabled(if: corpus("activities") != nil)) func partialSumsSaySo() throws {
        let ride = try #require(corpus("activities")).appending(path: "edge810-ride-power.fit").path
        let arguments = [
            "stats", ride, Fixture("captures/morning-ride/commands.capture").url.path, "--from", "2013-01-01", "--to",
            "2026-12-31", "--today", "2026-12-31", "--ftp", "250", "--time-zone", "America/St_Johns",
        ]
        let document = try Self.document(arguments)
        for name in ["distanceMetres", "workKilojoules", "trainingStressScore"] {
            #expect(try Self.metric(name, in: document)["workoutsWithout"] as? Int == 1, "\(name)")
        }
        let text = try Program.run(arguments)
        let words = text.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("Distance 1/2"), "\(text.output)")
        #expect(words.contains("TSS 1/2"), "\(text.output)")
    }

    /// One ride is 131 by an FTP of 300 W and 189 by one of 250 W: neither says anything without it (core §5).
    @Test(.enabled(if: corpus("activities") != nil), arguments: [(300.0, 131.0), (250, 189)])
    func stressScoreIsToldWithItsThreshold(watts: Double, score: Double) throws {
        let ride = try #require(corpus("activities")).appending(path: "edge810-ride-power.fit").path
        let arguments = [
            "stats", ride, "--period", "month", "--today", "2013-08-31", "--time-zone", "America/St_Johns", "--ftp",
            "\(Int(watts))", "--goal", "tss=300/week",
        ]
        let document = try Self.document(arguments)
        let metric = try Self.metric("trainingStressScore", in: document)
        #expect(try #require(metric["total"] as? Double).rounded() == score)
        let powers = try #require(metric["functionalThresholdPowers"] as? [[String: Any]])
        #expect(powers.map { $0["watts"] as? Double } == [watts] && powers.map { $0["workouts"] as? Int } == [1])
        let load = try #require(document["load"] as? [String: Any])
        let days = try #require(load["days"] as? [[String: Any]])
        #expect(days.first?["functionalThresholdPowersWatts"] as? [Double] == [watts])
        let text = try Program.run(arguments + ["--metric", "tss"], environment: ["LANG": "C.UTF-8"]).output
        let spaced = text.split(separator: "\n").map { $0.map { $0.isWhitespace ? " " : String($0) }.joined() }
        let told = spaced.filter { $0.contains("\(Int(watts)) W") }
        // Beside the sum, the chart, and the week of the load.
        #expect(told.contains { $0.contains("TSS: FTP \(Int(watts)) W") }, "\(text)")
        #expect(told.count >= 3, "\(text)")
    }

    /// A ride and a run of two devices have zones of heart rate that differ (Friel: the first ends at 81 and at 85 % of the threshold);
    /// the times are those that `zones` tells, each in its own table.
    @Test(.enabled(if: corpus("activities") != nil)) func everySportHasItsOwnZones() throws {
        let folder = try #require(corpus("activities"))
        let arguments =
            ["edge820-bike.fit", "forerunner110-run.fit"].map { folder.appending(path: $0).path }
            + [
                "--from", "2008-01-01", "--to", "2025-12-31", "--today", "2025-12-31", "--lthr", "160", "--zones", "friel7",
                "--time-zone", "UTC",
            ]
        func object(_ command: String) throws -> [String: Any] {
            let outcome = try Program.run([command] + arguments + ["--json"])
            return try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
        }
        let totals = try #require(try object("zones")["totals"] as? [[String: Any]])
        let heart = try #require(totals.first { $0["quantity"] as? String == "heartRate" }?["in"] as? [[String: Any]])
        let times = try #require((try object("stats")["timeInZones"] as? [String: Any])?["heartRate"] as? [String: Any])
        let parts = try #require(times["in"] as? [[String: Any]])
        #expect(parts.compactMap { $0["activities"] as? [String] } == [["running"], ["cycling"]])
        let firstLimits = parts.compactMap { (($0["configuration"] as? [String: Any])?["boundaries"] as? [Double])?.first }
        #expect(firstLimits == [136, 129.6])
        #expect(parts.count == heart.count)
        for (part, total) in zip(parts, heart) {
            let seconds = (part["total"] as? [String: Any])?["zoneSeconds"] as? [Double]
            let zones = (total["time"] as? [String: Any])?["zones"] as? [[String: Any]]
            #expect(seconds?.count == 7 && seconds == zones?.map { ($0["seconds"] as? Double) ?? -1 })
        }
    }

    /// Miles and feet, and no figure of metres left: 41 337.47 m are 25.69 mi of 1609.344 m.
    @Test(.enabled(if: corpus("activities") != nil)) func imperialUnits() throws {
        let file = try #require(corpus("activities")).appending(path: "edge810-ride-power.fit").path
        let arguments = [
            "stats", "--from", "2013-08-16", "--to", "2013-08-16", "--time-zone", "America/St_Johns", "--goal",
            "distance=50mi/week", file,
        ]
        func plain(_ units: String) throws -> String {
            String(try Program.run(arguments + ["--units", units]).output.map { $0 == "\u{a0}" ? " " : $0 })
        }
        let imperial = try plain("imperial")
        #expect(imperial.contains("25.69 mi") && imperial.contains("50.00 mi") && !imperial.contains(" km"), "\(imperial)")
        #expect(try plain("metric").contains("41.34 km"))
    }

    /// What the program says itself is English whole, and what is from the catalogs is in the language whole.
    @Test func noSentenceMixesLanguages() throws {
        let goals = ["--goal", "time=0.25h/day"]
        for metric in ["time", "workouts"] {
            let outcome = try Program.run(
                Self.ride + ["--language", "cs", "--metric", metric] + goals, environment: ["LANG": "C.UTF-8"])
            #expect(outcome.status == 0, "\(outcome.complaint)")
            // A line of columns may hold a heading and a name; between two blanks stands one language.
            for cell in outcome.output.split(separator: "\n").flatMap({ $0.replacing("  ", with: "\t").split(separator: "\t") }) {
                let words = cell.lowercased().split { !$0.isLetter }
                let isCzech = cell.contains { "áčďéěíňóřšťúůýž".contains($0.lowercased()) }
                let english: Set<Substring> = [
                    "and", "by", "day", "longest", "the", "of", "as", "set", "now", "today", "averaged",
                ]
                #expect(!isCzech || english.isDisjoint(with: words), "\(cell)")
            }
        }
    }

    /// Load day by day, reckoned here anew from the daily loads by core's two averages.
    @Test(.enabled(if: corpus("activities") != nil)) func loadFollowsFromItsDays() throws {
        let file = try #require(corpus("activities")).appending(path: "edge810-ride-power.fit").path
        let document = try Self.document([
            "stats", "--period", "month", "--today", "2013-08-31", "--time-zone", "America/St_Johns", "--ftp", "250", file,
        ])
        let load = try #require(document["load"] as? [String: Any])
        #expect(load["measure"] as? String == "trainingStressScore")
        let days = try #require(load["days"] as? [[String: Any]])
        #expect(days.first?["day"] as? String == "2013-08-16" && days.last?["day"] as? String == "2013-08-31")
        func figure(_ day: [String: Any]?, _ key: String) throws -> Double { try #require(day?[key] as? Double) }
        #expect(try abs(figure(days.first, "acute") - figure(days.first, "load") / 7) < 0.001)
        #expect(days.first?["form"] is NSNull && days.first?["isStartUp"] as? Bool == true)
        for (earlier, later) in zip(days, days.dropFirst()) {
            for (key, constant) in [("acute", 7.0), ("chronic", 42.0)] {
                let before = try figure(earlier, key)
                #expect(try abs(figure(later, key) - (before + (figure(later, "load") - before) / constant)) < 0.002)
            }
            #expect(try abs(figure(later, "form") - (figure(earlier, "chronic") - figure(earlier, "acute"))) < 0.002)
        }
    }

    /// Of 4700 records, one each second, 4671 have a heart rate: their mean is 153.86, the highest 176, and 1657 lie from 140 to 159;
    /// 930 of the powers from 150 to 249 (counted with fitdecode). What is held over the holes may be in a zone, too.
    @Test(.enabled(if: corpus("activities") != nil)) func goalsOnHeartRateAndZones() throws {
        let file = try #require(corpus("activities")).appending(path: "edge810-ride-power.fit").path
        let document = try Self.document([
            "stats", "--today", "2013-08-17", "--time-zone", "America/St_Johns", "--week-starts", "monday", file, "--zones",
            "heart-rate=120,140,160", "--zones", "power=150,250", "--goal", "heart-rate=150bpm/week", "--goal",
            "max-heart-rate=180/week", "--goal", "zone3=30min/week", "--goal", "power-zone2=1h/week", "--goal", "zone3=1h/day",
        ])
        let goals = try #require(document["goals"] as? [[String: Any]])
        let amounts = try goals.map { try #require($0["amount"] as? Double) }
        #expect(abs(amounts[0] - 153.86) < 0.3 && amounts[1] == 176)
        #expect((1656...1690).contains(amounts[2]) && abs(amounts[3] - 930) <= 2)
        // On the 17th nobody did anything, which is known.
        #expect(amounts[4] == 0 && (goals[4]["streak"] as? [String: Any])?["longest"] as? Int == 0)
        #expect(goals.map { $0["isReached"] as? Bool } == [true, false, false, false, false])
        #expect(goals.map { $0["target"] as? Double } == [150, 180, 1800, 3600, 3600])
        #expect(
            goals.map { $0["metric"] as? String } == [
                "averageBeatsPerMinute", "maximumBeatsPerMinute", "zoneSeconds", "zoneSeconds", "zoneSeconds",
            ])
        #expect(goals.map { $0["zone"] as? Int } == [nil, nil, 3, 2, 3])
        #expect((goals[3]["configuration"] as? [String: Any])?["boundaries"] as? [Double] == [150, 250])
        #expect(goals[3]["activities"] as? [String] == ["cycling"])
        let text = try Program.run([
            "stats", "--today", "2013-08-17", "--time-zone", "America/St_Johns", file, "--zones", "heart-rate=120,140,160",
            "--goal", "zone3=30min/week",
        ]).output
        #expect(text.contains("Zone 3, 140–160 bpm  This week"), "\(text)")
    }

    /// Made-up steps of the day go beyond those of workouts, which they hold, and no quarter of an hour counts twice.
    @Test func allDayBesideWorkouts() throws {
        let arguments = ["stats", "--demo", "--today", "1970-01-18", "--time-zone", "Europe/Prague", "--week-starts", "monday"]
        let document = try Self.document(arguments)
        func total(_ metric: String, _ scope: String) throws -> Double {
            try #require(try Self.metric(metric, scope, in: document)["total"] as? Double)
        }
        for metric in ["steps", "distanceMetres"] {
            #expect(try total(metric, "allData") > total(metric, "activities"), "\(metric)")
        }
        #expect(try total("elevationGainMetres", "allData") >= total("elevationGainMetres", "activities"))
        #expect(try total("exerciseSeconds", "allData") == total("exerciseSeconds", "activities"))
        let steps = Self.values(try Self.metric("steps", in: document)["buckets"])
        #expect(steps.count == 7 && steps.allSatisfy { (500...45_000).contains($0 ?? 0) }, "\(steps)")
        // Of one sport alone nobody counts the day's steps.
        let rides = try Self.document(arguments + ["--sport", "indoorCycling"])
        #expect(try Self.metric("steps", in: rides)["total"] is NSNull)
    }

    /// A device's own ride, by what the device wrote: 41 337.47 m in 4700 seconds with heart rate and power, and no steps.
    @Test(.enabled(if: corpus("activities") != nil)) func devicesOwnRide() throws {
        let file = try #require(corpus("activities")).appending(path: "edge810-ride-power.fit").path
        let document = try Self.document([
            "stats", "--from", "2013-08-16", "--to", "2013-08-16", "--time-zone", "America/St_Johns", file,
        ])
        #expect(try Self.metric("activityCount", in: document)["total"] as? Double == 1)
        let distance = try Self.metric("distanceMetres", in: document)
        #expect(abs(try #require(distance["total"] as? Double) - 41_337.47) < 1)
        let steps = try Self.metric("steps", in: document)
        #expect(steps["total"] is NSNull && steps["totalReason"] as? String == "noData")
        #expect(try Self.metric("trainingStressScore", in: document)["totalReason"] as? String == "noThreshold")
    }
}
