import Foundation
import JSONText
import TestSupport
import Testing
import Workouts

@testable import ActivityFiles

struct WorkoutJSONTests {
    private func parsed(_ value: JSONValue) throws -> [String: Any] {
        let object = try JSONSerialization.jsonObject(with: Data(value.utf8()))
        return try #require(object as? [String: Any])
    }

    @Test func whatTheWorkoutIs() throws {
        let json = try parsed(workoutJSON(try FullRide.workout()))
        #expect(json["format"] as? String == "wattbeat workout")
        #expect(json.number("version") == 1)
        #expect(json["id"] as? String == "0123456789abcdeffedcba9876543210")
        #expect(json["type"] as? String == "cycling")
        #expect(json["isDemo"] as? Bool == false)
        #expect(json["start"] as? String == "2026-05-03T06:30:01.750Z")
        #expect(json["end"] as? String == "2026-05-03T06:40:01.750Z")
        #expect(json["localStart"] as? String == "2026-05-03T08:30:01.750+02:00")
        #expect(json.number("startOffset") == 1.25)
        #expect(json.number("endOffset") == 601.25)
        let clock = try #require(json["clock"] as? [String: Any])
        #expect(clock["origin"] as? String == "2026-05-03T06:30:00.500Z")
        #expect(clock["source"] as? String == "gps")
        #expect(clock["isTrusted"] as? Bool == true)
        #expect(clock.number("utcOffsetSeconds") == 7200)
        #expect(clock["timeZone"] is NSNull)
    }

    @Test func figuresOfTheRide() throws {
        let json = try parsed(workoutJSON(try FullRide.workout()))
        let summary = try #require(json["summary"] as? [String: Any])
        let ridden = (0..<FullRide.length).filter { !FullRide.isPaused(Double($0)) }
        #expect(summary.number("elapsedSeconds") == 600)
        #expect(summary.number("timerSeconds") == 560)
        let power = try #require(summary["power"] as? [String: Any])
        #expect(power.number("sampleCount") == Double(ridden.count))
        #expect(power.number("maximum") == Double(try #require(ridden.map(FullRide.power).max())))
        #expect(power.number("minimum") == 0)
        let heartRate = try #require(summary["heartRate"] as? [String: Any])
        #expect(heartRate.number("minimum") == 100)
        #expect(heartRate.number("medianSpacingSeconds") == 1)
        // Three stretches begin 0.2 s before their first sample.
        #expect(heartRate.number("coverage") == ((560 - 0.6) / 560).rounded(decimals: 4))
        #expect(heartRate["isLowCoverage"] as? Bool == false)
        #expect((json["laps"] as? [Any])?.count == 3)
        #expect((json["pauses"] as? [[String: Any]])?.map { $0["isAutomatic"] as? Bool } == [false, true])
        #expect((json["pauses"] as? [[String: Any]])?.map { $0.number("seconds") } == [30, 10])
        #expect((json["markers"] as? [[String: Any]])?.first?["note"] as? String == "bridge")
        let beats = try #require((json["rrIntervals"] as? [[String: Any]])?.first)
        #expect(beats.number("count") == 1200)
        let route = try #require(json["route"] as? [String: Any])
        #expect(route["batches"] == nil)
        let bounds = try #require(route["bounds"] as? [String: Any])
        #expect(bounds.number("south") == 49.2)
        #expect(bounds.number("east") == 16.62995)
    }

    @Test func zonesAddUp() throws {
        let json = try parsed(workoutJSON(try FullRide.workout()))
        let zones = try #require(json["zones"] as? [String: [String: Any]])
        #expect(zones.keys.sorted() == ["heartRate", "power"])
        for group in zones.values {
            let rows = try #require(group["zones"] as? [[String: Any]])
            let seconds = rows.compactMap { $0.number("seconds") }
            let covered = try #require(group.number("coveredSeconds"))
            #expect(abs(seconds.reduce(0, +) - covered) < 1e-6)
            #expect(abs(covered + (group.number("unattributedSeconds") ?? .nan) - 560) < 1e-6)
            #expect(abs(rows.compactMap { $0.number("percentOfCovered") }.reduce(0, +) - 100) < 0.05)
            #expect(rows.first?["lower"] is NSNull && rows.last?["upper"] is NSNull)
            #expect(rows.dropFirst().map { $0.number("lower") } == rows.dropLast().map { $0.number("upper") })
        }
        let configuration = try #require(zones["heartRate"]?["configuration"] as? [String: Any])
        #expect(configuration["model"] as? String == "percentHRmax5")
        #expect(configuration.numbers("boundaries") == [114, 133, 152, 171])
        #expect((configuration["inputs"] as? [String: Any])?.number("hrmax") == 190)
    }

    /// A figure that there is not is null with a reason, never 0 and never left out.
    @Test func nothingMeasured() throws {
        let value = workoutJSON(try TestRide(.strength).finished(after: 10))
        let json = try parsed(value)
        let summary = try #require(json["summary"] as? [String: Any])
        for name in [
            "distance", "averageSpeed", "heartRate", "power", "cadence", "normalizedPower", "intensityFactor", "workKilojoules",
        ] {
            #expect(summary[name] is NSNull, "\(name)")
            #expect(["noData", "tooShort", "noThreshold"].contains(summary[name + "Reason"] as? String), "\(name)")
        }
        #expect(summary.number("timerSeconds") == 10)
        let route = try #require(json["route"] as? [String: Any])
        #expect(route.number("points") == 0)
        #expect(route["bounds"] is NSNull && route["first"] is NSNull)
        #expect(!value.text().contains("nan") && !value.text().contains("inf"))
    }

