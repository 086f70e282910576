public import Workouts

/// One quantity's statistics in each of a row of buckets, empty ones included (core §7).
public struct StatisticsCollection<Statistics: Equatable & Sendable>: Equatable, Sendable {
    /// In order.
    public let buckets: [Bucket]
    /// Samples left out: not finite, of negative amount or length, or of no possible time.
    public let omitted: Int

    public struct Bucket: Equatable, Sendable {
        public let range: TimeRange
        /// `nil` where there is no sample.
        public let statistics: Statistics?
    }
}

/// What a discrete quantity came to in a bucket, in its unit.
public struct ValueStatistics: Equatable, Sendable {
    /// Time-weighted over what samples cover.
    public let average: Double
    public let minimum: Double
    public let maximum: Double
    public let mostRecent: Double
    public let mostRecentTimestamp: Timestamp
    public let covered: TimeSpan
}

extension StatisticsCollection where Statistics == Double {
    /// The amount of each bucket, sources merged and samples across an edge split in proportion to time.
    ///
    /// - Parameters:
    ///   - samples: of a cumulative quantity, in any order.
    ///   - ranges: in order, without overlaps.
    public init(sumOf samples: SampleColumns, _ quantity: Quantity, sources: [SampleSource], in ranges: [TimeRange]) {
        let ranks = SourceRanks(sources, for: quantity)
        let (sums, omitted) = SampleSweep.run(
            samples, ranks: ranks, accepting: 0...Double.greatestFiniteMagnitude, replacesOlder: false, AmountSums.self, ranges)
        self.init(
            buckets: zip(ranges, sums).map { Bucket(range: $0, statistics: $1.isCovered ? $1.amount : nil) }, omitted: omitted)
    }
}

extension StatisticsCollection where Statistics == ValueStatistics {
    /// Average, extremes and latest of each bucket.
    ///
    /// - Parameters:
    ///   - samples: of a discrete quantity, in any order; of one source's at one moment the last counts.
    ///   - ranges: in order, without overlaps.
    public init(valuesOf samples: SampleColumns, _ quantity: Quantity, sources: [SampleSource], in ranges: [TimeRange]) {
        let ranks = SourceRanks(sources, for: quantity)
        let finite = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
        let (sums, omitted) = SampleSweep.run(
            samples, ranks: ranks, accepting: finite, replacesOlder: true, ValueSums.self, ranges)
        self.init(buckets: zip(ranges, sums).map { Bucket(range: $0, statistics: ValueStatistics($1)) }, omitted: omitted)
    }
}

extension ValueStatistics {
    fileprivate init?(_ sums: ValueSums) {
        guard sums.coveredMicroseconds > 0 else { return nil }
        average = sums.weighted / Double(sums.coveredMicroseconds)
        minimum = sums.minimum
        maximum = sums.maximum
        mostRecent = sums.last
        mostRecentTimestamp = Timestamp(microseconds: sums.lastStart)
        covered = TimeSpan(microseconds: sums.coveredMicroseconds)
    }
}

extension SampleSweep {
    fileprivate static func run<Sums: PieceSums>(
        _ samples: SampleColumns, ranks: SourceRanks, accepting accepted: ClosedRange<Double>, replacesOlder: Bool,
        _ sums: Sums.Type, _ ranges: [TimeRange]
    ) -> (sums: [Sums], omitted: Int) where Sink == CellSums<Sums> {
        var sweep = Self(CellSums(Cells(ranges)), ranks: ranks, accepting: accepted, replacesOlder: replacesOlder)
        try? sweep.add(samples.sorted())  // which are in order
        sweep.finish()
        return (sweep.sink.sums, sweep.omitted)
    }
}
