import Workouts

/// RR-intervals while the timer ran, of one sensor at a time: the one whose heart rate counted when they arrived.
///
/// A strap that is heard over two radios reports each beat twice; FIT has no field to tell them apart.
struct FITBeats {
    private var milliseconds: [Int64?] = []
    private var offsets: [Offset] = []
    private var next = 0

    init(_ workout: Workout) {
        for beats in workout.countingBeats {
            for ticks in beats.rrTicks where ticks > 0 {
                offsets.append(beats.offset)
                milliseconds.append((Int64(ticks) * 1000 + 512) / 1024)
            }
        }
    }

    /// When the next interval arrives; the end of time when none does.
    var nextMoment: Offset { next < offsets.count ? offsets[next] : Offset(microseconds: .max) }

    /// Those that arrived before `offset` and were not asked for yet, oldest first.
    mutating func intervals(before offset: Offset) -> ArraySlice<Int64?> {
        let first = next
        while next < offsets.count, offsets[next] < offset { next += 1 }
        return milliseconds[first..<next]
    }
}
