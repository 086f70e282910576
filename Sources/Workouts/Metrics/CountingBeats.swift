/// RR-intervals that arrived while the timer ran, in order of arrival, of one sensor at a time: the one whose heart rate counted.
///
/// A strap that is heard over two radios reports each beat twice.
public struct CountingBeats: Sequence, IteratorProtocol, Sendable {
    private var arrivals: PackedLog<Beats>.Cursor
    private var heartRate: Timeline.Cursor
    private let timer: TimerIntervals
    private var serving: SourceID?

    init(_ beats: PackedLog<Beats>, by heartRate: Timeline, while timer: TimerIntervals) {
        arrivals = beats.sortedByArrival().makeIterator()
        self.heartRate = Timeline.Cursor(heartRate)
        self.timer = timer
    }

    public mutating func next() -> Beats? {
        while let beats = arrivals.next() {
            guard timer.contains(beats.offset) else { continue }
            serving = heartRate.segment(at: beats.offset)?.source ?? serving ?? beats.source
            if beats.source == serving { return beats }
        }
        return nil
    }
}

extension Workout {
    /// The RR-intervals that counted, oldest first; computed anew each time.
    public var countingBeats: CountingBeats {
        CountingBeats(beatLog, by: timeline(of: .heartRate), while: timerIntervals)
    }
}
