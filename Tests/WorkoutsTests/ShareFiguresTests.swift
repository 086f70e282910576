import Foundation
import Testing

@testable import Workouts

/// What a shared card tells, and what it must not (core §9).
@Suite struct ShareFiguresTests {
    private func location(_ seconds: Double, _ east: Double, _ north: Double, accuracy: Double? = 4) -> Location {
        let degree = 6_371_008.8 * .pi / 180
        return Location(
            offset: at(seconds), latitude: 49.2 + north / degree, longitude: 16.6 + east / (degree * cos(49.2 * .pi / 180)),
            horizontalAccuracyMetres: accuracy)
    }

    private func route(_ locations: [Location]) -> Route { Route(syncID: someID, locations: locations) }

    private func lines(_ figures: ShareFigures) throws -> [[UnitPoint]] {
        guard case .lines(let lines, _) = figures.shape else { throw Missing() }
        return lines
    }
    private struct Missing: Error {}

    /// 10 m/s to the east, past the start and the end.
    @Test func startAndEndAreLeftOut() throws {
        let straight = route((0..<201).map { location(Double($0), Double($0) * 10.001, 0) })
        let kept = RouteTrimming().stretches(of: straight)
        #expect(kept.count == 1)
        #expect(kept[0].first?.offset == at(20) && kept[0].last?.offset == at(180))
        #expect(RouteTrimming(radiusMetres: 505).stretches(of: straight).map(\.count) == [99])
        #expect(RouteTrimming(radiusMetres: 1001).stretches(of: straight).isEmpty)
        for slip in [-1, .nan, .infinity] { #expect(RouteTrimming(radiusMetres: slip) == RouteTrimming()) }
    }

    /// Five times round the block, past the door: whatever the way, nothing is shown within 200 m of either end, no line leads
    /// through, and what lies farther away along an undisturbed line is there.
    @Test func nothingNearEitherEndIsEverShown() {
        var numbers = SeededGenerator(state: 3)
        for _ in 0..<150 {
            var (east, north, heading) = (0.0, 0.0, numbers.even(0...(2 * .pi)))
            let stride = numbers.even(3...90)
            let points = (0..<300).map { second in
                heading += numbers.even(-0.5...0.5)
                // Home draws, so that it is passed often.
                let pull = second % 60 < 30 ? 0.02 : 0
                east += stride * cos(heading) - pull * east
                north += stride * sin(heading) - pull * north
                return location(Double(second), east, north, accuracy: [nil, 4, 4, 60][Int(numbers.next() % 4)])
            }
            let all = route(points)
            let kept = RouteTrimming().stretches(of: all)
            let ends = [points[0], points[points.count - 1]]
            for stretch in kept {
                #expect(stretch.count > 1)
                for (a, b) in zip(stretch, stretch.dropFirst()) {
                    // Along the line, too.
                    for step in 0...10 {
                        let share = Double(step) / 10
                        var between = a
                        between.latitude += (b.latitude - a.latitude) * share
                        between.longitude += (b.longitude - a.longitude) * share
                        for end in ends { #expect(Geodesy.distanceMetres(between, end) > 199.99) }
                    }
                }
            }
            // Along the route: the first and the last 200 m.
            var track = TrackLength()
            let lengths = points.compactMap { track.append($0) }
            var reached = 0.0
            let firstShown = kept.first?.first?.offset
            for leg in lengths {
                reached += leg.value
                if reached <= 200, let firstShown { #expect(leg.end < firstShown) }
            }
            reached = 0
            let lastShown = kept.last?.last?.offset
            for leg in lengths.reversed() {
                reached += leg.value
                if reached <= 200, let lastShown { #expect(leg.offset > lastShown) }
            }
        }
    }

    /// Out, back past the door without a stop, out the other way and home.
    @Test func passingHomePartsTheLine() {
        let out = (0...100).map { ($0 * 10) } + (0...200).map { 1000 - $0 * 10 } + (0...100).map { -1000 + $0 * 10 }
        let kept = RouteTrimming().stretches(of: route(out.enumerated().map { location(Double($0), Double($1), 0) }))
        #expect(kept.count == 2)
        // Places 2 km apart, whose line leads through the door.
        let sparse = [(0.0, 0.0), (30, 1000), (60, -1000), (90, -1000), (120, 0)].map {
            location($0.0, $0.1, $0.0 == 90 ? 500 : 0)
        }
        #expect(RouteTrimming().stretches(of: route(sparse)).map { $0.map(\.offset) } == [[at(60), at(90)]])
    }

    /// A first place too vague to count still tells where home is.
    @Test func aVagueFirstPlaceIsHiddenToo() {
        let points = [location(0, 0, 0, accuracy: 80)] + (1..<200).map { location(Double($0), 150 + Double($0) * 10, 0) }
        let kept = RouteTrimming().stretches(of: route(points))
        for point in kept.joined() { #expect(Geodesy.distanceMetres(point, points[0]) > 200) }
    }

    /// Smoothing may move the ends by some metres; where they were recorded is hidden all the same.
    @Test func theRecordedEndsAreHiddenBehindASmoothedRoute() {
        let points = (0..<200).map { location(Double($0), Double($0) * 10, 0) }
        var smoothed = route(points)
        for index in smoothed.locations.indices { smoothed.locations[index].latitude += 4.5e-5 }
        smoothed.locations[0].longitude = location(0, 100, 0).longitude
        for point in RouteTrimming().stretches(of: smoothed, recorded: route(points)).joined() {
            for end in [points[0], points[199]] { #expect(Geodesy.distanceMetres(point, end) > 200) }
        }
    }

    private func workout(_ points: [Location]) throws -> Workout {
        try ride(
            [source(receiver, .gps, distance: .gps)] + points.map { .location($0) }
                + (0..<300).map { reading(.heartRate, Double(120 + $0 % 40), Double($0)) }, end: 300)
    }

    private var loop: [Location] {
        (0..<300).map { second in
            let angle = Double(second) / 300 * 2 * .pi
            var place = location(Double(second), 500 * sin(angle), 300 * (1 - cos(angle)))
            place.altitudeMetres = 200 + 40 * sin(angle)
            return place
        }
    }

    @Test func theNumbersAreTheWorkouts() throws {
        let workout = try workout(loop)
        let figures = ShareFigures(workout)
        #expect(figures.distanceMetres == .value(try #require(workout.summary.distance.value?.metres)))
        #expect(figures.averageBeatsPerMinute.value == workout.summary.heartRate.value?.average)
        #expect(figures.maximumBeatsPerMinute == .value(159))
        #expect(figures.averagePowerWatts == .unavailable(.noData) && figures.normalizedPowerWatts == .unavailable(.noData))
        #expect(figures.ascentMetres == workout.summary.ascentMetres)
        #expect(figures.timer == span(300) && !figures.isDemo)
        // 1 700 000 000 s since 1970; `date -u -d @1700000000`.
        #expect(figures.localStart == CivilDate(year: 2023, month: 11, day: 14, hour: 22, minute: 13, second: 20))
    }

    /// In a frame of its own, without a trace of where on Earth: the same loop elsewhere makes the same card.
    @Test func theShapeTellsNoPlace() throws {
        let lines = try lines(ShareFigures(try workout(loop)))
        let corners = lines.joined()
        let (xs, ys) = (corners.map(\.x), corners.map(\.y))
        #expect(xs.max() == 0.5 && xs.min() == -0.5)
        #expect(try #require(ys.max()) == -(try #require(ys.min())))
        let moved = loop.map { place in
            var moved = place
            moved.longitude = Geodesy.normalizedLongitude(place.longitude + 163.4)
            return moved
        }
        #expect(try self.lines(ShareFigures(try workout(moved))) == lines)
    }

    @Test func withoutPlacesNothingOfThemIsTold() throws {
        var elsewhere = loop
        for index in elsewhere.indices { elsewhere[index].longitude += 100 }
        let (a, b) = (try workout(loop), try workout(elsewhere))
        var (here, there) = (ShareFigures(a, form: .locationFree), ShareFigures(b, form: .locationFree))
        #expect(isClose(here.distanceMetres.value, try #require(there.distanceMetres.value), within: 1e-5))
        #expect(
            isClose(here.averageSpeedMetresPerSecond.value, try #require(there.averageSpeedMetresPerSecond.value), within: 1e-8))
        // Sums of cosines elsewhere differ in their last bits.
        (here.distanceMetres, here.averageSpeedMetresPerSecond) = (there.distanceMetres, there.averageSpeedMetresPerSecond)
        #expect(here == there)
        #expect(here.shape == .locationFree)
        // No field holds a coordinate.
        let text = String(describing: here)
        for trace in ["49.2", "16.6", "116.6"] { #expect(!text.contains(trace)) }
    }

    @Test func noRouteAndTooShortARoute() throws {
        #expect(ShareFigures(try workout([])).shape == .noRoute)
        #expect(ShareFigures(try workout(Array(loop.prefix(30)))).shape == .trimmedAway)
        let smoothed = ShareFigures(try workout(loop), route: try workout(loop).smoothedRoute())
        guard case .lines(_, isSmoothed: true) = smoothed.shape else {
            Issue.record("the label is lost")
            return
        }
    }
}
