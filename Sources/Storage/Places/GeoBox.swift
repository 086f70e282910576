import Glibc

/// The box of degrees that holds all points within a distance of one: whole circles of latitude around a pole, and two ranges of
/// longitude where it crosses the antimeridian.
struct GeoBox: Equatable {
    var south: Double
    var north: Double
    /// One or two, west to east, within -180...180.
    var longitudes: [ClosedRange<Double>]

    /// What rounding may take from a box, in degrees: far less than a metre.
    private static let margin = 1e-6

    /// - Parameters:
    ///   - latitude: degrees, -90...90.
    ///   - longitude: degrees, -180...180.
    ///   - angle: the distance as an angle seen from the centre of the Earth, in radians, 0...π.
    init(latitude: Double, longitude: Double, angle: Double) {
        let degrees = angle * (180 / .pi) + Self.margin
        south = max(latitude - degrees, -90)
        north = min(latitude + degrees, 90)
        guard south > -90, north < 90 else {
            longitudes = [-180...180]
            return
        }
        // Where a circle's meridians touch it: not at its centre's latitude, but nearer to the pole.
        let ratio = sin(min(angle, .pi / 2)) / cos(latitude * (.pi / 180))
        guard ratio < 1 else {
            longitudes = [-180...180]
            return
        }
        let width = asin(ratio) * (180 / .pi) + Self.margin
        let (west, east) = (longitude - width, longitude + width)
        switch (west < -180, east > 180) {
        case (false, false): longitudes = [west...east]
        case (true, false): longitudes = [-180...east, (west + 360)...180]
        case (false, true): longitudes = [-180...(east - 360), west...180]
        case (true, true): longitudes = [-180...180]
        }
    }
}
