/// What is left of the work that can be done above critical power, second by second, in its differential form (core §6.3).
///
/// Not clamped: below 0 it says that critical power or W′ is set too low.
public struct WPrimeBalance: Equatable, Sendable {
    /// Watts.
    public let criticalPower: Double
    /// Joules, above 0.
    public let capacity: Double
    /// Joules left now.
    public private(set) var joules: Double

    public init(criticalPower: Double, capacity: Double) {
        self.criticalPower = criticalPower
        self.capacity = capacity
        joules = capacity
    }

    /// One second at a power in watts.
    public mutating func apply(_ watts: Double) {
        if watts >= criticalPower {
            joules -= watts - criticalPower
        } else if capacity > 0 {
            joules += (criticalPower - watts) * (capacity - joules) / capacity
        }
    }
}
