import Testing
import Workouts

/// Core §6.4.
@Suite struct HeartRateLoadTests {
    private func athlete(_ sex: WorkoutSettings.Sex?) -> WorkoutSettings {
        var athlete = WorkoutSettings()
        athlete.restingBeatsPerMinute = 60
        athlete.maximumBeatsPerMinute = 190
        athlete.lactateThresholdBeatsPerMinute = 165
        athlete.sex = sex
        return athlete
    }

    private func load(_ runs: [(rate: Double, seconds: Int)], _ settings: WorkoutSettings) throws -> Metric<HeartRateLoad> {
        let rates = runs.flatMap { Array(repeating: $0.rate, count: $0.seconds) }
        return try ride(
            rates.enumerated().map { reading(.heartRate, $1, Double($0)) }, end: Double(rates.count), settings: settings
        ).summary.heartRateLoad
    }

    @Test(arguments: [(WorkoutSettings.Sex.male, 38.5109), (.female, 44.3698)])
    func halfAnHourAt140(sex: WorkoutSettings.Sex, trimp: Double) throws {
        let load = try #require(try load([(140, 1800)], athlete(sex)).value)
        #expect(isClose(load.trimp, trimp, within: 5e-5))
        #expect(!load.isSexAssumed && load.coverage == 1 && !load.isLowCoverage)
        if sex == .male { #expect(isClose(load.hrTSS.value, 26.3339, within: 5e-5)) }
    }

    /// The same average, more load: the curve is convex.
    @Test func everyHoldCountsByItself() throws {
        #expect(isClose(try load([(110, 900), (170, 900)], athlete(.male)).value?.trimp, 48.9635, within: 5e-5))
    }

    @Test func whoDidNotSayIsFlagged() throws {
        let load = try #require(try load([(140, 1800)], athlete(nil)).value)
        #expect(load.isSexAssumed)
        #expect(isClose(load.trimp, 38.5109, within: 5e-5))
    }

    @Test func anHourAtTheThresholdIsAHundred() throws {
        for sex in [WorkoutSettings.Sex.male, .female] {
            #expect(isClose(try load([(165, 3600)], athlete(sex)).value?.hrTSS.value, 100, within: 1e-9))
        }
    }

    @Test func belowRestAndAboveTheMaximumAreClamped() throws {
        #expect(try load([(50, 60)], athlete(.male)).value?.trimp == 0)
        let above = try #require(try load([(200, 60)], athlete(.male)).value)
        #expect(isClose(above.trimp, 0.64 * 6.820958469, within: 1e-6))  // e^1.92
    }

    @Test func whatIsMissingHasAReason() throws {
        #expect(try load([], athlete(.male)) == .unavailable(.noData))
        #expect(try load([], WorkoutSettings()) == .unavailable(.noData))
        #expect(try load([(140, 60)], WorkoutSettings()) == .unavailable(.noThreshold))
        var settings = athlete(.male)
        settings.maximumBeatsPerMinute = 60
        #expect(try load([(140, 60)], settings) == .unavailable(.noThreshold))
        settings = athlete(.male)
        settings.lactateThresholdBeatsPerMinute = nil
        #expect(try load([(140, 60)], settings).value?.hrTSS == .unavailable(.noThreshold))
        // A threshold at the resting rate costs nothing, so it measures nothing.
        settings.lactateThresholdBeatsPerMinute = 60
        #expect(try load([(140, 60)], settings).value?.hrTSS == .unavailable(.noThreshold))
    }

    /// Holes add nothing, and are told.
    @Test func holesAreNotFilled() throws {
        let workout = try ride([reading(.heartRate, 140, 0)], end: 60, settings: athlete(.male))
        let load = try #require(workout.summary.heartRateLoad.value)
        #expect(isClose(load.trimp, 38.5109 / 180, within: 1e-6))
        #expect(isClose(load.coverage, 1.0 / 6, within: 1e-9) && load.isLowCoverage)
    }

    @Test func lapsAddUpToTheWorkout() throws {
        let rates = (0..<3000).map { reading(.heartRate, 120 + Double($0 % 60), Double($0)) }
        let laps = stride(from: 300.5, to: 3000, by: 300).map { WorkoutEvent.lap(at($0), .manual) }
        let workout = try ride(rates + laps, end: 3000, settings: athlete(.female))
        let sum = workout.laps.compactMap(\.summary.heartRateLoad.value?.trimp).reduce(0, +)
        #expect(workout.laps.count == 10)
        #expect(isClose(workout.summary.heartRateLoad.value?.trimp, sum, within: 1e-9))
    }
}
