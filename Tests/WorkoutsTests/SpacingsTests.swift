import Testing

@testable import Workouts

@Suite struct SpacingsTests {
    /// Of any lengths, also those of hours.
    @Test(arguments: UInt64(1)...60)
    func theMedianIsTheMiddleOfTheSorted(seed: UInt64) throws {
        var random = SeededGenerator(state: seed)
        let limit: Int64 = seed.isMultiple(of: 3) ? 9_000_000_000 : 3_000_000
        let lengths = (0..<Int.random(in: 1...400, using: &random)).map { _ in
            Int64.random(in: 0..<6, using: &random) == 0 ? limit / 2 : Int64.random(in: 0...limit, using: &random)
        }
        var spacings = Spacings()
        for length in lengths { spacings.append(length) }
        let sorted = lengths.sorted()
        let (lower, upper) = (sorted[(sorted.count - 1) / 2], sorted[sorted.count / 2])
        #expect(spacings.median() == TimeSpan(microseconds: lower + (upper - lower) / 2))
    }

    /// A day's: regular ones, jitter, and a few that are very long.
    @Test(arguments: [0, 1, 40_000, Int64.max / 2], [140_001, 200_000])
    func ofMoreThanAreKeptAtHand(jitter: Int64, count: Int) {
        var random = SeededGenerator(state: 7)
        var spacings = Spacings()
        var lengths: [Int64] = []
        for index in 0..<count {
            let length = index % 5000 == 0 ? 4_000_000_000 : 100_000 + Int64.random(in: 0...jitter, using: &random)
            lengths.append(length)
            spacings.append(length)
        }
        lengths.sort()
        let (lower, upper) = (lengths[(count - 1) / 2], lengths[count / 2])
        #expect(spacings.median() == TimeSpan(microseconds: lower + (upper - lower) / 2))
    }

    @Test func noneHasNoMedian() {
        var spacings = Spacings()
        #expect(spacings.median() == nil)
    }
}
