/// Climbs and descents by hysteresis: only what leaves the last turning point by more than a threshold counts (core §6.6).
struct Ascent: Equatable, Sendable {
    /// Metres gained (or, negative, lost), and when that was known.
    struct Step: Equatable, Sendable {
        var offset: Offset
        var metres: Double
    }

    private(set) var steps: [Step] = []
    private(set) var hasAltitudes = false
    let altimeter: Altimeter

    /// - Parameter altitudes: in time order.
    init(_ altitudes: some Sequence<(offset: Offset, metres: Double)>, from altimeter: Altimeter, timer: TimerIntervals) {
        self.altimeter = altimeter
        var index = 0
        var means = FivePointMean()
        var reference: Double?
        func endStretch() {
            while let mean = means.next() { follow(mean, from: altimeter, &reference) }
            means = FivePointMean()
            reference = nil
        }
        for altitude in altitudes {
            // The last moment of the workout belongs to it; a pause begins at the end of any other interval.
            while index < timer.intervals.count, altitude.offset >= timer.intervals[index].end,
                index < timer.intervals.count - 1 || altitude.offset > timer.intervals[index].end
            {
                endStretch()
                index += 1
            }
            guard index < timer.intervals.count else { break }
            guard altitude.offset >= timer.intervals[index].start else { continue }
            hasAltitudes = true
            if altimeter == .barometer {
                follow(altitude, from: altimeter, &reference)
            } else if let mean = means.append(altitude) {
                follow(mean, from: altimeter, &reference)
            }
        }
        endStretch()
    }

    /// - Parameter reference: the last turning point; `nil` at the start of a stretch.
    private mutating func follow(
        _ point: (offset: Offset, metres: Double), from altimeter: Altimeter, _ reference: inout Double?
    ) {
        let before = reference ?? point.metres
        guard abs(point.metres - before) > altimeter.climbThresholdMetres else { return reference = before }
        steps.append(Step(offset: point.offset, metres: point.metres - before))
        reference = point.metres
    }

    /// The mean of each point, two before and two after it; fewer at the ends.
    struct FivePointMean {
        private static let reach = 2
        private var window: [(offset: Offset, metres: Double)] = []
        /// Where the next to be told stands in the window.
        private var index = 0

        /// - Returns: the mean around the point two before.
        mutating func append(_ point: (offset: Offset, metres: Double)) -> (offset: Offset, metres: Double)? {
            window.append(point)
            return window.count > index + Self.reach ? next() : nil
        }

        /// After the last point: the means not told yet, and then `nil`.
        mutating func next() -> (offset: Offset, metres: Double)? {
            guard index < window.count else { return nil }
            let around = max(0, index - Self.reach)..<min(window.count, index + Self.reach + 1)
            var sum = 0.0
            for neighbour in around { sum += window[neighbour].metres }
            let mean = (window[index].offset, sum / Double(around.count))
            if index == Self.reach { window.removeFirst() } else { index += 1 }
            return mean
        }
    }

    /// All means of a stretch.
    static func smoothed(_ heights: some Sequence<(offset: Offset, metres: Double)>) -> [(offset: Offset, metres: Double)] {
        var means = FivePointMean()
        var smoothed: [(offset: Offset, metres: Double)] = []
        for height in heights { if let mean = means.append(height) { smoothed.append(mean) } }
        while let mean = means.next() { smoothed.append(mean) }
        return smoothed
    }

    /// Up and down within `[start, end]`, both as positive metres; what was known at `start` belongs to what came before.
    func metres(from start: Offset, to end: Offset) -> (up: Double, down: Double) {
        var up = 0.0
        var down = 0.0
        var index = steps.partitioningIndex { $0.offset > start }
        while index < steps.count, steps[index].offset <= end {
            if steps[index].metres > 0 { up += steps[index].metres } else { down -= steps[index].metres }
            index += 1
        }
        return (up, down)
    }
}