    @Test func aWholeRouteInBatches() throws {
        var ride = TestRide()
        for k in 0..<1001 {
            ride.add(
                .location(
                    Location(
                        offset: TestRide.at(Double(k)), latitude: 50 + Double(k) * 1e-5, longitude: 14, altitudeMetres: 300.126,
                        speedMetresPerSecond: 1.1119, courseDegrees: 0, horizontalAccuracyMetres: 2.5)))
        }
        let workout = try ride.finished(after: 1001)
        let json = try parsed(workoutJSON(workout, route: .full))
        let batches = try #require((json["route"] as? [String: Any])?["batches"] as? [[String: Any]])
        #expect(batches.map { ($0["locations"] as? [Any])?.count } == [500, 500, 1])
        #expect(batches.map { $0["done"] as? Bool } == [false, false, true])
        let last = try #require((batches[2]["locations"] as? [[String: Any]])?.first)
        #expect(last["timestamp"] as? String == "2026-05-03T06:46:41.750Z")
        #expect(last.number("offset") == 1001.25)
        #expect(last.number("latitude") == 50.01)
        #expect(last.number("altitude") == 300.13)
        #expect(last.number("speed") == 1.112)
        #expect(last["verticalAccuracy"] is NSNull)
        let lines = workout.routeBatchesJSON.map { $0.text() }
        #expect(lines.count == 3)
        #expect(lines[2].hasSuffix("\"done\":true}") && !lines[2].contains("\n"))
    }

    @Test func anEmptyRouteIsOneBatch() throws {
        let workout = try TestRide().finished(after: 1)
        #expect(workout.routeBatchesJSON.map { $0.text() } == [#"{"locations":[],"done":true}"#])
    }

    @Test func rejectsAreSorted() {
        let report = WorkoutReport(
            rejects: [
                .init(source: SourceID(2), reason: "truncated", count: 3), .init(source: SourceID(0), reason: "a", count: 1),
                .init(reason: "dropped", count: 2), .init(source: SourceID(2), reason: "checksumMismatch", count: 1),
            ], implausible: [.power: 5])
        var omissions = Omissions()
        omissions.implausibleSamples = [.power: 2, .heartRate: 1]
        let expected = #"""
            {"rejected":7,"rejects":[{"source":null,"reason":"dropped","count":2},{"source":0,"reason":"a","count":1},\#
            {"source":2,"reason":"checksumMismatch","count":1},{"source":2,"reason":"truncated","count":3}],\#
            "implausibleSamples":{"heartRate":1,"power":7},"omittedPauses":0,"omittedLaps":0,"omittedLocations":0}
            """#
        #expect(report.json(omissions: omissions).text() == expected)
    }

    @Test func theSameTextEveryTime() throws {
        let first = workoutJSON(try FullRide.workout(), route: .full).utf8()
        #expect(first == workoutJSON(try FullRide.workout(), route: .full).utf8())
    }

    /// The page shows what the program writes.
    @Test func theExampleOfThePage() throws {
        let url = Fixture.repository.appending(path: "docs/workout-json.md")
        let page = try String(contentsOf: url, encoding: .utf8)
        let example = page.components(separatedBy: "```json\n").dropFirst().first?.components(separatedBy: "\n```").first
        #expect(example == workoutJSON(try ExampleRide.workout(), route: .full, report: ExampleRide.report).text(.indented))
    }
}

/// The ride of docs/workout-json.md: 35 s with a pause of 10 s.
enum ExampleRide {
    static let report = WorkoutReport(rejects: [.init(source: TestRide.receiver, reason: "checksumMismatch", count: 1)])

    static func workout() throws -> Workout {
        var settings = WorkoutSettings()
        settings.maximumBeatsPerMinute = 190
        settings.zones[.heartRate] = try ZoneModel.percentHRmax5(maximumBeatsPerMinute: 190).configuration(source: .user)
        let clock = WallClock(
            origin: Timestamp(secondsSince1970: 1_777_789_800), source: .gps, isTrusted: true, utcOffsetSeconds: 7200,
            timeZone: "Europe/Prague")
        var draft = WorkoutDraft(
            id: WorkoutID(high: 0x0123_4567_89AB_CDEF, low: 0xFEDC_BA98_7654_3210), settings: settings, clock: clock)
        var strap = SampleSource(id: SourceID(1), kind: .ble, identity: "ble:C0:11:22:33:44:01", name: "Strap")
        strap.batteryPercent = 87
        let receiver = SampleSource(id: SourceID(2), kind: .gps, identity: "gps:/dev/gps0", distanceOrigin: .gps)
        var events: [WorkoutEvent] = [.source(strap), .source(receiver), .started(Offset(seconds: 2), .cycling)]
        for second in 2..<37 {
            let offset = Offset(seconds: Double(second))
            if second == 17 { events.append(.paused(offset, automatic: true)) }
            if second == 27 { events.append(.resumed(offset, automatic: true)) }
            if 17..<27 ~= second { continue }
            events.append(.reading(Reading(.heartRate, Double(126 + second / 2), at: offset, from: strap.id)))
            events.append(.beats(Beats(source: strap.id, offset: offset, rrTicks: [460, 455])))
            guard second % 5 == 2 else { continue }
            events.append(
                .location(
                    Location(
                        offset: offset, latitude: 49.2 + Double(second) * 7e-5, longitude: 16.6, altitudeMetres: 212.4,
                        speedMetresPerSecond: 7.78,
                        courseDegrees: 0,
                        horizontalAccuracyMetres: 2.5)))
        }
        events.append(.ended(Offset(seconds: 37)))
        for event in events { _ = try draft.apply(event) }
        return try draft.finished()
    }
}
