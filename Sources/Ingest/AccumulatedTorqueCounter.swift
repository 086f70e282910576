public import WireFormats
public import Workouts

/// Turns accumulated torque, and the revolutions that it was added up over, into the mean power between two values.
public struct AccumulatedTorqueCounter: Equatable, Sendable {
    private var crank = EventCounter.crank
    private var wheel = EventCounter.wheel
    private var before: CyclingPowerMeasurement.AccumulatedTorque?

    /// Nothing to compare with yet.
    public init() {}

    /// The link was lost or opened: the next value is a baseline.
    public mutating func forget() { self = Self() }

    /// - Returns: watts; `nil` when the value brings nothing new or nothing to compare with.
    public mutating func apply(_ value: CyclingPowerMeasurement, at arrival: Offset? = nil) -> Double? {
        guard let torque = value.accumulatedTorque else { return nil }
        let step: EventCounter.Step? =
            torque.isFromCrank
            ? value.crank.map { crank.apply($0, at: arrival) } : value.wheel.map { wheel.apply($0, at: arrival) }
        guard let step, step != .repeated else { return nil }
        defer { before = torque }
        guard case .advanced(let advance) = step, let before, before.isFromCrank == torque.isFromCrank else { return nil }
        let growth = torque.thirtySecondsOfNewtonMetre.counted(since: before.thirtySecondsOfNewtonMetre)
        // The sum may fall: growth by more than half the range is a fall.
        return 2 * .pi * Double(Int16(bitPattern: growth)) / 32 / advance.seconds
    }
}
