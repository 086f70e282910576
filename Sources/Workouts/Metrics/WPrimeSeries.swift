/// What was left of W′ after each timer second of a workout (core §6.3).
public struct WPrimeSeries: Equatable, Sendable {
    /// After second 0, 1, …; below 0 where critical power or W′ is set too low.
    public let joules: [Double]
    /// Joules at the start.
    public let capacityJoules: Double

    /// - Parameter watts: one value a second, holes as 0.
    public init(criticalPowerWatts: Double, capacityJoules: Double, watts: some Sequence<Double>) {
        var balance = WPrimeBalance(criticalPowerWatts: criticalPowerWatts, capacityJoules: capacityJoules)
        self.capacityJoules = capacityJoules
        joules = watts.map { power in
            balance.apply(power)
            return balance.joules
        }
    }

    /// The lowest of some seconds, the earliest of equals, and the last; `nil` when none of them is there.
    public func low(of seconds: Range<Int>) -> Low? {
        let seconds = seconds.clamped(to: joules.indices)
        guard let last = seconds.last, var lowest = seconds.first else { return nil }
        for second in seconds where joules[second] < joules[lowest] { lowest = second }
        return Low(minimumJoules: joules[lowest], minimumSecond: lowest - seconds.lowerBound + 1, endJoules: joules[last])
    }

    /// What a stretch left of W′.
    public struct Low: Equatable, Sendable {
        public var minimumJoules: Double
        /// After how many timer seconds of the stretch.
        public var minimumSecond: Int
        public var endJoules: Double

        public init(minimumJoules: Double, minimumSecond: Int, endJoules: Double) {
            self.minimumJoules = minimumJoules
            self.minimumSecond = minimumSecond
            self.endJoules = endJoules
        }
    }
}

extension WPrimeSeries {
    /// `nil` without power, or without a critical power and a W′ that make sense.
    init?(power: Timeline, from start: Offset, to end: Offset, timer: TimerIntervals, settings: WorkoutSettings) {
        guard !power.isEmpty, let (criticalPower, capacity) = settings.criticalPowerAndWPrime else { return nil }
        let watts = GridSeconds(power, from: start, to: end, timer: timer).lazy.map(\.withHolesAsZero)
        self.init(criticalPowerWatts: criticalPower, capacityJoules: capacity, watts: watts)
    }
}

extension WorkoutSettings {
    /// Watts and joules, when both make sense: a W′ that one second at critical power would use up makes the balance swing.
    var criticalPowerAndWPrime: (watts: Double, joules: Double)? {
        guard let watts = criticalPowerWatts, watts > 0, let wPrimeJoules, wPrimeJoules >= watts, wPrimeJoules.isFinite else {
            return nil
        }
        return (watts, wPrimeJoules)
    }
}
