import Testing
import Workouts

/// Core §6.2.
@Suite struct SummaryTests {
    @Test func averagesAreWeightedByTimeOverCoveredTime() throws {
        let workout = try ride(
            [reading(.heartRate, 120, 0), reading(.heartRate, 150, 2), reading(.heartRate, 100, 30)], end: 100)
        // 2 s at 120, 10 s at 150, 10 s at 100.
        let heart = try #require(workout.summary.heartRate.value)
        #expect(heart.average == 2740.0 / 22)
        #expect(heart.minimum == 100 && heart.maximum == 150)
        #expect(heart.sampleCount == 3)
        #expect(heart.medianSpacing == span(15))
        #expect(heart.coverage == 0.22)
        #expect(heart.isLowCoverage)
    }

    /// A lap's extremes are those of the samples taken in it: the sprint before the lap key is not the rest's highest power.
    @Test func extremesOfALapAreThoseOfItsSamples() throws {
        let workout = try ride(
            [
                reading(.power, 400, 0), reading(.power, 90, 2), reading(.power, 100, 4), .lap(at(1), .manual),
                .lap(at(5), .manual),
            ],
            end: 6)
        let laps = workout.laps.map(\.summary.power.value)
        #expect(laps.map { $0?.maximum } == [400, 100, 100])
        #expect(laps.map { $0?.minimum } == [400, 90, 100])
        // In the last none was taken, and one was held.
        #expect(laps.map { $0?.sampleCount } == [1, 2, 0])
    }

    @Test func cadenceWithAndWithoutZeros() throws {
        let workout = try ride((0..<10).map { reading(.cadence, $0 < 5 ? 90 : 0, Double($0)) }, end: 10)
        #expect(workout.summary.cadence.value?.average == 45)
        #expect(workout.summary.cadence.value?.averageWithoutZeros == 90)
    }

    @Test func theMedianOfAnEvenCountIsTheMeanOfTheMiddleTwo() throws {
        let times = [0.0, 1, 2, 4, 8]  // 1, 1, 2, 4
        let workout = try ride(times.map { reading(.heartRate, 120, $0) }, end: 10)
        #expect(workout.summary.heartRate.value?.medianSpacing == span(1.5))
    }

    @Test func noSensorsNoFigures() throws {
        let summary = try ride([], end: 60).summary
        #expect(summary.elapsed == span(60) && summary.timer == span(60))
        #expect(summary.heartRate == .unavailable(.noData))
        #expect(summary.moving == .unavailable(.noData))
        #expect(summary.distance == .unavailable(.noData))
        #expect(summary.powerCurve.isEmpty)
    }

    @Test func speedsAreDistanceOverTime() throws {
        let speeds = (0..<50).map { reading(.speed, $0 < 40 ? 5 : 0, Double($0), wheel) }
        let events = speeds + [amount(200, 0, 40), .paused(at(50), automatic: true)]
        let summary = try ride([source(wheel, distance: .wheel)] + events, end: 100).summary
        #expect(summary.timer == span(50))
        #expect(summary.moving == .value(span(40)))
        #expect(summary.averageSpeedMetresPerSecond == .value(4))
        #expect(summary.movingSpeedMetresPerSecond == .value(5))
        #expect(summary.maximumSpeedMetresPerSecond == .value(5))
    }

    /// A wheel counts from its first turn, and its speed is known from the second on: 100 m in 10 s, of which 50 m in the 5 s that were
    /// seen to move. All of it over those 5 s would be twice the fastest.
    @Test func whatWasRiddenUnseenIsNotMoving() throws {
        let speeds = (5..<10).map { reading(.speed, 10, Double($0), wheel) }
        let events = speeds + [amount(100, 0, 10), .paused(at(10), automatic: false)]
        let summary = try ride([source(wheel, distance: .wheel)] + events, end: 12).summary
        #expect(summary.distance.value?.metres == 100)
        #expect(summary.moving == .value(span(5)))
        #expect(summary.movingSpeedMetresPerSecond == .value(10))
        #expect(summary.maximumSpeedMetresPerSecond == .value(10))
    }

