import Statistics
import TestSupport
import Testing
import Workouts

/// Overlapping sources (core §7).
@Suite struct SourceMergeTests {
    /// Source 0 ranks first, then 1, 2, …
    static func sources(_ count: Int) -> [SampleSource] {
        (0..<count).map { rank in
            SampleSource(
                id: SourceID(UInt16(rank)), kind: .ble, identity: "\(9 - rank)",
                priorities: [.steps: rank, .distance: rank, .energy: rank, .heartRate: rank])
        }
    }

    private func steps(_ samples: [(Int64, Int64, Double, UInt16)]) -> SampleColumns {
        var columns = SampleColumns()
        for (start, end, amount, source) in samples {
            columns.append(
                from: Timestamp(secondsSince1970: start), to: Timestamp(secondsSince1970: end), amount, source: SourceID(source))
        }
        return columns
    }

    private func sums(_ columns: SampleColumns, sources: Int = 3, edges: [Int64]) -> [Double?] {
        let ranges = zip(edges, edges.dropFirst()).map {
            TimeRange(start: Timestamp(secondsSince1970: $0), end: Timestamp(secondsSince1970: $1))
        }
        return StatisticsCollection(sumOf: columns, .steps, sources: Self.sources(sources), in: ranges).buckets.map(\.statistics)
    }

    @Test func theReferencesPhoneAndWatch() {
        #expect(sums(steps([(0, 600, 600, 0), (300, 900, 480, 1)]), edges: [0, 900]) == [840])  // A first
        #expect(sums(steps([(0, 600, 600, 1), (300, 900, 480, 0)]), edges: [0, 900]) == [780])  // B first
    }

    @Test func splitInProportionToTime() {
        let columns = steps([(100, 500, 400, 0)])
        #expect(sums(columns, edges: [0, 200, 400, 600, 800]) == [100, 200, 100, nil])
        #expect(sums(columns, edges: [0, 90]) == [nil])
        #expect(sums(columns, edges: [300, 350]) == [50])
    }

    @Test func zeroIsNotNothing() { #expect(sums(steps([(0, 10, 0, 0)]), edges: [0, 10, 20]) == [0, nil]) }

    @Test func whatIsNoSampleIsLeftOutAndCounted() {
        var columns = steps([
            (0, 10, .nan, 0), (0, 10, -1, 0), (10, 10, 5, 0), (20, 10, 5, 0), (0, 10, .infinity, 0), (0, 10, 7, 0),
        ])
        columns.append(
            from: Timestamp(microseconds: .min), to: Timestamp(microseconds: .max), 5, source: SourceID(0))
        let range = TimeRange(start: Timestamp(secondsSince1970: 0), end: Timestamp(secondsSince1970: 100))
        let collection = StatisticsCollection(sumOf: columns, .steps, sources: [], in: [range])
        #expect(collection.omitted == 6)
        #expect(collection.buckets.map(\.statistics) == [7])
    }

    /// Second by second: the best of those that cover it, of one source the one that began last, gives its rate.
    private func slowSums(_ samples: [(Int64, Int64, Double, UInt16)], edges: [Int64]) -> [Double?] {
        zip(edges, edges.dropFirst()).map { start, end in
            var sum: Double?
            for second in start..<end {
                let covering = samples.filter { $0.0 <= second && second < $0.1 }
                guard let best = covering.min(by: { ($0.3, -$0.0, $0.1, -$0.2) < ($1.3, -$1.0, $1.1, -$1.2) }) else { continue }
                sum = (sum ?? 0) + best.2 / Double(best.1 - best.0)
            }
            return sum
        }
    }

    @Test func likeCountingSecondBySecondInAnyOrder() {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<400 {
            var samples: [(Int64, Int64, Double, UInt16)] = (0..<Int.random(in: 1...14, using: &random)).map { _ in
                let start = Int64.random(in: 0..<80, using: &random)
                return (
                    start, start + Int64.random(in: 1...40, using: &random), Double(Int.random(in: 0...50, using: &random)),
                    UInt16.random(in: 0..<4, using: &random)
                )
            }
            let edges = Set((0..<6).map { _ in Int64.random(in: 0...120, using: &random) }).sorted()
            let expected = slowSums(samples, edges: edges)
            let found = sums(steps(samples), edges: edges)
            for (a, b) in zip(found, expected) {
                #expect((a == nil) == (b == nil) && abs((a ?? 0) - (b ?? 0)) < 1e-9, "\(samples) \(edges)")
            }
            samples.shuffle(using: &random)
            #expect(sums(steps(samples), edges: edges) == found)
        }
    }
}
