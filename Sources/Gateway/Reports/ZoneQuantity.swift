public import Workouts

/// What zones can be of, by the names of the settings.
public enum ZoneQuantity: String, CaseIterable, Sendable {
    case heartRate = "heart-rate"
    case power, cadence, speed

    public static let words = allCases.map(\.rawValue).joined(separator: ", ")

    public var quantity: Quantity {
        switch self {
        case .heartRate: .heartRate
        case .power: .power
        case .cadence: .cadence
        case .speed: .speed
        }
    }

    /// What a person types, in the unit in which the quantity is kept: speeds are typed in km/h.
    public func native(_ value: Double) -> Double { self == .speed ? value / 3.6 : value }
}

/// What time in zones is told for beside the whole.
public enum ZoneStep: String, CaseIterable, Sendable { case week, month, workout }
