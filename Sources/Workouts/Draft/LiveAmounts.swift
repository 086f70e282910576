/// What a cumulative quantity has come to so far: recent amounts are merged anew when asked, older ones are settled once.
///
/// An amount may come late: what was settled after its start is opened again, up to 10 minutes back.
struct LiveAmounts: Sendable {
    private struct Lane: Sendable {
        let source: SourceID
        /// Legs of the route, which count only if the timer ran all the way; of other spans the part within timer time counts.
        let isRoute: Bool
        var recent: [Timeline.Segment] = []
    }

    private struct Settlement: Sendable {
        var instant: Offset
        /// By source, what counted before the instant.
        var amounts: [SourceID: Double] = [:]
    }

    private static let youngest = TimeSpan(microseconds: 15_000_000)
    private static let mostSettlements = 40

    private var lanes: [Lane] = []  // best first
    private var settlements: [Settlement]  // oldest first, never empty

    init(start: Offset) { settlements = [Settlement(instant: start)] }

    var isEmpty: Bool { lanes.isEmpty }

    mutating func append(_ span: Timeline.Segment, isRoute: Bool = false, ranking: @autoclosure () -> [SourceID]) {
        let lane: Int
        if let index = lanes.firstIndex(where: { $0.source == span.source && $0.isRoute == isRoute }) {
            lane = index
        } else {
            lanes.append(Lane(source: span.source, isRoute: isRoute))
            rank(ranking())
            lane = lanes.firstIndex { $0.source == span.source && $0.isRoute == isRoute } ?? 0
        }
        var place = lanes[lane].recent.count
        while place > 0, lanes[lane].recent[place - 1].start > span.start { place -= 1 }
        lanes[lane].recent.insert(span, at: place)
        reopen(from: span.start)
    }

    /// Where another order changes what counted, that is opened again too.
    mutating func rank(_ sources: [SourceID]) {
        let before = lanes.map(\.source)
        let ranked = sources.flatMap { source in lanes.filter { $0.source == source && !$0.isRoute } }
        let unnamed = lanes.filter { !$0.isRoute && !sources.contains($0.source) }.sorted { $0.source < $1.source }
        lanes = ranked + unnamed + lanes.filter(\.isRoute)
        if lanes.map(\.source) != before { settlements.removeSubrange(1...) }
    }

    /// The timer was found to have stopped or started at a moment that may be past.
    mutating func reopen(from offset: Offset) {
        while settlements.count > 1, let last = settlements.last, last.instant > offset { settlements.removeLast() }
    }

    /// Settles what is old enough, once there is 15 seconds of it.
    mutating func settle(at now: Offset, timer: TimerState, start: Offset) {
        let instant = now - Self.youngest
        guard let last = settlements.last, instant - last.instant >= Self.youngest, !lanes.isEmpty else { return }
        settlements.append(
            Settlement(instant: instant, amounts: amounts(until: instant, timer: timer.intervals(from: start, to: now))))
        guard settlements.count > Self.mostSettlements else { return }
        settlements.removeFirst()
        let oldest = settlements[0].instant
        for lane in lanes.indices {
            // In order of their starts: a long one that began before others may outlast them.
            let old = lanes[lane].recent.count { $0.end <= oldest }
            if old > lanes[lane].recent.count / 2 { lanes[lane].recent.removeAll { $0.end <= oldest } }
        }
    }

    /// By source, what counted before `end`.
    func amounts(until end: Offset, timer: TimerIntervals) -> [SourceID: Double] {
        guard let settled = settlements.last else { return [:] }
        var amounts = settled.amounts
        let pending = lanes.map { lane in
            // In order of their starts alone: a long one may outlast those after it.
            let spans = lane.recent.filter { $0.end > settled.instant }
            return lane.isRoute
                ? spans.filter { timer.containsAll(from: $0.start, to: $0.end) }
                : Timeline.Segment.clipped(Timeline.Segment.withoutOverlaps(spans), to: timer)
        }
        Timeline(merging: pending.map { TimelineLane($0) }).forEachSegment(from: settled.instant, to: end) { segment in
            amounts[segment.source, default: 0] += segment.value * segment.length.seconds
        }
        return amounts
    }
}
