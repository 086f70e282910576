import Testing
import Workouts

/// Core §6.3: the mean-maximal curve against the definition, and W′ over a whole workout.
@Suite struct PowerCurveTests {
    /// Whole watts: their sums are exact, and so are ties.
    private func best(_ watts: [Int], _ length: Int) -> (sum: Int, start: Int) {
        var sum = watts[..<length].reduce(0, +)
        var best = (sum: sum, start: 0)
        for end in length..<watts.count {
            sum += watts[end] - watts[end - length]
            if sum > best.sum { best = (sum, end - length + 1) }
        }
        return best
    }

    @Test(arguments: UInt64(1)...40)
    func everyDurationIsTheDefinition(seed: UInt64) {
        var random = SeededGenerator(state: seed)
        // Few different powers make many ties.
        let powers = [0, 0, 100, 200, 201, 1000].shuffled(using: &random).prefix(Int.random(in: 1...6, using: &random))
        let watts = (0..<Int.random(in: 1...200, using: &random)).map { _ in powers.randomElement(using: &random) ?? 0 }
        let points = PowerCurve.points(of: watts.map(Double.init), seconds: Array(1...watts.count))
        #expect(points.count == watts.count)
        for point in points {
            let (sum, start) = best(watts, point.seconds)
            if point.startSecond != start || point.watts != Double(sum) / Double(point.seconds) {
                Issue.record("\(point.seconds) s: \(point), expected \(sum) J from \(start)")
            }
        }
    }

    /// Parts of a second make fractions of a watt; the same stretch twice is a tie all the same.
    @Test func fractionsTieExactly() {
        let stretch = [0.1, 0.7, 0.3, 1.0 / 3, 250.000001]
        let watts = Array(repeating: stretch, count: 400).flatMap(\.self)
        let points = PowerCurve.points(of: watts, seconds: [5, 10, 100, 1995])
        #expect(points.map(\.startSecond) == [0, 0, 0, 0])
    }

    @Test func absurdPowersTrapNothing() {
        let points = PowerCurve.points(of: [.infinity, .nan, -5, 1e300], seconds: [1, 2, 3, 4, .max, .min])
        #expect(points.map(\.seconds) == [1, 2, 3, 4])
        #expect(points.allSatisfy { $0.watts.isFinite })
    }

    @Test func allDurationsOfAShortRide() {
        #expect(PowerCurve.points(of: [1, 2, 3], seconds: PowerCurve.allSeconds).map(\.watts) == [3, 2.5, 2])
        #expect(PowerCurve.allSeconds.count == 5400)
    }

    // W′.

    private var athlete: WorkoutSettings {
        var settings = WorkoutSettings()
        settings.criticalPowerWatts = 250
        settings.wPrimeJoules = 20_000
        return settings
    }

    @Test func theLowestOfWPrime() throws {
        let workout = try ride(
            powers([(350, 60), (150, 120)]) + [.lap(at(120), .manual)], end: 180, settings: athlete)
        let low = try #require(workout.summary.wPrime.value)
        #expect(low.minimumJoules == 14_000 && low.minimumSecond == 60)
        #expect(isClose(low.endJoules, 16_712.08, within: 0.005))
        let series = try #require(workout.wPrimeSeries)
        #expect(series.joules.count == 180 && series.capacityJoules == 20_000)
        #expect(isClose(series.joules[119], 15_558.43, within: 0.005))
        // A lap begins with what the one before left.
        let laps = workout.laps.compactMap(\.summary.wPrime.value)
        #expect(isClose(laps[0].endJoules, 15_558.43, within: 0.005))
        #expect(laps[1].minimumSecond == 1 && laps[1].minimumJoules > 15_558)
        #expect(laps[1].endJoules == low.endJoules)
    }

    @Test func emptiedBelowZeroIsShownAsSuch() throws {
        let low = try ride(powers([(1250, 60)]), end: 60, settings: athlete).summary.wPrime.value
        #expect(low == .init(minimumJoules: -40_000, minimumSecond: 60, endJoules: -40_000))
    }

    @Test func whatWPrimeNeeds() throws {
        #expect(try ride(powers([(200, 60)]), end: 60).summary.wPrime == .unavailable(.noThreshold))
        #expect(try ride([], end: 60, settings: athlete).summary.wPrime == .unavailable(.noData))
        var broken = athlete
        broken.wPrimeJoules = 0
        #expect(try ride(powers([(200, 60)]), end: 60, settings: broken).summary.wPrime == .unavailable(.noThreshold))
        #expect(try ride(powers([(200, 60)]), end: 60, settings: broken).wPrimeSeries == nil)
        // Steps of a second would swing ever wider.
        broken.wPrimeJoules = 100
        #expect(try ride(powers([(300, 5), (0, 600)]), end: 605, settings: broken).summary.wPrime == .unavailable(.noThreshold))
    }
}
