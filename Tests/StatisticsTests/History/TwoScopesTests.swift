import Statistics
import TestSupport
import Testing
import Workouts

/// All data and activities in one pass (core §8).
@Suite struct TwoScopesTests {
    private let start = Timestamp(secondsSince1970: 1_750_000_000)
    private func minutes(_ from: Double, _ to: Double) -> TimeRange {
        span(start + TimeSpan(seconds: from * 60), minutes: to - from)
    }

    @Test func activitiesAreTheUnionOfWorkouts() throws {
        var samples = SampleColumns()
        samples.append(from: start, to: start + TimeSpan(seconds: 6000), 1000, source: SourceID(0))  // 10 a minute
        // 10 to 40 and 60 to 70 minutes: two that overlap, one within another, and one that ends where the next begins.
        let workouts = [
            workout(1, minutes(20, 40)), workout(2, minutes(10, 30)), workout(3, minutes(12, 14)), workout(4, minutes(60, 65)),
            workout(5, minutes(65, 70)),
        ]
        var aggregator = HistoryAggregator(over: [minutes(0, 25), minutes(25, 100)], workouts: workouts, sources: [])
        try aggregator.add(samples, of: .steps)
        let totals = aggregator.finished()
        #expect(totals.map(\.allData.steps) == [250, 750])
        #expect(totals.map(\.activities.steps) == [150, 250])
        // A workout belongs wholly to the stretch of its start.
        #expect(totals.map(\.workouts.count) == [3, 2])
        #expect(totals[0].workouts.timer == TimeSpan(seconds: (20 + 20 + 2) * 60))
    }

    @Test func nobodyCountedIsNotZero() throws {
        let aggregator = HistoryAggregator(over: [minutes(0, 10)], workouts: [workout(1, minutes(2, 3))], sources: [])
        let totals = try #require(aggregator.finished().first)
        #expect(totals.allData == SampleTotals() && totals.activities.steps == nil && totals.workouts.workKilojoules == nil)
    }

    @Test func demoAndRecordedNeverMix() throws {
        var demoSource = SampleSource(id: SourceID(1), kind: .demo, identity: "demo")
        demoSource.priorities = [.steps: 0]
        let strap = SampleSource(id: SourceID(0), kind: .ble, identity: "pod", priorities: [.steps: 1])
        var samples = SampleColumns()
        samples.append(from: start, to: start + TimeSpan(seconds: 600), 100, source: SourceID(0))
        samples.append(from: start, to: start + TimeSpan(seconds: 600), 999, source: SourceID(1))
        let workouts = [workout(1, minutes(0, 5)), workout(2, minutes(5, 9), isDemo: true)]
        func totals(isDemo: Bool) throws -> IntervalTotals {
            var aggregator = HistoryAggregator(
                over: [minutes(0, 10)], workouts: workouts, sources: [demoSource, strap], isDemo: isDemo)
            try aggregator.add(samples, of: .steps)
            #expect(aggregator.omittedSamples == 1)
            return try #require(aggregator.finished().first)
        }
        let (recorded, demo) = (try totals(isDemo: false), try totals(isDemo: true))
        #expect(recorded.allData.steps == 100 && recorded.activities.steps == 50 && recorded.workouts.count == 1)
        #expect(demo.allData.steps == 999 && isClose(demo.activities.steps, 999 * 0.4) && demo.workouts.count == 1)
    }

    @Test func aWorkoutGivenTwiceCountsOnce() {
        let workouts = [workout(1, minutes(0, 5)), workout(1, minutes(0, 5))]
        let totals = HistoryAggregator(over: [minutes(0, 10)], workouts: workouts, sources: []).finished()
        #expect(totals.first?.workouts.count == 1)
    }

    @Test func absurdTimesDoNotTrap() {
        let ends = [Int64.min, -1, 0, 1, .max].map(Timestamp.init(microseconds:))
        var number: UInt64 = 0
        var workouts: [HistoryWorkout] = []
        for start in ends {
            for end in ends {
                var workout = workout(number, TimeRange(start: start, end: start))
                (workout.end, workout.timer) = (end, TimeSpan(microseconds: .max))
                workouts.append(workout)
                number += 1
            }
        }
        let totals = HistoryAggregator(over: [TimeRange(start: ends[0], end: ends[4])], workouts: workouts, sources: [])
            .finished()
        #expect(totals[0].workouts.count == 9 && totals[0].workouts.timer.microseconds == .max)
    }