    /// OpenTracks #1756, #1894: heart rate at rest counted as moving.
    @Test func heartRateAloneIsNotMoving() throws {
        let hearts = (0..<60).map { reading(.heartRate, 90, Double($0)) }
        #expect(try ride(hearts, end: 60).summary.moving == .unavailable(.noData))
        let standing = (0..<60).map { reading(.speed, 0.1, Double($0), wheel) }
        #expect(try ride(hearts + standing, end: 60).summary.moving == .value(.zero))
    }

    @Test(arguments: [
        (ActivityType.cycling, 1 / 3.6, true), (.cycling, 0.27, false), (.walking, 0.1 / 3.6, true), (.walking, 0.02, false),
        (.running, 0.27, false), (.alpineSkiing, 0.27, false), (.crossCountrySkiing, 0.03, true), (.trailRunning, 0.03, true),
    ])
    func movingDependsOnTheActivity(type: ActivityType, speed: Double, isMoving: Bool) throws {
        let workout = try ride([reading(.speed, speed, 0)], type: type, end: 4)
        #expect(workout.summary.moving == .value(span(isMoving ? 4 : 0)))
    }

    @Test func cadenceMovesAndAHoleInSpeedDoesNot() throws {
        // Speed to 5 s; cadence from 3 to 8 s; nothing after.
        let workout = try ride(
            [
                reading(.speed, 3, 0, wheel), reading(.cadence, 80, 3, meter), .paused(at(6), automatic: false),
                .resumed(at(7), automatic: false),
            ], end: 20)
        #expect(workout.summary.moving == .value(span(6)))
    }

    /// A lost strap that sent zeros spoiled the average (qdomyos-zwift #603).
    @Test func zeroHeartRateDoesNotSpoilTheAverage() throws {
        let hearts = (0..<100).map { reading(.heartRate, $0.isMultiple(of: 7) && $0 > 0 ? 0 : 150, Double($0)) }
        let heart = try #require(try ride(hearts, end: 100).summary.heartRate.value)
        #expect(heart.average == 150 && heart.minimum == 150 && heart.coverage == 1)
    }

    @Test func climbsAreCountedByHysteresis() throws {
        let heights = [100, 102, 104, 103, 99, 101, 106, 106.5]
        let barometer: [WorkoutEvent] =
            [source(strap, .barometer)] + heights.enumerated().map { reading(.altitude, $1, Double($0)) }
        let summary = try ride(barometer, end: 8).summary
        // Core §6.6, h = 3 m.
        #expect(summary.ascentMetres == .value(11) && summary.descentMetres == .value(5))
        #expect(summary.altimeter == .barometer && summary.altimeter?.climbThresholdMetres == 3)
        // From a receiver: smoothed, 5 m. 100.667 … 101.333 never leaves the first by 5 m.
        let gps = [100, 104, 98, 103, 99, 102].enumerated().map {
            WorkoutEvent.location(place(Double($0), north: Double($0), altitude: $1))
        }
        #expect(try ride(gps, end: 6).summary.ascentMetres == .value(0))
        #expect(try ride(gps, end: 6).summary.altimeter == .gps && Altimeter.gps.climbThresholdMetres == 5)
        #expect(try ride([], end: 6).summary.altimeter == nil)
    }

    @Test func noClimbAcrossAPause() throws {
        let events: [WorkoutEvent] = [
            source(strap, .barometer), reading(.altitude, 100, 0), .paused(at(5), automatic: false), reading(.altitude, 150, 6),
            .resumed(at(10), automatic: false), reading(.altitude, 200, 11), reading(.altitude, 204, 12),
        ]
        #expect(try ride(events, end: 20).summary.ascentMetres == .value(4))
    }
}
