import Glibc

/// Distances on a sphere: good to half a percent, and the same everywhere in this program (core §6.7).
public enum Geodesy {
    /// Metres; the mean radius of the Earth.
    public static let radiusMetres = 6_371_008.8

    /// Metres along the great circle.
    public static func distanceMetres(_ a: Location, _ b: Location) -> Double {
        distance(from: Point(a), to: Point(b))
    }

    /// A position made ready, so that a chain of points computes each cosine once.
    struct Point: Equatable, Sendable {
        let latitude: Double  // radians
        let longitude: Double
        let cosine: Double  // of the latitude

        init(_ location: Location) {
            latitude = location.latitude * (.pi / 180)
            longitude = location.longitude * (.pi / 180)
            cosine = cos(latitude)
        }
    }

    /// Metres, by the haversine formula; longitudes may differ by whole turns.
    static func distance(from a: Point, to b: Point) -> Double {
        let north = sin((b.latitude - a.latitude) / 2)
        let east = sin((b.longitude - a.longitude) / 2)
        let haversine = north * north + a.cosine * b.cosine * east * east
        return 2 * radiusMetres * asin(min(1, haversine.squareRoot()))
    }

    /// The angle brought into -180..<180 degrees.
    static func normalizedLongitude(_ degrees: Double) -> Double {
        let turned = degrees - 360 * ((degrees + 180) / 360).rounded(.down)
        return turned >= 180 ? turned - 360 : turned
    }
}

extension Location {
    /// Whether it is a place on Earth at all.
    var isPlausible: Bool { abs(latitude) <= 90 && abs(longitude) <= 180 }
}
