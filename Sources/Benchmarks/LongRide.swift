import Glibc
import Workouts

/// Six hours of a bike computer: heart rate, power, cadence and a place each second.
enum LongRide {
    static let seconds = 6 * 3600

    static func workout() throws -> Workout {
        var settings = WorkoutSettings()
        settings.functionalThresholdPowerWatts = 250
        settings.lactateThresholdBeatsPerMinute = 165
        settings.addSystemZones()
        let clock = WallClock(origin: Timestamp(secondsSince1970: 1_750_000_000), source: .system, isTrusted: true)
        var draft = WorkoutDraft(id: WorkoutID(high: 6, low: 6), settings: settings, clock: clock)
        let (meter, receiver) = (SourceID(1), SourceID(2))
        _ = try draft.apply(.started(.zero, .cycling))
        _ = try draft.apply(.source(SampleSource(id: meter, kind: .antPlus, identity: "meter")))
        _ = try draft.apply(.source(SampleSource(id: receiver, kind: .gps, identity: "receiver")))
        for second in 0..<seconds {
            let (moment, phase) = (Offset(microseconds: Int64(second) * 1_000_000), Double(second))
            let watts = (200 + 80 * sin(phase / 95) + 40 * sin(phase * 1.7)).rounded()
            for (quantity, value) in [
                (Quantity.heartRate, (120 + watts / 10).rounded()), (.power, watts),
                (.cadence, (85 + 8 * sin(phase / 7)).rounded()),
            ] {
                _ = try draft.apply(.reading(Reading(quantity, value, at: moment, from: meter)))
            }
            _ = try draft.apply(
                .location(
                    Location(
                        offset: moment, latitude: whole(49 + 0.2 * sin(phase / 4000)),
                        longitude: whole(16 + 0.3 * cos(phase / 5000)), altitudeMetres: (400 + 90 * sin(phase / 800)).rounded(),
                        speedMetresPerSecond: (80 + 20 * sin(phase / 50)).rounded() / 10)))
            if second % 1200 == 1199 { _ = try draft.apply(.lap(moment, .manual)) }
        }
        _ = try draft.apply(.ended(Offset(microseconds: Int64(seconds) * 1_000_000)))
        return try draft.finished()
    }

    /// As receivers tell them: to a ten-millionth of a degree.
    private static func whole(_ degrees: Double) -> Double { (degrees * 1e7).rounded() / 1e7 }
}
