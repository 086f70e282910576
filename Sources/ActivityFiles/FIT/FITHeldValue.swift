import Workouts

/// Reads a timeline second after second: of each the last value that counted in it.
struct FITHeldValue {
    private var segments: Timeline.Iterator
    private var current: Timeline.Segment?
    private var following: Timeline.Segment?

    let isEmpty: Bool

    init(_ timeline: Timeline) {
        segments = timeline.makeIterator()
        current = segments.next()
        following = segments.next()
        isEmpty = current == nil
    }

    /// The last value that counted in `[start, end)`, which never goes back; `nil` when none did.
    mutating func last(from start: Offset, to end: Offset) -> Double? {
        while let next = following, next.start < end {
            current = next
            following = segments.next()
        }
        guard let current, current.start < end, current.end > start else { return nil }
        return current.value
    }

    /// The first moment from `offset` on, which the last question reached, at which a value counts.
    func nextMoment(after offset: Offset) -> Offset {
        if let current, current.end > offset { return max(current.start, offset) }
        return following?.start ?? Offset(microseconds: .max)
    }
}
