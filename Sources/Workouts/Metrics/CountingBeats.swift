extension [Beats] {
    /// Those that arrived while the timer ran, in order of arrival, of one sensor at a time: the one whose heart rate counted.
    ///
    /// A strap that is heard over two radios reports each beat twice.
    func counting(by heartRate: Timeline, while timer: TimerIntervals) -> [Beats] {
        var cursor = Timeline.Cursor(heartRate)
        var serving: SourceID?
        let inOrder = enumerated().sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }
        return inOrder.map(\.element).filter { beats in
            guard timer.contains(beats.offset) else { return false }
            serving = cursor.segment(at: beats.offset)?.source ?? serving ?? beats.source
            return beats.source == serving
        }
    }
}

extension Workout {
    /// The RR-intervals that counted, oldest first; computed anew each time.
    public var countingBeats: [Beats] { beats.counting(by: timeline(of: .heartRate), while: timerIntervals) }
}
