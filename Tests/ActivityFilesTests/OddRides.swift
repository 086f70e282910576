import TestSupport
import Testing
import Workouts

/// A workout at the edge of what there is, and what its file must hold.
struct OddRide: CustomTestStringConvertible, Sendable {
    var name: String
    var records: Int
    var startSecond = Double(TestRide.startSecond)
    var make: @Sendable () throws -> Workout
    var check: @Sendable (FITMessages, Comment) -> Void = { _, _ in }

    var testDescription: String { name }
}

enum OddRides {
    static let all: [OddRide] = [
        quarterSecond, noSensors, onlyPauses, pausedAtBothEnds, noGPS, dayAndHour, year2039, neverSet, afterTheRange,
        edgesOfTheEarth,
        nineZones, names, tenHertz, aMomentOfRiding, capped,
    ]

    static let quarterSecond = OddRide(name: "a quarter of a second", records: 1) {
        var ride = TestRide()
        // 06:30:01.75Z to 06:30:02Z, which is the end and no second of its own.
        ride.heartRate(99, at: 0.2)
        return try ride.finished(after: 0.25)
    }

    /// One record that tells nothing but the time, since readers want one.
    static let noSensors = OddRide(name: "no sensors", records: 1) {
        try TestRide(.strength).finished(after: 10)
    } check: { file, comment in
        #expect(file["session"].first?.number("sport") == 10, comment)
        #expect(file["session"].first?.number("avg_heart_rate") == nil, comment)
        #expect(file["record"].first?.number("timestamp") == Double(TestRide.startSecond), comment)
    }

    static let onlyPauses = OddRide(name: "only a pause", records: 1) {
        var ride = TestRide()
        ride.add(.paused(TestRide.start, automatic: false))
        ride.heartRate(99, at: 5)
        return try ride.finished(after: 60)
    } check: { file, comment in
        #expect(file["session"].first?.number("total_timer_time") == 0, comment)
        #expect(file["event"].map { $0.number("event_type") } == [0, 1, 4], comment)
        #expect(file["record"].first?.number("heart_rate") == nil, comment)
    }

    static let pausedAtBothEnds = OddRide(name: "paused at both ends", records: 10) {
        var ride = TestRide()
        ride.add(.paused(TestRide.start, automatic: true))
        ride.add(.resumed(TestRide.at(10), automatic: true))
        for k in 10..<20 { ride.heartRate(120, at: Double(k)) }
        ride.add(.paused(TestRide.at(20), automatic: true))
        return try ride.finished(after: 30)
    } check: { file, comment in
        #expect(file["event"].map { $0.number("event_type") } == [0, 1, 0, 1, 4], comment)
        #expect(file["event"].map { $0.number("data") } == [0, 1, 1, 1, 0], comment)
        // The timer ran from 06:30:11.75Z to 06:30:21.75Z.
        #expect(file["record"].first?.number("timestamp") == Double(TestRide.startSecond + 10), comment)
        #expect(file["record"].last?.number("timestamp") == Double(TestRide.startSecond + 19), comment)
    }

    static let noGPS = OddRide(name: "no GPS", records: 61) {
        var ride = TestRide(.indoorCycling)
        for k in 0..<60 {
            ride.reading(.power, 200, at: Double(k), from: TestRide.meter)
            ride.add(
                .amount(
                    Amount(.distance, 8, from: TestRide.at(Double(k)), to: TestRide.at(Double(k + 1)), source: TestRide.meter)))
        }
        return try ride.finished(after: 60)
    } check: { file, comment in
        #expect(file["session"].first?.number("sub_sport") == 6, comment)
        #expect(file["record"].allSatisfy { $0["position_lat"] == nil }, comment)
        #expect(file["record"].last?.number("distance") == 480, comment)
        #expect(file["session"].first?.number("total_distance") == 480, comment)
    }

    /// A strap at the beginning and at the end, a day without between.
    static let dayAndHour = OddRide(name: "25 hours", records: 100 + 100) {
        var ride = TestRide(.hiking)
        for k in Array(0..<100) + Array(89_900..<90_000) { ride.heartRate(100, at: Double(k)) }
        return try ride.finished(after: 90_000)
    } check: { file, comment in
        #expect(file["session"].first?.number("total_timer_time") == 90_000, comment)
        // The last sample before the hole holds for 10 s.
        #expect(file["time_in_zone"].last?.numbers("time_in_hr_zone") == [209, 0, 0, 0, 0], comment)
    }

    /// 2039-01-01T00:00:00Z is 2 177 452 800 s after 1970, behind the end of signed 32 bits.
    static let year2039 = OddRide(name: "2039", records: 1, startSecond: 2_177_452_800 - 631_065_600) {
        var ride = TestRide()
        ride.clock = WallClock(
            origin: Timestamp(microseconds: 2_177_452_800_000_000) - (TestRide.start - .zero), source: .system, isTrusted: true)
        ride.heartRate(100, at: 0)
        return try ride.finished(after: 0.5)
    } check: { file, comment in
        #expect(file["activity"].first?.number("local_timestamp") == nil, comment)
    }

    /// A machine whose clock stood at 1970: moved to the first second that FIT can say.
    static let neverSet = OddRide(name: "1970", records: 30, startSecond: 0x1000_0000) {
        var ride = TestRide()
        ride.clock = WallClock(origin: Timestamp(microseconds: 0), source: .system, isTrusted: false, utcOffsetSeconds: 3600)
        for k in 0..<30 { ride.heartRate(100, at: Double(k)) }
        return try ride.finished(after: 30)
    } check: { file, comment in
        #expect(file["file_id"].first?.number("time_created") == 0x1000_0000, comment)
        #expect(file["activity"].first?.number("timestamp") == Double(0x1000_0000 + 30), comment)
        #expect(file["activity"].first?.number("local_timestamp") == nil, comment)
    }

