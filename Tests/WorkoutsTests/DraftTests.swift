import Testing
import Workouts

@Suite struct DraftTests {
    private func draft(_ events: [WorkoutEvent], settings: WorkoutSettings = settings()) throws -> WorkoutDraft {
        var draft = WorkoutDraft(id: someID, settings: settings, clock: someClock)
        for event in events { _ = try draft.apply(event) }
        return draft
    }

    @Test func eventsInAnImpossibleOrderAreRefused() throws {
        #expect(throws: AssemblyError.notStarted) { try draft([reading(.heartRate, 120, 1)]) }
        #expect(throws: AssemblyError.alreadyStarted) { try draft([.started(.zero, .cycling), .started(.zero, .cycling)]) }
        #expect(throws: AssemblyError.endsBeforeStart(start: at(5), end: at(4))) {
            try draft([.started(at(5), .cycling), .ended(at(4))])
        }
        #expect(throws: AssemblyError.alreadyEnded) {
            try draft([.started(.zero, .cycling), .ended(at(1)), .lap(at(1), .manual)])
        }
        #expect(throws: AssemblyError.notEnded) { try draft([.started(.zero, .cycling)]).finished() }
        #expect(throws: AssemblyError.notStarted) { try draft([]).finished() }
        let far = Offset(microseconds: .max)
        #expect(throws: AssemblyError.implausibleOffset(far)) { try draft([.started(.zero, .cycling), .lap(far, .manual)]) }
    }

    /// A stop after 40 days, or at a moment that no clock reaches, costs nothing of the ride before it.
    @Test(arguments: [40.0 * 86_400, 1e12])
    func anEndTooLateIsWhereSomethingWasLastHeard(seconds: Double) throws {
        let late = at(seconds)
        let workout = try draft([
            .started(.zero, .cycling), source(strap), reading(.heartRate, 120, 1), reading(.heartRate, 130, 7),
            .paused(at(20), automatic: true), .marker(at(25), .sensorLost, note: "strap"), .ended(late),
        ]).finished()
        #expect(workout.end == at(7.000001))
        #expect(workout.series.map(\.values) == [[120, 130]])
        #expect(workout.markers.map(\.kind) == [.fault])
        #expect(workout.summary.elapsed == span(7.000001) && workout.summary.timer == span(7.000001))
    }

    @Test func aMonthIsNotTooLong() throws {
        let month = at(31 * 86_400)
        let workout = try draft([.started(.zero, .cycling), reading(.heartRate, 120, 1), .ended(month)]).finished()
        #expect(workout.end == month && workout.markers.isEmpty)
    }

    /// A defective or missing lap made services refuse the file (GoldenCheetah #2638).
    @Test(arguments: [0.0, 0.4, 1, 10, 90_000])
    func thereIsAlwaysALap(seconds: Double) throws {
        let workout = try ride([], end: seconds)
        #expect(workout.laps.count == 1 && workout.activities.count == 1)
        #expect(workout.laps[0].trigger == .sessionEnd)
        #expect(workout.laps[0].summary.elapsed == span(seconds))
        #expect(workout.summary == workout.activities[0].summary)
    }

    @Test func anActivityChangeClosesTheLap() throws {
        let workout = try ride(
            [.lap(at(10), .manual), .activity(at(30), .transition), .activity(at(35), .running), .lap(at(40), .time)], end: 60)
        #expect(workout.activities.map(\.type) == [.cycling, .transition, .running])
        #expect(workout.activities.map(\.start) == [0, 30, 35].map(at))
        #expect(workout.activities.map(\.end) == [30, 35, 60].map(at))
        #expect(workout.laps.map(\.end) == [10, 30, 35, 40, 60].map(at))
        #expect(workout.laps.map(\.trigger) == [.manual, .activityChange, .activityChange, .time, .sessionEnd])
        #expect(workout.laps.map(\.activityIndex) == [0, 0, 1, 2, 2])
        #expect(workout.type == .cycling)
    }

    @Test func emptyLapsAreLeftOut() throws {
        let workout = try ride(
            [
                .lap(at(0), .manual), .lap(at(10), .manual), .lap(at(10), .manual), .lap(at(5), .manual),
                .activity(at(7), .running),
                .lap(at(20), .manual),
            ], end: 20)
        #expect(workout.laps.map(\.end) == [10, 20].map(at))
        #expect(workout.laps.map(\.trigger) == [.manual, .manual])
        #expect(workout.omissions.laps == 4)
        let renamed = try ride([.activity(.zero, .running)], end: 5)
        #expect(renamed.type == .running && renamed.activities.count == 1)
    }

    @Test func whatComesAfterTheEndIsCutOff() throws {
        let workout = try ride([.lap(at(30), .manual), .activity(at(40), .running), .paused(at(25), automatic: true)], end: 20)
        #expect(workout.laps.map(\.end) == [at(20)])
        #expect(workout.laps[0].trigger == .sessionEnd)
        #expect(workout.activities.count == 1)
        #expect(workout.pauses.isEmpty)
    }

    @Test func pausesAreKeptApartAndCountedOnce() throws {
        let workout = try ride(
            [
                .resumed(at(1), automatic: false), .paused(at(10), automatic: true), .paused(at(12), automatic: false),
                .resumed(at(15), automatic: true), .paused(at(20), automatic: false), .resumed(at(22), automatic: true),
                .resumed(at(25), automatic: false), .paused(at(28), automatic: false),
            ], end: 30)
        #expect(
            workout.pauses == [
                Pause(start: at(10), end: at(15), isAutomatic: true), Pause(start: at(20), end: at(25), isAutomatic: false),
                Pause(start: at(28), end: at(30), isAutomatic: false),
            ])
        #expect(workout.summary.timer == span(18) && workout.summary.elapsed == span(30))
        #expect(workout.omissions.pauses == 3)
    }

    @Test func nothingButAPause() throws {
        let events: [WorkoutEvent] = [.paused(.zero, automatic: false), reading(.heartRate, 120, 3), reading(.power, 120, 3)]
        let workout = try ride(events, end: 30, settings: settings([try heartZones()], ftp: 200))
        #expect(workout.summary.timer == .zero)
        #expect(workout.summary.heartRate == .unavailable(.noData))
        #expect(workout.summary.power == .unavailable(.noData))
        #expect(workout.zoneGroups[.heartRate]?.covered == .zero && workout.zoneGroups[.heartRate]?.unattributed == .zero)
        #expect(workout.series.count == 2)  // kept, though not counted
    }

    @Test func oneSecond() throws {
        let workout = try ride([reading(.power, 250, 0)], end: 1, settings: settings(ftp: 250))
        #expect(workout.summary.power.value?.average == 250)
        #expect(workout.summary.powerCurve == [.init(seconds: 1, watts: 250, startSecond: 0)])
        #expect(try ride([reading(.power, 250, 0)], end: 0.5).summary.power == .unavailable(.tooShort))
    }

    @Test func twentyFiveHours() throws {
        let events = stride(from: 0.0, to: 90_000, by: 4).map { reading(.power, 150, $0, meter) }
        let workout = try ride(events, end: 90_000, settings: settings(ftp: 300))
        #expect(workout.summary.trainingStressScore == .value(625))  // 25 h at half the threshold: 25 × 25
        #expect(workout.summary.workKilojoules == .value(13_500))
    }

    @Test func aBetterClockMovesTheWorkoutAndNoSample() throws {
        var draft = try draft([.started(at(2), .cycling), reading(.heartRate, 120, 3), .ended(at(9))])
        let before = try draft.finished()
        draft.clock = WallClock(origin: Timestamp(secondsSince1970: 1_800_000_000), source: .gps, isTrusted: true)
        let after = try draft.finished()
        #expect(after.startTimestamp == Timestamp(secondsSince1970: 1_800_000_002))
        #expect(after.series == before.series && after.summary == before.summary && after.id == before.id)
    }

    @Test func beatsMarkersAndSourcesAreKept() throws {
        let beats = Beats(source: strap, offset: at(3), rrTicks: [800, 810], missed: 1)
        let workout = try ride(
            [
                source(meter), source(strap), .beats(beats), .marker(at(4), .sensorLost, note: "strap"),
                .marker(at(99), .marker, note: ""),
            ],
            end: 10)
        #expect(workout.beats == [beats])
        #expect(workout.markers == [Marker(offset: at(4), kind: .sensorLost, note: "strap")])
        #expect(workout.sources.map(\.id) == [strap, meter])
    }

    @Test func oneSourceOfTwoCountsAtATime() throws {
        // The same strap over both radios, the second one a little ahead (GoldenCheetah #502: an idle source's zero won).
        let events =
            [source(strap, priorities: [.power: 0]), source(meter, priorities: [.power: 1])]
            + (0..<10).map { reading(.power, 0, Double($0) + 0.5, meter) }
            + (0..<10).map { reading(.power, 200, Double($0), strap) }
        let workout = try ride(events, end: 10)
        #expect(workout.summary.power.value?.average == 200)
        #expect(workout.summary.power.value?.sampleCount == 10)
        #expect(workout.series.count == 2)
    }
}
