import Workouts

/// Reads a timeline row after row: of each the last value that is known there.
///
/// A value is known where it was sampled, and from there up to the next sample. What counts a while longer, since none followed, is not
/// told again: whoever reads the row would let it count that while once more.
struct SampledValue {
    private var segments: Timeline.Iterator
    private var current: Timeline.Segment?
    private var following: Timeline.Segment?

    init(_ timeline: Timeline) {
        segments = timeline.makeIterator()
        following = segments.next()
    }

    /// The last segment of `[start, end)`, which never goes back, and whether it begins there.
    mutating func last(from start: Offset, to end: Offset) -> (segment: Timeline.Segment, isNew: Bool)? {
        while let next = following, next.start < end {
            current = next
            following = segments.next()
        }
        guard let current, current.end > start else { return nil }
        let isNew = current.start >= start
        return isNew || current.end == following?.start ? (current, isNew) : nil
    }

    /// When the next sample counts, from the end of the last question on; the end of time when none does.
    var nextSample: Offset { following?.start ?? Offset(microseconds: .max) }

    /// The first moment from `offset` on, which the last question reached, at which a value is known.
    func nextMoment(after offset: Offset) -> Offset {
        if let current, current.end > offset, current.end == following?.start { return offset }
        return nextSample
    }
}
