import TestSupport
import Testing
import Workouts

@testable import ActivityFiles

/// Of every kind of workout, every value that other programs read from our files, against the formulas that it was made of.
@Suite(.enabled(if: Peer.isPresent))
struct KnownRideReadersTests {
    /// 06:30:01.75Z.
    private static let start = 1_777_789_801.75

    /// What one row of a file should hold; `nil` where there is nothing.
    private struct Expected {
        var latitude, longitude, altitude, speed, heartRate, power, cadence, metres: Double?

        init(_ ride: KnownRide, _ k: Int, metres: Double) {
            if ride.hasPlaces {
                (latitude, longitude) = (KnownRide.latitude(k), KnownRide.longitude(k))
                (altitude, speed, self.metres) = (KnownRide.altitude(k), KnownRide.speed(k), metres)
            }
            if ride.hasHeartRate { heartRate = KnownRide.heartRate(k) }
            if ride.hasPower { power = KnownRide.power(k) }
            if ride.hasCadence(k) { cadence = ride.cadence(k) / (ride.isOnFoot(k) ? 2 : 1) }
        }
    }

    private func isNear(_ found: Double?, _ expected: Double?, _ tolerance: Double) -> Bool {
        guard let found, let expected else { return found == nil && expected == nil }
        return abs(found - expected) <= tolerance
    }

    @Test(arguments: KnownRide.all) func fit(_ ride: KnownRide) throws {
        let metres = ride.metres
        for (reader, file) in try Validators.read(FITActivity(ride.workout()).encoded()) {
            let comment = Comment(rawValue: reader)
            let records = file["record"]
            try #require(records.count == ride.seconds.count, comment)
            for (index, (record, k)) in zip(records, ride.seconds).enumerated() {
                let expected = Expected(ride, k, metres: metres[index])
                func number(_ name: String) -> Double? { record.number(name) }
                try #require(number("timestamp") == Double(TestRide.startSecond + k), comment)
                try #require(number("position_lat") == expected.latitude.map { ($0 * 0x1p31 / 180).rounded() }, comment)
                try #require(number("position_long") == expected.longitude.map { ($0 * 0x1p31 / 180).rounded() }, comment)
                try #require(isNear(number("enhanced_altitude"), expected.altitude, 0.1001), comment)
                try #require(isNear(number("enhanced_speed"), expected.speed, 0.0005), comment)
                try #require(number("heart_rate") == expected.heartRate && number("power") == expected.power, comment)
                let cadence = number("cadence").map { $0 + (number("fractional_cadence") ?? 0) }
                try #require(cadence == expected.cadence, comment)
                try #require(isNear(number("distance"), expected.metres, 0.0051), comment)
            }
            try checkSessions(file, ride, comment)
            let name = file["file_id"].first?.text("product_name")
            #expect(name == (ride.isDemo ? "wattbeat DEMO" : "wattbeat"), comment)
        }
    }

