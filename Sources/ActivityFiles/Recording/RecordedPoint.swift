public import Workouts

/// What a device noted at one moment; what it did not know is `nil`.
public struct RecordedPoint: Equatable, Sendable {
    /// Since the recording's start.
    public var offset: Offset
    /// Degrees, WGS 84; both or none.
    public var latitude: Double?
    public var longitude: Double?
    /// Metres, about 68 %.
    public var horizontalAccuracy: Double?
    /// Metres above mean sea level.
    public var altitude: Double?
    /// Metres per second.
    public var speed: Double?
    /// Beats per minute.
    public var heartRate: Double?
    /// Watts.
    public var power: Double?
    /// Crank revolutions per minute.
    public var cadence: Double?
    /// Steps per minute, both feet counted.
    public var stepRate: Double?
    /// Degrees Celsius.
    public var temperature: Double?
    /// Metres so far, as the device counts them: from the start of the recording or of the leg.
    public var distance: Double?
    /// Kilocalories so far.
    public var energy: Double?

    public init(offset: Offset) { self.offset = offset }

    /// Latitude and longitude; `nil` where either is missing or is none on Earth.
    public var place: (latitude: Double, longitude: Double)? {
        guard let latitude, let longitude, abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
        return (latitude, longitude)
    }

    /// Its instantaneous values other than place, speed and altitude, in the order of `Quantity`.
    func forEachReading(_ body: (Quantity, Double) throws(AssemblyError) -> Void) throws(AssemblyError) {
        if let heartRate { try body(.heartRate, heartRate) }
        if let power { try body(.power, power) }
        if let cadence { try body(.cadence, cadence) }
        if let stepRate { try body(.stepRate, stepRate) }
        if let temperature { try body(.temperature, temperature) }
    }
}
