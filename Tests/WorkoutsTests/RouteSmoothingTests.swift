import Foundation
import TestSupport
import Testing

@testable import Workouts

/// Tracks whose truth is known, with noise; distances by core §6.7.
@Suite struct RouteSmoothingTests {
    /// Metres east and north of a place, laid on the sphere.
    private struct Field {
        var latitude = 49.2
        var longitude = 16.6

        func location(_ seconds: Double, _ east: Double, _ north: Double, accuracy: Double? = 5) -> Location {
            let degree = Geodesy.radiusMetres * .pi / 180
            let turned = longitude + east / (degree * cos(latitude * .pi / 180))
            return Location(
                offset: at(seconds), latitude: latitude + north / degree, longitude: Geodesy.normalizedLongitude(turned),
                horizontalAccuracyMetres: accuracy)
        }
    }

    private func route(_ locations: [Location]) -> Route {
        Route(syncID: someID, locations: locations, source: receiver)
    }

    private func timer(_ pauses: [Pause] = []) -> TimerIntervals {
        TimerIntervals(start: .zero, end: at(1_000_000), pauses: pauses)
    }

    /// Metres, root of the mean square.
    private func error(_ route: Route, _ truth: [Location]) -> Double {
        let squares = zip(route.locations, truth).map { pow(Geodesy.distanceMetres($0, $1), 2) }
        return (squares.reduce(0, +) / Double(squares.count)).squareRoot()
    }

    /// A round of corners and bends at 8 m/s: four straights, joined by quarter circles of 25 m.
    private func bends(_ field: Field, seconds: Int) -> [(east: Double, north: Double)] {
        let (straight, radius) = (200.0, 25.0)
        let quarter = radius * .pi / 2
        return (0..<seconds).map { second in
            let side = straight + quarter
            let along = (Double(second) * 8).truncatingRemainder(dividingBy: 4 * side)
            let corner = Int(along / side)
            let rest = along - Double(corner) * side
            // Side 0 runs east, each further one turned by a quarter to the left.
            var (x, y) = (min(rest, straight), 0.0)
            if rest > straight {
                let angle = (rest - straight) / radius
                (x, y) = (straight + radius * sin(angle), radius * (1 - cos(angle)))
            }
            let offsets = [
                (0.0, 0.0), (straight + radius, radius), (straight, straight + 2 * radius), (-radius, straight + radius),
            ]
            let (ox, oy) = offsets[corner]
            switch corner {
            case 0: return (ox + x, oy + y)
            case 1: return (ox - y, oy + x)
            case 2: return (ox - x, oy - y)
            default: return (ox + y, oy - x)
            }
        }
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
    func noiseOnAKnownTrackShrinks(seed: UInt64) {
        var numbers = SeededGenerator(state: seed)
        let field = Field()
        let path = bends(field, seconds: 900)
        let truth = path.enumerated().map { field.location(Double($0), $1.east, $1.north) }
        let noisy = path.enumerated().map { second, place in
            field.location(Double(second), place.east + 3 * numbers.normal(), place.north + 3 * numbers.normal())
        }
        let recorded = route(noisy)
        let smoothed = RouteSmoothing().smoothed(recorded, timer: timer())
        let (before, after) = (error(recorded, truth), error(smoothed, truth))
        #expect(abs(before - 3 * 2.0.squareRoot()) < 0.4, "\(before)")
        #expect(after < 0.65 * before, "\(before) became \(after)")
        // The length of a jittery track is too long.
        let length = Double(899 * 8)
        #expect(abs(smoothed.lengthMetres - length) < 0.1 * abs(recorded.lengthMetres - length))
    }

    @Test func theResultIsAnotherRouteAndSaysSo() {
        let field = Field()
        let points = (0..<60).map { second in
            var point = field.location(Double(second), Double(second) * 5, second % 2 == 0 ? 2 : -2)
            point.altitudeMetres = Double(second)
            point.speedMetresPerSecond = 5
            point.courseDegrees = 90
            return point
        }
        let recorded = route(points)
        let smoothed = RouteSmoothing().smoothed(recorded, timer: timer())
        #expect(recorded.locations == points && !recorded.isSmoothed && recorded.version == 1)
        #expect(smoothed.isSmoothed && smoothed.version == 2 && smoothed.syncID == recorded.syncID)
        #expect(smoothed.source == receiver)
        #expect(smoothed.locations != recorded.locations)
        for (a, b) in zip(recorded.locations, smoothed.locations) {
            #expect(
                a.offset == b.offset && a.altitudeMetres == b.altitudeMetres && a.speedMetresPerSecond == b.speedMetresPerSecond
                    && a.courseDegrees == b.courseDegrees)
            #expect(a.horizontalAccuracyMetres == b.horizontalAccuracyMetres)
        }
        #expect(RouteSmoothing().smoothed(smoothed, timer: timer()) == smoothed)
        #expect(RouteSmoothing().smoothed(route([]), timer: timer()).locations.isEmpty)
    }

