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

    /// Best first, each in time order without overlaps; merged as they are read, so that a day takes no memory to speak of.
    let lanes: [TimelineLane]
    /// How long a sample held at most.
    public var maxHold: TimeSpan

    /// - Parameter segments: in time order, without overlaps, none empty.
    public init(segments: [Segment] = [], maxHold: TimeSpan = .zero) {
        self.init(merging: segments.isEmpty ? [] : [TimelineLane(segments)], maxHold: maxHold)
    }

    /// At every instant the best lane that covers it counts; lower ones fill its holes and never add (core §4.5).
    ///
    /// - Parameter lanes: best first, each in time order without overlaps.
    init(merging lanes: [TimelineLane], maxHold: TimeSpan = .zero) {
        self.lanes = lanes
        self.maxHold = maxHold
    }

    /// In time order; none overlaps another and none is empty. Made anew each time: keep it, or read the timeline itself, which is
    /// a sequence of them.
    public var segments: [Segment] { Array(self) }

    public var isEmpty: Bool { firstSegment == nil }

    var firstSegment: Segment? {
        var reader = makeIterator()
        return reader.next()
    }

    public static func == (a: Timeline, b: Timeline) -> Bool { a.maxHold == b.maxHold && a.elementsEqual(b) }

    /// What counts at a moment. For many moments in order a `Cursor` is cheaper.
    public func segment(at offset: Offset) -> Segment? {
        var cursor = Cursor(self, from: offset)
        return cursor.segment(at: offset)
    }

    /// The segments of `[start, end)`, cut at its edges; one that is cut at the start does not begin with a sample.
    func forEachSegment(from start: Offset, to end: Offset, _ body: (Segment) -> Void) {
        var reader = Iterator(lanes: lanes, from: start)
        while var segment = reader.next(), segment.start < end {
            if segment.end > end { segment.end = end }
            if segment.start < segment.end { body(segment) }
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
        reduce(into: .zero) { if $1.value > value { $0 += $1.length } }
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

extension Timeline: Sequence {
    public func makeIterator() -> Iterator { Iterator(lanes: lanes, from: Offset(microseconds: .min)) }

    /// Merges the lanes from one moment on.
    public struct Iterator: IteratorProtocol, Sendable {
        private var lanes: [TimelineLane.Reader]
        private var instant: Offset

        init(lanes: [TimelineLane], from instant: Offset) {
            self.lanes = lanes.map { $0.reader(from: instant) }
            self.instant = instant
        }

        public mutating func next() -> Segment? {
            while true {
                // Lanes below one that covers the instant are not looked at.
                var nextStart: Offset?
                for lane in lanes.indices {
                    guard var segment = lanes[lane].segment(endingAfter: instant) else { continue }
                    guard segment.start > instant else {
                        segment.beginsWithSample = segment.beginsWithSample && segment.start == instant
                        segment.start = instant
                        segment.end = Swift.min(segment.end, nextStart ?? segment.end)
                        instant = segment.end
                        return segment
                    }
                    nextStart = Swift.min(segment.start, nextStart ?? segment.start)
                }
                guard let nextStart else { return nil }
                instant = nextStart
            }
        }
    }
}

extension Timeline {
    /// Reads a timeline at moments that never go back, in constant time each on average.
    public struct Cursor: Sendable {
        private var reader: Iterator
        private var current: Segment?
        private var passed = 0.0

        public init(_ timeline: Timeline) { self.init(timeline, from: Offset(microseconds: .min)) }

        /// - Parameter start: what came before it is not counted.
        init(_ timeline: Timeline, from start: Offset) {
            reader = Iterator(lanes: timeline.lanes, from: start)
            current = reader.next()
        }

        /// What counts at `offset`.
        public mutating func segment(at offset: Offset) -> Segment? {
            skip(to: offset)
            return current.flatMap { $0.start <= offset ? $0 : nil }
        }

        /// Of a cumulative quantity: all that came before `offset`.
        public mutating func amount(before offset: Offset) -> Double {
            skip(to: offset)
            guard let current, current.start < offset else { return passed }
            return passed + current.value * (offset - current.start).seconds
        }

        private mutating func skip(to offset: Offset) {
            while let segment = current, segment.end <= offset {
                passed += segment.value * segment.length.seconds
                current = reader.next()
            }
        }
    }
}
