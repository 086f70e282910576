import TestSupport
import Testing
import Workouts

/// A workout told event by event; what a test expects is computed from the same plain formulas, not from the workout.
struct TestRide {
    static let strap = SourceID(1)
    static let meter = SourceID(2)
    static let receiver = SourceID(3)
    static let pod = SourceID(4)

    /// 2026-05-03T06:30:00.5Z: half a second, so that offsets and UTC seconds do not begin together.
    static let clock = WallClock(
        origin: Timestamp(microseconds: 1_777_789_800_500_000), source: .gps, isTrusted: true, utcOffsetSeconds: 7200)
    /// 1.25 s, so that a ride with `clock` starts at 06:30:01.75Z.
    static let start = Offset(microseconds: 1_250_000)
    /// 06:30:01Z in FIT's seconds.
    static let startSecond = 1_146_724_201

    static let sources = [
        SampleSource(id: strap, kind: .ble, identity: "ble:C0:11:22:33:44:01", name: "Strap", priorities: [.heartRate: 0]),
        SampleSource(id: meter, kind: .antPlus, identity: "ant:11:4711", name: "Meter", priorities: [.power: 0, .cadence: 0]),
        SampleSource(
            id: receiver, kind: .gps, identity: "gps:/dev/gps0", priorities: [.speed: 1, .altitude: 1], distanceOrigin: .gps),
        SampleSource(id: pod, kind: .antPlus, identity: "ant:124:70000", name: "Pod", priorities: [.stepRate: 0]),
    ]

    var id = WorkoutID(high: 0x0123_4567_89AB_CDEF, low: 0xFEDC_BA98_7654_3210)
    var settings = TestRide.zoneSettings()
    var clock = TestRide.clock
    private(set) var events: [WorkoutEvent]

    init(_ type: ActivityType = .cycling) {
        events = [.started(Self.start, type)] + Self.sources.map { .source($0) }
    }

    static func zoneSettings() -> WorkoutSettings {
        var settings = WorkoutSettings()
        settings.maximumBeatsPerMinute = 190
        settings.functionalThresholdPowerWatts = 250
        if let heartRate = try? ZoneModel.percentHRmax5(maximumBeatsPerMinute: 190).configuration() {
            settings.zones[.heartRate] = heartRate
        }
        if let power = try? ZoneModel.coggan7(thresholdWatts: 250).configuration() { settings.zones[.power] = power }
        return settings
    }

    /// Seconds since the workout's start.
    static func at(_ seconds: Double) -> Offset { start + TimeSpan(seconds: seconds) }

    mutating func add(_ event: WorkoutEvent) { events.append(event) }

    mutating func heartRate(_ value: Double, at seconds: Double, from source: SourceID = strap) {
        add(.reading(Reading(.heartRate, value, at: Self.at(seconds), from: source)))
    }

    mutating func reading(_ quantity: Quantity, _ value: Double, at seconds: Double, from source: SourceID) {
        add(.reading(Reading(quantity, value, at: Self.at(seconds), from: source)))
    }

    func finished(after seconds: Double) throws -> Workout {
        var draft = WorkoutDraft(id: id, settings: settings, clock: clock)
        for event in events { _ = try draft.apply(event) }
        _ = try draft.apply(.ended(Self.at(seconds)))
        return try draft.finished()
    }
}

/// One second of the full ride: 0.2 s after each whole second since the start everything is measured.
enum FullRide {
    static let length = 600

    static func heartRate(_ k: Int) -> Int { 100 + k * 7 % 85 }
    static func power(_ k: Int) -> Int { k * 13 % 400 }
    static func cadence(_ k: Int) -> Int { 60 + k % 40 }
    static func latitude(_ k: Int) -> Double { 49.2 + Double(k) * 1e-4 }
    static func longitude(_ k: Int) -> Double { 16.6 + Double(k) * 5e-5 }
    static func altitude(_ k: Int) -> Double { 200 + Double(k % 50) * 0.4 }
    static func speed(_ k: Int) -> Double { 8 + Double(k % 10) * 0.1 }

    /// Pauses from 250 to 280 s by hand and from 300 to 310 s by itself; laps at 200 and 400 s.
    static func isPaused(_ seconds: Double) -> Bool { 250..<280 ~= seconds || 300..<310 ~= seconds }

    static func workout() throws -> Workout {
        var ride = TestRide()
        for k in 0..<length {
            let seconds = Double(k)
            switch k {
            case 200, 400: ride.add(.lap(TestRide.at(seconds), .manual))
            case 250: ride.add(.paused(TestRide.at(250), automatic: false))
            case 280: ride.add(.resumed(TestRide.at(280), automatic: false))
            case 300: ride.add(.paused(TestRide.at(300), automatic: true))
            case 310: ride.add(.resumed(TestRide.at(310), automatic: true))
            case 333: ride.add(.marker(TestRide.at(333), .marker, note: "bridge"))
            default: break
            }
            let moment = TestRide.at(seconds + 0.2)
            ride.heartRate(Double(heartRate(k)), at: seconds + 0.2)
            // 1000/1024 s each: 500 ms and 750 ms.
            ride.add(.beats(Beats(source: TestRide.strap, offset: moment, rrTicks: [512, 768])))
            ride.reading(.power, Double(power(k)), at: seconds + 0.2, from: TestRide.meter)
            ride.reading(.cadence, Double(cadence(k)), at: seconds + 0.2, from: TestRide.meter)
            ride.reading(.speed, speed(k), at: seconds + 0.2, from: TestRide.receiver)
            ride.reading(.altitude, altitude(k), at: seconds + 0.2, from: TestRide.receiver)
            ride.add(
                .location(
                    Location(
                        offset: moment, latitude: latitude(k), longitude: longitude(k), altitudeMetres: altitude(k),
                        speedMetresPerSecond: speed(k),
                        horizontalAccuracyMetres: 3.4)))
        }
        return try ride.finished(after: Double(length))
    }
}
