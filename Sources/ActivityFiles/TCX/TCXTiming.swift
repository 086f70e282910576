import Workouts

/// When the laps of one activity were, and when the timer stood: the format has no word for a pause. Between two tracks of a lap it
/// stood; how long, the lap's own timer says better than the points do, which lie up to their spacing away from it.
struct TCXTiming {
    private(set) var start: Offset?
    private(set) var end: Offset?
    private(set) var laps: [ActivityRecording.Lap] = []
    private(set) var pauses: [Pause] = []
    private(set) var timersBeyondElapsed = 0

    private static let moment = TimeSpan(microseconds: 1)
    private static let second = TimeSpan(microseconds: 1_000_000)
    /// How far a pause may seem longer than it was, by the points around it.
    private static let spacing = TimeSpan(microseconds: 10_000_000)

    init(_ activity: TCXActivity) {
        let rows = activity.laps.compactMap { lap in
            (lap.start ?? lap.tracks.first.flatMap { $0 < lap.end ? activity.points[$0].offset : nil }).map {
                (lap: lap, start: $0)
            }
        }.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(\.element)
        for (index, row) in rows.enumerated() {
            let next = index + 1 < rows.count ? rows[index + 1].start : nil
            take(row.lap, from: row.start, to: next, activity.points)
        }
        start = rows.first?.start ?? activity.points.first?.offset
        if end == nil { end = activity.points.last?.offset }
    }

    /// - Parameter next: where the next lap begins; `nil` for the last.
    private mutating func take(_ lap: TCXLap, from start: Offset, to next: Offset?, _ points: [RecordedPoint]) {
        var gaps: [Pause] = []
        for (index, first) in lap.tracks.enumerated() where index > 0 && first > lap.tracks[0] && first < lap.end {
            // A track of one moment takes a moment, so that what was measured in it counts.
            let stopped = points[first - 1].offset
            let isMoment = points[lap.tracks[index - 1]].offset >= stopped
            let gap = Pause(start: isMoment ? stopped + Self.moment : stopped, end: points[first].offset, isAutomatic: false)
            if gap.start < gap.end { gaps.append(gap) }
        }
        let stood = gaps.reduce(TimeSpan.zero) { $0 + ($1.end - $1.start) }
        let isTracked = lap.tracks.first.map { $0 < lap.end } ?? false
        let last = isTracked ? max(points[lap.end - 1].offset, start + Self.moment) : start
        let timer = lap.stated.timer
        let tolerance = TimeSpan(microseconds: Int64(gaps.count) * Self.spacing.microseconds)
        var lapEnd = next ?? max(last, start)
        // The last lap ends when its timer says, if nothing but its points tells of pauses.
        if next == nil, let timer, gaps.isEmpty || start + timer + stood > last + tolerance {
            lapEnd = max(last, start + timer + stood)
        }
        let elapsed = max(lapEnd - start, .zero)
        var stated = lap.stated
        stated.elapsed = elapsed
        if let timer {
            if timer > elapsed + Self.second { timersBeyondElapsed += 1 }
            stated.timer = min(timer, elapsed)
            shorten(&gaps, by: stood - (elapsed - timer), atMost: tolerance)
            addEdges(
                missing: elapsed - timer - stood, from: start, to: lapEnd, isTracked ? points[lap.tracks[0]].offset : nil, last)
        }
        pauses += gaps
        end = max(end ?? lapEnd, lapEnd)
        laps.append(
            ActivityRecording.Lap(
                start: start, end: lapEnd, trigger: lap.trigger, stated: stated, machineKilocalories: stated.energyKilocalories))
    }

    /// By the same for each; what is more than points can be wrong by is a timer that is wrong itself.
    private func shorten(_ gaps: inout [Pause], by excess: TimeSpan, atMost tolerance: TimeSpan) {
        guard excess > .zero, excess <= tolerance, !gaps.isEmpty else { return }
        let share = TimeSpan(microseconds: excess.microseconds / Int64(gaps.count))
        for index in gaps.indices { gaps[index].start = min(gaps[index].start + share, gaps[index].end - Self.moment) }
    }

    /// A pause that a lap ends or begins in leaves no gap between tracks, and the timer is short by it.
    ///
    /// - Parameters:
    ///   - first: the lap's first point; `nil` when it has none.
    ///   - last: its last point.
    private mutating func addEdges(missing: TimeSpan, from start: Offset, to end: Offset, _ first: Offset?, _ last: Offset) {
        guard missing > Self.second else { return }
        let behind = min(missing, max(end - last, .zero))
        if behind > Self.second { pauses.append(Pause(start: end - behind, end: end, isAutomatic: false)) }
        let before = min(missing - (behind > Self.second ? behind : .zero), max((first ?? start) - start, .zero))
        if before > Self.second { pauses.append(Pause(start: start, end: start + before, isAutomatic: false)) }
    }
}
