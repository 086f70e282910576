import Foundation
import TestSupport
import Testing
import Workouts

@testable import ActivityFiles

/// What gpxpy, tcxreader and Python's csv read from our files is what the workout holds, and the documents are as the schemas say.
@Suite(.enabled(if: Peer.isPresent))
struct TextReadersTests {
    private func read(_ workout: Workout, _ format: ActivityFormat) throws -> TextFile { try TextFile(workout, format) }

    private let moments = (0..<FullRide.length).filter { !FullRide.isPaused(Double($0) + 0.2) }
    private func time(_ k: Int) -> Double { 1_777_789_801.75 + Double(k) + 0.2 }

    @Test func gpx() throws {
        var workout = try FullRide.workout()
        workout.name = "Ride & <Übung>"
        let found = try read(workout, .gpx)
        let track = try #require(found.tracks?.first)
        #expect(found.creator == "wattbeat" && found.tracks?.count == 1)
        #expect(track.name == "Ride & <Übung>" && track.type == "cycling")
        #expect(track.segments.map(\.count) == [250, 20, 290])
        for (point, k) in zip(track.segments.flatMap(\.self), moments) {
            func value(_ name: String) -> Double { (point[name] ?? nil) ?? .nan }
            // gpxpy keeps whole milliseconds at best.
            try #require(abs(value("time") - time(k)) < 0.0011)
            try #require(abs(value("lat") - FullRide.latitude(k)) < 0.6e-7 && abs(value("lon") - FullRide.longitude(k)) < 0.6e-7)
            try #require(abs(value("ele") - FullRide.altitude(k)) < 0.006)
            try #require(value("hr") == Double(FullRide.heartRate(k)) && value("cad") == Double(FullRide.cadence(k)))
            try #require(value("power") == Double(FullRide.power(k)) && value("PowerInWatts") == Double(FullRide.power(k)))
            try #require(abs(value("speed") - FullRide.speed(k)) < 0.0006)
        }
    }

    @Test func tcx() throws {
        let workout = try FullRide.workout()
        let found = try read(workout, .tcx)
        let laps = try #require(found.laps)
        #expect(found.sport == "Biking" && laps.count == 3)
        // Rows that lie between places are other samples' moments.
        let points = laps.flatMap(\.points).filter { ($0["lat"] ?? nil) != nil }
        #expect(points.count == 560)
        for (point, k) in zip(points, moments) {
            func value(_ name: String) -> Double { (point[name] ?? nil) ?? .nan }
            try #require(abs(value("time") - time(k)) < 0.0011)
            try #require(abs(value("lat") - FullRide.latitude(k)) < 0.6e-7 && abs(value("lon") - FullRide.longitude(k)) < 0.6e-7)
            try #require(value("hr") == Double(FullRide.heartRate(k)) && value("cad") == Double(FullRide.cadence(k)))
            try #require(value("Watts") == Double(FullRide.power(k)) && abs(value("Speed") - FullRide.speed(k)) < 0.0006)
        }
        for (lap, ours) in zip(laps, workout.laps) {
            #expect(abs(lap.distance - (ours.summary.distance.value?.metres ?? 0)) < 0.006)
            #expect(lap.extension["AvgWatts"] == ours.summary.power.value.map { $0.average.rounded() })
            #expect(lap.extension["MaxWatts"] == ours.summary.power.value?.maximum)
        }
    }

    @Test func csv() throws {
        let rows = try #require(read(FullRide.workout(), .csv).rows)
        let data = rows.filter { $0["lat_deg"] != "" }
        #expect(data.count == 560 && rows.allSatisfy { $0.keys.count == 29 })
        for (row, k) in zip(data, moments) {
            func value(_ name: String) -> Double { row[name].flatMap { Double($0) } ?? .nan }
            try #require(abs(value("elapsed_s") - Double(k) - 0.2) < 1e-9 && row["paused"] == "0")
            try #require(
                value("heart_rate_bpm") == Double(FullRide.heartRate(k)) && value("power_w") == Double(FullRide.power(k)))
            try #require(value("hr_zone") == Double(1 + [114, 133, 152, 171].count { FullRide.heartRate(k) >= $0 }))
            try #require(row["source_hr"] == "Strap" && row["source_power"] == "Meter" && row["lap"] == "\(k / 200 + 1)")
        }
        let last = try #require(rows.last)
        #expect(last["elapsed_s"] == "600" && last["timer_s"] == "560")
    }

    /// Whatever the ride, the documents are as the schemas say.
    @Test(arguments: OddRides.all) func oddRides(_ odd: OddRide) throws {
        let workout = try odd.make()
        _ = try read(workout, .tcx)
        if workout.route.placeCount > 0 { _ = try? read(workout, .gpx) }
    }

    @Test func legs() throws {
        var ride = TestRide(.running)
        for (second, type) in [
            (10, ActivityType.transition), (20, .cycling), (30, .transition), (40, .running), (50, .transition),
        ] {
            ride.reading(.stepRate, 170, at: Double(second) - 5, from: TestRide.pod)
            ride.add(.lap(TestRide.at(Double(second) - 4), .distance))
            ride.add(.location(Location(offset: TestRide.at(Double(second) - 3), latitude: -90, longitude: 180)))
            ride.add(.activity(TestRide.at(Double(second)), type))
        }
        let workout = try ride.finished(after: 60)
        _ = try read(workout, .tcx)
        #expect(try read(workout, .gpx).tracks?.map(\.type) == ["running", "transition", "cycling", "transition", "running"])
    }
}
