/// One point of a route with its nine stored properties (the coordinate counts as one); what is unknown is `nil`.
public struct Location: Equatable, Sendable {
    /// When the receiver says it was there, as an offset of the capture.
    public var offset: Offset
    /// Degrees, WGS 84, north positive, -90...90.
    public var latitude: Double
    /// Degrees, WGS 84, east positive, -180..<180.
    public var longitude: Double
    /// Metres above mean sea level.
    public var altitude: Double?
    /// Metres per second over ground, 0 or more.
    public var speed: Double?
    /// Degrees clockwise from true north, 0..<360.
    public var course: Double?
    /// Metres, about 68 % confidence, 0 or more.
    public var horizontalAccuracy: Double?
    /// Metres, about 68 %.
    public var verticalAccuracy: Double?
    /// Metres per second, about 68 %.
    public var speedAccuracy: Double?
    /// Degrees, about 68 %.
    public var courseAccuracy: Double?

    /// Negative accuracies, speeds and courses (other platforms' "invalid") become `nil`.
    public init(
        offset: Offset, latitude: Double, longitude: Double, altitude: Double? = nil, speed: Double? = nil, course: Double? = nil,
        horizontalAccuracy: Double? = nil, verticalAccuracy: Double? = nil, speedAccuracy: Double? = nil,
        courseAccuracy: Double? = nil
    ) {
        func valid(_ value: Double?) -> Double? { value.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil } }
        self.offset = offset
        self.latitude = latitude
        self.longitude = longitude
        self.altitude = altitude.flatMap { $0.isFinite ? $0 : nil }
        self.speed = valid(speed)
        self.course = valid(course)
        self.horizontalAccuracy = valid(horizontalAccuracy)
        self.verticalAccuracy = valid(verticalAccuracy)
        self.speedAccuracy = valid(speedAccuracy)
        self.courseAccuracy = valid(courseAccuracy)
    }
}
