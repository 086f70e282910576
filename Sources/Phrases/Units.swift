/// The units that people are shown; figures are kept in their own (core §1).
public struct Units: Hashable, Sendable {
    public var system: System
    public var energy: Energy

    public enum System: String, CaseIterable, Sendable {
        /// km, m, km/h, min/km, °C.
        case metric
        /// mi, ft, mph, min/mi, °F.
        case imperial
    }

    public enum Energy: String, CaseIterable, Sendable { case kilocalories, kilojoules }

    public init(_ system: System = .metric, energy: Energy = .kilocalories) {
        self.system = system
        self.energy = energy
    }

    public static let metric = Units(.metric)
    public static let imperial = Units(.imperial)

    /// Exact by definition.
    public static let metresPerMile = 1609.344
    public static let metresPerFoot = 0.3048
    static let kilojoulesPerKilocalorie = 4.184
}

/// A unit with the place of its number, as the catalogs write it.
enum UnitPattern: String, Worded {
    case percent
    case kilometres, metres, miles, feet
    case kilometresPerHour, milesPerHour, minutesPerKilometre, minutesPerMile
    case beatsPerMinute, watts, revolutionsPerMinute, stepsPerMinute
    case kilocalories, kilojoules
    case celsius, fahrenheit
    case milliseconds, seconds, minutes, hours
    static var family: String { "unit" }
}

/// What is counted, with the word in the form that the number asks for.
public enum Countable: String, CaseIterable, Sendable {
    case steps, workouts, floors, minutes, days, weeks
}

extension Countable: Worded { static var family: String { "count" } }
