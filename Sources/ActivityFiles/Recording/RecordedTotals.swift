import Workouts

/// Turns what a device counts up (distance, energy) into amounts over the time in which the timer ran.
struct RecordedTotals {
    private let intervals: [TimerIntervals.Interval]
    private let legStarts: [Offset]
    private let end: Offset
    private var nextLeg = 0
    private var distance: Total
    private var energy: Total

    init(_ recording: ActivityRecording) {
        intervals = TimerIntervals(start: .zero, end: recording.end, pauses: recording.pauses).intervals
        legStarts = recording.legs.dropFirst().map(\.start)
        end = recording.end
        distance = Total(quantity: .distance, source: recording.provider(of: .distance))
        energy = Total(quantity: .energy, source: recording.provider(of: .energy))
    }

    mutating func take(
        _ point: RecordedPoint, _ body: (WorkoutEvent) throws(AssemblyError) -> Void
    ) throws(AssemblyError) {
        while nextLeg < legStarts.count, legStarts[nextLeg] <= point.offset {
            distance.mayRestart = true
            energy.mayRestart = true
            nextLeg += 1
        }
        if let metres = point.distanceMetres { try distance.take(metres, at: point.offset, intervals, body) }
        if let kilocalories = point.energyKilocalories { try energy.take(kilocalories, at: point.offset, intervals, body) }
    }

    /// What was counted at the very end has no time left after it.
    mutating func finish(_ body: (WorkoutEvent) throws(AssemblyError) -> Void) throws(AssemblyError) {
        try distance.finish(at: end, intervals, body)
        try energy.finish(at: end, intervals, body)
    }

    /// One count.
    private struct Total {
        let quantity: Quantity
        let source: SourceID
        /// A leg began: its device may count from zero again.
        var mayRestart = false
        private var highest = 0.0
        /// Until when it is told.
        private var reached = Offset.zero
        /// What grew in no time at all.
        private var owed = 0.0
        private var interval = 0

        init(quantity: Quantity, source: SourceID) {
            self.quantity = quantity
            self.source = source
        }

        mutating func take(
            _ value: Double, at offset: Offset, _ intervals: [TimerIntervals.Interval],
            _ body: (WorkoutEvent) throws(AssemblyError) -> Void
        ) throws(AssemblyError) {
            let growth = growth(to: value)
            guard offset > reached else {
                owed += growth
                return
            }
            let running = running(until: offset, intervals)
            let length = running.reduce(TimeSpan.zero) { $0 + $1.length }
            reached = offset
            // Nothing is covered while the timer stands (core §6.7).
            guard length > .zero else { return }
            let whole = owed + growth
            owed = 0
            for part in running {
                let share = whole * (part.length.seconds / length.seconds)
                try body(.amount(Amount(quantity, share, from: part.start, to: part.end, source: source)))
            }
        }

        mutating func finish(
            at end: Offset, _ intervals: [TimerIntervals.Interval], _ body: (WorkoutEvent) throws(AssemblyError) -> Void
        ) throws(AssemblyError) {
            if owed > 0 { try take(highest, at: end, intervals, body) }
        }

        /// A count that falls below half, or that falls where a leg begins, has begun anew; a smaller step back is a correction,
        /// and the count goes on where it stood before.
        private mutating func growth(to value: Double) -> Double {
            defer { mayRestart = false }
            if value < highest, mayRestart || value < highest / 2 {
                highest = value
                return value
            }
            // What two counts differ by has no more decimals than they have: the rest is noise of their subtraction.
            let growth = max(((value - highest) * 1e6).rounded() / 1e6, 0)
            highest = max(highest, value)
            return growth
        }

        /// When the timer ran since it was last asked.
        private mutating func running(
            until offset: Offset, _ intervals: [TimerIntervals.Interval]
        ) -> [TimerIntervals.Interval] {
            while interval < intervals.count, intervals[interval].end <= reached { interval += 1 }
            var parts: [TimerIntervals.Interval] = []
            var index = interval
            while index < intervals.count, intervals[index].start < offset {
                parts.append(
                    TimerIntervals.Interval(
                        start: max(intervals[index].start, reached), end: min(intervals[index].end, offset)))
                index += 1
            }
            return parts
        }
    }
}
