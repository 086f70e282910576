import Statistics
import TestSupport
import Testing
import Workouts

/// Discrete quantities in buckets (core §4.2, §4.5, §7).
@Suite struct ValueStatisticsTests {
    private func columns(_ samples: [(Int64, Double, UInt16)], maxHold: Double = 10) -> SampleColumns {
        var columns = SampleColumns()
        for (second, value, source) in samples {
            columns.append(
                at: Timestamp(secondsSince1970: second), value, source: SourceID(source), maxHold: TimeSpan(seconds: maxHold))
        }
        return columns
    }

    private func statistics(_ columns: SampleColumns, edges: [Int64]) -> [ValueStatistics?] {
        let ranges = zip(edges, edges.dropFirst()).map {
            TimeRange(start: Timestamp(secondsSince1970: $0), end: Timestamp(secondsSince1970: $1))
        }
        let collection = StatisticsCollection(
            valuesOf: columns, .heartRate, sources: SourceMergeTests.sources(3), in: ranges)
        return collection.buckets.map(\.statistics)
    }

    /// The second example of core §4.7: 140 for 4 s, 150 and 160 for 10 s each, and 16 s of nothing.
    @Test func timeWeightedWithACap() throws {
        let found = try #require(statistics(columns([(0, 140, 0), (4, 150, 0), (30, 160, 0)]), edges: [0, 40])[0])
        #expect(found.covered == TimeSpan(seconds: 24))
        #expect(abs(found.average - (140.0 * 4 + 150 * 10 + 160 * 10) / 24) < 1e-9)
        #expect(found.minimum == 140 && found.maximum == 160 && found.mostRecent == 160)
        #expect(found.mostRecentTimestamp == Timestamp(secondsSince1970: 30))
    }

    /// The fifth: source A at 0, 4 and 40 above source B's 160 every 5 s; 24 s of A, 36 s of B.
    @Test func theBetterSourceCountsWhileItHolds() throws {
        let a: [(Int64, Double, UInt16)] = [(0, 120, 0), (4, 122, 0), (40, 125, 0)]
        let b = stride(from: Int64(0), to: 60, by: 5).map { ($0, 160.0, UInt16(1)) }
        let all = (a + b).sorted { $0.0 < $1.0 }
        let found = try #require(statistics(columns(all), edges: [0, 60])[0])
        #expect(found.covered == TimeSpan(seconds: 60))
        #expect(abs(found.average - (120.0 * 4 + 122 * 10 + 125 * 10 + 160 * 36) / 60) < 1e-9)
    }

    @Test func heldAcrossAnEdge() throws {
        let found = statistics(columns([(5, 100, 0), (12, 120, 0)]), edges: [0, 10, 20, 21, 22, 30, 40])
        // In the second bucket a sample was taken, so what is held from the first is no extreme of it.
        #expect(try #require(found[1]).minimum == 120)
        #expect(abs(try #require(found[1]).average - (100 * 2.0 + 120 * 8) / 10) < 1e-9)
        #expect(try #require(found[2]).maximum == 120 && found[2]?.mostRecentTimestamp == Timestamp(secondsSince1970: 12))
        #expect(found[4] == nil && found[5] == nil)
    }

    @Test func theLastToArriveCountsAtOneMoment() throws {
        let found = try #require(statistics(columns([(0, 120, 0), (10, 140, 0), (5, 160, 0), (10, 180, 0)]), edges: [0, 18])[0])
        #expect(abs(found.average - (120.0 * 5 + 160 * 5 + 180 * 8) / 18) < 1e-9)
        #expect(found.maximum == 180)
    }

    /// What a workout makes of the same samples, by another way: a merged timeline.
    @Test func likeTheTimelineOfAWorkout() throws {
        var random = SeededGenerator(seed: 4)
        for _ in 0..<300 {
            var series: [SampleSeries] = []
            var samples: [(Int64, Double, UInt16)] = []
            for source in 0..<3 {
                var (offsets, values): ([Offset], [Double]) = ([], [])
                for second in Set((0..<12).map { _ in Int64.random(in: 0..<100, using: &random) }).sorted() {
                    let value = Double(Int.random(in: 60...180, using: &random))
                    offsets.append(Offset(microseconds: second * 1_000_000))
                    values.append(value)
                    samples.append((second, value, UInt16(source)))
                }
                let id = SourceID(UInt16(source))
                series.append(SampleSeries(quantity: .heartRate, source: id, offsets: offsets, values: values))
            }
            let timer = TimerIntervals(start: .zero, end: Offset(seconds: 110), pauses: [])
            let timeline = Timeline(of: .heartRate, in: series, sources: SourceMergeTests.sources(3), timer: timer)
            let found = try #require(statistics(columns(samples.shuffled(using: &random)), edges: [0, 110])[0])
            let covered = timeline.segments.reduce(0.0) { $0 + ($1.end - $1.start).seconds }
            let sum = timeline.segments.reduce(0.0) { $0 + $1.value * ($1.end - $1.start).seconds }
            #expect(abs(found.covered.seconds - covered) < 1e-9 && abs(found.average - sum / covered) < 1e-9)
            #expect(found.minimum == timeline.segments.filter(\.beginsWithSample).map(\.value).min())
        }
    }
}
