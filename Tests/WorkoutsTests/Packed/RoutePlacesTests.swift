import Testing

@testable import Workouts

/// A route's places one after the other, against the array of them.
@Suite struct RoutePlacesTests {
    @Test(arguments: UInt64(1)...20)
    func anyStretchOfThem(seed: UInt64) {
        var random = SeededGenerator(state: seed)
        var seconds = 0.0
        let locations = (0..<Int.random(in: 0...900, using: &random)).map { index in
            seconds += Double.random(in: 0.05...3, using: &random)
            return place(seconds, north: Double(index))
        }
        let route = Route(syncID: someID, locations: locations)
        #expect(route.locations == locations && Array(route.places) == locations && route.placeCount == locations.count)
        #expect(route.firstPlace == locations.first && route.lastPlace == locations.last)
        for _ in 0..<8 {
            // At a place's own moment now and then.
            let bounds = [0, 1].map { _ in
                let own = locations.randomElement(using: &random)?.offset ?? .zero
                return Bool.random(using: &random) ? own : at(Double.random(in: -5...seconds + 5, using: &random))
            }
            let inside = locations.filter { bounds[0] <= $0.offset && $0.offset < bounds[1] }
            let places = route.places(from: bounds[0], to: bounds[1])
            #expect(Array(places) == inside && places.first == inside.first && places.last == inside.last)
            #expect(places.coordinates.map(\.latitude) == inside.map(\.latitude))
            #expect(places.coordinates.map(\.longitude) == inside.map(\.longitude))
            let after = locations.filter { bounds[0] <= $0.offset }
            #expect(
                route.places(from: bounds[0]).last == after.last
                    && route.places(to: bounds[1]).first?.offset == locations.first { $0.offset < bounds[1] }?.offset)
        }
    }

    @Test func absurdMomentsAreJustEmpty() {
        let route = Route(syncID: someID, locations: [place(1, north: 0), place(2, north: 1)])
        #expect(
            route.places(from: Offset(microseconds: .max)).first == nil
                && route.places(to: Offset(microseconds: .min)).last == nil)
        #expect(route.places(from: Offset(microseconds: .max)).coordinates.map(\.latitude).isEmpty)
        #expect(route.places(to: Offset(microseconds: .min)).coordinates.map(\.latitude).isEmpty)
        #expect(route.places(from: Offset(microseconds: .min), to: Offset(microseconds: .max)).last == route.lastPlace)
    }
}
