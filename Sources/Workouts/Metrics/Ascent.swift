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
    init(_ altitudes: [(offset: Offset, metres: Double)], from altimeter: Altimeter, timer: TimerIntervals) {
        self.altimeter = altimeter
        var next = 0
        for (index, interval) in timer.intervals.enumerated() {
            // The last moment of the workout belongs to it; a pause begins at the end of any other interval.
            let isLast = index == timer.intervals.count - 1
            while next < altitudes.count, altitudes[next].offset < interval.start { next += 1 }
            let first = next
            while next < altitudes.count,
                altitudes[next].offset < interval.end || (isLast && altitudes[next].offset == interval.end)
            {
                next += 1
            }
            follow(altitudes[first..<next])
        }
    }

    private mutating func follow(_ stretch: ArraySlice<(offset: Offset, metres: Double)>) {
        guard let first = stretch.first else { return }
        hasAltitudes = true
        let heights = altimeter == .gps ? Self.smoothed(stretch.map(\.metres)) : stretch.map(\.metres)
        var reference = heights.first ?? first.metres
        for (point, height) in zip(stretch, heights) where abs(height - reference) > altimeter.climbThreshold {
            steps.append(Step(offset: point.offset, metres: height - reference))
            reference = height
        }
    }

    /// The mean of each point, two before and two after it; fewer at the ends.
    static func smoothed(_ metres: [Double]) -> [Double] {
        metres.indices.map { index in
            let window = metres[max(0, index - 2)...min(metres.count - 1, index + 2)]
            return window.reduce(0, +) / Double(window.count)
        }
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
