extension Timeline {
    /// At every instant the best lane that covers it counts; lower ones fill its holes and never add (core §4.5).
    ///
    /// - Parameter lanes: best first, each in time order without overlaps.
    init(merging lanes: [[Segment]], maxHold: TimeSpan = .zero) {
        let best = lanes.first ?? []
        self.init(segments: lanes.dropFirst().reduce(best) { Self.fillingHoles(of: $0, from: $1) }, maxHold: maxHold)
    }

    private static func fillingHoles(of upper: [Segment], from lower: [Segment]) -> [Segment] {
        if upper.isEmpty { return lower }
        if lower.isEmpty { return upper }
        var merged: [Segment] = []
        merged.reserveCapacity(upper.count + lower.count)
        var next = 0  // of `upper`
        for var segment in lower {
            while segment.start < segment.end {
                while next < upper.count, upper[next].end <= segment.start {
                    merged.append(upper[next])
                    next += 1
                }
                guard next < upper.count, upper[next].start < segment.end else {
                    merged.append(segment)
                    break
                }
                let above = upper[next]
                if above.start > segment.start {
                    var visible = segment
                    visible.end = above.start
                    merged.append(visible)
                }
                segment.start = above.end
                segment.beginsWithSample = false
            }
        }
        merged.append(contentsOf: upper[next...])
        return merged
    }
}

extension SampleSeries {
    /// Each sample held until the next, until `maxHold` or until the timer stops, whichever comes first (core §4.2);
    /// samples while it stands are left out.
    func holds(atMost maxHold: TimeSpan, while timer: TimerIntervals) -> [Timeline.Segment] {
        var segments: [Timeline.Segment] = []
        segments.reserveCapacity(offsets.count)
        let intervals = timer.intervals
        var running = 0
        for index in offsets.indices {
            let start = offsets[index]
            while running < intervals.count, intervals[running].end <= start { running += 1 }
            guard running < intervals.count else { break }
            guard intervals[running].start <= start else { continue }
            var end = min(start + maxHold, intervals[running].end)
            if index + 1 < offsets.count { end = min(end, offsets[index + 1]) }
            segments.append(Timeline.Segment(start: start, end: end, value: values[index], source: source))
        }
        return segments
    }
}

extension [SampleSource] {
    /// Best first for one quantity: by priority, then by identity, so that results are stable.
    public func ranked(for quantity: Quantity) -> [SampleSource] {
        sorted { a, b in
            let ranks = (a.priorities[quantity] ?? .max, b.priorities[quantity] ?? .max)
            return ranks.0 != ranks.1 ? ranks.0 < ranks.1 : (a.identity, a.id) < (b.identity, b.id)
        }
    }
}

extension Timeline {
    /// What counted of one instantaneous quantity.
    ///
    /// - Parameter series: cleaned and in time order; those of other quantities are left out.
    public init(of quantity: Quantity, in series: [SampleSeries], sources: [SampleSource], timer: TimerIntervals) {
        let relevant = series.filter { $0.quantity == quantity }
        let kindOf = Dictionary(sources.map { ($0.id, $0.kind) }) { first, _ in first }
        let kinds = relevant.map { kindOf[$0.source] ?? .manual }
        let holds = zip(relevant, kinds).map { $0.maxHold(from: $1) }
        let order: [Int]
        if relevant.count > 1 {
            let ranking = Dictionary(sources.ranked(for: quantity).enumerated().map { ($1.id, $0) }) { first, _ in first }
            let ranks = relevant.map { ranking[$0.source] ?? .max }
            order = relevant.indices.sorted { (ranks[$0], relevant[$0].source) < (ranks[$1], relevant[$1].source) }
        } else {
            order = Array(relevant.indices)
        }
        let lanes = order.map { relevant[$0].holds(atMost: holds[$0], while: timer) }
        self.init(merging: lanes, maxHold: holds.max() ?? quantity.defaultMaxHold)
    }
}
