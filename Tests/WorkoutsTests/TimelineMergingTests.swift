import Testing

@testable import Workouts

/// Lanes merged as they are read, against one that asks of each microsecond who counts (core §4.2, §4.5).
@Suite struct TimelineMergingTests {
    private struct Story {
        var timer: TimerIntervals
        var lanes: [TimelineLane] = []
        /// The segments of each lane, found by the rules one row at a time.
        var expected: [[Timeline.Segment]] = []
        let end: Int64

        init(seed: UInt64) {
            var random = SeededGenerator(state: seed)
            func random64(_ range: ClosedRange<Int64>) -> Int64 { Int64.random(in: range, using: &random) }
            // Long enough for blocks in some, short steps so that edges meet.
            let last = random64(1...(seed.isMultiple(of: 5) ? 900 : 80))
            end = last
            let pauses = (0..<Int.random(in: 0...5, using: &random)).map { _ in
                let start = random64(0...last)
                return Pause(
                    start: Offset(microseconds: start), end: Offset(microseconds: start + random64(1...30)), isAutomatic: false)
            }
            timer = TimerIntervals(start: .zero, end: Offset(microseconds: last), pauses: pauses)
            for index in 0..<Int.random(in: 1...4, using: &random) {
                let source = SourceID(UInt16(index))
                let maxHold = TimeSpan(microseconds: random64(1...12))
                var offset = random64(-5...5)
                switch Int.random(in: 0...2, using: &random) {
                case 0:
                    var rows: [Sample] = []
                    while offset < last + 5 {
                        rows.append(Sample(offset: Offset(microseconds: offset), value: Double(random64(0...5))))
                        offset += random64(0...9) == 0 ? random64(1...60) : random64(1...6)
                    }
                    lanes.append(TimelineLane(.holds(PackedLog(rows), maxHold: maxHold), source: source, timer: timer))
                    expected.append(Self.holds(rows, maxHold, timer, source))
                case let kind:
                    var rows: [AmountSpan] = []
                    while offset < last + 5 {
                        let length = random64(1...15)
                        rows.append(
                            AmountSpan(
                                offset: Offset(microseconds: offset), end: Offset(microseconds: offset + length),
                                value: Double(random64(0...5))))
                        offset += length + (random64(0...2) == 0 ? random64(0...40) : 0)
                    }
                    let log = PackedLog(rows)
                    lanes.append(TimelineLane(kind == 1 ? .amounts(log) : .legs(log), source: source, timer: timer))
                    expected.append(kind == 1 ? Self.amounts(rows, timer, source) : Self.legs(rows, timer, source))
                }
            }
        }

        static func holds(_ rows: [Sample], _ maxHold: TimeSpan, _ timer: TimerIntervals, _ source: SourceID) -> [Timeline
            .Segment]
        {
            rows.enumerated().compactMap { index, row in
                // One from before holds into what was cut there, if the timer runs then.
                let begins = max(row.offset, .zero)
                guard let interval = timer.intervals.first(where: { $0.start <= begins && begins < $0.end }) else { return nil }
                let next = index + 1 < rows.count ? rows[index + 1].offset : interval.end
                let end = min(row.offset + maxHold, interval.end, next)
                guard begins < end else { return nil }
                return Timeline.Segment(
                    start: begins, end: end, value: row.value, source: source, beginsWithSample: begins == row.offset)
            }
        }

        static func amounts(_ rows: [AmountSpan], _ timer: TimerIntervals, _ source: SourceID) -> [Timeline.Segment] {
            rows.flatMap { row in
                timer.intervals.compactMap { interval in
                    let part = (max(row.offset, interval.start), min(row.end, interval.end))
                    return part.0 < part.1 ? Timeline.Segment(start: part.0, end: part.1, value: row.value, source: source) : nil
                }
            }
        }

        static func legs(_ rows: [AmountSpan], _ timer: TimerIntervals, _ source: SourceID) -> [Timeline.Segment] {
            rows.compactMap { row in
                guard timer.intervals.contains(where: { $0.start <= row.offset && row.end <= $0.end }) else { return nil }
                let speed = row.value / (row.end - row.offset).seconds
                return Timeline.Segment(start: row.offset, end: row.end, value: speed, source: source)
            }
        }

        /// Who counts in the microsecond at `offset`: the first lane that covers it.
        func best(at offset: Offset) -> Timeline.Segment? {
            for lane in expected {
                if let segment = lane.first(where: { $0.start <= offset && offset < $0.end }) { return segment }
            }
            return nil
        }

        /// Runs of microseconds that the same segment of the same lane serves.
        func merged(from start: Int64, to end: Int64) -> [Timeline.Segment] {
            var found: [Timeline.Segment] = []
            var serving: Timeline.Segment?
            for microsecond in start..<end {
                let offset = Offset(microseconds: microsecond)
                let best = best(at: offset)
                if let best, best == serving {
                    found[found.count - 1].end = offset + TimeSpan(microseconds: 1)
                } else if var best {
                    best.beginsWithSample = best.beginsWithSample && best.start == offset
                    best.start = offset
                    best.end = offset + TimeSpan(microseconds: 1)
                    found.append(best)
                }
                serving = best
            }
            return found
        }
    }

    @Test(arguments: UInt64(1)...100)
    func theBestThatCoversCounts(seed: UInt64) {
        let story = Story(seed: seed)
        let timeline = Timeline(merging: story.lanes, maxHold: .zero)
        let all = story.merged(from: -10, to: story.end + 20)
        #expect(timeline.segments == all)
        #expect(timeline == Timeline(segments: all) && timeline.isEmpty == all.isEmpty)
        #expect(Timeline(merging: story.expected.map { TimelineLane($0) }).segments == all)

        var random = SeededGenerator(state: seed ^ 0xFF)
        for _ in 0..<6 {
            let from = Int64.random(in: -10...story.end, using: &random)
            let to = Int64.random(in: from...story.end + 10, using: &random)
            var cut: [Timeline.Segment] = []
            timeline.forEachSegment(from: Offset(microseconds: from), to: Offset(microseconds: to)) { cut.append($0) }
            #expect(cut == story.merged(from: from, to: to))
            let moment = Offset(microseconds: from)
            let serving = story.best(at: moment)
            #expect(
                timeline.segment(at: moment)?.source == serving?.source && timeline.segment(at: moment)?.value == serving?.value)
        }
    }
}
