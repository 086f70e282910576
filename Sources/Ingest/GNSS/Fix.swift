public import WireFormats
public import Workouts

/// Where a receiver says it was at one instant: everything that one epoch told.
public struct Fix: Equatable, Sendable {
    /// When the epoch's first bytes arrived.
    public var arrival: Offset
    /// The fix's own moment by the receiver's date; `nil` while no date is known. No week rollover is corrected here.
    public var timestamp: Timestamp?
    /// The fix's own time of day; `nil` from a gpsd report without a time.
    public var timeOfDay: NMEATimeOfDay?
    /// Degrees, WGS 84, north positive.
    public var latitude: Double
    /// Degrees, WGS 84, east positive.
    public var longitude: Double
    /// Metres above mean sea level, as the receiver's geoid has it.
    public var altitudeMetres: Double?
    /// Metres from the ellipsoid up to the geoid; already taken off the altitude.
    public var geoidSeparationMetres: Double?
    /// Metres per second as the receiver states it; never computed from positions.
    public var speedMetresPerSecond: Double?
    /// Degrees clockwise from true north, 0..<360; `nil` below 0.5 m/s, where it means nothing.
    public var courseDegrees: Double?
    /// How far off it may be.
    public var accuracy = FixAccuracy()
    /// How the receiver came by it.
    public var mode: FixMode
    /// Whether the receiver solved for two dimensions: its altitude is then an assumption.
    public var isTwoDimensional = false
    /// Satellites that the solution uses.
    public var satellitesUsed: Int?
    /// Horizontal dilution of precision, where it is known.
    public var hdop: Double?

    /// Below this speed a course means nothing; metres per second.
    static let standstill = 0.5

    init(arrival: Offset, latitude: Double, longitude: Double, mode: FixMode) {
        self.arrival = arrival
        self.latitude = latitude
        self.longitude = longitude
        self.mode = mode
    }

    /// The point of a route, placed at `offset` by a `RouteClock`.
    public func location(at offset: Offset) -> Location {
        Location(
            offset: offset, latitude: latitude, longitude: longitude == 180 ? -180 : longitude,
            altitudeMetres: isTwoDimensional ? nil : altitudeMetres, speedMetresPerSecond: speedMetresPerSecond,
            courseDegrees: courseDegrees,
            horizontalAccuracyMetres: accuracy.horizontalMetres,
            verticalAccuracyMetres: isTwoDimensional ? nil : accuracy.verticalMetres,
            speedAccuracyMetresPerSecond: accuracy.speedMetresPerSecond, courseAccuracyDegrees: accuracy.courseDegrees)
    }
}

/// What one epoch came to.
public enum FixOutcome: Equatable, Sendable {
    case fix(Fix)
    /// The receiver says that it has no fix, or simulates one: the last position ends here.
    case noFix(arrival: Offset)
}
