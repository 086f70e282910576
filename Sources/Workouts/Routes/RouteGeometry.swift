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
    public var length: Double { TrackLength(locations).legs.reduce(0) { $0 + $1.metres } }

    /// `nil` for an empty route.
    public var bounds: RouteBounds? {
        let longitudes = unwrappedLongitudes
        guard let south = locations.map(\.latitude).min(), let north = locations.map(\.latitude).max(),
            let west = longitudes.min(), let east = longitudes.max()
        else { return nil }
        return RouteBounds(
            south: south, west: Geodesy.normalizedLongitude(west), north: north, east: Geodesy.normalizedLongitude(east))
    }

    /// The mean of all points, in degrees; `nil` for an empty route.
    public var centroid: (latitude: Double, longitude: Double)? {
        guard !locations.isEmpty else { return nil }
        let count = Double(locations.count)
        let latitude = locations.reduce(0) { $0 + $1.latitude } / count
        return (latitude, Geodesy.normalizedLongitude(unwrappedLongitudes.reduce(0, +) / count))
    }

    /// Its shape, centred on 0: longitudes shrunk by the cosine of the middle latitude, one scale for both axes.
    public var unitPolyline: [UnitPoint] {
        let longitudes = unwrappedLongitudes
        guard let south = locations.map(\.latitude).min(), let north = locations.map(\.latitude).max(),
            let west = longitudes.min(), let east = longitudes.max()
        else { return [] }
        let middle = (south + north) / 2
        let shrink = cos(middle * (.pi / 180))
        let side = max((east - west) * shrink, north - south)
        let scale = side > 0 ? 1 / side : 0
        return zip(locations, longitudes).map { location, longitude in
            UnitPoint(x: (longitude - (west + east) / 2) * shrink * scale, y: (location.latitude - middle) * scale)
        }
    }

    /// Without jumps of a whole turn; they may leave -180..<180.
    private var unwrappedLongitudes: [Double] {
        var turned = 0.0
        var previous: Double?
        return locations.map { location in
            if let previous { turned -= 360 * ((location.longitude - previous) / 360).rounded() }
            previous = location.longitude
            return location.longitude + turned
        }
    }
}
