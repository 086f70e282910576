/// One point of a route with its nine stored properties (the coordinate counts as one); what is unknown is `nil`.
public struct Location: Equatable, Sendable {
    /// When the receiver says it was there, as an offset of the capture.
    public var offset: Offset
    /// Degrees, WGS 84, north positive, -90...90.
    public var latitude: Double
    /// Degrees, WGS 84, east positive, -180..<180.
    public var longitude: Double
    /// Metres above mean sea level.
    public var altitudeMetres: Double? {
        get { held.altitude.known }
        set { held.altitude = .held(newValue) }
    }
    /// Metres per second over ground, 0 or more.
    public var speedMetresPerSecond: Double? {
        get { held.speed.known }
        set { held.speed = .held(newValue) }
    }
    /// Degrees clockwise from true north, 0..<360.
    public var courseDegrees: Double? {
        get { held.course.known }
        set { held.course = .held(newValue) }
    }
    /// Metres, about 68 % confidence, 0 or more.
    public var horizontalAccuracyMetres: Double? {
        get { held.horizontalAccuracy.known }
        set { held.horizontalAccuracy = .held(newValue) }
    }
    /// Metres, about 68 %.
    public var verticalAccuracyMetres: Double? {
        get { held.verticalAccuracy.known }
        set { held.verticalAccuracy = .held(newValue) }
    }
    /// Metres per second, about 68 %.
    public var speedAccuracyMetresPerSecond: Double? {
        get { held.speedAccuracy.known }
        set { held.speedAccuracy = .held(newValue) }
    }
    /// Degrees, about 68 %.
    public var courseAccuracyDegrees: Double? {
        get { held.courseAccuracy.known }
        set { held.courseAccuracy = .held(newValue) }
    }

    private var held: Held

    /// What may be unknown, as numbers of which NaN is none: a receiver brings ten places a second, a long ride keeps hundreds of
    /// thousands of them, and optionals would take twice the memory.
    private struct Held: Sendable {
        var altitude: Double
        var speed: Double
        var course: Double
        var horizontalAccuracy: Double
        var verticalAccuracy: Double
        var speedAccuracy: Double
        var courseAccuracy: Double
    }

    /// Negative accuracies, speeds and courses (other platforms' "invalid") become `nil`.
    public init(
        offset: Offset, latitude: Double, longitude: Double, altitudeMetres: Double? = nil, speedMetresPerSecond: Double? = nil,
        courseDegrees: Double? = nil,
        horizontalAccuracyMetres: Double? = nil, verticalAccuracyMetres: Double? = nil,
        speedAccuracyMetresPerSecond: Double? = nil,
        courseAccuracyDegrees: Double? = nil
    ) {
        func valid(_ value: Double?) -> Double { .held(value.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }) }
        self.offset = offset
        self.latitude = latitude
        self.longitude = longitude
        held = Held(
            altitude: .held(altitudeMetres.flatMap { $0.isFinite ? $0 : nil }), speed: valid(speedMetresPerSecond),
            course: valid(courseDegrees),
            horizontalAccuracy: valid(horizontalAccuracyMetres), verticalAccuracy: valid(verticalAccuracyMetres),
            speedAccuracy: valid(speedAccuracyMetresPerSecond), courseAccuracy: valid(courseAccuracyDegrees))
    }

    public static func == (a: Location, b: Location) -> Bool {
        a.offset == b.offset && a.latitude == b.latitude && a.longitude == b.longitude && a.altitudeMetres == b.altitudeMetres
            && a.speedMetresPerSecond == b.speedMetresPerSecond && a.courseDegrees == b.courseDegrees
            && a.horizontalAccuracyMetres == b.horizontalAccuracyMetres
            && a.verticalAccuracyMetres == b.verticalAccuracyMetres
            && a.speedAccuracyMetresPerSecond == b.speedAccuracyMetresPerSecond
            && a.courseAccuracyDegrees == b.courseAccuracyDegrees
    }
}

extension Double {
    fileprivate static func held(_ value: Double?) -> Double { value ?? .nan }
    fileprivate var known: Double? { isNaN ? nil : self }
}

extension Location: PackedRow {
    static func pack(_ rows: [Location], into writer: inout BitWriter) {
        writer.append(integers: rows.map(\.offset.microseconds))
        writer.append(numbers: rows.map(\.latitude))
        writer.append(numbers: rows.map(\.longitude))
        writer.append(knownNumbers: rows.map(\.held.altitude))
        writer.append(knownNumbers: rows.map(\.held.speed))
        writer.append(knownNumbers: rows.map(\.held.course))
        writer.append(knownNumbers: rows.map(\.held.horizontalAccuracy))
        writer.append(knownNumbers: rows.map(\.held.verticalAccuracy))
        writer.append(knownNumbers: rows.map(\.held.speedAccuracy))
        writer.append(knownNumbers: rows.map(\.held.courseAccuracy))
    }

    static func unpack(_ count: Int, from reader: inout BitReader) -> [Location] {
        let offsets = reader.integers(count)
        let (latitudes, longitudes) = (reader.numbers(count), reader.numbers(count))
        let (altitudes, speeds, courses) = (reader.knownNumbers(count), reader.knownNumbers(count), reader.knownNumbers(count))
        let (horizontal, vertical) = (reader.knownNumbers(count), reader.knownNumbers(count))
        let (ofSpeed, ofCourse) = (reader.knownNumbers(count), reader.knownNumbers(count))
        return (0..<count).map { row in
            let held = Held(
                altitude: altitudes[row], speed: speeds[row], course: courses[row], horizontalAccuracy: horizontal[row],
                verticalAccuracy: vertical[row], speedAccuracy: ofSpeed[row], courseAccuracy: ofCourse[row])
            return Location(
                offset: Offset(microseconds: offsets[row]), latitude: latitudes[row], longitude: longitudes[row], held: held)
        }
    }

    private init(offset: Offset, latitude: Double, longitude: Double, held: Held) {
        self.offset = offset
        self.latitude = latitude
        self.longitude = longitude
        self.held = held
    }
}