    /// Whatever comes in: as many points as before, at their moments, none farther away than promised, and all of them places.
    @Test func theBoundHolds() {
        var numbers = SeededGenerator(state: 41)
        for _ in 0..<300 {
            var smoothing = RouteSmoothing()
            smoothing.agility = pow(10, numbers.even(-3...3))
            smoothing.greatestMoveMetres = numbers.even(0...20)
            smoothing.assumedAccuracyMetres = numbers.even(0...50)
            let field = Field(latitude: numbers.even(-90...90), longitude: numbers.even(-180...180))
            var (seconds, east, north) = (0.0, 0.0, 0.0)
            let points = (0..<60).map { _ in
                seconds += numbers.even(0...3)
                let stride = numbers.next() % 20 == 0 ? 100_000.0 : 60
                east += numbers.even(-stride...stride)
                north += numbers.even(-stride...stride)
                let accuracy = [nil, 0, numbers.even(0...5), numbers.even(0...100)][Int(numbers.next() % 4)]
                var point = field.location(seconds, east, north, accuracy: accuracy)
                point.latitude = min(max(point.latitude, -90), 90)
                return point
            }
            let recorded = route(points)
            let pause = Pause(start: at(20), end: at(25), isAutomatic: false)
            let smoothed = smoothing.smoothed(recorded, timer: timer([pause]))
            #expect(smoothed.locations.map(\.offset) == points.map(\.offset))
            for (a, b) in zip(points, smoothed.locations) {
                #expect(Geodesy.distanceMetres(a, b) <= smoothing.boundMetres(of: a) + 1e-6)
                #expect(b.isPlausible && b.longitude < 180)
                if at(20) <= a.offset, a.offset < at(25) { #expect(a == b) }
            }
        }
    }

    @Test func absurdPointsAreLeftAlone() {
        var smoothing = RouteSmoothing()
        smoothing.agility = .nan
        smoothing.greatestMoveMetres = .infinity
        smoothing.assumedAccuracyMetres = -.infinity
        var points = (0..<9).map { place(Double($0), north: Double($0)) }
        points[1].latitude = .nan
        points[3].longitude = .infinity
        points[5].offset = Offset(microseconds: .max)
        points[6].offset = Offset(microseconds: .min)
        let smoothed = smoothing.smoothed(route(points), timer: timer())
        for (a, b) in zip(points, smoothed.locations).dropLast(2) where a.latitude.isFinite { #expect(a == b) }
        #expect(smoothed.locations.count == 9)
    }

    @Test func evenMotionStays() {
        for field in [Field(), Field(latitude: -17, longitude: 179.9999), Field(latitude: 89.9999, longitude: 0)] {
            var numbers = SeededGenerator(state: 5)
            var seconds = 0.0
            let points = (0..<200).map { _ in
                seconds += numbers.even(0.2...4)
                return field.location(seconds, 0, 7 * seconds - 700, accuracy: numbers.even(1...30))
            }.filter { $0.latitude <= 90 }
            let smoothed = RouteSmoothing().smoothed(route(points), timer: timer())
            for (a, b) in zip(points, smoothed.locations) { #expect(Geodesy.distanceMetres(a, b) < 0.01) }
        }
    }

    /// A turn on the spot, as sharp as can be.
    @Test func cornersAreNotCutByMoreThanTheBound() {
        let field = Field()
        // North at 10 m/s, then at once east.
        let path = (0..<120).map { second in
            second <= 60 ? (0.0, Double(second) * 10) : (Double(second - 60) * 10, 600.0)
        }
        let points = path.enumerated().map { field.location(Double($0), $1.0, $1.1, accuracy: 3) }
        let smoothed = RouteSmoothing().smoothed(route(points), timer: timer())
        let corner = points[60]
        let nearest = smoothed.locations.map { Geodesy.distanceMetres($0, corner) }.min()
        #expect((nearest ?? .infinity) <= 5)
        // Far from the corner the way is what it was.
        for index in [0, 20, 40, 80, 100, 119] {
            #expect(Geodesy.distanceMetres(points[index], smoothed.locations[index]) < 0.01)
        }
    }

    /// What is on one side of a pause or a gap says nothing of the other side.
    @Test(arguments: [true, false])
    func nothingCrossesAPauseOrAGap(isPause: Bool) {
        var numbers = SeededGenerator(state: 77)
        let field = Field()
        func stretch(_ first: Double, east: Double) -> [Location] {
            (0..<60).map { field.location(first + Double($0), east + Double($0) * 6 + numbers.normal(), numbers.normal()) }
        }
        let (a, b) = (stretch(0, east: 0), stretch(isPause ? 64 : 80, east: 375))
        let pauses = isPause ? [Pause(start: at(59.5), end: at(63.5), isAutomatic: true)] : []
        let together = RouteSmoothing().smoothed(route(a + b), timer: timer(pauses))
        let apart = [a, b].flatMap { RouteSmoothing().smoothed(route($0), timer: timer()).locations }
        #expect(together.locations == apart)
    }

    /// The same ride on both sides of the antimeridian and far from it moves the same way.
    @Test func theAntimeridianIsAPlaceLikeAnyOther() {
        func moves(_ field: Field) -> [Double] {
            var numbers = SeededGenerator(state: 8)
            let points = (0..<100).map {
                field.location(Double($0), Double($0) * 6 - 300 + 2 * numbers.normal(), 2 * numbers.normal())
            }
            let smoothed = RouteSmoothing().smoothed(route(points), timer: timer())
            return zip(points, smoothed.locations).map { Geodesy.distanceMetres($0, $1) }
        }
        for (a, b) in zip(moves(Field(latitude: -17, longitude: 180)), moves(Field(latitude: -17, longitude: 20))) {
            #expect(abs(a - b) < 1e-6)
        }
    }

    /// One least squares problem for the whole path, solved by numpy, has the same solution as the two recursions.
    @Test(.enabled(if: Peer.isPresent))
    func leastSquaresFindTheSamePath() throws {
        struct Case: Encodable {
            var agility: Double
            var points: [[Double]]
        }
        var numbers = SeededGenerator(state: 12)
        let smoothers = (0..<40).map { _ in
            var (seconds, position, velocity) = (0.0, SIMD3(4_000_000.0, 1_200_000, 4_800_000), SIMD3<Double>.zero)
            let count = Int(numbers.next() % 58) + 3
            let points = (0..<count).map { _ in
                let step = numbers.even(0.1...5)
                seconds += step
                velocity += SIMD3(numbers.normal(), numbers.normal(), numbers.normal()) * step
                position += velocity * step
                return (
                    seconds, position + SIMD3(numbers.normal(), numbers.normal(), numbers.normal()) * 4, numbers.even(0.5...20)
                )
            }
            return ConstantVelocitySmoother(
                offsets: points.map(\.0), places: points.map { SpherePoint(x: $0.1.x, y: $0.1.y, z: $0.1.z) },
                deviations: points.map(\.2), agility: pow(10, numbers.even(-2...2)))
        }
        let cases = smoothers.map { smoother in
            Case(
                agility: smoother.agility,
                points: smoother.places.indices.map { index in
                    let place = smoother.places[index]
                    return [smoother.offsets[index], place.x, place.y, place.z, smoother.deviations[index]]
                })
        }
        let paths = try JSONDecoder().decode([[[Double]]].self, from: Peer("smooth_check.py").answer(to: cases))
        #expect(paths.count == smoothers.count)
        for (smoother, path) in zip(smoothers, paths) {
            for (place, expected) in zip(smoother.smoothed(), path) {
                #expect(place.chord(to: SpherePoint(x: expected[0], y: expected[1], z: expected[2])) < 1e-5)
            }
        }
    }
}

extension SeededGenerator {
    mutating func even(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &self) }

    /// Mean 0, standard deviation 1 (Box–Muller).
    mutating func normal() -> Double {
        (-2 * log(even(.leastNonzeroMagnitude...1))).squareRoot() * cos(2 * .pi * even(0...1))
    }
}
