import Workouts

/// When an activity was: from its first session's start to its last one's end, in FIT's seconds as offsets from FIT's epoch.
struct FITSpan {
    /// In order of time; none where the file has no summary.
    private(set) var sessions: [Session] = []
    private(set) var start = Offset.zero
    private(set) var end = Offset.zero
    /// Points that lie in it, in order of time; of two at one moment the later in the file comes later.
    private(set) var points: [RecordedPoint] = []
    private(set) var pointsOutside = 0
    private(set) var sessionsLeftOut = 0
    private(set) var undatedPoints = 0
    /// Whether moments are dates, and do not only count from when the device was switched on.
    private(set) var isDated = true

    struct Session {
        var row: FITSummaryRow
        var start: Offset
        var end: Offset
    }

    /// Lengths are exact and moments are whole seconds: as long as they differ by no more than that, lengths decide.
    static let second = TimeSpan(microseconds: 1_000_000)
    /// Below it moments count from power-up.
    private static let firstDate: UInt32 = 0x1000_0000
    /// How far a record may lie before or behind all sessions and belong to them still.
    private static let slack = TimeSpan(microseconds: 60_000_000)
    /// How far a session in which there is no record may lie from those that have some.
    private static let nearby = TimeSpan(microseconds: 86_400_000_000)
    /// No workout lasts longer.
    private static let longest = TimeSpan(microseconds: 31 * 86_400 * 1_000_000)
    private static let moment = TimeSpan(microseconds: 1)

    /// - Returns: `nil` when there is nothing.
    init?(_ collected: FITCollector) {
        takePoints(collected.points)
        takeSessions(collected.sessions)
        guard !points.isEmpty || !sessions.isEmpty else { return nil }
        if sessions.isEmpty { spanPoints(events: collected.events) } else { spanSessions() }
    }

    private mutating func takePoints(_ all: [RecordedPoint]) {
        let firstDate = Offset(fit: Self.firstDate)
        points = all
        undatedPoints = all.count { $0.offset < firstDate }
        isDated = undatedPoints < all.count || all.isEmpty
        if !isDated { undatedPoints = 0 }
        if undatedPoints > 0 { points.removeAll { $0.offset < firstDate } }
        guard zip(points, points.dropFirst()).contains(where: { $0.offset > $1.offset }) else { return }
        points = points.enumerated().sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }.map(\.element)
    }

    private mutating func takeSessions(_ all: [FITSummaryRow]) {
        let rows = all.filter { $0.start != nil }.enumerated()
            .sorted { ($0.element.startOffset, $0.offset) < ($1.element.startOffset, $1.offset) }.map(\.element)
        let witnessed = rows.filter { row in
            guard !points.isEmpty else { return true }
            let first = points.firstIndex(atOrAfter: row.startOffset - Self.slack)
            return first < points.count && points[first].offset <= row.startOffset + row.length + Self.slack
        }
        // A short transition may have no record at all; what is far from everything has a wrong date.
        if let first = witnessed.first, let last = witnessed.last {
            for row in rows
            where first.startOffset - Self.nearby <= row.startOffset && row.startOffset <= last.startOffset + Self.nearby {
                let start = sessions.last.map { Self.near(row.startOffset, $0.end) } ?? row.startOffset
                sessions.append(Session(row: row, start: start, end: start + row.length))
            }
        }
        sessionsLeftOut = all.count - sessions.count
    }

    /// `exact` where the two mean the same.
    static func near(_ stamped: Offset, _ exact: Offset) -> Offset {
        stamped - exact <= second && exact - stamped <= second ? exact : stamped
    }

    private mutating func spanSessions() {
        let first = sessions[0].start
        let last = sessions.reduce(first) { max($0, min($1.end, first + Self.longest)) }
        keepPoints(from: first - Self.slack, to: last + Self.slack)
        start = min(first, points.first?.offset ?? first)
        end = last
        takeLastPoint()
        if end <= start { end = start + Self.moment }
    }

    /// Those that lie there, and what goes on before and behind without a longer gap than `slack`: a length may be wrong.
    private mutating func keepPoints(from first: Offset, to last: Offset) {
        var lower = points.firstIndex(atOrAfter: first)
        var upper = points.firstIndex(atOrAfter: last + Self.moment)
        while upper > lower, lower > 0, isOne(lower - 1, lower), last - points[lower - 1].offset <= Self.longest { lower -= 1 }
        while upper > lower, upper < points.count, isOne(upper - 1, upper), points[upper].offset - first <= Self.longest {
            upper += 1
        }
        pointsOutside = points.count - (upper - lower)
        if pointsOutside > 0 { points = Array(points[lower..<upper]) }
    }

    /// Whether one of two neighbours goes on where the other stopped.
    private func isOne(_ earlier: Int, _ later: Int) -> Bool {
        points[later].offset - points[earlier].offset <= Self.slack
    }

    /// Lengths are exact and moments are whole seconds, so that the last record may be stamped up to a second behind the end that the
    /// lengths state: it was then taken at the end. More behind the end show that there the length is wrong.
    private mutating func takeLastPoint() {
        guard let last = points.last, last.offset >= end else { return }
        let before = points.count > 1 ? points[points.count - 2].offset : start - Self.moment
        if last.offset - end <= Self.second, before < end, end > start {
            points[points.count - 1].offset = end
        } else {
            end = last.offset
        }
    }

    /// Without sessions: where most points are, and a timer's start shortly before.
    private mutating func spanPoints(events: [FITTimerEvent]) {
        let middle = points[points.count / 2].offset
        let half = TimeSpan(microseconds: Self.longest.microseconds / 2 - 1)
        keepPoints(from: middle - half, to: middle + half)
        start = points[0].offset
        let begun = events.filter { $0.kind == .start }.map { Offset(fit: $0.second) }
        if let first = begun.first(where: { $0 <= start && start - $0 <= Self.slack }) { start = first }
        end = max(points[points.count - 1].offset, start + Self.moment)
    }
}

extension [RecordedPoint] {
    /// They are in order of time: by halving.
    fileprivate func firstIndex(atOrAfter offset: Offset) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle].offset < offset { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension Offset {
    /// Whole seconds since FIT's epoch.
    init(fit second: UInt32) { self.init(microseconds: Int64(second) * 1_000_000) }
}

extension FITSummaryRow {
    /// Of one that has a start.
    var startOffset: Offset { Offset(fit: start ?? 0) }

    /// As it says; else until it was written, though that may be later than its end.
    var length: TimeSpan { elapsed ?? max((written.map { Offset(fit: $0) } ?? startOffset) - startOffset, .zero) }
}
