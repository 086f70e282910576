import Glibc

/// The box around a route, in degrees. `west` is greater than `east` when it crosses the antimeridian.
public struct RouteBounds: Equatable, Sendable {
    public var south: Double
    public var west: Double
    public var north: Double
    public var east: Double
}

/// A corner of a route drawn without a map: x to the east, y to the north, the longer side of its box being 1.
public struct UnitPoint: Equatable, Sendable {
    public var x: Double
    public var y: Double
    public init(x: Double, y: Double) { self.x = x; self.y = y }
}

extension Route {
    /// Metres, as far as its points can be trusted; pauses are not left out.
    public var lengthMetres: Double {
        var track = TrackLength()
        return places.reduce(0) { $0 + (track.append($1)?.value ?? 0) }
    }

    /// `nil` for an empty route.
    public var bounds: RouteBounds? { RouteBounds(around: places.coordinates) }

    /// The mean of all points, in degrees; `nil` for an empty route.
    public var centroid: (latitude: Double, longitude: Double)? {
        guard placeCount > 0 else { return nil }
        let count = Double(placeCount)
        var (latitudes, longitudes, turns) = (0.0, 0.0, LongitudeTurns())
        for place in places.coordinates {
            latitudes += place.latitude
            longitudes += turns.unwrapped(place.longitude)
        }
        return (latitudes / count, Geodesy.normalizedLongitude(longitudes / count))
    }

    /// Its shape, centred on 0: longitudes shrunk by the cosine of the middle latitude, one scale for both axes.
    public var unitPolyline: [UnitPoint] {
        guard let box = UnwrappedBox(around: places.coordinates) else { return [] }
        let middle = (box.south + box.north) / 2
        let shrink = cos(middle * (.pi / 180))
        let side = max((box.east - box.west) * shrink, box.north - box.south)
        let scale = side > 0 ? 1 / side : 0
        var turns = LongitudeTurns()
        return places.coordinates.map { place in
            UnitPoint(
                x: (turns.unwrapped(place.longitude) - (box.west + box.east) / 2) * shrink * scale,
                y: (place.latitude - middle) * scale)
        }
    }
}

extension RouteBounds {
    /// `nil` for no places.
    public init?(around places: some Sequence<Route.Places.Coordinates.Element>) {
        guard let box = UnwrappedBox(around: places) else { return nil }
        self.init(
            south: box.south, west: Geodesy.normalizedLongitude(box.west), north: box.north,
            east: Geodesy.normalizedLongitude(box.east))
    }
}

/// Longitudes of a route without jumps of a whole turn; they may leave -180..<180.
private struct LongitudeTurns {
    private var turned = 0.0
    private var previous: Double?

    mutating func unwrapped(_ longitude: Double) -> Double {
        if let previous { turned -= 360 * ((longitude - previous) / 360).rounded() }
        previous = longitude
        return longitude + turned
    }
}

/// The box around places, in degrees, `west` never greater than `east`.
private struct UnwrappedBox {
    var south = Double.infinity
    var west = Double.infinity
    var north = -Double.infinity
    var east = -Double.infinity

    init?(around places: some Sequence<Route.Places.Coordinates.Element>) {
        var turns = LongitudeTurns()
        for place in places {
            let longitude = turns.unwrapped(place.longitude)
            (south, north) = (min(south, place.latitude), max(north, place.latitude))
            (west, east) = (min(west, longitude), max(east, longitude))
        }
        guard south <= north else { return nil }
    }
}
