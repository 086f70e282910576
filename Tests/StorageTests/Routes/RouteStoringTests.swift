import TestSupport
import Testing
import Workouts

@testable import Storage

/// Routes in and out in batches (core §7).
struct RouteStoringTests {
    private let fixture: StoreFixture
    private var store: HistoryStore { fixture.store }
    private let id = WorkoutID(high: 1, low: 2)
    private let origin = Timestamp(secondsSince1970: 1_780_000_000)

    init() throws { fixture = try StoreFixture() }

    private func places(_ seconds: Range<Int>) -> [Location] {
        seconds.map { second in
            Location(
                offset: Offset(microseconds: Int64(second) * 1_000_000), latitude: 50 + Double(second) * 1e-5,
                longitude: 14.5, altitudeMetres: second % 3 == 0 ? nil : 230.5, horizontalAccuracyMetres: 3)
        }
    }

    private func read(
        _ route: StoredRoute, from: Int64? = nil, to: Int64? = nil, size: Int = 500
    ) async throws -> [RouteBatch] {
        var batches: [RouteBatch] = []
        let moments = [from, to].map { $0.map { origin + TimeSpan(microseconds: $0 * 1_000_000) } }
        for try await batch in store.batches(of: route, from: moments[0], to: moments[1], ofAtMost: size) {
            batches.append(batch)
        }
        return batches
    }

