import Testing
import WireFormats
import Workouts

@testable import Ingest

/// Commands and findings to workout events.
struct WorkoutSessionTests {
    private let source = SampleSource(id: SourceID(0), kind: .ble, identity: "ble:1")

    private func second(_ seconds: Double) -> Offset { Offset(seconds: seconds) }

    private func running(from start: Double = 0, _ outputs: inout [IngestOutput]) -> WorkoutSession {
        var session = WorkoutSession()
        session.start(
            .cycling, at: second(start), id: WorkoutID(high: 1, low: 2), settings: WorkoutSettings(),
            clock: WallClock(origin: Timestamp(microseconds: 0), source: .system, isTrusted: true), isDemo: false,
            sources: [source],
            &outputs)
        return session
    }

    private func workout(_ outputs: [IngestOutput]) throws -> Workout {
        try #require(outputs.compactMap { if case .workoutEnded(let workout) = $0 { workout } else { nil } }.first)
    }

    @Test func nothingHappensWithoutAWorkout() {
        var session = WorkoutSession()
        var outputs: [IngestOutput] = []
        for command: RiderCommand in [
            .lap, .pause(automatic: false), .resume(automatic: true), .activity("running"), .marker("x"),
        ] {
            #expect(session.apply(command, at: second(1), &outputs) != nil)
        }
        session.reading(Reading(.power, 200, at: second(1), from: source.id), autoPauses: true, &outputs)
        session.amount(Amount(.distance, 5, from: second(0), to: second(1), source: source.id), autoPauses: true, &outputs)
        session.beats(Beats(source: source.id, offset: second(1), rrTicks: [800]), &outputs)
        session.advance(to: second(60), autoPauses: true, &outputs)
        #expect(outputs.isEmpty)
    }

    /// 10 m over two seconds, half of which lies before the start.
    @Test func whatLiesBeforeTheStartIsCutOff() throws {
        var outputs: [IngestOutput] = []
        var session = running(from: 10, &outputs)
        session.reading(Reading(.power, 999, at: second(9), from: source.id), autoPauses: false, &outputs)
        session.amount(Amount(.distance, 10, from: second(9), to: second(11), source: source.id), autoPauses: false, &outputs)
        session.amount(Amount(.distance, 10, from: second(7), to: second(9), source: source.id), autoPauses: false, &outputs)
        session.stop(at: second(20), &outputs)
        let workout = try workout(outputs)
        #expect(workout.start == second(10))
        #expect(workout.summary.distance.value?.metres == 5)
        #expect(workout.series.isEmpty)
    }

    @Test func theRidersPauseTakesOverFromAnAutomaticOne() throws {
        var outputs: [IngestOutput] = []
        var session = running(&outputs)
        #expect(session.apply(.pause(automatic: true), at: second(10), &outputs) == nil)
        #expect(session.apply(.pause(automatic: true), at: second(11), &outputs) != nil)
        #expect(session.apply(.pause(automatic: false), at: second(20), &outputs) == nil)
        #expect(session.apply(.resume(automatic: true), at: second(25), &outputs) != nil, "movement alone no longer ends it")
        #expect(session.apply(.resume(automatic: false), at: second(30), &outputs) == nil)
        #expect(session.apply(.resume(automatic: false), at: second(31), &outputs) != nil)
        session.stop(at: second(40), &outputs)
        let workout = try workout(outputs)
        #expect(
            workout.pauses == [
                Pause(start: second(10), end: second(20), isAutomatic: true),
                Pause(start: second(20), end: second(30), isAutomatic: false),
            ])
        #expect(workout.summary.timer == TimeSpan(seconds: 20))
    }

    @Test func standingPausesAndTheFirstTurnResumes() throws {
        var outputs: [IngestOutput] = []
        var session = running(&outputs)
        for wait in 1...20 {
            let speed = wait <= 5 ? 4.0 : 0
            session.reading(Reading(.speed, speed, at: second(Double(wait)), from: source.id), autoPauses: true, &outputs)
            session.advance(to: second(Double(wait)), autoPauses: true, &outputs)
        }
        #expect(session.isPausedAutomatically)
        // 5 m in the last second, though the speed since the last turn is a slow one.
        session.reading(Reading(.speed, 0.3, at: second(21), from: source.id), autoPauses: true, &outputs)
        session.amount(Amount(.distance, 5, from: second(20), to: second(21), source: source.id), autoPauses: true, &outputs)
        session.advance(to: second(21), autoPauses: true, &outputs)
        #expect(!session.isPausedAutomatically)
    }

    @Test func aReceiverAlonePauses() {
        var outputs: [IngestOutput] = []
        var session = running(&outputs)
        for wait in 1...20 {
            let place = Location(
                offset: second(Double(wait)), latitude: 49, longitude: 16, speedMetresPerSecond: wait <= 5 ? 3 : 0.1)
            session.location(place, from: source.id, autoPauses: true, &outputs)
            session.advance(to: second(Double(wait)), autoPauses: true, &outputs)
        }
        #expect(session.isPausedAutomatically)
    }

    @Test func legsFollowTheActivity() throws {
        var outputs: [IngestOutput] = []
        var session = running(&outputs)
        #expect(session.apply(.activity("running"), at: second(30), &outputs) == nil)
        #expect(session.apply(.activity("juggling"), at: second(40), &outputs) != nil)
        #expect(session.activity == .running)
        session.stop(at: second(60), &outputs)
        #expect(try workout(outputs).activities.map(\.type) == [.cycling, .running])
    }

    /// A stop that arrives late does not cut off what came after it.
    @Test func theEndIsNotBeforeWhatHappened() throws {
        var outputs: [IngestOutput] = []
        var session = running(&outputs)
        session.advance(to: second(50), autoPauses: false, &outputs)
        session.stop(at: second(45), &outputs)
        #expect(try workout(outputs).end == second(50))
        #expect(!session.isRunning)
    }

    @Test func aSecondWorkoutIsAnother() {
        var outputs: [IngestOutput] = []
        var session = running(&outputs)
        #expect(session.apply(.start(activity: "running"), at: second(5), &outputs) != nil)
        session.stop(at: second(10), &outputs)
        #expect(session.begun == 1)
        #expect(session.draft == nil)
    }
}
