import Testing

@testable import Workouts

@Suite struct SpacingsTests {
    /// Of any lengths, also those beyond 32 bits, which are 71 minutes.
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

    @Test func noneHasNoMedian() {
        var spacings = Spacings()
        #expect(spacings.median() == nil)
    }
}
