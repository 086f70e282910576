public import Workouts

/// Keeps out what no rider can have produced, and counts it: decoding never judges, this does (ble-gatt §0).
public struct PlausibilityGate: Equatable, Sendable {
    /// Readings turned away, by quantity.
    public private(set) var refused: [Quantity: Int] = [:]

    public init() {}

    /// The values of each quantity that go on: the limits of core §4.1, and for the others what the planet allows.
    public static func range(of quantity: Quantity) -> ClosedRange<Double> {
        switch quantity {
        case .heartRate: 25...250
        case .power: 0...3000
        case .cadence, .stepRate: 0...300
        case .speed: 0...100
        case .altitude: -500...9500
        case .temperature: -60...80
        case .distance: 0...10_000
        case .steps, .energy: 0...1000
        }
    }

    /// - Parameter span: in which an amount grew: its rate is judged too, over a second at least, since counters grow by steps.
    mutating func admits(_ amount: Double, of quantity: Quantity, over span: TimeSpan) -> Bool {
        guard admits(quantity, amount) else { return false }
        guard let rate = quantity.rate else { return true }
        let perSecond = amount / max(span.seconds, 1)
        // Steps are stated a minute.
        return admits(quantity, as: rate, rate == .stepRate ? perSecond * 60 : perSecond)
    }

    mutating func admits(_ quantity: Quantity, _ value: Double) -> Bool { admits(quantity, as: quantity, value) }

    /// - Parameter measure: the quantity whose limits hold.
    private mutating func admits(_ quantity: Quantity, as measure: Quantity, _ value: Double) -> Bool {
        // A comparison with NaN is false, so NaN is refused too.
        if Self.range(of: measure).contains(value) { return true }
        refused[quantity, default: 0] += 1
        return false
    }
}
