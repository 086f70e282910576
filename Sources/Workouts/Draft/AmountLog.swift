/// Amounts as they arrived, a lane for each source of one cumulative quantity.
struct AmountLog: Sendable {
    struct Lane: Sendable {
        let source: SourceID
        /// Amounts per second.
        var spans = PackedLog<AmountSpan>()
        /// Whether each begins where the one before ended, or later.
        var isOrdered = true

        /// In time order and apart, so that one source never counts twice.
        var ordered: PackedLog<AmountSpan> {
            if isOrdered { return spans }
            let segments = spans.map { Timeline.Segment(start: $0.offset, end: $0.end, value: $0.value, source: source) }
            return PackedLog(
                Timeline.Segment.withoutOverlaps(segments).lazy.map {
                    AmountSpan(offset: $0.start, end: $0.end, value: $0.value)
                })
        }
    }

    private(set) var lanes: [Lane] = []

    /// - Parameter amount: its value is turned into an amount per second.
    mutating func append(_ amount: Amount) -> Timeline.Segment {
        // An amount without a length is one of the microsecond before.
        let start = min(amount.start, amount.end - TimeSpan(microseconds: 1))
        let span = Timeline.Segment(
            start: start, end: amount.end, value: amount.value / (amount.end - start).seconds, source: amount.source)
        append(span)
        return span
    }

    private mutating func append(_ span: Timeline.Segment) {
        let lane: Int
        if let index = lanes.firstIndex(where: { $0.source == span.source }) {
            lane = index
        } else {
            lane = lanes.count
            lanes.append(Lane(source: span.source))
        }
        if let last = lanes[lane].spans.last, last.end > span.start { lanes[lane].isOrdered = false }
        lanes[lane].spans.append(AmountSpan(offset: span.start, end: span.end, value: span.value))
    }
}

extension Timeline.Segment {
    /// The parts of spans in order that lie within timer time.
    static func clipped(_ spans: some Sequence<Timeline.Segment>, to timer: TimerIntervals) -> [Timeline.Segment] {
        var parts: [Timeline.Segment] = []
        parts.reserveCapacity(spans.underestimatedCount)
        var running = 0
        for span in spans {
            while running < timer.intervals.count, timer.intervals[running].end <= span.start { running += 1 }
            var index = running
            while index < timer.intervals.count, timer.intervals[index].start < span.end {
                var part = span
                part.start = max(span.start, timer.intervals[index].start)
                part.end = min(span.end, timer.intervals[index].end)
                parts.append(part)
                index += 1
            }
        }
        return parts
    }

    /// One source's spans in time order and apart, so that it never counts twice: the one that began last counts while it lasts, then
    /// the one before goes on (core §7). Of those that began together, the shorter comes first, then the larger.
    static func withoutOverlaps(_ spans: [Timeline.Segment]) -> [Timeline.Segment] {
        var kept: [Timeline.Segment] = []
        kept.reserveCapacity(spans.count)
        // Under way, the one that counts last; each outlasts all that are above it.
        var open: [Timeline.Segment] = []
        func pass(to moment: Offset?) {
            while var span = open.popLast() {
                if let last = kept.last { span.start = max(span.start, last.end) }
                let end = moment.map { min($0, span.end) } ?? span.end
                if span.start < end {
                    var piece = span
                    piece.end = end
                    kept.append(piece)
                }
                if end < span.end { return open.append(span) }
            }
        }
        for span in spans.sorted(by: { $0.begins(before: $1) }) where span.start < span.end {
            pass(to: span.start)
            while let hidden = open.last, hidden.end <= span.end { open.removeLast() }
            open.append(span)
        }
        pass(to: nil)
        return kept
    }

    private func begins(before other: Timeline.Segment) -> Bool {
        (start, other.end, value) < (other.start, end, other.value)
    }
}

extension [SampleSource] {
    /// Best first for a cumulative quantity; for distance the origin decides before the priority (core §6.7).
    func rankedForAmounts(of quantity: Quantity) -> [SourceID] {
        let ranked = ranked(for: quantity)
        guard quantity == .distance else { return ranked.map(\.id) }
        return SampleSource.DistanceOrigin.allCases.flatMap { origin in
            ranked.filter { $0.effectiveDistanceOrigin == origin }.map(\.id)
        }
    }
}
