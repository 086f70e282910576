import Testing
import Workouts

/// Core §6.7 and the route reading of §7.
@Suite struct RouteTests {
    private func location(_ seconds: Double, _ latitude: Double, _ longitude: Double, accuracy: Double? = nil) -> Location {
        Location(offset: at(seconds), latitude: latitude, longitude: longitude, horizontalAccuracyMetres: accuracy)
    }

    private func route(_ locations: [Location]) -> Route { Route(syncID: someID, locations: locations) }

    @Test(arguments: [
        (49.2, 16.0, 49.2, 16.1, 7265.72), (49.2, 16.0, 49.3, 16.0, 11_119.51), (0, 0, 0, 1, 111_195.08),
        (0, 0, 1, 0, 111_195.08),
        (0, 179.5, 0, -179.5, 111_195.08), (10, -180, 10, 179.9999999, 0.01),
    ])
    func haversine(_ a: Double, _ b: Double, _ c: Double, _ d: Double, metres: Double) {
        let there = route([location(0, a, b), location(10_000, c, d)])
        #expect(abs(there.lengthMetres - metres) < 0.005 + metres * 1e-9)
    }

    @Test func vaguePointsAndJumpsAddNoDistance() {
        let points = [
            place(0, north: 0), place(1, north: 5, accuracy: 50), place(2, north: 60, accuracy: 50.1), place(3, north: 5000),
            place(4, north: 20, accuracy: 3),
        ]
        #expect(abs(route(points).lengthMetres - 20) < 1e-6)
        // 100 m/s is still believed.
        #expect(abs(route([place(0, north: 0), place(1, north: 99.999999)]).lengthMetres - 99.999999) < 1e-6)
        #expect(route([place(0, north: 0), place(1, north: 100.001)]).lengthMetres == 0)
        #expect(route([]).lengthMetres == 0)
    }

    @Test func boundsAndCentroidCrossTheAntimeridian() throws {
        let fiji = route([location(0, -17, 179.8), location(1, -18, -179.9), location(2, -16, 179.9)])
        #expect(fiji.bounds?.west == 179.8)
        #expect(isClose(fiji.bounds?.east, -179.9, within: 1e-9))
        #expect(fiji.bounds?.south == -18 && fiji.bounds?.north == -16)
        let centroid = try #require(fiji.centroid)
        #expect(isClose(centroid.longitude, 179.8 + 0.4 / 3, within: 1e-9))
        #expect(centroid.latitude == -17)
        #expect(route([]).bounds == nil && route([]).centroid == nil)
    }

    @Test func theUnitPolylineKeepsTheShape() {
        // At 60° north a degree of longitude is half as long as one of latitude.
        let square = route([location(0, 59.5, 10), location(1, 60.5, 10), location(2, 60.5, 12), location(3, 59.5, 12)])
        let points = square.unitPolyline
        for (point, expected) in zip(points, [(-0.5, -0.5), (-0.5, 0.5), (0.5, 0.5), (0.5, -0.5)]) {
            #expect(abs(point.x - expected.0) < 1e-9 && abs(point.y - expected.1) < 1e-9)
        }
        #expect(route([location(0, 10, 10)]).unitPolyline == [UnitPoint(x: 0, y: 0)])
        #expect(route([]).unitPolyline.isEmpty)
    }

    @Test func batches() {
        let points = (0..<1001).map { place(Double($0), north: 0) }
        let all = Array(route(points).batches())
        #expect(all.map(\.locations.count) == [500, 500, 1])
        #expect(all.map(\.isDone) == [false, false, true])
        #expect(all.flatMap(\.locations) == points)
        #expect(Array(route(Array(points.prefix(1000))).batches()).map(\.isDone) == [false, true])
        #expect(Array(route([]).batches()) == [RouteBatch(locations: [], isDone: true)])
        let cut = Array(route(points).batches(ofAtMost: 10, in: at(100)..<at(115)))
        #expect(cut.flatMap(\.locations) == Array(points[100..<115]))
        #expect(cut.map(\.isDone) == [false, true])
        #expect(Array(route(points).batches(in: at(5000)..<at(6000))) == [RouteBatch(locations: [], isDone: true)])
    }

    @Test func appendedBatchesKeepTheOrderStrict() {
        var appended = route([place(0, north: 0), place(2, north: 2)])
        appended.append([place(1, north: 1), place(2, north: 9), place(3, north: 3)])
        #expect(appended.locations == [place(0, north: 0), place(1, north: 1), place(2, north: 9), place(3, north: 3)])
    }

    @Test func aWorkoutKeepsItsPlacesInOrderAndInside() throws {
        let events = [5.0, 3, 4, 3, 10, 11].map { WorkoutEvent.location(place($0, north: $0)) }
        let workout = try ride([source(receiver, .gps)] + events, end: 10)
        #expect(workout.route.locations.map(\.offset) == [3, 4, 5, 10].map(at))
        #expect(workout.route.source == receiver)
        #expect(isClose(workout.summary.distance.value?.metres, 7, within: 1e-6))
        let nowhere = try ride([.location(place(0, north: .nan)), .location(place(1, north: 2e7))], end: 2)
        #expect(nowhere.route.locations.isEmpty && nowhere.omissions.locations == 2)
    }

    @Test func aPlaceTellsSpeedAndHeight() throws {
        var here = place(0, north: 0, altitude: 200)
        here.speedMetresPerSecond = 4
        let workout = try ride([source(receiver, .gps), .location(here)], end: 3)
        #expect(workout.timeline(of: .speed).segments.map(\.value) == [4])
        #expect(workout.summary.altitude.value?.average == 200)
        #expect(workout.series.allSatisfy { $0.source == receiver })
    }
}
