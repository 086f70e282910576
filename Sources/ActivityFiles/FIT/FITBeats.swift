import Workouts

/// RR-intervals while the timer ran, of one sensor at a time: the one whose heart rate counted when they arrived.
///
/// A strap that is heard over two radios reports each beat twice; FIT has no field to tell them apart.
struct FITBeats {
    private var arrivals: any IteratorProtocol<Beats>
    private let timer: TimerIntervals
    private var heartRate: Timeline.Cursor
    private var serving: SourceID?
    /// The next that count.
    private var waiting: Beats?

    init(_ workout: Workout, timer: TimerIntervals) {
        self.timer = timer
        heartRate = Timeline.Cursor(workout.timeline(of: .heartRate))
        arrivals = workout.beatsByArrival.makeIterator()
        waiting = following()
    }

    private mutating func following() -> Beats? {
        while let beats = arrivals.next() {
            guard timer.contains(beats.offset) else { continue }
            serving = heartRate.segment(at: beats.offset)?.source ?? serving ?? beats.source
            if beats.source == serving, beats.rrTicks.contains(where: { $0 > 0 }) { return beats }
        }
        return nil
    }

    /// When the next interval arrives; the end of time when none does.
    var nextMoment: Offset { waiting?.offset ?? Offset(microseconds: .max) }

    /// Those that arrived before `offset` and were not asked for yet, in milliseconds, oldest first.
    mutating func intervals(before offset: Offset) -> [Int64?] {
        var milliseconds: [Int64?] = []
        while let beats = waiting, beats.offset < offset {
            for ticks in beats.rrTicks where ticks > 0 { milliseconds.append((Int64(ticks) * 1000 + 512) / 1024) }
            waiting = following()
        }
        return milliseconds
    }
}
