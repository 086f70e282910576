import Glibc

/// A place as a point of three dimensions on the sphere of `Geodesy`, in metres from its centre.
struct SpherePoint: Equatable, Sendable {
    var x: Double
    var y: Double
    var z: Double

    init(x: Double, y: Double, z: Double) { self.x = x; self.y = y; self.z = z }

    init(_ location: Location) {
        let latitude = location.latitude * (.pi / 180)
        let longitude = location.longitude * (.pi / 180)
        let equatorial = Geodesy.radiusMetres * cos(latitude)
        self.init(x: equatorial * cos(longitude), y: equatorial * sin(longitude), z: Geodesy.radiusMetres * sin(latitude))
    }

    /// Degrees, -90...90, of the place below or above it.
    var latitude: Double { atan2(z, (x * x + y * y).squareRoot()) * (180 / .pi) }
    /// Degrees, -180..<180.
    var longitude: Double { Geodesy.normalizedLongitude(atan2(y, x) * (180 / .pi)) }

    /// Metres through the Earth; over the distances of two points of a route the same as along it, and never more.
    func chord(to other: SpherePoint) -> Double {
        let (a, b, c) = (x - other.x, y - other.y, z - other.z)
        return (a * a + b * b + c * c).squareRoot()
    }

    /// The place of `other`, or as far on the way there as `metres` allow.
    func moved(towards other: SpherePoint, by metres: Double) -> SpherePoint {
        let target = other.onSphere
        let distance = chord(to: target)
        // What is not farther, not even by NaN, is moved all the way.
        guard distance > metres else { return distance.isFinite ? target : self }
        // A hair less, so that rounding does not lead beyond.
        let share = metres / distance * (1 - 1e-9)
        return SpherePoint(
            x: x + (target.x - x) * share, y: y + (target.y - y) * share, z: z + (target.z - z) * share
        ).onSphere
    }

    private var onSphere: SpherePoint {
        let radius = (x * x + y * y + z * z).squareRoot()
        guard radius > 0 else { return self }
        let scale = Geodesy.radiusMetres / radius
        return SpherePoint(x: x * scale, y: y * scale, z: z * scale)
    }
}
