import JSONText
import Testing
import Workouts

@testable import ActivityFiles

/// Workouts that no fold makes, put together by hand: they still become a whole file and a whole text, and nothing traps.
struct AbsurdWorkoutTests {
    /// The same numbers on every run: SplitMix64.
    private struct Numbers: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
            return mixed ^ mixed >> 31
        }
    }

    private static let values: [Double] = [
        .nan, .infinity, -.infinity, 0, -0.0, -1, 1e300, -1e300, 254, 255, 65_534.6, 65_535, 4_294_967_295, 0.004, 142.5,
        .ulpOfOne,
    ]

    private func summary(_ numbers: inout Numbers) -> WorkoutSummary {
        func value() -> Double { Self.values.randomElement(using: &numbers) ?? 0 }
        func span() -> TimeSpan { TimeSpan(microseconds: .random(in: -5_000_000...5_000_000_000_000, using: &numbers)) }
        var summary = WorkoutSummary(elapsed: span(), timer: span())
        func statistics() -> Metric<WorkoutSummary.Statistics> {
            .value(
                WorkoutSummary.Statistics(
                    average: value(), averageWithoutZeros: value(), minimum: value(), maximum: value(), sampleCount: 3,
                    medianSpacing: span(), coverage: value()))
        }
        summary.moving = .value(span())
        summary.distance = .value(WorkoutSummary.Distance(metres: value(), origin: .gps, parts: []))
        summary.averageSpeedMetresPerSecond = .value(value())
        summary.maximumSpeedMetresPerSecond = .value(value())
        summary.heartRate = statistics()
        summary.power = statistics()
        summary.cadence = statistics()
        summary.stepRate = statistics()
        summary.altitude = statistics()
        summary.temperature = statistics()
        summary.steps = .value(value())
        summary.normalizedPowerWatts = .value(value())
        summary.intensityFactor = .value(value())
        summary.trainingStressScore = .value(value())
        summary.workKilojoules = .value(value())
        return summary
    }

    @Test(arguments: 0..<60)
    func seed(_ seed: UInt64) throws {
        var numbers = Numbers(state: seed)
        let start = Offset(microseconds: .random(in: -1_000_000_000...1_000_000_000, using: &numbers))
        let end = start + TimeSpan(microseconds: .random(in: 0...100_000_000, using: &numbers))
        func moment() -> Offset {
            Offset(microseconds: .random(in: start.microseconds - 5_000_000...end.microseconds + 5_000_000, using: &numbers))
        }
        let origins: [Int64] = [
            0, 1_777_789_800_500_000, -62_135_596_800_000_000, 9_000_000_000_000_000_000, -9_000_000_000_000_000_000,
        ]
        let clock = WallClock(
            origin: Timestamp(microseconds: origins.randomElement(using: &numbers) ?? 0), source: .system, isTrusted: false,
            utcOffsetSeconds: [nil, 0, 50_400, -50_400, 1_000_000, .max, .min].randomElement(using: &numbers) ?? nil)
        let quantities: [Quantity] = [.heartRate, .power, .cadence, .stepRate, .speed, .altitude, .temperature]
        let series = quantities.map { quantity in
            let offsets = Set((0..<30).map { _ in moment() }).sorted()
            return SampleSeries(
                quantity: quantity, source: TestRide.strap, offsets: offsets,
                values: offsets.map { _ in Self.values.randomElement(using: &numbers) ?? 0 })
        }
        let places = [-180, -90, 0, 90, 180, 360, .nan, .infinity, 1e300] as [Double]
        let locations = Set((0..<20).map { _ in moment() }).sorted().map { offset in
            Location(
                offset: offset, latitude: places.randomElement(using: &numbers) ?? 0,
                longitude: places.randomElement(using: &numbers) ?? 0, altitudeMetres: Self.values.randomElement(using: &numbers),
                speedMetresPerSecond: Self.values.randomElement(using: &numbers),
                horizontalAccuracyMetres: Self.values.randomElement(using: &numbers))
        }
        let pauses = (0..<4).map { _ in Pause(start: moment(), end: moment(), isAutomatic: Bool.random(using: &numbers)) }
        let beats = (0..<20).map { _ in
            Beats(source: TestRide.strap, offset: moment(), rrTicks: [0, 1, 1024, .max], missed: 1)
        }
        let summary = summary(&numbers)
        let workout = Workout(
            id: WorkoutID(high: numbers.next(), low: numbers.next()), type: .other, name: "\u{0}\u{1F600}\u{202E}", clock: clock,
            start: start, end: end, sources: TestRide.sources, pauses: pauses,
            markers: [Marker(offset: moment(), kind: .marker, note: "\u{1B}[31m")],
            activities: [WorkoutActivity(type: .running, start: start, end: end, summary: summary)],
            laps: [Lap(start: start, end: end, trigger: .manual, activityIndex: 7, summary: summary)], series: series,
            beats: beats,
            route: Route(syncID: WorkoutID(high: 0, low: 0), locations: locations), summary: summary)

        let file = try FITReading(FITActivity(workout).encoded())
        #expect(file[0].count == 1 && file[34].count == 1 && !file[20].isEmpty)
        for message in file.messages where message.fields[253] != nil {
            let second = try #require(message.unsigned(253))
            #expect(second >= 0x1000_0000 && second < 0xFFFF_FFFF)
        }
        for message in file[18] + file[19] {
            #expect(try #require(message.unsigned(8)) <= #require(message.unsigned(7)))
        }
        let text = workoutJSON(workout, route: .full).text()
        for word in ["nan", "inf"] { #expect(!text.replacing("\"\(word)", with: "").lowercased().contains(":\(word)")) }
    }
}
