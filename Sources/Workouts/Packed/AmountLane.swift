/// What one source said of a cumulative quantity, as a store keeps it: the lanes of a workout's `amounts`, best first.
public struct AmountLane: Equatable, Sendable {
    public var form: Form
    /// Of segments, which name their own, whatever it is.
    public var source: SourceID
    public var chunks: [PackedChunk]
    /// As many as `chunks`.
    public var totals: [ChunkTotals]

    public enum Form: String, Sendable {
        /// Amounts per second over spans of time.
        case amounts
        /// The way between the places of the workout's route, in metres; no chunks, since the route has it.
        case route
        /// The same where the route does not have it.
        case legs
        /// Amounts per second, merged from several sources.
        case segments
    }

    public init(form: Form, source: SourceID, chunks: [PackedChunk] = [], totals: [ChunkTotals] = []) {
        self.form = form
        self.source = source
        self.chunks = chunks
        self.totals = totals
    }
}

extension Workout {
    /// A cumulative quantity's lanes; `setAmounts` makes the same amounts of them (amounts hold for no time, so no `maxHold` is kept).
    public func amountLanes(of quantity: Quantity) -> [AmountLane] {
        guard let timeline = amounts[quantity] else { return [] }
        let timer = timerIntervals
        let lanes = timeline.lanes.compactMap { $0.timer == timer ? $0.kept(beside: route) : nil }
        let isWhole = !lanes.isEmpty && lanes.count == timeline.lanes.count
        return isWhole ? lanes : [AmountLane(segments: timeline)]
    }

    /// - Returns: whether the lanes were whole; after the route, timer and pauses are set.
    public mutating func setAmounts(of quantity: Quantity, _ lanes: [AmountLane]) -> Bool {
        let timer = timerIntervals
        var made: [TimelineLane] = []
        for lane in lanes {
            guard let contents = lane.contents(beside: route) else { return false }
            made.append(TimelineLane(contents, source: lane.source, timer: timer))
        }
        amounts[quantity] = Timeline(merging: made)
        return true
    }
}

extension Route {
    /// The way between its places that count, in metres.
    fileprivate var legs: some Sequence<AmountSpan> {
        sequence(state: (length: TrackLength(), places: log.makeIterator())) { state in
            while let place = state.places.next() { if let leg = state.length.append(place) { return leg } }
            return nil
        }
    }
}

extension TimelineLane {
    /// `nil` for what has a form of its own in no store.
    fileprivate func kept(beside route: Route) -> AmountLane? {
        switch contents {
        case .amounts(let spans):
            return AmountLane(form: .amounts, source: source, chunks: spans.chunks, totals: spans.totals(timer, isRate: true))
        case .legs(let spans):
            if spans.elementsEqual(route.legs) { return AmountLane(form: .route, source: source) }
            return AmountLane(form: .legs, source: source, chunks: spans.chunks, totals: spans.totals(timer, isRate: false))
        case .made, .holds: return nil
        }
    }
}

extension AmountLane {
    fileprivate init(segments timeline: Timeline) {
        let segments = PackedLog(timeline.lazy.map { SegmentRow(segment: $0) })
        self.init(
            form: .segments, source: SourceID(0), chunks: segments.chunks,
            totals: segments.totals)
    }

    fileprivate func contents(beside route: Route) -> TimelineLane.Contents? {
        switch form {
        case .amounts: PackedLog(chunks: chunks).map { .amounts($0) }
        case .legs: PackedLog(chunks: chunks).map { .legs($0) }
        case .route: .legs(PackedLog(route.legs))
        case .segments: PackedLog<SegmentRow>(chunks: chunks).map { .made($0.map(\.segment)) }
        }
    }
}

/// A segment of a merged timeline, as a row.
struct SegmentRow: PackedRow {
    var segment: Timeline.Segment
    var offset: Offset { segment.start }
    var isSound: Bool { segment.start.isPlausible && segment.end.isPlausible && segment.start < segment.end }

    static func pack(_ rows: [SegmentRow], into writer: inout BitWriter) {
        AmountSpan.pack(
            rows.map { AmountSpan(offset: $0.segment.start, end: $0.segment.end, value: $0.segment.value) }, into: &writer)
        writer.append(integers: rows.map { Int64($0.segment.source.rawValue) })
        writer.append(integers: rows.map { $0.segment.beginsWithSample ? 1 : 0 })
    }

    static func unpack(_ count: Int, from reader: inout BitReader) -> [SegmentRow] {
        let spans = AmountSpan.unpack(count, from: &reader)
        let sources = reader.integers(count)
        let begins = reader.integers(count)
        return spans.indices.map { index in
            SegmentRow(
                segment: Timeline.Segment(
                    start: spans[index].offset, end: spans[index].end, value: spans[index].value,
                    source: SourceID(UInt16(truncatingIfNeeded: sources[index])), beginsWithSample: begins[index] == 1))
        }
    }
}

extension PackedLog<AmountSpan> {
    /// - Parameter isRate: whether values are per second.
    fileprivate func totals(_ timer: TimerIntervals, isRate: Bool) -> [ChunkTotals] {
        var cursor = makeIterator()
        return chunkCounts.map { count in
            var totals = ChunkTotals()
            for _ in 0..<count {
                guard let span = cursor.next() else { break }
                let seconds = (span.end - span.offset).seconds
                let rate = isRate ? span.value : span.value / seconds
                totals.add(rate, amount: rate * seconds, covered: timer.timer(from: span.offset, to: span.end))
            }
            return totals
        }
    }
}

extension PackedLog<SegmentRow> {
    fileprivate var totals: [ChunkTotals] {
        var cursor = makeIterator()
        return chunkCounts.map { count in
            var totals = ChunkTotals()
            for _ in 0..<count {
                guard let segment = cursor.next()?.segment else { break }
                totals.add(segment.value, amount: segment.value * segment.length.seconds, covered: segment.length)
            }
            return totals
        }
    }
}
