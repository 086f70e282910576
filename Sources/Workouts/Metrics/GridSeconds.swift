/// The seconds of a `OneSecondGrid`, made as they are asked for: who goes through them once needs no room for a day of them.
struct GridSeconds: Sequence, IteratorProtocol {
    struct Second {
        /// The integral of the value over it.
        var withHolesAsZero = 0.0
        /// How much of it is covered, 0...1.
        var coverage = 0.0

        /// Over the covered part; `nil` where nothing is covered.
        var mean: Double? { coverage > 0 ? withHolesAsZero / coverage : nil }
    }

    /// Microseconds; so little is no part of a second. A file's track ends a moment behind its last point, and shifts all that follows
    /// the pause by as much: of a second without a value, or with 0, the value of the one before would make another.
    private static let least: Int64 = 100

    /// How many there are.
    let count: Int
    private let timer: TimerIntervals
    private let start: Offset
    private let end: Offset
    /// Timer time before `start`.
    private let origin: TimeSpan
    private var reader: Timeline.Iterator
    private var second = 0
    private var interval = 0
    /// What is left of the segment at hand, in microseconds of the scope's timer time.
    private var (position, last) = (Int64(0), Int64(0))
    private var value = 0.0

    init(_ timeline: Timeline, from start: Offset, to end: Offset, timer: TimerIntervals) {
        count = Int(timer.timer(from: start, to: end).microseconds / 1_000_000)
        self.timer = timer
        self.start = start
        self.end = end
        origin = timer.timer(before: start)
        reader = Timeline.Iterator(lanes: timeline.lanes, from: start)
    }

    var underestimatedCount: Int { count - second }

    mutating func next() -> Second? {
        guard second < count else { return nil }
        let limit = Int64(second + 1) * 1_000_000
        var parts = Second()
        while position < last || nextSegment() {
            guard position < limit else { break }
            let next = Swift.min(last, limit)
            if next - position >= Self.least {
                let part = Double(next - position) / 1e6
                parts.withHolesAsZero += value * part
                parts.coverage += part
            }
            position = next
        }
        second += 1
        return parts
    }

    private mutating func nextSegment() -> Bool {
        while var segment = reader.next(), segment.start < end {
            segment.end = Swift.min(segment.end, end)
            guard segment.start < segment.end else { continue }
            while interval < timer.intervals.count, timer.intervals[interval].end <= segment.start { interval += 1 }
            guard interval < timer.intervals.count else { return false }
            let running = timer.intervals[interval]
            position = (timer.earlier[interval] + (segment.start - running.start) - origin).microseconds
            last = position + segment.length.microseconds
            value = segment.value
            return true
        }
        return false
    }
}
