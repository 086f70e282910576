import Testing
import Workouts

/// Core §6.1 and §6.3.
@Suite struct PowerTests {
    private func summary(_ runs: [(watts: Double, seconds: Int)], ftp: Double? = 250) throws -> WorkoutSummary {
        let seconds = runs.reduce(0) { $0 + $1.seconds }
        return try ride(powers(runs), end: Double(seconds), settings: settings(ftp: ftp)).summary
    }

    @Test(arguments: [
        ([(200.0, 1200)], 200.0, 200.0, 0.8, 1.0, 21.3333, 240.0),
        ([(100, 300), (300, 300), (100, 300), (300, 300)], 200, 251.0301, 1.0041, 1.2552, 33.6086, 240),
        ([(0, 60), (250, 120), (0, 20)], 150, 219.7073, 0.8788, 1.4647, 4.2908, 30),
    ])
    func coggan(
        runs: [(Double, Int)], average: Double, normalized: Double, intensity: Double, variability: Double, stress: Double,
        kilojoules: Double
    ) throws {
        let summary = try summary(runs.map { (watts: $0.0, seconds: $0.1) })
        #expect(isClose(summary.power.value?.average, average, within: 1e-9))
        #expect(isClose(summary.normalizedPowerWatts.value, normalized, within: 5e-5))
        #expect(isClose(summary.intensityFactor.value, intensity, within: 5e-5))
        #expect(isClose(summary.variabilityIndex.value, variability, within: 5e-5))
        #expect(isClose(summary.trainingStressScore.value, stress, within: 5e-5))
        #expect(isClose(summary.workKilojoules.value, kilojoules, within: 1e-9))
    }

    @Test func withAndWithoutZeros() throws {
        let power = try #require(try summary([(0, 60), (250, 120), (0, 20)]).power.value)
        #expect(power.average == 150)
        #expect(power.averageWithoutZeros == 250)
        #expect(power.minimum == 0 && power.maximum == 250)
        #expect(power.sampleCount == 200)
        #expect(power.medianSpacing == span(1))
        #expect(try summary([(0, 60)]).power.value?.averageWithoutZeros == nil)
    }

    @Test func whatIsMissingHasAReason() throws {
        let short = try summary([(200, 29)])
        #expect(short.normalizedPowerWatts == .unavailable(.tooShort))
        #expect(short.trainingStressScore == .unavailable(.tooShort))
        #expect(try summary([(200, 30)]).normalizedPowerWatts.value == 200)
        let noThreshold = try summary([(200, 60)], ftp: nil)
        #expect(noThreshold.intensityFactor == .unavailable(.noThreshold))
        #expect(noThreshold.trainingStressScore == .unavailable(.noThreshold))
        #expect(noThreshold.variabilityIndex == .value(1))
        #expect(noThreshold.efficiencyFactor == .unavailable(.noData))
        #expect(try summary([(200, 60)], ftp: 0).intensityFactor == .unavailable(.noThreshold))
        #expect(try summary([(0, 60)]).variabilityIndex == .unavailable(.noData))
        #expect(try summary([]).workKilojoules == .unavailable(.noData))
    }

    @Test func efficiencyFactor() throws {
        let hearts = (0..<60).map { reading(.heartRate, 125, Double($0)) }
        let workout = try ride(powers([(200, 60)]) + hearts, end: 60)
        #expect(workout.summary.efficiencyFactor == .value(1.6))
    }

    /// 100 W × 10 s, 400 W × 5 s, 200 W × 15 s.
    @Test func meanMaximal() {
        let watts = [Double](repeating: 100, count: 10) + Array(repeating: 400, count: 5) + Array(repeating: 200, count: 15)
        let points = PowerCurve.points(of: watts, seconds: [1, 5, 10, 30, 31, 0, -1])
        #expect(points.map(\.seconds) == [1, 5, 10, 30])
        #expect(points.map(\.watts) == [400, 400, 300, 200])
        #expect(points.map(\.startSecond) == [10, 10, 10, 0])
        #expect(PowerCurve.points(of: []).isEmpty)
    }