    @Test func chunksMayBeCutAnywhereButNotBeOutOfOrder() throws {
        let range = minutes(0, 5000)
        let history = RandomHistory(seed: 3, over: range, samples: 200, workouts: 10)
        let whole = try history.totals(over: [range])
        var aggregator = HistoryAggregator(over: [range], workouts: history.workouts, sources: history.sources)
        for quantity in HistoryQuantity.allCases {
            let sorted = try #require(history.samples[quantity]).sorted()
            for first in stride(from: 0, to: sorted.count, by: 7) {
                var chunk = SampleColumns()
                for index in first..<min(first + 7, sorted.count) {
                    chunk.append(
                        from: sorted.starts[index], to: sorted.ends[index], sorted.values[index], source: sorted.sources[index])
                }
                try aggregator.add(chunk, of: quantity)
            }
        }
        var backwards = SampleColumns()
        backwards.append(from: start - TimeSpan(seconds: 60), to: start, 1, source: SourceID(0))
        #expect(throws: SampleError.outOfOrder(index: 0)) { try aggregator.add(backwards, of: .steps) }
        #expect(aggregator.finished() == whole)
    }

    @Test func timeInZonesNeedsSamplesCutByThem() throws {
        let zones = try ZoneConfiguration(.heartRate, boundaries: [114, 133, 152, 171])
        let other = try ZoneConfiguration(.heartRate, boundaries: [120, 140])
        func group(_ configuration: ZoneConfiguration, _ seconds: [Double]) -> ZoneGroup {
            ZoneGroup(
                configuration: configuration, zoneDurations: seconds.map { TimeSpan(seconds: $0) },
                unattributed: TimeSpan(seconds: 7), maxHold: TimeSpan(seconds: 10))
        }
        var workouts = [workout(1, minutes(0, 5)), workout(2, minutes(5, 9)), workout(3, minutes(10, 12))]
        workouts[0].zoneGroups = [group(other, [1, 2, 3]), group(zones, [10, 20, 30, 40, 50])]
        workouts[1].zoneGroups = [group(zones, [1, 1, 1, 1, 1])]
        workouts[2].zoneGroups = [group(other, [9, 9, 9])]
        let totals = HistoryAggregator(over: [minutes(0, 60)], workouts: workouts, sources: [], zones: zones).finished()[0]
            .workouts
        #expect(totals.zoneDurations == [11, 21, 31, 41, 51].map { TimeSpan(seconds: $0) })
        #expect(totals.unattributed == TimeSpan(seconds: 14) && totals.withoutSamples == 1)
    }

    /// Minute by minute: the best source's rate, once for all data, once where any workout goes on.
    @Test func likeCountingMinuteByMinute() throws {
        for seed in 0..<25 as Range<UInt64> {
            let range = minutes(0, 1500)
            let history = RandomHistory(seed: seed, over: range, samples: 40, workouts: 6)
            let ranges = [minutes(0, 333), minutes(333, 700), minutes(900, 1500)]
            let found = try history.totals(over: ranges)
            for (range, totals) in zip(ranges, found) {
                var slow = IntervalTotals()
                for minute in 0..<Int(range.length.seconds / 60) {
                    let moment = range.start + TimeSpan(seconds: Double(minute) * 60)
                    let isActivity = history.workouts.contains { $0.range.contains(moment) }
                    func rate(_ quantity: HistoryQuantity) -> Double? {
                        let columns = history.samples[quantity] ?? SampleColumns()
                        let best = columns.starts.indices.filter { columns.starts[$0] <= moment && moment < columns.ends[$0] }
                            .min { a, b in
                                (columns.sources[a], columns.starts[b], columns.ends[a], columns.values[b])
                                    < (columns.sources[b], columns.starts[a], columns.ends[b], columns.values[a])
                            }
                        return best.map { columns.values[$0] / ((columns.ends[$0] - columns.starts[$0]).seconds / 60) }
                    }
                    var sums = SampleTotals()
                    sums.steps = rate(.steps)
                    sums.distanceMetres = rate(.distance)
                    sums.floors = rate(.floors)
                    slow.allData.add(sums)
                    if isActivity { slow.activities.add(sums) }
                }
                for scope in HistoryScope.allCases {
                    let (a, b) = (totals.samples(in: scope), slow.samples(in: scope))
                    #expect(
                        isClose(a.steps, b.steps) && isClose(a.distanceMetres, b.distanceMetres) && isClose(a.floors, b.floors))
                }
            }
        }
    }
}