    private func checkSessions(_ file: FITMessages, _ ride: KnownRide, _ comment: Comment) throws {
        let sessions = file["session"]
        let sports: [ActivityType: (Double, Double)] = [
            .cycling: (2, 0), .indoorCycling: (2, 6), .running: (1, 0), .transition: (3, 0),
        ]
        try #require(sessions.count == ride.types.count && file["lap"].count == ride.types.count, comment)
        let ends = ride.legStarts.dropFirst() + [KnownRide.length]
        for (index, session) in sessions.enumerated() {
            let scope = Double(ride.legStarts[index])..<Double(Array(ends)[index])
            let sport = try #require(sports[ride.types[index]])
            for (message, isSession) in [(session, true), (file["lap"][index], false)] {
                #expect(message.number("sport") == sport.0 && message.number("sub_sport") == sport.1, comment)
                #expect(message.number("start_time") == Double(TestRide.startSecond + ride.legStarts[index]), comment)
                #expect(message.number("total_elapsed_time") == scope.upperBound - scope.lowerBound, comment)
                #expect(isNear(message.number("total_timer_time"), ride.timer(scope), 1e-9), comment)
                let heartRate = ride.hasHeartRate ? ride.average(scope, KnownRide.heartRate) : nil
                #expect(isNear(message.number("avg_heart_rate"), heartRate, 0.5 + 1e-6), "\(comment), \(isSession)")
                let power = ride.hasPower ? ride.average(scope, countsHoles: true, KnownRide.power) : nil
                #expect(isNear(message.number("avg_power"), power, 1.5), comment)
            }
        }
        let whole = sessions.compactMap { $0.number("total_distance") }.reduce(0, +)
        #expect(isNear(whole, ride.hasPlaces ? ride.metres.last : 0, 0.01 * Double(sessions.count)), comment)
        #expect(
            isNear(file["activity"].first?.number("total_timer_time"), ride.timer(0..<Double(KnownRide.length)), 1e-9), comment)
    }

    @Test(arguments: KnownRide.all.filter(\.hasPlaces)) func gpx(_ ride: KnownRide) throws {
        let found = try TextFile(ride.workout(), .gpx)
        let tracks = try #require(found.tracks)
        #expect(found.creator == (ride.isDemo ? "wattbeat DEMO" : "wattbeat"))
        let types: [ActivityType: String] = [.cycling: "cycling", .running: "running", .transition: "transition"]
        #expect(tracks.map(\.type) == ride.types.map { types[$0] })
        // The pause at the end has nothing behind it.
        #expect(tracks.reduce(0) { $0 + $1.segments.count } == ride.types.count + ride.pauses.count { $0.upperBound < 120 })
        let points = tracks.flatMap { $0.segments.flatMap(\.self) }
        try #require(points.count == ride.seconds.count)
        for (point, k) in zip(points, ride.seconds) {
            try check(point, Expected(ride, k, metres: 0), k, power: "power", cadence: "cad", cadenceIsWhole: true)
            try #require((point["PowerInWatts"] ?? nil) == (point["power"] ?? nil))
        }
    }

    @Test(arguments: KnownRide.all) func tcx(_ ride: KnownRide) throws {
        let found = try TextFile(ride.workout(), .tcx)
        let laps = try #require(found.laps)
        #expect(found.sport == (ride.type == .running ? "Running" : "Biking") && laps.count == ride.types.count)
        #expect(found.creator == (ride.isDemo ? "wattbeat DEMO" : "wattbeat"))
        let points = laps.flatMap(\.points)
        try #require(points.count == ride.seconds.count)
        let metres = ride.metres
        for (index, (point, k)) in zip(points, ride.seconds).enumerated() {
            let expected = Expected(ride, k, metres: metres[index])
            try check(
                point, expected, k, power: "Watts", cadence: ride.isOnFoot(k) ? "RunCadence" : "cad", cadenceIsWhole: true)
            try #require(isNear(point["distance"] ?? nil, expected.metres, 0.0051))
        }
        let edges = ride.legStarts.map(Double.init) + [Double(KnownRide.length)]
        for (lap, (start, end)) in zip(laps, zip(edges, edges.dropFirst())) {
            let power = ride.hasPower ? ride.average(start..<end, countsHoles: true, KnownRide.power) : nil
            #expect(isNear(lap.extension["AvgWatts"], power, 1.5))
        }
        #expect(
            isNear(laps.reduce(0) { $0 + $1.distance }, metres.last.map { ride.hasPlaces ? $0 : 0 }, 0.01 * Double(laps.count)))
    }

    @Test(arguments: KnownRide.all) func csv(_ ride: KnownRide) throws {
        let rows = try #require(TextFile(ride.workout(), .csv).rows)
        func number(_ row: [String: String], _ name: String) -> Double? { row[name].flatMap { Double($0) } }
        let data = rows.filter { row in
            ["lat_deg", "heart_rate_bpm", "power_w", "cadence_rpm", "step_rate_spm"].contains { row[$0] != "" }
        }
        try #require(data.count == ride.seconds.count)
        let metres = ride.metres
        for (index, (row, k)) in zip(data, ride.seconds).enumerated() {
            let expected = Expected(ride, k, metres: metres[index])
            try #require(isNear(number(row, "elapsed_s"), Double(k) + 0.2, 1e-9) && row["paused"] == "0")
            try #require(isNear(number(row, "timer_s"), ride.timer(0..<Double(k) + 0.2), 1e-9))
            try #require(isNear(number(row, "lat_deg"), expected.latitude, 0.6e-7))
            try #require(isNear(number(row, "lon_deg"), expected.longitude, 0.6e-7))
            try #require(isNear(number(row, "alt_m"), expected.altitude, 0.006))
            try #require(isNear(number(row, "speed_mps"), expected.speed, 0.0006))
            try #require(isNear(number(row, "distance_m"), expected.metres, 0.0051))
            try #require(number(row, "heart_rate_bpm") == expected.heartRate && number(row, "power_w") == expected.power)
            let steps = ride.isOnFoot(k)
            try #require(number(row, "cadence_rpm") == (steps ? nil : expected.cadence))
            try #require(number(row, "step_rate_spm") == (steps ? expected.cadence.map { $0 * 2 } : nil))
            try #require(row["activity"] == ride.leg(k).rawValue)
        }
        let last = try #require(rows.last)
        #expect(isNear(number(last, "timer_s"), ride.timer(0..<Double(KnownRide.length)), 1e-9) && last["elapsed_s"] == "120")
    }

    private func check(
        _ point: [String: Double?], _ expected: Expected, _ k: Int, power: String, cadence: String, cadenceIsWhole: Bool
    ) throws {
        func number(_ name: String) -> Double? { point[name] ?? nil }
        // gpxpy keeps whole milliseconds at best.
        try #require(isNear(number("time"), Self.start + Double(k) + 0.2, 0.0011))
        try #require(isNear(number("lat"), expected.latitude, 0.6e-7) && isNear(number("lon"), expected.longitude, 0.6e-7))
        try #require(isNear(number("ele"), expected.altitude, 0.006))
        try #require(isNear(number("speed") ?? number("Speed"), expected.speed, 0.0006))
        try #require(number("hr") == expected.heartRate && number(power) == expected.power)
        try #require(isNear(number(cadence), expected.cadence, 0.5))
    }
}
