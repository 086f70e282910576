import Foundation
import Gateway
import Ingest
import Statistics
import TestSupport
import Testing
import WireFormats
import Workouts

/// Figures and zones with a date: what is in force when, and what a person is told of mistakes (docs/settings.md).
@Suite struct DatedSettingsTests {
    private func settings(_ text: String) throws(SettingsError) -> GatewaySettings {
        try SettingsDocument(reading: Array(text.utf8), path: "settings.json").settings
    }

    private func complaints(_ text: String) -> [String] {
        do throws(SettingsError) {
            _ = try settings(text)
            return []
        } catch {
            return error.description.split(separator: "\n").map(String.init)
        }
    }

    private func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }

    private func words(_ settings: GatewaySettings, _ text: String) throws -> [String] {
        settings.engine(on: try day(text)).map { "\($0.name)=\($0.value)" }
    }

    private let file = """
        {
          "dated": [
            {"from": "2026-03-01", "rider": {"ftp": 260}, "zones": {"heart-rate": "friel7", "power.running": [180, 230]}},
            {"from": "2025-11-15", "rider": {"lthr": 168, "ftp": 255}},
            {"from": "2026-06-01", "rider": {"lthr": null}, "zones": {"heart-rate": null, "power.running": null}}
          ],
          "rider": {"ftp": 250, "hr-max": 190}, "zones": {"power": "coggan7"}, "auto-pause": true
        }
        """

    @Test func theLaterOfAKindWins() throws {
        let settings = try settings(file)
        #expect(settings.dated.map { "\($0.from)" } == ["2025-11-15", "2026-03-01", "2026-06-01"])
        #expect(try words(settings, "2025-11-14") == ["ftp=250", "hr-max=190", "auto-pause=on", "zones.power=coggan7"])
        #expect(
            try words(settings, "2025-11-15") == ["ftp=255", "hr-max=190", "auto-pause=on", "lthr=168", "zones.power=coggan7"])
        #expect(
            try words(settings, "2026-05-31") == [
                "ftp=260", "hr-max=190", "auto-pause=on", "lthr=168", "zones.power=coggan7", "zones.heart-rate=friel7",
                "zones.power.running=180,230",
            ])
        #expect(try words(settings, "2026-06-01") == ["ftp=260", "hr-max=190", "auto-pause=on", "zones.power=coggan7"])
        #expect(settings.headerSettings(on: try day("2026-01-01")).map(\.value).prefix(2) == ["255", "190"])
    }

    /// A day begins where its zone has it begin: in Prague 2026-03-01 at 23:00 UTC of the day before.
    @Test func fromTheFirstInstantOfTheLocalDay() throws {
        let zone = try TimeZoneRules(
            name: "Europe/Prague", tzif: [UInt8](Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/Europe/Prague"))))
        let athlete = try settings(file).athlete(calendar: CalendarRules(timeZone: zone, firstWeekday: .monday))
        let midnight = try #require(CivilDate(year: 2026, month: 2, day: 28, hour: 23).timestamp)
        let (before, then) = (athlete.settings(at: midnight - TimeSpan(microseconds: 1)), athlete.settings(at: midnight))
        #expect(before.functionalThresholdPowerWatts == 255 && then.functionalThresholdPowerWatts == 260)
        // FTP 260 × 55, 75, 90, 105, 120, 150 %; LTHR 168 × 81, 90, 94, 100, 103, 106 % (core §3).
        #expect(then.zones[.power]?.boundaries == [143, 195, 234, 273, 312, 390])
        #expect(then.zones[.power]?.validFrom == midnight && then.zones[.power]?.modelName == "coggan7")
        #expect(then.zones[.heartRate]?.boundaries == [136.08, 151.2, 157.92, 168, 173.04, 178.08])
        #expect(then.zonesByActivity[.running]?[.heartRate]?.boundaries == [142.8, 151.2, 159.6, 168, 173.04, 178.08])
        #expect(then.zonesByActivity[.running]?[.power]?.boundaries == [180, 230])
        let first = athlete.settings(at: try #require(CivilDate(year: 2020, month: 1, day: 1).timestamp))
        #expect(first.functionalThresholdPowerWatts == 250 && first.zones[.power]?.validFrom == nil)
    }

    /// Whatever the file, what a workout of another device is computed with is what a capture of that moment would have frozen.
    @Test func theHistoryIsWhatCapturesWouldFreeze() throws {
        var generator = SeededGenerator(seed: 26)
        let calendar = CalendarRules(timeZone: .utc, firstWeekday: .monday)
        for _ in 0..<400 {
            func figures(_ generator: inout SeededGenerator, isDated: Bool) -> String {
                var rider: [String] = []
                for (key, range) in [
                    ("ftp", 200...300), ("lthr", 150...180), ("hr-max", 181...200), ("hr-rest", 40...60), ("age", 20...60),
                ] {
                    switch Int.random(in: 0..<(isDated ? 6 : 3), using: &generator) {
                    case 0, 1: rider.append("\"\(key)\":\(Int.random(in: range, using: &generator))")
                    case 2 where isDated: rider.append("\"\(key)\":null")
                    default: break
                    }
                }
                let values = ["\"coggan7\"", "\"seiler3\"", "[100,200]", "[150,250,300]", "\"none\""]
                let hearts = ["\"friel7\"", "\"karvonen5\"", "\"percentHRmax5\"", "[120,140,160]", "\"none\""]
                var zones: [String] = []
                for (key, choices) in [
                    ("power", values), ("power.running", values), ("heart-rate", hearts), ("heart-rate.rowing", hearts),
                ]
                where Int.random(in: 0..<3, using: &generator) == 0 {
                    zones.append("\"\(key)\":" + (choices.randomElement(using: &generator) ?? "\"none\""))
                }
                return "\"rider\":{\(rider.joined(separator: ","))},\"zones\":{\(zones.joined(separator: ","))}"
            }
            let days = (0..<Int.random(in: 0...4, using: &generator)).map { 2 + $0 * 5 }.shuffled(using: &generator)
            let entries = days.map { "{\"from\":\"\(CalendarDay(number: 20_000 + $0))\",\(figures(&generator, isDated: true))}" }
            let text = "{\(figures(&generator, isDated: false)),\"dated\":[\(entries.joined(separator: ","))]}"
            // Models without their figures are mistakes, and end here.
            guard let settings = try? settings(text) else { continue }
            let athlete = settings.athlete(calendar: calendar)
            for number in 20_000..<20_025 {
                let today = CalendarDay(number: number)
                var engine = IngestSettings()
                for setting in settings.engine(on: today) {
                    #expect(engine.apply(name: setting.name, value: setting.value) == nil, "\(text)")
                }
                let noon = Timestamp(secondsSince1970: Int64(number) * 86_400 + 43_200)
                #expect(athlete.settings(at: noon) == engine.frozen, "\(today) \(text)")
            }
        }
    }

    @Test func mistakesNameLineAndKey() {
        let text = """
            {
              "rider": {"ftp": 250},
              "zones": {"power": "coggan7"},
              "dated": [
                {"rider": {"ftp": 260}},
                7,
                {"from": "2026-02-29"},
                {"from": "2026-03-01", "ridr": {}, "rider": {"ftp": 2500, "hr-mx": null, "age": "40"}},
                {"from": "2026-03-01", "zones": {"power": [200, 100], "watts": null}},
                {"from": 20260301, "rider": null, "zones": []},
                {"from": "2026-04-01", "activity": "running"}
              ]
            }
            """
        #expect(
            complaints(text) == [
                #"settings.json:5: "dated": this one has no "from""#,
                #"settings.json:6: "dated": an object in braces is expected, not 7"#,
                #"settings.json:7: "from": a date such as "2026-03-01" is expected, not "2026-02-29""#,
                #"settings.json:8: "ridr": there is no such key; did you mean "rider"?"#,
                #"settings.json:8: "ftp": watts from 30 to 700 are expected, not 2500"#,
                #"settings.json:8: "hr-mx": there is no such key; did you mean "hr-max"?"#,
                #"settings.json:8: "age": a number is expected, not "40""#,
                #"settings.json:9: "from": 2026-03-01 is there twice"#,
                #"settings.json:9: "power": boundary 2 is not above the one before"#,
                #"settings.json:9: "watts": there is no such key"#,
                #"settings.json:10: "from": a date such as "2026-03-01" is expected, not 20260301"#,
                #"settings.json:10: "rider": an object in braces is expected, not null"#,
                #"settings.json:10: "zones": an object in braces is expected, not a list"#,
                #"settings.json:11: "activity": there is no such key"#,
            ])
        #expect(complaints(#"{"dated": {}}"#) == [#"settings.json:1: "dated": a list of objects is expected, not an object"#])
    }

    /// A model needs its figures on its day, wherever they stand, and as long as it is in force.
    @Test func modelsNeedTheirFiguresOnTheirDay() {
        let later =
            #"{"rider":{},"dated":[{"from":"2026-03-01","rider":{"ftp":260}},{"from":"2026-04-01","zones":{"power":"seiler3"}}]}"#
        #expect(complaints(later) == [])
        let missing = "{\"dated\":[\n{\"from\":\"2026-03-01\",\"zones\":{\"power\":\"coggan7\"}}]}"
        #expect(complaints(missing) == [#"settings.json:2: "power": this model needs ftp"#])
        let gone = """
            {"rider":{"ftp":250},"zones":{"power":"coggan7"},"dated":[
            {"from":"2026-03-01","rider":{"ftp":null}},
            {"from":"2026-04-01","rider":{"weight":70}}]}
            """
        #expect(
            complaints(gone) == [
                #"settings.json:2: "zones.power": coggan7 goes on from 2026-03-01, and there this model needs ftp"#
            ])
    }
}
