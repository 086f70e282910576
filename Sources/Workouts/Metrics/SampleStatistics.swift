extension WorkoutSummary.Statistics {
    /// Of what counted in a scope: time-weighted means over its covered time, and extremes, number and spacing of the
    /// samples that were taken in it (core §6.2). A value held from before has extremes of its own only where no sample was taken.
    init?(of timeline: Timeline, from start: Offset, to end: Offset, timer: TimeSpan) {
        var covered = TimeSpan.zero
        var nonzero = TimeSpan.zero
        var sum = 0.0
        var held: ClosedRange<Double>?
        var sampled: ClosedRange<Double>?
        var count = 0
        var spacings = Spacings()
        var last: Offset?
        timeline.forEachSegment(from: start, to: end) { segment in
            covered += segment.length
            if segment.value != 0 { nonzero += segment.length }
            sum += segment.value * Double(segment.length.microseconds)
            guard segment.beginsWithSample else { return held = held.widened(to: segment.value) }
            sampled = sampled.widened(to: segment.value)
            count += 1
            if let last { spacings.append((segment.start - last).microseconds) }
            last = segment.start
        }
        guard covered > .zero, timer > .zero, let extremes = sampled ?? held else { return nil }
        average = sum / Double(covered.microseconds)
        averageWithoutZeros = nonzero > .zero ? sum / Double(nonzero.microseconds) : nil
        minimum = extremes.lowerBound
        maximum = extremes.upperBound
        sampleCount = count
        medianSpacing = spacings.median()
        coverage = Double(covered.microseconds) / Double(timer.microseconds)
    }
}

extension ClosedRange<Double>? {
    fileprivate func widened(to value: Double) -> Self {
        map { min($0.lowerBound, value)...max($0.upperBound, value) } ?? value...value
    }
}
