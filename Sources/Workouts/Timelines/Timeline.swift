/// One quantity over a workout, all sources merged: what counted when. Pauses and holes are the gaps between segments.
///
/// For a cumulative quantity the values are amounts per second, whose integral is the amount.
public struct Timeline: Equatable, Sendable {
    /// A stretch in which one value of one source counts.
    public struct Segment: Equatable, Sendable {
        public var start: Offset
        public var end: Offset
        public var value: Double
        public var source: SourceID
        /// Whether a sample was taken at `start`; else an earlier one counts again, after a better source fell silent.
        public var beginsWithSample: Bool

        public init(start: Offset, end: Offset, value: Double, source: SourceID, beginsWithSample: Bool = true) {
            self.start = start
            self.end = end
            self.value = value
            self.source = source
            self.beginsWithSample = beginsWithSample
        }

        var length: TimeSpan { end - start }
    }

    /// In time order; none overlaps another and none is empty.
    public private(set) var segments: [Segment]
    /// How long a sample held at most.
    public var maxHold: TimeSpan

    /// - Parameter segments: in time order, without overlaps, none empty.
    public init(segments: [Segment] = [], maxHold: TimeSpan = .zero) {
        self.segments = segments
        self.maxHold = maxHold
    }

    public var isEmpty: Bool { segments.isEmpty }

    /// What counts at a moment. For many moments in order a `Cursor` is cheaper.
    public func segment(at offset: Offset) -> Segment? {
        let index = segments.partitioningIndex { $0.end > offset }
        return index < segments.count && segments[index].start <= offset ? segments[index] : nil
    }

    /// The segments of `[start, end)`, cut at its edges; one that is cut at the start does not begin with a sample.
    func forEachSegment(from start: Offset, to end: Offset, _ body: (Segment) -> Void) {
        var index = segments.partitioningIndex { $0.end > start }
        while index < segments.count, segments[index].start < end {
            var segment = segments[index]
            if segment.start < start {
                segment.start = start
                segment.beginsWithSample = false
            }
            if segment.end > end { segment.end = end }
            if segment.start < segment.end { body(segment) }
            index += 1
        }
    }

    /// Time in which `holds` is true of the value, as stretches that do not touch.
    func stretches(from start: Offset, to end: Offset, where holds: (Double) -> Bool) -> [TimerIntervals.Interval] {
        var found: [TimerIntervals.Interval] = []
        forEachSegment(from: start, to: end) { segment in
            guard holds(segment.value) else { return }
            if let last = found.last, last.end == segment.start {
                found[found.count - 1].end = segment.end
            } else {
                found.append(TimerIntervals.Interval(start: segment.start, end: segment.end))
            }
        }
        return found
    }

    /// Covered time with a value above the given one (core §5).
    public func time(above value: Double) -> TimeSpan {
        segments.reduce(into: .zero) { if $1.value > value { $0 += $1.length } }
    }

    /// The same within `[start, end)`.
    public func time(above value: Double, from start: Offset, to end: Offset) -> TimeSpan {
        var sum = TimeSpan.zero
        forEachSegment(from: start, to: end) { if $0.value > value { sum += $0.length } }
        return sum
    }

    /// Of a cumulative quantity: the amount of `[start, end)`.
    public func amount(from start: Offset, to end: Offset) -> Double {
        var sum = 0.0
        forEachSegment(from: start, to: end) { sum += $0.value * $0.length.seconds }
        return sum
    }

    /// Of a cumulative quantity: the amount of `[start, end)`; `nil` when nobody counted in any of it.
    func coveredAmount(from start: Offset, to end: Offset) -> Double? {
        var sum: Double?
        forEachSegment(from: start, to: end) { sum = (sum ?? 0) + $0.value * $0.length.seconds }
        return sum
    }
}

extension Timeline {
    /// Reads a timeline at moments that never go back, in constant time each on average.
    public struct Cursor: Sendable {
        private let segments: [Segment]
        private var index = 0
        private var passed = 0.0

        public init(_ timeline: Timeline) { segments = timeline.segments }

        /// What counts at `offset`.
        public mutating func segment(at offset: Offset) -> Segment? {
            skip(to: offset)
            return index < segments.count && segments[index].start <= offset ? segments[index] : nil
        }

        /// Of a cumulative quantity: all that came before `offset`.
        public mutating func amount(before offset: Offset) -> Double {
            skip(to: offset)
            guard index < segments.count, segments[index].start < offset else { return passed }
            return passed + segments[index].value * (offset - segments[index].start).seconds
        }

        private mutating func skip(to offset: Offset) {
            while index < segments.count, segments[index].end <= offset {
                passed += segments[index].value * segments[index].length.seconds
                index += 1
            }
        }
    }
}
