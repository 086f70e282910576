extension SampleSeries {
    /// All samples, in order.
    public var chunks: [PackedChunk] { samples.chunks }

    /// The same, each made when it is asked for.
    public var chunksOneByOne: some Sequence<PackedChunk> { samples.chunksOneByOne }

    /// - Returns: `nil` when a chunk is damaged.
    public init?(quantity: Quantity, source: SourceID, chunks: [PackedChunk]) {
        guard let samples = PackedLog<Sample>(chunks: chunks) else { return nil }
        self.init(quantity: quantity, source: source, samples: samples)
    }

    /// What each of its chunks comes to, as many as `chunks`.
    ///
    /// - Parameter maxHold: how long a sample counts when none follows and the timer runs.
    public func chunkTotals(timer: TimerIntervals, maxHold: TimeSpan) -> [ChunkTotals] {
        var holds = TimerHolds(timer)
        var cursor = samples.makeIterator()
        return samples.chunkCounts.map { count in
            var totals = ChunkTotals()
            for _ in 0..<count {
                guard let sample = cursor.next() else { break }
                let end = min(sample.offset + maxHold, cursor.peek?.offset ?? sample.offset + maxHold)
                totals.add(sample.value, amount: sample.value, covered: holds.held(from: sample.offset, to: end))
            }
            return totals
        }
    }
}

/// What a chunk's rows come to by themselves, other sources not looked at.
public struct ChunkTotals: Equatable, Sendable {
    public var count = 0
    /// Least and greatest value; of amounts the least and the greatest rate a second.
    public var minimum = 0.0
    public var maximum = 0.0
    /// Of the values; of amounts all of them, whether or not the timer ran.
    public var sum = 0.0
    /// Timer time in which they counted.
    public var covered = TimeSpan.zero
    /// Values times the seconds in which they counted; of amounts what counted.
    public var integral = 0.0

    public init() {}

    /// - Parameters:
    ///   - value: of the row; of an amount its rate.
    ///   - amount: what it adds to `sum`.
    ///   - span: timer time in which it counts.
    public mutating func add(_ value: Double, amount: Double, covered span: TimeSpan) {
        minimum = count == 0 ? value : min(minimum, value)
        maximum = count == 0 ? value : max(maximum, value)
        count += 1
        sum += amount
        covered += span
        integral += value * span.seconds
    }
}

/// How long rows that come in order of time count while the timer runs.
struct TimerHolds {
    private let timer: TimerIntervals
    private var running = 0

    init(_ timer: TimerIntervals) { self.timer = timer }

    /// Until `end`, or until the timer stops; nothing when it stands at `start`.
    mutating func held(from start: Offset, to end: Offset) -> TimeSpan {
        while running < timer.intervals.count, timer.intervals[running].end <= start { running += 1 }
        let start = max(start, timer.start)
        guard running < timer.intervals.count, timer.intervals[running].start <= start else { return .zero }
        return max(.zero, min(end, timer.intervals[running].end) - start)
    }
}

extension PackedLog {
    /// Rows of each of its chunks.
    var chunkCounts: [Int] { blocks.map(\.count) + (tail.isEmpty ? [] : [tail.count]) }
}
