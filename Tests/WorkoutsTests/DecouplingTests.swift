import Testing
import Workouts

/// Core §6.4.
@Suite struct DecouplingTests {
    private func hearts(_ runs: [(rate: Double, seconds: Int)]) -> [WorkoutEvent] {
        runs.flatMap { Array(repeating: $0.rate, count: $0.seconds) }.enumerated().map { reading(.heartRate, $1, Double($0)) }
    }

    private func speeds(_ runs: [(speed: Double, seconds: Int)]) -> [WorkoutEvent] {
        runs.flatMap { Array(repeating: $0.speed, count: $0.seconds) }.enumerated().map { reading(.speed, $1, Double($0), wheel) }
    }

    private let drift = [(rate: 140.0, seconds: 600), (147.0, 600)]

    @Test func theExample() throws {
        let decoupling = try #require(try ride(powers([(200, 1200)]) + hearts(drift), end: 1200).summary.decoupling.value)
        #expect(isClose(decoupling.percent, 4.7619, within: 5e-5))
        #expect(decoupling.basis == .power && decoupling.coverage == 1)
    }

    @Test func belowTwentyMinutesThereIsNone() throws {
        let workout = try ride(powers([(200, 1199)]) + hearts(drift), end: 1199.9)
        #expect(workout.summary.decoupling == .unavailable(.tooShort))
    }

    @Test func runningIsBySpeed() throws {
        let events = hearts(drift) + speeds([(3, 1200)])
        #expect(isClose(try ride(events, type: .running, end: 1200).summary.decoupling.value?.percent, 4.7619, within: 5e-5))
        #expect(try ride(events, type: .running, end: 1200).summary.decoupling.value?.basis == .speed)
        // A bike without power says nothing, whatever its speed.
        #expect(try ride(events, type: .cycling, end: 1200).summary.decoupling == .unavailable(.noData))
        #expect(try ride(hearts(drift), type: .running, end: 1200).summary.decoupling == .unavailable(.noData))
    }

    @Test func twoSportsAreNotTwoHalves() throws {
        let events = powers([(200, 1200)]) + hearts(drift) + speeds([(3, 1200)]) + [.activity(at(600), .running)]
        #expect(try ride(events, end: 1200).summary.decoupling == .unavailable(.noData))
    }

    /// Both means are over the seconds that have heart rate: what was ridden without the strap counts on neither side.
    @Test func secondsWithoutHeartRateAreLeftOut() throws {
        let watts = powers([(200, 100), (500, 400), (200, 700)])
        let rates = hearts([(140, 600), (140, 600)]).filter {
            guard case .reading(let reading) = $0 else { return true }
            return !(90..<500).contains(reading.offset.seconds)  // the last before it holds until 99
        }
        let decoupling = try #require(try ride(watts + rates, end: 1200).summary.decoupling.value)
        #expect(isClose(decoupling.percent, 0, within: 1e-9))
        #expect(decoupling.isLowCoverage)
    }

    @Test func aFirstHalfWithoutPowerOrHeartHasNoRatio() throws {
        let rests = powers([(0, 600), (200, 600)]) + hearts(drift)
        #expect(try ride(rests, end: 1200).summary.decoupling == .unavailable(.noData))
        let late = powers([(200, 1200)]) + (600..<1200).map { reading(.heartRate, 140, Double($0)) }
        #expect(try ride(late, end: 1200).summary.decoupling == .unavailable(.noData))
    }
}
