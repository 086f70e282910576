import Workouts

/// Takes the pieces into which a sweep cuts the samples that count.
protocol PieceSink: Sendable {
    /// - Parameters:
    ///   - start: microseconds since 1970, never before the end of the piece before.
    ///   - sample: the one that counts from `start` to `end`, within itself.
    mutating func take(from start: Int64, to end: Int64, of sample: SweptSample)
}

/// A sample under way; times in microseconds since 1970.
struct SweptSample: Sendable {
    var start: Int64
    var end: Int64
    var value: Double
    var rank: Int32
}

/// Cuts time at all samples' edges and gives each piece to the best source that covers it (core §4.5, §7), in one pass over
/// samples in order of start, holding those alone that may still count.
///
/// Where one source's amounts overlap each other, the one that began last counts while it lasts. Of a source's discrete samples
/// the newest counts alone.
struct SampleSweep<Sink: PieceSink>: Sendable {
    private(set) var sink: Sink
    /// Samples left out: values outside `accepted`, samples of excluded sources, ends not after starts, times out of range.
    private(set) var omitted = 0
    private let ranks: SourceRanks
    private let accepted: ClosedRange<Double>
    /// Whether a source's newer sample ends its older one.
    private let replacesOlder: Bool
    private var lastStart = Int64.min
    /// Up to where pieces have been given out.
    private var position = Int64.min
    private var best: SweptSample?
    /// What counts when `best` does not, better first.
    private var others: [SweptSample] = []

    init(_ sink: Sink, ranks: SourceRanks, accepting accepted: ClosedRange<Double>, replacesOlder: Bool) {
        self.sink = sink
        self.ranks = ranks
        self.accepted = accepted
        self.replacesOlder = replacesOlder
    }

    /// - Parameter columns: in order of start, also after those of earlier calls.
    mutating func add(_ columns: SampleColumns) throws(SampleError) {
        let (starts, ends, values, sources) = (columns.starts, columns.ends, columns.values, columns.sources)
        for index in starts.indices {
            let value = values[index]
            let moments = CalendarRules.moments
            let rank = ranks[sources[index]]
            guard accepted.contains(value), rank != SourceRanks.excluded, starts[index] < ends[index],
                moments.lowerBound <= starts[index], ends[index] <= moments.upperBound
            else {
                omitted += 1
                continue
            }
            let start = starts[index].microseconds
            guard start >= lastStart else { throw .outOfOrder(index: index) }
            lastStart = start
            advance(to: start)
            insert(SweptSample(start: start, end: ends[index].microseconds, value: value, rank: rank))
        }
    }

    /// Gives out what is still under way.
    mutating func finish() { advance(to: .max) }

    /// Afterwards there is no `best` where it ended just then: who follows it depends on what begins then.
    private mutating func advance(to moment: Int64) {
        promote()
        while let counting = best {
            let end = min(counting.end, moment)
            if end > position { sink.take(from: position, to: end, of: counting) }
            position = end
            if counting.end > moment { return }
            best = nil
            if counting.end == moment { return }
            promote()
        }
        position = moment
    }

    /// Where nothing counts, the best of the others does.
    private mutating func promote() {
        guard best == nil, !others.isEmpty else { return }
        let position = position
        if others.contains(where: { $0.end <= position }) { others.removeAll { $0.end <= position } }
        if !others.isEmpty { best = others.removeFirst() }
    }

    private mutating func insert(_ sample: SweptSample) {
        if replacesOlder {
            if best?.rank == sample.rank { return best = sample }
            if others.contains(where: { $0.rank == sample.rank }) { others.removeAll { $0.rank == sample.rank } }
        }
        if best == nil {
            guard let next = others.first, !sample.precedes(next) else { return best = sample }
            promote()
        }
        guard let counting = best else { return best = sample }
        if sample.precedes(counting) {
            best = sample
            place(counting)
        } else if replacesOlder || sample.end > counting.end {
            place(sample)  // else it would never be seen
        }
    }

    private mutating func place(_ sample: SweptSample) {
        let index = others.firstIndex { sample.precedes($0) } ?? others.count
        others.insert(sample, at: index)
        guard !replacesOlder else { return }
        // An amount that does not outlast a better one is never seen; a discrete value may be, for a newer one may end the better.
        var longest = best?.end ?? position
        others.removeAll { other in
            if other.end <= longest { return true }
            longest = other.end
            return false
        }
    }
}

extension SweptSample {
    /// Whether it counts rather than another that covers the same moment; total, so that the order of arrival does not matter.
    func precedes(_ other: SweptSample) -> Bool {
        if rank != other.rank { return rank < other.rank }
        if start != other.start { return start > other.start }
        return end != other.end ? end < other.end : value > other.value
    }
}
