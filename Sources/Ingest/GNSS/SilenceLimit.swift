import WireFormats
import Workouts

/// How long a line must be silent for its epoch to be over: a fraction of the receiver's cycle, more where a receiver pauses
/// within one.
struct SilenceLimit {
    private(set) var limit = TimeSpan(microseconds: 150_000)
    private var cycle = TimeSpan(microseconds: 1_000_000)
    private var lastTime: NMEATimeOfDay?
    /// Doubles each time when more of an ended epoch comes.
    private var patience: Int64 = 1

    /// Learns the cycle from the step between two epochs.
    mutating func note(_ time: NMEATimeOfDay) {
        defer { lastTime = time }
        guard let lastTime else { return }
        let step = Int64(time.milliseconds - lastTime.milliseconds) * 1000
        // Steps back, gaps and midnight say nothing of the cycle.
        guard (20_000...2_000_000).contains(step) else { return }
        cycle = TimeSpan(microseconds: step)
        update()
    }

    mutating func lengthen() {
        patience = min(patience * 2, 8)
        update()
    }

    private mutating func update() {
        let fraction = min(max(cycle.microseconds * 15 / 100, 30_000), 150_000) * patience
        limit = TimeSpan(microseconds: min(fraction, max(cycle.microseconds * 8 / 10, 30_000)))
    }
}
