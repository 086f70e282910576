import Testing
import Workouts

@testable import Storage

/// What pages ask of a store.
@Suite struct PagesTests {
    private let fixture: StoreFixture
    private var store: HistoryStore { fixture.store }
    init() throws { fixture = try StoreFixture() }

    /// Page by page the list is the list, also where some began at the same moment, and where some come and go.
    @Test(arguments: [1, 2, 3, 5, 100]) func pages(limit: Int) throws {
        for number in 0..<6 {
            var workout = Demo.small(number)
            try store.store(workout, from: WorkoutOrigin(.demo))
            // Another one that began then.
            workout.id = WorkoutID(high: 9, low: UInt64(number))
            if number < 2 { try store.store(workout, from: WorkoutOrigin(.demo)) }
        }
        let all = try store.workouts().map(\.id)
        var (paged, place): ([WorkoutID], WorkoutPlace?) = ([], nil)
        repeat {
            let page = try store.page(behind: place, limit: limit)
            #expect(page.workouts.count <= limit)
            paged += page.workouts.map(\.id)
            place = page.next.flatMap { WorkoutPlace(text: $0.text) }
            #expect(place == page.next)
        } while place != nil && paged.count <= all.count
        #expect(paged == all && all.count == 8)
        let first = try store.page(limit: 2)
        try store.delete(all[1])
        #expect(try store.page(behind: first.next, limit: 2).workouts.map(\.id) == Array(all[2...3]))
    }

    @Test(arguments: ["", "-", "1-2", "x-00000000000000000000000000000001", "1-0000000000000000000000000000000g", "1"])
    func noPlace(text: String) { #expect(WorkoutPlace(text: text) == nil) }

    /// 100 W for 10 s, then 300 W for 5 s, nothing for a pause of 10 s, then 200 W for 5 s; 2 m a second while it ran.
    @Test func charts() throws {
        func at(_ seconds: Int64) -> Offset { Offset(microseconds: seconds * 1_000_000) }
        let source = SampleSource(id: SourceID(1), kind: .ble, identity: "ble:meter", distanceOrigin: .wheel)
        var draft = WorkoutDraft(
            id: WorkoutID(high: 1, low: 1), settings: WorkoutSettings(),
            clock: WallClock(origin: Timestamp(secondsSince1970: 1_780_000_000), source: .system, isTrusted: true))
        var events: [WorkoutEvent] = [.source(source), .started(.zero, .cycling)]
        for second in Int64(0)..<30 {
            if second == 15 { events.append(.paused(at(15), automatic: false)) }
            if second == 25 { events.append(.resumed(at(25), automatic: false)) }
            if (15..<25).contains(second) { continue }
            let watts = second < 10 ? 100.0 : second < 15 ? 300 : 200
            events.append(.reading(Reading(.power, watts, at: at(second), from: source.id)))
            events.append(.amount(Amount(.distance, 2, from: at(second), to: at(second + 1), source: source.id)))
        }
        for event in events + [.ended(at(30))] { _ = try draft.apply(event) }
        let workout = try draft.finished()
        try store.store(workout, from: WorkoutOrigin(.demo))
        let chart = try #require(try store.chart(of: workout.id, every: TimeSpan(microseconds: 8_000_000)))
        // [0, 8) 100; [8, 16) 2 s of 100 and 5 of 300; [16, 24) nothing; [24, 32) 5 s of 200.
        let power = try #require(chart.values[.power])
        #expect(power.minimum == [100, 100, nil, 200] && power.maximum == [100, 300, nil, 200])
        #expect(power.average.map { $0.map { ($0 * 1000).rounded() / 1000 } } == [100, 242.857, nil, 200])
        #expect(chart.amounts[.distance]?.map { $0.rounded() } == [16, 30, 30, 40])
        #expect(chart.values[.heartRate] == nil && chart.count == 4)
        #expect(throws: StorageError.self) { try store.chart(of: workout.id, every: .zero) }
        #expect(throws: StorageError.self) { try store.chart(of: workout.id, every: TimeSpan(microseconds: 1)) }
        try store.delete(workout.id)
        #expect(try store.chart(of: workout.id, every: TimeSpan(microseconds: 1_000_000)) == nil)
    }

    /// In steps as long as the whole a chart says what the summary says.
    @Test func aChartOfOneStep() throws {
        let workout = try Demo.workout(.cycling)
        try store.store(workout, from: WorkoutOrigin(.demo))
        let chart = try #require(try store.chart(of: workout.id, every: workout.end - workout.start))
        let heart = try #require(workout.summary.heartRate.value)
        let column = try #require(chart.values[.heartRate])
        #expect(column.minimum == [heart.minimum] && column.maximum == [heart.maximum])
        #expect(abs((column.average[0] ?? 0) - heart.average) < 1e-9)
        let metres = try #require(workout.summary.distance.value?.metres)
        #expect(abs((chart.amounts[.distance]?.last ?? 0) - metres) < 1e-3)
    }

    /// Changes of this value and of another program's, each once, in order.
    @Test(.timeLimit(.minutes(1))) func whatComes() async throws {
        let writer = try fixture.another(.writing)
        var coming = store.changes(of: .workout, after: try store.anchor(), lookingEvery: .milliseconds(5), limit: 2)
            .makeAsyncIterator()
        var told: [String] = []
        for number in 0..<3 {
            try (number == 1 ? store : writer).store(Demo.small(number), from: WorkoutOrigin(.demo))
            told += try #require(try await coming.next()).added.map(\.uid)
        }
        #expect(told == (0..<3).map { Demo.small($0).id.storeText })
        try writer.batch { writer throws(StorageError) in
            for number in 0..<3 { try writer.delete(Demo.small(number).id) }
        }
        let (first, second) = (try #require(try await coming.next()), try #require(try await coming.next()))
        #expect(first.deleted.count == 2 && first.hasMore && second.deleted.count == 1 && !second.hasMore)
    }

    @Test func news() throws {
        let writer = try fixture.another(.writing)
        #expect(try store.news() == store.anchor())
        #expect(try store.news() == nil)
        try writer.store(Demo.small(0), from: WorkoutOrigin(.demo))
        #expect(try store.news() == writer.anchor())
        #expect(try store.news() == nil)
        try store.store(Demo.small(1), from: WorkoutOrigin(.demo))
        #expect(try store.news() == store.anchor())
        #expect(try store.news() == nil)
    }

    @Test func facts() throws {
        for number in 0..<3 { try store.store(Demo.small(number), from: WorkoutOrigin(.demo)) }
        try store.store(try Demo.workout(.cycling), from: WorkoutOrigin(.demo))
        try store.delete(Demo.small(0).id)
        let facts = try store.facts()
        #expect(facts.counts[.workout] == 3 && facts.counts[.mood] == 0 && facts.counts[.route] == 1)
        #expect(facts.deletedWorkouts == 1 && facts.samples.samples > 1000 && facts.totals.isEmpty)
        #expect(try facts.anchor == store.anchor() && facts.bytes > facts.samples.sampleBytes)
    }
}
