import Testing
import Workouts

/// Core §6.8.
@Suite struct SplitTests {
    private func run(_ points: [(Double, Double)], recorded: Double? = nil, also: [WorkoutEvent] = [], end: Double? = nil) throws
        -> Workout
    {
        let end = end ?? points.last?.0 ?? 0
        let distance = recorded.map { [source(wheel, distance: .footPod), amount($0, 0, end)] } ?? []
        let places = points.map { WorkoutEvent.location(place($0, north: $1)) }
        return try ride([source(receiver, .gps)] + distance + also + places, type: .running, end: end)
    }

    private func expect(_ splits: [Split], metres: [Double], timers: [Double], sourceLocation: SourceLocation = #_sourceLocation)
    {
        #expect(splits.count == metres.count, sourceLocation: sourceLocation)
        for (split, expected) in zip(splits, zip(metres, timers)) {
            #expect(isClose(split.distanceMetres, expected.0, within: 1e-3), sourceLocation: sourceLocation)
            #expect(isClose(split.timer.seconds, expected.1, within: 5e-4), sourceLocation: sourceLocation)
        }
    }

    private let points = [(0.0, 0.0), (240, 800), (360, 1200), (600, 2050), (660, 2260)]

    @Test func theExample() throws {
        let raw = try run(points)
        expect(raw.kilometreSplits, metres: [1000, 1000, 260], timers: [300, 285.882, 74.118])
        #expect(raw.kilometreSplits.map(\.isPartial) == [false, false, true])
        #expect(raw.splitCalibration == SplitCalibration())

        let recorded = try run(points, recorded: 2200)
        expect(recorded.kilometreSplits, metres: [1000, 1000, 200], timers: [308.182, 293.117, 58.701])
        expect(recorded.mileSplits, metres: [1609.344, 590.656], timers: [487.972, 172.028])
        #expect(isClose(recorded.splitCalibration.scale, 0.973451, within: 5e-7))
        #expect(!recorded.splitCalibration.isRejected)
    }

    /// Splits included pauses, and pace disagreed with time (tempo #115, #188).
    @Test func pausesAreNotInTheTimer() throws {
        let workout = try run(
            [(0, 0), (100, 600), (220, 600), (320, 1200)],
            also: [.paused(at(100), automatic: false), .resumed(at(220), automatic: false)])
        expect(workout.kilometreSplits, metres: [1000, 200], timers: [166.667, 33.333])
        #expect(isClose(workout.kilometreSplits[0].elapsed.seconds, 286.667, within: 5e-4))
        #expect(workout.kilometreSplits.reduce(TimeSpan.zero) { $0 + $1.timer } == workout.summary.timer)
    }

    @Test func aDistanceTooFarOffIsNotFitted() throws {
        let workout = try run(points, recorded: 2900)  // 1.283
        expect(workout.kilometreSplits, metres: [1000, 1000, 260], timers: [300, 285.882, 74.118])
        #expect(workout.splitCalibration == SplitCalibration(scale: 1, isRejected: true))
        #expect(SplitCalibration(rawMetres: 1000, recordedMetres: 1250).scale == 1.25)
        #expect(SplitCalibration(rawMetres: 1000, recordedMetres: 800).scale == 0.8)
        #expect(SplitCalibration(rawMetres: 1000, recordedMetres: 1251).isRejected)
        #expect(SplitCalibration(rawMetres: 0, recordedMetres: 1000) == SplitCalibration())
    }

    @Test func aBoundaryAtAPointAndATinyRest() throws {
        let workout = try run([(10, 0), (110, 999.9995), (210, 2000.5)], end: 220)
        #expect(workout.kilometreSplits.map(\.isPartial) == [false, false])
        #expect(workout.kilometreSplits.map(\.start) == [0, 110].map(at))
        #expect(workout.kilometreSplits.last?.end == at(220))
        #expect(isClose(workout.kilometreSplits.reduce(0) { $0 + $1.distanceMetres }, 2000.5, within: 1e-6))
    }

    @Test func shortAndEmpty() throws {
        let short = try run([(0, 0), (10, 30)], end: 12)
        expect(short.kilometreSplits, metres: [30], timers: [12])
        #expect(short.kilometreSplits[0].isPartial)
        #expect(try run([(0, 0), (10, 0)]).kilometreSplits.isEmpty)
    }

    @Test func heartRateAndClimbOfEachRow() throws {
        let places = (0...20).map { step in
            let time = Double(step) * 10
            return WorkoutEvent.location(place(time, north: time * 10, altitude: step <= 10 ? 100 : time))
        }
        let hearts = (0..<200).map { reading(.heartRate, $0 < 100 ? 120 : 150, Double($0)) }
        let workout = try ride([source(receiver, .gps)] + places + hearts, type: .running, end: 200)
        #expect(workout.kilometreSplits.map(\.averageBeatsPerMinute) == [120, 150])
        #expect(workout.kilometreSplits[0].ascentMetres.map { $0 < 10 } == true)
        let climbs = workout.kilometreSplits.compactMap(\.ascentMetres).reduce(0, +)
        #expect(isClose(workout.summary.ascentMetres.value, climbs, within: 1e-9))
    }

    @Test func withoutARouteTheWheelIsCutDirectly() throws {
        let workout = try ride([source(wheel, distance: .wheel), amount(600, 0, 100), amount(600, 100, 160)], end: 160)
        expect(workout.kilometreSplits, metres: [1000, 200], timers: [140, 20])
    }

    @Test func deviceLapsStayLaps() throws {
        let workout = try run(points, also: [.lap(at(100), .manual), .lap(at(200), .distance)])
        #expect(workout.laps.map(\.end) == [100, 200, 660].map(at))
        #expect(workout.laps.map(\.trigger) == [.manual, .distance, .sessionEnd])
        #expect(workout.kilometreSplits.count == 3)
    }
}
