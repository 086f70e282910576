import Workouts

/// Joins samples that follow each other without a gap, of one source, so that years of them stay small.
///
/// What stands in their place comes to the same in every stretch of time whose ends it is told of: the sum of amounts, and of values
/// the time-weighted average, the least and the greatest, which keep their own times. Elsewhere a sample is split in proportion to
/// time (core §7), a joined one too: where a better source covers a part of one, that is right to within its length.
struct SampleRun {
    private let quantity: HistoryQuantity
    private let edges: TotalEdges
    private var samples: [Sample] = []
    /// No sample of the run begins here or later.
    private var softEnd = Timestamp(microseconds: 0)
    /// Neither side of it lies within a run.
    private var between = TimeRange(start: Timestamp(microseconds: 0), end: Timestamp(microseconds: 0))
    private var source = SourceID(0)

    private struct Sample {
        var start: Timestamp
        var end: Timestamp
        var value: Double
        var seconds: Double { (end - start).seconds }
    }

    init(_ quantity: HistoryQuantity, until edges: TotalEdges) {
        self.quantity = quantity
        self.edges = edges
    }

    /// - Parameter columns: take what is finished; the rest comes with `finish`.
    mutating func append(
        from start: Timestamp, to end: Timestamp, _ value: Double, source: SourceID, into columns: inout SampleColumns
    ) {
        // What will be left out is told of as it came.
        guard start < end, quantity.accepted.contains(value), CalendarRules.moments.contains(start),
            CalendarRules.moments.contains(end)
        else {
            finish(into: &columns)
            return columns.append(from: start, to: end, value, source: source)
        }
        let continues = samples.last?.end == start && source == self.source && start < softEnd && end <= between.end
        if !continues {
            finish(into: &columns)
            self.source = source
            // Of the moments from `start` on none but those that lie in it are known to be between the same edges.
            if !between.contains(start) { between = TimeRange(start: start, end: edges.first(after: start)) }
            let length = quantity.longestRun.microseconds
            let begun = start.microseconds.flooredQuotient(dividingBy: length) * length
            softEnd = Timestamp(microseconds: begun + length)
        }
        samples.append(Sample(start: start, end: end, value: value))
    }

    mutating func finish(into columns: inout SampleColumns) {
        defer { samples.removeAll(keepingCapacity: true) }
        if !quantity.isDiscrete { return join(samples[...], into: &columns) }
        var (least, greatest) = (0, 0)
        for index in samples.indices {
            if samples[index].value < samples[least].value { least = index }
            if samples[index].value > samples[greatest].value { greatest = index }
        }
        // Also of a run without samples, or with one.
        guard least != greatest else { return join(samples[...], into: &columns) }
        let (earlier, later) = (min(least, greatest), max(least, greatest))
        for part in [0..<earlier, earlier..<earlier + 1, earlier + 1..<later, later..<later + 1, later + 1..<samples.count] {
            join(samples[part], into: &columns)
        }
    }

    /// The sum of amounts; of values the average weighted by time.
    private func join(_ part: ArraySlice<Sample>, into columns: inout SampleColumns) {
        guard let first = part.first, let last = part.last else { return }
        let value: Double
        if part.allSatisfy({ $0.value == first.value }), quantity.isDiscrete || part.count == 1 {
            value = first.value  // which a quotient could miss by its last bit
        } else if quantity.isDiscrete {
            value = part.reduce(0) { $0 + $1.value * $1.seconds } / part.reduce(0) { $0 + $1.seconds }
        } else {
            value = part.reduce(0) { $0 + $1.value }
        }
        columns.append(from: first.start, to: last.end, value, source: source)
    }
}

extension HistoryQuantity {
    /// Values that a sweep counts; for amounts any of 0 or more.
    var accepted: ClosedRange<Double> { isDiscrete ? 25...250 : 0...Double.greatestFiniteMagnitude }

    var isDiscrete: Bool { self == .heartRate }

    /// How long joined samples last at most, but for the last of them; a run of values becomes up to five.
    fileprivate var longestRun: TimeSpan { TimeSpan(microseconds: isDiscrete ? 300_000_000 : 60_000_000) }
}
