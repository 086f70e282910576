import Workouts

/// Reads a timeline second after second: of each the last value that counted in it.
struct FITHeldValue {
    private let segments: [Timeline.Segment]
    private var index = 0

    var isEmpty: Bool { segments.isEmpty }

    init(_ timeline: Timeline) { segments = timeline.segments }

    /// The last value that counted in `[start, end)`, which never goes back; `nil` when none did.
    mutating func last(from start: Offset, to end: Offset) -> Double? {
        while index + 1 < segments.count, segments[index + 1].start < end { index += 1 }
        guard index < segments.count, segments[index].start < end, segments[index].end > start else { return nil }
        return segments[index].value
    }

    /// The first moment from `offset` on, which the last question reached, at which a value counts.
    func nextMoment(after offset: Offset) -> Offset {
        if index < segments.count, segments[index].end > offset { return max(segments[index].start, offset) }
        return index + 1 < segments.count ? segments[index + 1].start : Offset(microseconds: .max)
    }
}
