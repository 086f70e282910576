/// What a sensor measures, in the one unit in which this program keeps it.
public enum Quantity: String, CaseIterable, Hashable, Comparable, Sendable {
    /// Beats per minute.
    case heartRate
    /// Watts.
    case power
    /// Crank revolutions per minute.
    case cadence
    /// Steps per minute, both feet counted.
    case stepRate
    /// Metres per second.
    case speed
    /// Metres above mean sea level.
    case altitude
    /// Degrees Celsius.
    case temperature
    /// Metres; cumulative, so it is read as amounts over spans of time.
    case distance
    /// Steps of both feet; cumulative.
    case steps
    /// Kilocalories as a machine states them; cumulative.
    case energy

    /// The unit as text.
    public var unit: String {
        switch self {
        case .heartRate: "bpm"
        case .power: "W"
        case .cadence, .stepRate: "1/min"
        case .speed: "m/s"
        case .altitude, .distance: "m"
        case .temperature: "°C"
        case .steps: "steps"
        case .energy: "kcal"
        }
    }

    /// Whether amounts add up over time; else a value holds for a while.
    public var isCumulative: Bool {
        switch self {
        case .distance, .steps, .energy: true
        case .heartRate, .power, .cadence, .stepRate, .speed, .altitude, .temperature: false
        }
    }

    public static func < (a: Quantity, b: Quantity) -> Bool { a.ordinal < b.ordinal }

    static let count = allCases.count

    /// Its place among all cases, for tables that a dictionary would slow down.
    public var ordinal: Int {
        switch self {
        case .heartRate: 0
        case .power: 1
        case .cadence: 2
        case .stepRate: 3
        case .speed: 4
        case .altitude: 5
        case .temperature: 6
        case .distance: 7
        case .steps: 8
        case .energy: 9
        }
    }
}
