import Testing

@testable import Workouts

/// Core §6.6.
@Suite struct AscentTests {
    @Test func smoothing() {
        func smoothed(_ metres: [Double]) -> [Double] {
            Ascent.smoothed(metres.map { (at(0), $0) }).map(\.metres)
        }
        for (value, expected) in zip(smoothed([100, 104, 98, 103, 99, 102]), [100.667, 101.25, 100.8, 101.2, 100.5, 101.333]) {
            #expect(abs(value - expected) < 5e-4)
        }
        #expect(smoothed([]).isEmpty && smoothed([7]) == [7] && smoothed([1, 3]) == [2, 2])
    }

    @Test func onlyWhatLeavesTheLastTurningPointCounts() {
        let timer = TimerIntervals(start: .zero, end: at(10), pauses: [])
        let heights = [100, 103, 103.1, 100.1, 100].enumerated().map { (offset: at(Double($0)), metres: $1) }
        let ascent = Ascent(heights, from: .barometer, timer: timer)
        // 103 is exactly 3 m up, 100.1 exactly 3 m down: neither counts.
        #expect(ascent.steps.map(\.offset) == [at(2), at(4)])
        #expect(ascent.metres(from: .zero, to: at(3)).down == 0)
        #expect(!Ascent([], from: .gps, timer: timer).hasAltitudes)
    }

    @Test func theMedianIsFoundWithoutSorting() {
        var random = SeededGenerator(state: 5)
        for count in 0..<60 {
            let values = (0..<count).map { _ in Int64.random(in: -20...20, using: &random) }
            let sorted = values.sorted()
            var copy = values
            let (lower, upper) = count == 0 ? (0, 0) : (sorted[(count - 1) / 2], sorted[count / 2])
            #expect(medianInPlace(&copy) == (count == 0 ? nil : lower + (upper - lower) / 2))
        }
    }
}