    static let afterTheRange = OddRide(name: "2200", records: 30, startSecond: 0xFFFF_FFFE - 30) {
        var ride = TestRide()
        ride.clock = WallClock(origin: Timestamp(secondsSince1970: 7_258_118_400), source: .system, isTrusted: false)
        for k in 0..<30 { ride.heartRate(100, at: Double(k)) }
        return try ride.finished(after: 30)
    }

    static let edgesOfTheEarth = OddRide(name: "poles and antimeridian", records: 4) {
        var ride = TestRide(.hiking)
        for (k, place) in [(89.99999, 179.99999), (90, -180), (-90, 0), (0, 179.999999999)].enumerated() {
            ride.add(.location(Location(offset: TestRide.at(Double(k)), latitude: place.0, longitude: place.1)))
        }
        return try ride.finished(after: 4)
    } check: { file, comment in
        #expect(file["record"].map { $0.number("position_lat") } == [1_073_741_705, 0x4000_0000, -0x4000_0000, 0], comment)
        #expect(file["record"].allSatisfy { $0.number("position_long") != nil }, comment)
    }

    static let nineZones = OddRide(name: "nine zones", records: 10) {
        var ride = TestRide()
        // 148.5 is not whole: 148 is still below it. 300 is more than a byte holds.
        let boundaries = [100, 110, 120, 130, 140, 148.5, 160, 300]
        ride.settings.zones[.heartRate] = try ZoneConfiguration(.heartRate, boundaries: boundaries)
        for k in 0..<10 { ride.heartRate(Double(95 + k * 10), at: Double(k)) }
        return try ride.finished(after: 10)
    } check: { file, comment in
        let zones = file["time_in_zone"].last ?? [:]
        #expect(zones.numbers("hr_zone_high_boundary") == [99, 109, 119, 129, 139, 148, 159, 254], comment)
        #expect(zones.number("hr_calc_type") == 0, comment)
        // 95, 105, 115, 125, 135, 145, 155, 165, 175, 185 bpm, a second each.
        #expect(zones.numbers("time_in_hr_zone") == [1, 1, 1, 1, 1, 1, 1, 3, 0], comment)
        #expect(file["record"].first?.number("hr_zone_index") == 0, comment)
    }

    static let names = OddRide(name: "names", records: 1) {
        var ride = TestRide()
        var source = SampleSource(id: SourceID(9), kind: .ble, identity: "ble:x", name: String(repeating: "心", count: 30))
        source.batteryPercent = 87
        source.serialNumber = "123456"
        ride.add(.source(source))
        ride.heartRate(100, at: 0, from: source.id)
        return try ride.finished(after: 0.2)
    } check: { file, comment in
        // 21 characters of 3 bytes are 63.
        #expect(file["device_info"].last?.text("product_name") == String(repeating: "心", count: 21), comment)
        #expect(file["device_info"].last?.number("battery_level") == 87, comment)
        #expect(file["device_info"].last?.number("serial_number") == 123_456, comment)
    }

    static let tenHertz = OddRide(name: "10 Hz", records: 11) {
        var ride = TestRide()
        for k in 0..<100 {
            ride.add(
                .location(
                    Location(
                        offset: TestRide.at(Double(k) / 10), latitude: 50 + Double(k) * 1e-6, longitude: 14, altitudeMetres: -12.4
                    )
                ))
        }
        return try ride.finished(after: 10)
    } check: { file, comment in
        // 06:30:01Z holds the first three fixes, 06:30:02Z ten more.
        #expect(file["record"][1].number("position_lat") == (50.000012 * 0x1p31 / 180).rounded(), comment)
        #expect(file["record"][1].number("enhanced_altitude").map { abs($0 + 12.4) < 1e-9 } == true, comment)
    }

    /// 06:30:07.15Z to 06:30:07.35Z between two pauses.
    static let aMomentOfRiding = OddRide(name: "a moment of riding", records: 2) {
        var ride = TestRide()
        ride.heartRate(100, at: 0)
        ride.add(.paused(TestRide.at(1), automatic: false))
        ride.add(.resumed(TestRide.at(5.4), automatic: false))
        ride.heartRate(101, at: 5.5)
        ride.add(.paused(TestRide.at(5.6), automatic: false))
        return try ride.finished(after: 9)
    } check: { file, comment in
        #expect(file["record"].map { $0.number("heart_rate") } == [100, 101], comment)
        #expect(file["event"].map { $0.number("event_type") } == [0, 1, 0, 1, 4], comment)
    }

    static let capped = OddRide(name: "as much as sensors may say", records: 1) {
        var ride = TestRide()
        ride.heartRate(250, at: 0)
        ride.reading(.speed, 90, at: 0, from: TestRide.receiver)
        ride.reading(.temperature, -20, at: 0, from: TestRide.receiver)
        return try ride.finished(after: 1)
    } check: { file, comment in
        #expect(file["record"].first?.number("heart_rate") == 250, comment)
        #expect(file["record"].first?.number("enhanced_speed") == 90, comment)
        #expect(file["record"].first?.number("temperature") == -20, comment)
    }
}
