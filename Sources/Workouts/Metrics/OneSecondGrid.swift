/// Timer time of a scope, pauses cut out and the halves joined, in whole seconds; the fraction at the end is dropped (core §6.1).
public struct OneSecondGrid: Equatable, Sendable {
    /// For each second, the integral of the value over it: its mean when uncovered time counts as 0, which is right for power.
    public private(set) var withHolesAsZero: [Double]
    /// For each second, how much of it is covered, 0...1.
    public private(set) var coverage: [Double]

    public var count: Int { withHolesAsZero.count }

    /// Microseconds; so little is no part of a second. A file's track ends a moment behind its last point, and shifts all that follows
    /// the pause by as much: of a second without a value, or with 0, the value of the one before would make another.
    private static let least: Int64 = 100

    public init(_ timeline: Timeline, from start: Offset, to end: Offset, timer: TimerIntervals) {
        let count = Int(timer.timer(from: start, to: end).microseconds / 1_000_000)
        var integrals = [Double](repeating: 0, count: count)
        var covered = [Double](repeating: 0, count: count)
        let origin = timer.timer(before: start)
        var interval = 0
        timeline.forEachSegment(from: start, to: end) { segment in
            while interval < timer.intervals.count, timer.intervals[interval].end <= segment.start { interval += 1 }
            guard interval < timer.intervals.count else { return }
            let running = timer.intervals[interval]
            var position = (timer.earlier[interval] + (segment.start - running.start) - origin).microseconds
            let last = position + segment.length.microseconds
            while position < last {
                let second = Int(position / 1_000_000)
                guard second < count else { return }
                let next = min(last, Int64(second + 1) * 1_000_000)
                if next - position >= Self.least {
                    let part = Double(next - position) / 1e6
                    integrals[second] += segment.value * part
                    covered[second] += part
                }
                position = next
            }
        }
        withHolesAsZero = integrals
        coverage = covered
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
