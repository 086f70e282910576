import Statistics
import TestSupport
import Testing
import Workouts

func span(_ start: Timestamp, minutes: Double) -> TimeRange {
    TimeRange(start: start, end: start + TimeSpan(seconds: minutes * 60))
}

func workout(_ number: UInt64, _ range: TimeRange, isDemo: Bool = false) -> HistoryWorkout {
    HistoryWorkout(
        id: WorkoutID(high: 0, low: number), type: .running, start: range.start, end: range.end, timer: range.length,
        isDemo: isDemo)
}

/// Samples and workouts without sense, by a seed: two sources of steps, distance and floors that overlap, heart rate by two straps,
/// workouts that overlap; all at whole minutes, amounts whole.
struct RandomHistory {
    var workouts: [HistoryWorkout] = []
    var samples: [HistoryQuantity: SampleColumns] = [:]
    let sources = SourceMergeTests.sources(2)

    init(seed: UInt64, over range: TimeRange, samples count: Int, workouts workoutCount: Int) {
        var random = SeededGenerator(seed: seed)
        let minutes = Int64(range.length.seconds / 60)
        func moment(_ random: inout SeededGenerator) -> Timestamp {
            range.start + TimeSpan(microseconds: Int64.random(in: 0..<minutes, using: &random) * 60_000_000)
        }
        for quantity in HistoryQuantity.allCases {
            var columns = SampleColumns()
            for _ in 0..<count {
                let start = moment(&random)
                let length = TimeSpan(microseconds: Int64.random(in: 1...200, using: &random) * 60_000_000)
                let value = Double(Int.random(in: quantity == .heartRate ? 60...180 : 0...500, using: &random))
                columns.append(from: start, to: start + length, value, source: SourceID(UInt16.random(in: 0...1, using: &random)))
            }
            samples[quantity] = columns
        }
        for index in 0..<workoutCount {
            let range = span(moment(&random), minutes: Double(Int.random(in: 5...180, using: &random)))
            var workout = workout(UInt64(index), range)
            if Bool.random(using: &random) { workout.ascentMetres = Double(Int.random(in: 0...900, using: &random)) }
            if Bool.random(using: &random) { workout.workKilojoules = Double(Int.random(in: 0...900, using: &random)) }
            workouts.append(workout)
        }
    }

    func totals(over ranges: [TimeRange]) throws -> [IntervalTotals] {
        var aggregator = HistoryAggregator(over: ranges, workouts: workouts, sources: sources)
        for quantity in HistoryQuantity.allCases {
            try aggregator.add((samples[quantity] ?? SampleColumns()).sorted(), of: quantity)
        }
        return aggregator.finished()
    }

    func summary(_ plan: HistoryPlan) throws -> PeriodSummary { PeriodSummary(plan, totals: try totals(over: plan.ranges)) }
}

/// Equal but for the order in which sums were rounded.
func isClose(_ a: Double?, _ b: Double?) -> Bool {
    guard let a, let b else { return (a == nil) == (b == nil) }
    return abs(a - b) <= 1e-9 * max(1, abs(a), abs(b))
}
