public import Workouts

/// What a device noted at one moment; what it did not know is `nil`.
public struct RecordedPoint: Equatable, Sendable {
    /// Since the recording's start.
    public var offset: Offset
    /// Degrees, WGS 84; both or none.
    @Known public var latitude: Double?
    @Known public var longitude: Double?
    /// Metres, about 68 %.
    @Known public var horizontalAccuracyMetres: Double?
    /// Metres above mean sea level.
    @Known public var altitudeMetres: Double?
    /// Metres per second.
    @Known public var speedMetresPerSecond: Double?
    /// Beats per minute.
    @Known public var beatsPerMinute: Double?
    /// Watts.
    @Known public var watts: Double?
    /// Crank revolutions per minute.
    @Known public var revolutionsPerMinute: Double?
    /// Steps per minute, both feet counted.
    @Known public var stepsPerMinute: Double?
    /// Degrees Celsius.
    @Known public var temperatureCelsius: Double?
    /// Metres so far, as the device counts them: from the start of the recording or of the leg.
    @Known public var distanceMetres: Double?
    /// Kilocalories so far.
    @Known public var energyKilocalories: Double?

    public init(offset: Offset) { self.offset = offset }

    /// Latitude and longitude; `nil` where either is missing or is none on Earth.
    public var place: (latitude: Double, longitude: Double)? {
        guard let latitude, let longitude, abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
        return (latitude, longitude)
    }

    /// Its instantaneous values other than place, speed and altitude, in the order of `Quantity`.
    func forEachReading(_ body: (Quantity, Double) throws(AssemblyError) -> Void) throws(AssemblyError) {
        if let beatsPerMinute { try body(.heartRate, beatsPerMinute) }
        if let watts { try body(.power, watts) }
        if let revolutionsPerMinute { try body(.cadence, revolutionsPerMinute) }
        if let stepsPerMinute { try body(.stepRate, stepsPerMinute) }
        if let temperatureCelsius { try body(.temperature, temperatureCelsius) }
    }
}

/// A number that may not be known, in the space of a number: a long ride has tens of thousands of points.
@propertyWrapper
public struct Known: Equatable, Sendable {
    private var held = Double.nan

    public init() {}
    public init(wrappedValue: Double?) { self.wrappedValue = wrappedValue }

    public var wrappedValue: Double? {
        get { held.isNaN ? nil : held }
        set { held = newValue ?? .nan }
    }

    public static func == (a: Known, b: Known) -> Bool { a.wrappedValue == b.wrappedValue }
}
