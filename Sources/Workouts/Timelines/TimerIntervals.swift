/// When the timer ran: `[start, end)` without the pauses, in order and apart (core §4.3).
public struct TimerIntervals: Equatable, Sendable {
    /// A half-open stretch of time.
    public struct Interval: Equatable, Sendable {
        public var start: Offset
        public var end: Offset
        public init(start: Offset, end: Offset) { self.start = start; self.end = end }
        public var length: TimeSpan { end - start }
    }

    /// Where what is timed begins, in a pause or not.
    let start: Offset
    public let intervals: [Interval]
    /// Timer time before each interval.
    let earlier: [TimeSpan]
    /// All of it.
    public let total: TimeSpan

    /// - Parameter pauses: in any order; they may overlap and reach beyond the bounds.
    public init(start: Offset, end: Offset, pauses: [Pause]) {
        self.start = start
        var running: [Interval] = []
        var from = start
        for pause in pauses.sorted(by: { $0.start < $1.start }) where pause.end > pause.start && pause.end > from {
            if pause.start >= end { break }
            if pause.start > from { running.append(Interval(start: from, end: pause.start)) }
            from = pause.end
        }
        if from < end { running.append(Interval(start: from, end: end)) }
        intervals = running
        var sum = TimeSpan.zero
        earlier = running.map { interval in
            defer { sum += interval.length }
            return sum
        }
        total = sum
    }

    /// Timer time before a moment.
    public func timer(before offset: Offset) -> TimeSpan {
        let index = intervals.partitioningIndex { $0.start >= offset } - 1
        guard index >= 0 else { return .zero }
        return earlier[index] + (min(offset, intervals[index].end) - intervals[index].start)
    }

    /// Timer time of `[start, end)`.
    public func timer(from start: Offset, to end: Offset) -> TimeSpan {
        end > start ? timer(before: end) - timer(before: start) : .zero
    }

    /// Whether the timer ran at a moment.
    public func contains(_ offset: Offset) -> Bool {
        let index = intervals.partitioningIndex { $0.end > offset }
        return index < intervals.count && intervals[index].start <= offset
    }

    /// Whether it ran all the way from `start` to `end`; both may be edges.
    func containsAll(from start: Offset, to end: Offset) -> Bool {
        let index = intervals.partitioningIndex { $0.end >= end }
        return index < intervals.count && intervals[index].start <= start
    }
}
