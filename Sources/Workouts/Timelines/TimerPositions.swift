extension TimerIntervals {
    /// The first moment by which so much timer time has passed, held to the bounds; `nil` when the timer never ran.
    func offset(at timer: TimeSpan) -> Offset? {
        guard let first = intervals.first else { return nil }
        let index = max(0, earlier.partitioningIndex { $0 >= timer } - 1)
        guard index < intervals.count else { return first.start }
        let inside = min(max(timer - earlier[index], .zero), intervals[index].length)
        return intervals[index].start + inside
    }
}
