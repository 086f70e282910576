/// How long to wait before the next attempt: doubling from `first` to `longest`, each spread by a quarter, so that two links that
/// fell together do not knock together for ever.
public struct Backoff: Equatable, Sendable {
    /// Microseconds before the second attempt.
    public let first: Int64
    /// Microseconds that no wait exceeds, its spread left out.
    public let longest: Int64
    /// Attempts that failed in a row.
    public private(set) var failures = 0
    private var chance: UInt64

    /// - Parameter seed: makes the spread of this link unlike that of others, and the same in every run of a test.
    public init(first: Int64 = 1_000_000, longest: Int64 = 30_000_000, seed: UInt64 = 0) {
        self.first = max(first, 1)
        self.longest = max(longest, first, 1)
        chance = seed
    }

    /// An attempt failed.
    ///
    /// - Returns: microseconds to wait before the next one.
    public mutating func fail() -> Int64 {
        let doublings = min(failures, 20)
        failures += 1
        let (grown, isBeyond) = first.multipliedReportingOverflow(by: 1 << Int64(doublings))
        let wait = isBeyond ? longest : min(grown, longest)
        // Knuth's multiplier: good enough to part two sticks, and no source of chance.
        chance = chance &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let spread = Int64(chance >> 33) % max(wait / 4, 1)
        return wait + spread
    }

    /// It works again.
    public mutating func succeed() { failures = 0 }
}
