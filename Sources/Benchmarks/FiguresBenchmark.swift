import Glibc
import Workouts

/// A ride of six hours: its mean-maximal curve, its zones as it goes on, its figures at the end.
enum FiguresBenchmark {
    private static let seconds = 6 * 3600

    static func run() throws {
        let watts = (0..<seconds).map(power)
        print(
            Row(
                Measurement(of: "mean-maximal, 1 to 5400 s", bytes: nil, items: PowerCurve.allSeconds.count) {
                    PowerCurve.points(of: watts, seconds: PowerCurve.allSeconds)
                }))
        // Where all stretches are as good, none can be passed over.
        let steady = Array(repeating: 200.0, count: seconds)
        print(
            Row(
                Measurement(of: "the same of steady power", bytes: nil, items: PowerCurve.allSeconds.count) {
                    PowerCurve.points(of: steady, seconds: PowerCurve.allSeconds)
                }))
        print(
            Row(
                Measurement(of: "mean-maximal, standard durations", bytes: nil, items: PowerCurve.standardSeconds.count) {
                    PowerCurve.points(of: watts)
                }))
        try zones(watts)
        try summary()
    }

    /// Zones change every few seconds.
    private static func zones(_ watts: [Double]) throws {
        let configuration = try ZoneModel.coggan7(thresholdWatts: 250).configuration()
        print(
            Row(
                Measurement(of: "live zones, an item is a sample", bytes: nil, items: watts.count) {
                    var tracker = LiveZoneTracker(configuration: configuration, start: .zero)
                    var changes = 0
                    for (second, power) in watts.enumerated() {
                        changes += tracker.apply(power, at: offset(second)).count
                    }
                    return changes
                }))
    }

    private static func summary() throws {
        let meter = SourceID(1)
        let draft = try ride(from: meter)
        print(
            Row(
                try Measurement(of: "all figures of the workout", bytes: nil, items: seconds) { try draft.finished() }))
        let workout = try draft.finished()
        print(
            Row(
                Measurement(of: "the one-second grid of power", bytes: nil, items: seconds) { workout.grid(of: .power) }))
    }

    private static func ride(from meter: SourceID) throws -> WorkoutDraft {
        var settings = WorkoutSettings()
        settings.functionalThresholdPowerWatts = 250
        (settings.criticalPowerWatts, settings.wPrimeJoules) = (240, 20_000)
        (settings.restingBeatsPerMinute, settings.maximumBeatsPerMinute, settings.lactateThresholdBeatsPerMinute) = (50, 190, 168)
        settings.addSystemZones()
        let clock = WallClock(origin: Timestamp(secondsSince1970: 1_750_000_000), source: .system, isTrusted: true)
        var draft = WorkoutDraft(id: WorkoutID(high: 1, low: 1), settings: settings, clock: clock)
        _ = try draft.apply(.started(.zero, .cycling))
        for second in 0..<seconds {
            let moment = offset(second)
            _ = try draft.apply(.reading(Reading(.power, power(second), at: moment, from: meter)))
            let rate = 120 + (power(second) / 10).rounded()
            _ = try draft.apply(.reading(Reading(.heartRate, rate, at: moment, from: meter)))
            _ = try draft.apply(.beats(Beats(source: meter, offset: moment, rrTicks: [430, UInt16(420 + second % 23)])))
            if second % 600 == 599 { _ = try draft.apply(.lap(moment, .manual)) }
        }
        _ = try draft.apply(.ended(offset(seconds)))
        return draft
    }

    private static func offset(_ second: Int) -> Offset { Offset(microseconds: Int64(second) * 1_000_000) }

    /// Whole watts around 200: hills of ten minutes, gusts of seconds, coasting now and then.
    private static func power(_ second: Int) -> Double {
        if second % 337 < 9 { return 0 }
        return (200 + 80 * sin(Double(second) / 95) + 40 * sin(Double(second) * 1.7)).rounded()
    }
}
