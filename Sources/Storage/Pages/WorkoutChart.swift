public import Workouts

/// A workout's quantities in equal steps of time, as charts draw them.
public struct WorkoutChart: Equatable, Sendable {
    /// Of the first step; the workout's start.
    public var start: Offset
    public var step: TimeSpan
    /// How many steps there are; the last may reach beyond the workout's end.
    public var count: Int
    /// Of instantaneous quantities; those that were not measured are not there.
    public var values: [Quantity: Column] = [:]
    /// Of cumulative quantities: all that was counted by the end of each step.
    public var amounts: [Quantity: [Double]] = [:]

    /// One number a step; `nil` where nothing was measured while the timer ran.
    public struct Column: Equatable, Sendable {
        public var minimum: [Double?]
        /// By time.
        public var average: [Double?]
        public var maximum: [Double?]
    }

    /// More steps than any screen shows.
    public static let mostSteps = 100_000
}

extension HistoryStore {
    /// What a workout's best sources said, in steps; the samples of one quantity are held at a time, packed. `nil` when there is none, or
    /// it was deleted.
    ///
    /// - Parameter step: more than zero; so long that there are no more than `WorkoutChart.mostSteps`.
    /// - Throws: `refused`, for another step; `damaged`.
    public func chart(
        of id: WorkoutID, every step: TimeSpan, quantities: Set<Quantity> = Set(Quantity.allCases)
    ) throws(StorageError) -> WorkoutChart? {
        guard step > .zero else { throw .refused("a step of a chart is longer than nothing") }
        return try connection.snapshot { () throws(StorageError) -> WorkoutChart? in
            guard try !isDeleted(id.storeText), let outline = try workoutForTotals(id, quantities: []) else { return nil }
            let length = (outline.end - outline.start).microseconds
            let count = length / step.microseconds + (length % step.microseconds > 0 ? 1 : 0)
            guard count <= WorkoutChart.mostSteps else { throw .refused("the chart would have \(count) steps") }
            var chart = WorkoutChart(start: outline.start, step: step, count: Int(count))
            for quantity in quantities.sorted() {
                guard let workout = try workoutForTotals(id, quantities: [quantity]) else { return nil }
                chart.add(workout.timeline(of: quantity), of: quantity)
            }
            return chart
        }
    }
}

extension WorkoutChart {
    mutating func add(_ timeline: Timeline, of quantity: Quantity) {
        guard count > 0, !timeline.isEmpty else { return }
        if quantity.isCumulative {
            var sums = [Double](repeating: 0, count: count)
            forEachPart(of: timeline) { index, segment, seconds in sums[index] += segment.value * seconds }
            var total = 0.0
            amounts[quantity] = sums.map { sum in
                total += sum
                return total
            }
            return
        }
        var (integrals, lengths) = ([Double](repeating: 0, count: count), [Double](repeating: 0, count: count))
        var column = Column(
            minimum: Array(repeating: nil, count: count), average: Array(repeating: nil, count: count),
            maximum: Array(repeating: nil, count: count))
        forEachPart(of: timeline) { index, segment, seconds in
            integrals[index] += segment.value * seconds
            lengths[index] += seconds
            column.minimum[index] = min(column.minimum[index] ?? segment.value, segment.value)
            column.maximum[index] = max(column.maximum[index] ?? segment.value, segment.value)
        }
        for index in 0..<count where lengths[index] > 0 {
            // Rounding must not carry a mean beyond what it is the mean of.
            let mean = integrals[index] / lengths[index]
            column.average[index] = max(column.minimum[index] ?? mean, min(column.maximum[index] ?? mean, mean))
        }
        values[quantity] = column
    }

    /// - Parameter take: is given the step, what counted in it, and for how many seconds of it.
    private func forEachPart(of timeline: Timeline, _ take: (Int, Timeline.Segment, Double) -> Void) {
        for segment in timeline {
            var begin = max(segment.start, start)
            while begin < segment.end {
                let index = Int(clamping: (begin - start).microseconds / step.microseconds)
                guard index < count else { break }
                let next = start + TimeSpan(microseconds: Int64(index + 1) &* step.microseconds)
                let end = min(segment.end, next)
                take(index, segment, (end - begin).seconds)
                begin = end
            }
        }
    }
}
