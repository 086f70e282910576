import Statistics
import Testing
import Workouts

@testable import Storage

/// Lists of workouts, without opening any.
struct ListingTests {
    private let fixture: StoreFixture
    private var store: HistoryStore { fixture.store }
    private let workouts = (0..<12).map { Demo.small($0) }

    init() throws {
        fixture = try StoreFixture()
        for workout in workouts.shuffled() {
            try store.store(workout, from: WorkoutOrigin(.file, place: "/rides/\(workout.id.storeText)", format: "fit"))
        }
    }

    private func ids(_ filter: WorkoutFilter, limit: Int = .max, skipping: Int = 0) throws -> [WorkoutID] {
        try store.workouts(filter, limit: limit, skipping: skipping).map(\.id)
    }

    @Test func newestComeFirstAPageAtATime() throws {
        let all = workouts.sorted { $0.startTimestamp > $1.startTimestamp }.map(\.id)
        #expect(try ids(WorkoutFilter()) == all)
        #expect(try ids(WorkoutFilter(), limit: 5) == Array(all.prefix(5)))
        #expect(try ids(WorkoutFilter(), limit: 5, skipping: 10) == Array(all.suffix(2)))
        #expect(try store.count() == 12)
    }

    @Test func filtersAreHalfOpenAndCombine() throws {
        let (from, to) = (workouts[3].startTimestamp, workouts[9].startTimestamp)
        let expected = workouts[3..<9].filter { $0.type == .cycling || $0.type == .running }.reversed().map(\.id)
        let filter = WorkoutFilter(from: from, to: to, types: [.cycling, .running], isDemo: true)
        #expect(try ids(filter) == expected && store.count(filter) == expected.count)
        #expect(try ids(WorkoutFilter(isDemo: false)).isEmpty && ids(WorkoutFilter(types: [])).isEmpty)
        let identity = try #require(workouts[0].sources.last).identity
        let withIt = workouts.filter { workout in workout.sources.contains { $0.identity == identity } }
        #expect(try ids(WorkoutFilter(source: identity)) == withIt.reversed().map(\.id))
        #expect(try ids(WorkoutFilter(source: "' OR 1 = 1 --")).isEmpty)
    }

    @Test func aListingSaysWhatTheWorkoutSays() throws {
        let workout = try Demo.workout(.cycling)
        try store.store(workout, from: WorkoutOrigin(.capture, place: "a.capture"))
        let listing = try #require(try store.workouts().first { $0.id == workout.id })
        #expect(listing.start == workout.startTimestamp && listing.end == workout.endTimestamp)
        #expect(listing.timer == workout.summary.timer && listing.distanceMetres == workout.summary.distance.value?.metres)
        #expect(listing.averagePowerWatts == workout.summary.power.value?.average)
        #expect(listing.normalizedPowerWatts == workout.summary.normalizedPowerWatts.value)
        #expect(listing.averageBeatsPerMinute == workout.summary.heartRate.value?.average)
        #expect(listing.utcOffsetSeconds == DemoHistory.utcOffsetSeconds && listing.timeZone == DemoHistory.timeZone)
        #expect(listing.origin == WorkoutOrigin(.capture, place: "a.capture") && listing.type == .cycling)
        #expect(listing.algorithmVersion == Workout.algorithmVersion)
    }

    @Test func statisticsNeedNoChunk() throws {
        try fixture.execute("DELETE FROM sample_chunks")
        #expect(try store.historyWorkouts() == workouts.map { HistoryWorkout($0) })
        let filter = WorkoutFilter(from: workouts[5].startTimestamp)
        #expect(try store.historyWorkouts(filter) == workouts[5...].map { HistoryWorkout($0) })
    }
}