    @Test func theCurveIsNotRepairedAndTheEarliestOfEqualsWins() {
        let points = PowerCurve.points(of: [10, 0, 10], seconds: [1, 2, 3])
        #expect(points.map(\.watts) == [10, 5, 20.0 / 3])
        #expect(points.map(\.startSecond) == [0, 0, 0])
        let uneven = PowerCurve.points(of: Array(repeating: [0.1, 0.7, 0.3], count: 2000).flatMap(\.self), seconds: [30, 300])
        #expect(uneven.map(\.startSecond) == [0, 0])
    }

    @Test func wPrimeBalance() {
        var balance = WPrimeBalance(criticalPowerWatts: 250, capacityJoules: 20_000)
        func ride(_ watts: Double, _ seconds: Int) -> Double {
            for _ in 0..<seconds { balance.apply(watts) }
            return balance.joules
        }
        #expect(ride(350, 60) == 14_000)
        #expect(abs(ride(150, 60) - 15_558.43) < 0.005)
        #expect(abs(ride(150, 60) - 16_712.08) < 0.005)
        let before = balance.joules
        #expect(ride(250, 100) == before)
        #expect(ride(1250, 60) < 0)
    }

    /// Holes count as 0 W, and a second covered in part keeps its integral; the fraction at the end is dropped.
    @Test func theOneSecondGrid() throws {
        let workout = try ride(
            [
                reading(.power, 200, 0.5), reading(.power, 100, 2.25), .paused(at(3.5), automatic: true),
                .resumed(at(10), automatic: true),
            ],
            end: 13.9)
        // 0.5 s at 200; 1 s at 200; 0.25 at 200 and 0.75 at 100; 0.5 at 100, then after the pause nothing.
        let grid = OneSecondGrid(workout.timeline(of: .power), from: .zero, to: workout.end, timer: workout.timerIntervals)
        #expect(grid.withHolesAsZero == [100, 200, 125, 50, 0, 0, 0])
        #expect(grid.means == [200, 200, 125, 100, nil, nil, nil])
        #expect(workout.summary.power.value?.average == 475.0 / 7)
        #expect(workout.summary.power.value?.averageWithoutZeros == 475.0 / 4)
        #expect(isClose(workout.summary.power.value?.coverage, 3.0 / 7.4, within: 1e-12))
        #expect(workout.summary.power.value?.isLowCoverage == true)
    }

    /// As files of other programs have it: the timer stops a microsecond behind a track's last point, and coasting begins 20 times.
    @Test func aMicrosecondIsNoPartOfASecond() throws {
        func watts(_ second: Int) -> WorkoutEvent { reading(.power, second.isMultiple(of: 2) ? 200 : 0, Double(second), meter) }
        let halves = (0..<20).map(watts) + [.paused(at(19) + TimeSpan(microseconds: 1_000_001), automatic: true)]
        let workout = try ride(halves + [.resumed(at(500), automatic: true)] + (500..<520).map(watts), end: 520)
        #expect(isClose(workout.summary.power.value?.averageWithoutZeros, 200, within: 1e-3))
        // Held for ten seconds behind the pause.
        let hearts: [WorkoutEvent] = [
            reading(.heartRate, 180, 15), .paused(at(20) + TimeSpan(microseconds: 1), automatic: true),
            .resumed(at(30), automatic: true), reading(.heartRate, 150, 30),
        ]
        let means = try ride(hearts, end: 50).grid(of: .heartRate).means
        #expect(means[14] == nil && means[19] == 180 && means[30] == nil)
        #expect(isClose(means[20], 150, within: 1e-9) && isClose(means[29], 150, within: 1e-9))
    }

    @Test func halvesAroundAPauseAreJoined() throws {
        let events =
            powers([(200, 20)]) + [.paused(at(20), automatic: false), .resumed(at(500), automatic: false)]
            + (500..<520).map { reading(.power, 200, Double($0), meter) }
        let summary = try ride(events, end: 520, settings: settings(ftp: 200)).summary
        #expect(summary.normalizedPowerWatts == .value(200))
        #expect(summary.trainingStressScore.value.map { abs($0 - 100.0 * 40 / 3600) < 1e-9 } == true)
        #expect(summary.powerCurve.last == .init(seconds: 30, watts: 200, startSecond: 0))
    }
}
