/// What one source says of one quantity, as segments in time order that do not overlap: made from its rows as they are read.
struct TimelineLane: Sendable {
    enum Contents: Sendable {
        case made([Timeline.Segment])
        /// Samples, in order: each held until the next, until `maxHold` or until the timer stops, whichever comes first
        /// (core §4.2); samples while it stands are left out. One from before the timer's start holds into a workout that was cut there.
        case holds(PackedLog<Sample>, maxHold: TimeSpan)
        /// Amounts per second, in order and apart: the parts within timer time count.
        case amounts(PackedLog<AmountSpan>)
        /// A route's legs in metres; one that was not wholly within timer time does not count.
        case legs(PackedLog<AmountSpan>)
    }

    let contents: Contents
    let source: SourceID
    let timer: TimerIntervals

    init(_ contents: Contents, source: SourceID, timer: TimerIntervals) {
        self.contents = contents
        self.source = source
        self.timer = timer
    }

    /// Of segments that name their sources.
    init(_ segments: [Timeline.Segment]) {
        self.init(.made(segments), source: SourceID(0), timer: TimerIntervals(start: .zero, end: .zero, pauses: []))
    }

    func reader(from instant: Offset) -> Reader { Reader(self, from: instant) }
}

extension TimelineLane {
    /// Goes through a lane's segments, forward only.
    struct Reader: Sendable {
        private let source: SourceID
        private let timer: TimerIntervals
        private let maxHold: TimeSpan
        private let areLegs: Bool
        // One of them is there; they stand apart so that reading copies none.
        private var made: ArraySlice<Timeline.Segment> = []
        private var samples: PackedLog<Sample>.Cursor?
        private var amounts: PackedLog<AmountSpan>.Cursor?
        private var current: Timeline.Segment?
        /// The interval of the timer in which, or before which, the next row begins.
        private var running: Int
        /// What is left of an amount that a pause cut.
        private var rest: AmountSpan?

        init(_ lane: TimelineLane, from instant: Offset) {
            source = lane.source
            timer = lane.timer
            running = timer.intervals.partitioningIndex { $0.end > instant }
            var (maxHold, areLegs) = (TimeSpan.zero, false)
            switch lane.contents {
            case .made(let segments): made = segments[...]
            case .holds(let log, let longest):
                samples = PackedLog.Cursor(log, from: instant)
                maxHold = longest
            case .amounts(let log): amounts = PackedLog.Cursor(log, from: instant)
            case .legs(let log):
                amounts = PackedLog.Cursor(log, from: instant)
                areLegs = true
            }
            self.maxHold = maxHold
            self.areLegs = areLegs
            current = following(endingAfter: instant)
        }

        /// The first segment that ends after a moment, which never goes back.
        mutating func segment(endingAfter instant: Offset) -> Timeline.Segment? {
            if let segment = current, segment.end <= instant { current = following(endingAfter: instant) }
            return current
        }

        private mutating func following(endingAfter instant: Offset) -> Timeline.Segment? {
            if samples != nil { return nextHold(endingAfter: instant) }
            if amounts != nil { return areLegs ? nextLeg(endingAfter: instant) : nextPart(endingAfter: instant) }
            if let first = made.first, first.end <= instant {
                made = made[made.partitioningIndex { $0.end > instant }...]
            }
            return made.popFirst()
        }

        private mutating func nextHold(endingAfter instant: Offset) -> Timeline.Segment? {
            samples?.skip(to: instant)
            while let sample = samples?.next() {
                let start = sample.offset
                while running < timer.intervals.count, timer.intervals[running].end <= start { running += 1 }
                guard running < timer.intervals.count else { return nil }
                let begins = max(start, timer.start)
                guard timer.intervals[running].start <= begins else { continue }
                var end = min(start + maxHold, timer.intervals[running].end)
                if let next = samples?.peek { end = min(end, next.offset) }
                guard end > max(instant, begins) else { continue }
                return Timeline.Segment(
                    start: begins, end: end, value: sample.value, source: source, beginsWithSample: begins == start)
            }
            return nil
        }

        private mutating func nextPart(endingAfter instant: Offset) -> Timeline.Segment? {
            if rest == nil { amounts?.skip(to: instant) }
            while let span = rest ?? amounts?.next() {
                rest = nil
                let from = max(span.offset, min(instant, span.end))
                while running < timer.intervals.count, timer.intervals[running].end <= from { running += 1 }
                guard running < timer.intervals.count else { return nil }
                let interval = timer.intervals[running]
                guard interval.start < span.end else { continue }
                if interval.end < span.end { rest = AmountSpan(offset: interval.end, end: span.end, value: span.value) }
                let part = Timeline.Segment(
                    start: max(span.offset, interval.start), end: min(span.end, interval.end), value: span.value, source: source)
                if part.end > instant { return part }
            }
            return nil
        }

        private mutating func nextLeg(endingAfter instant: Offset) -> Timeline.Segment? {
            amounts?.skip(to: instant)
            while let span = amounts?.next() {
                guard span.end > instant, timer.containsAll(from: span.offset, to: span.end) else { continue }
                let speed = span.value / (span.end - span.offset).seconds
                return Timeline.Segment(start: span.offset, end: span.end, value: speed, source: source)
            }
            return nil
        }
    }
}