    private func stored() throws -> StoredRoute { try #require(try store.routeVersions(of: id).last) }

    @Test(arguments: [0, 1, 255, 256, 257, 499, 500, 501, 1000, 1700])
    func batchesEndWithOneThatIsDone(count: Int) async throws {
        try store.beginRoute(id, of: nil, origin: origin)
        #expect(try store.append(places(0..<count), toRoute: id) == count)
        let batches = try await read(stored())
        #expect(batches.flatMap(\.locations) == places(0..<count))
        #expect(batches.map(\.isDone) == (0..<max(1, (count + 499) / 500)).map { $0 == max(0, count - 1) / 500 })
        #expect(batches.allSatisfy { $0.locations.count <= 500 })
    }

    @Test func anIntervalIsHalfOpen() async throws {
        try store.beginRoute(id, of: nil, origin: origin)
        try store.append(places(0..<900), toRoute: id)
        let route = try stored()
        let inside = try await read(route, from: 300, to: 310, size: 4)
        #expect(inside.flatMap(\.locations) == places(300..<310) && inside.map(\.isDone) == [false, false, true])
        #expect(try await read(route, from: 900, to: 1000) == [RouteBatch(locations: [], isDone: true)])
        #expect(try await read(route, to: 2).flatMap(\.locations) == places(0..<2))
        #expect(try await read(route, from: 898).flatMap(\.locations) == places(898..<900))
    }

    @Test func placesAreAppendedWhileTheyComeAndReadByOthers() async throws {
        try store.beginRoute(id, of: nil, origin: origin, source: SourceID(4))
        let reader = try fixture.another()
        for start in stride(from: 0, to: 100, by: 10) {
            try store.append(places(start..<start + 10).shuffled(), toRoute: id)
            // Told again, and late.
            #expect(try store.append(places(max(0, start - 5)..<start + 10), toRoute: id) == 0)
            #expect(try reader.route(id)?.locations == places(0..<start + 10))
        }
        #expect(try stored().isOpen && stored().source == SourceID(4))
        try store.endRoute(id)
        #expect(throws: StorageError.unknown(kind: "open route", id: id.storeText)) {
            try store.append(places(200..<201), toRoute: id)
        }
        #expect(throws: StorageError.refused("there is a finished route \(id.storeText)")) {
            try store.beginRoute(id, of: nil, origin: origin)
        }
        #expect(try store.check() == [])
    }

    @Test func aTaskThatIsCancelledGetsNoMore() async throws {
        try store.beginRoute(id, of: nil, origin: origin)
        try store.append(places(0..<50), toRoute: id)
        let (path, route) = (fixture.path, try stored())
        let task = Task {
            let store = try HistoryStore(path: path, for: .reading) { Timestamp(microseconds: 0) }
            var count = 0
            for try await batch in store.batches(of: route, ofAtMost: 10) {
                count += batch.locations.count
                withUnsafeCurrentTask { $0?.cancel() }
            }
            return count
        }
        #expect(try await task.value == 10)
    }

    @Test func aHigherVersionCountsAndTheRecordedOneStays() async throws {
        let workout = try Demo.workout(.running)
        try store.store(workout, from: WorkoutOrigin(.demo))
        let smoothed = RouteSmoothing().smoothed(workout.route, timer: workout.timerIntervals)
        #expect(try store.store(smoothed) == .replaced)
        #expect(try store.store(smoothed) == .unchanged)
        #expect(try store.store(workout.route) == .unchanged)
        guard case .route(let current) = try store.route(of: workout.id) else {
            Issue.record("no route")
            return
        }
        #expect(current.version == 2 && current.isSmoothed)
        #expect(try store.route(workout.route.syncID) == smoothed)
        #expect(try store.route(workout.route.syncID, version: 1) == workout.route)
        #expect(try store.workout(workout.id) == workout)
        // A reader of the version that was replaced still gets all of that one.
        // Derived anew, the same: the smoothed one stays. Another one: it is none of that.
        try fixture.execute("UPDATE workouts SET digest = 0")
        try store.store(workout, from: WorkoutOrigin(.demo))
        #expect(try store.routeVersions(of: workout.id).map(\.version) == [1, 2])
        var other = workout
        other.route.locations.removeLast()
        try store.store(other, from: WorkoutOrigin(.demo))
        #expect(try store.routeVersions(of: workout.id).map(\.version) == [1])
        #expect(try store.workout(workout.id) == other)
        await #expect(throws: StorageError.self) {
            for try await _ in store.batches(of: current) {}
        }
    }

    @Test func aWorkoutWithoutARouteSaysWhy() throws {
        let indoors = try #require(Demo.history.sessions.first { $0.type == .indoorCycling })
        let workout = Demo.history.figures(of: indoors)
        try store.store(workout, from: WorkoutOrigin(.demo))
        #expect(try store.route(of: workout.id) == .none(.noneRecorded))
        // Places that nobody claims, some of them outside.
        let offset = (workout.startTimestamp - origin).microseconds / 1_000_000
        try store.beginRoute(id, of: nil, origin: origin)
        try store.append(places(Int(offset) - 10..<Int(offset) + 5), toRoute: id)
        #expect(try store.route(of: workout.id) == .none(.unassigned(places: 5)))
        try store.store(workout, from: WorkoutOrigin(.demo), routeGap: .noAccess)
        #expect(try store.route(of: workout.id) == .none(.noAccess))
        #expect(throws: StorageError.unknown(kind: "workout", id: "0000000000000009000000000000000a")) {
            try store.route(of: WorkoutID(high: 9, low: 10))
        }
    }

    /// While a workout goes on its route grows; in the end the finished one is there, whatever was appended before.
    @Test func theFinishedRouteTakesThePlaceOfTheOneThatGrew() throws {
        let workout = try Demo.workout(.running)
        try store.beginRoute(workout.id, of: workout.id, origin: workout.clock.origin, source: workout.route.source)
        #expect(try store.route(of: workout.id) == .none(.noneRecorded))
        try store.append(Array(workout.route.locations.prefix(40)), toRoute: workout.id)
        guard case .route(let growing) = try store.route(of: workout.id) else {
            Issue.record("no route")
            return
        }
        #expect(growing.isOpen && growing.count == 40)
        try store.store(workout, from: WorkoutOrigin(.demo))
        #expect(try store.route(workout.id) == workout.route && store.routeVersions(of: workout.id).count == 1)
        #expect(try store.check() == [])
    }

    /// A gateway that was killed goes on with the route that it began; a better clock moves all of it.
    @Test func aRouteThatWasBegunGoesOn() throws {
        let workout = WorkoutID(high: 7, low: 8)
        try store.beginRoute(workout, of: workout, origin: origin)
        try store.append(places(0..<10), toRoute: workout)
        let later = origin + TimeSpan(microseconds: 3_000_000)
        let before = try #require(try store.routeVersions(of: workout).first)
        try store.beginRoute(workout, of: workout, origin: later)
        try store.append(places(10..<20), toRoute: workout)
        let route = try #require(try store.routeVersions(of: workout).first)
        #expect(before.origin == origin && route.origin == later && route.isOpen && route.count == 20)
        #expect(try store.route(workout)?.locations == places(0..<20))
        let bounds = try store.connection.rows("SELECT start_at_us, end_at_us FROM routes") { row throws(StorageError) in
            [row[0].integer, row[1].integer]
        }
        let ends = [places(0..<1), places(19..<20)].map { later.microseconds + $0[0].offset.microseconds }
        #expect(bounds == [ends.map(Optional.some)])
    }

    @Test func whatNobodyEndedIsThrownAway() throws {
        let (gone, kept) = (WorkoutID(high: 7, low: 8), WorkoutID(high: 7, low: 9))
        for workout in [gone, kept] {
            try store.beginRoute(workout, of: workout, origin: origin)
            try store.append(places(0..<10), toRoute: workout)
        }
        try store.beginRoute(id, of: nil, origin: origin)
        try store.discardOpenRoutes(but: kept)
        #expect(try store.routeVersions(of: gone).isEmpty)
        #expect(try store.routeVersions(of: kept).count == 1 && store.routeVersions(of: id).count == 1)
        let anchor = try store.anchor()
        try store.discardOpenRoutes(but: kept)
        #expect(try store.anchor() == anchor)
    }
}
