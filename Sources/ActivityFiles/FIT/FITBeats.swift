import Workouts

/// RR-intervals of the sensor that counted, as FIT's `hrv` messages want them; FIT has no field to tell sensors apart.
struct FITBeats {
    private var arrivals: CountingBeats
    /// The next that have intervals.
    private var waiting: Beats?

    init(_ workout: Workout) {
        arrivals = workout.countingBeats
        waiting = following()
    }

    private mutating func following() -> Beats? {
        while let beats = arrivals.next() {
            if beats.rrTicks.contains(where: { $0 > 0 }) { return beats }
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
