/// What is left of the work that can be done above critical power, second by second, in its differential form (core §6.3).
///
/// Not clamped: below 0 it says that critical power or W′ is set too low.
public struct WPrimeBalance: Equatable, Sendable {
    /// Watts.
    public let criticalPowerWatts: Double
    /// Joules, above 0.
    public let capacityJoules: Double
    /// Joules left now.
    public private(set) var joules: Double

    public init(criticalPowerWatts: Double, capacityJoules: Double) {
        self.criticalPowerWatts = criticalPowerWatts
        self.capacityJoules = capacityJoules
        joules = capacityJoules
    }

    /// One second at a power in watts.
    public mutating func apply(_ watts: Double) {
        if watts >= criticalPowerWatts {
            joules -= watts - criticalPowerWatts
        } else if capacityJoules > 0 {
            joules += (criticalPowerWatts - watts) * (capacityJoules - joules) / capacityJoules
        }
    }
}
