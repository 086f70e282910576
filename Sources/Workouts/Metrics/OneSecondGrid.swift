/// Timer time of a scope, pauses cut out and the halves joined, in whole seconds; the fraction at the end is dropped (core §6.1).
public struct OneSecondGrid: Equatable, Sendable {
    /// For each second, the integral of the value over it: its mean when uncovered time counts as 0, which is right for power.
    public private(set) var withHolesAsZero: [Double]
    /// For each second, how much of it is covered, 0...1.
    public private(set) var coverage: [Double]

    public var count: Int { withHolesAsZero.count }

    public init(_ timeline: Timeline, from start: Offset, to end: Offset, timer: TimerIntervals) {
        let seconds = GridSeconds(timeline, from: start, to: end, timer: timer)
        withHolesAsZero = []
        coverage = []
        withHolesAsZero.reserveCapacity(seconds.count)
        coverage.reserveCapacity(seconds.count)
        for second in seconds {
            withHolesAsZero.append(second.withHolesAsZero)
            coverage.append(second.coverage)
        }
    }

    /// For each second the mean over its covered part, which is right for heart rate and speed; `nil` where nothing is covered.
    public var means: [Double?] {
        zip(withHolesAsZero, coverage).map { $1 > 0 ? $0 / $1 : nil }
    }
}

extension Workout {
    /// A quantity on the workout's own grid; computed anew each time.
    public func grid(of quantity: Quantity) -> OneSecondGrid {
        OneSecondGrid(timeline(of: quantity), from: start, to: end, timer: timerIntervals)
    }

    /// What was left of W′ after each second; `nil` without power, or without the critical power and W′ of the time.
    public var wPrimeSeries: WPrimeSeries? {
        WPrimeSeries(power: timeline(of: .power), from: start, to: end, timer: timerIntervals, settings: settings)
    }
}
