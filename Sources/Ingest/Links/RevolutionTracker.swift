import WireFormats
import Workouts

/// A wheel or a crank over BLE: its rate as people should see it, and what it turned.
///
/// Three things stay apart: no news (a repeated event within the limits says nothing), zero (the sensor speaks and nothing turns) and
/// lost (the sensor is silent: after one 0 at the limit nothing more is said, and the value runs out).
struct RevolutionTracker {
    private var counter: EventCounter
    private var stop = StopDetector()
    private var lastPacket: Offset?
    private var lastShown: (rate: Double, offset: Offset)?

    init(_ counter: EventCounter) { self.counter = counter }

    /// What one packet came to.
    struct Outcome {
        /// Revolutions per second, when there is news of it.
        var rate: Double?
        /// The same per minute, rounded once.
        var ratePerMinute: Double?
        /// Since the packet before; `nil` when there is nothing to compare with.
        var turned: (revolutions: UInt32, since: Offset)?
    }

    /// A standing sensor is said to stand once a second.
    private static let repetition = TimeSpan(seconds: 0.9)

    mutating func apply(_ step: EventCounter.Step, at offset: Offset) -> Outcome {
        let before = lastPacket
        lastPacket = offset
        switch step {
        case .baseline, .restarted:
            stop.baseline(at: offset)
            lastShown = nil
            return Outcome()
        case .repeated:
            stop.repetition(at: offset)
            let rate = decayed(at: offset, isAlive: true)
            return Outcome(rate: rate, ratePerMinute: rate.map { $0 * 60 }, turned: before.map { (0, $0) })
        case .advanced(let advance):
            stop.event(revolutionsPerSecond: advance.revolutionsPerSecond, at: offset)
            lastShown = (advance.revolutionsPerSecond, offset)
            return Outcome(
                rate: advance.revolutionsPerSecond, ratePerMinute: advance.revolutionsPerMinute,
                turned: before.map { (advance.revolutions, $0) })
        }
    }

    mutating func apply(_ wheel: WheelRevolutions, at offset: Offset) -> Outcome {
        apply(counter.apply(wheel, at: offset), at: offset)
    }

    mutating func apply(_ crank: CrankRevolutions, at offset: Offset) -> Outcome {
        apply(counter.apply(crank, at: offset), at: offset)
    }

    /// Time passed without a packet.
    ///
    /// - Returns: a lower rate that silence allows.
    mutating func pass(to offset: Offset) -> Double? { decayed(at: offset, isAlive: false) }

    /// When `pass` has a lower rate to tell, unless a packet comes first; `nil` when silence changes nothing more.
    var wakeAt: Offset? {
        guard let shown = lastShown, shown.rate > 0, let end = stop.stop, let decay = stop.decay(below: shown.rate) else {
            return nil
        }
        return min(end, max(decay, shown.offset + Self.repetition))
    }

    private mutating func decayed(at offset: Offset, isAlive: Bool) -> Double? {
        guard let rate = stop.revolutionsPerSecond(at: offset) else { return nil }
        guard let shown = lastShown else {
            // Nothing ever turned, and the sensor goes on saying so.
            guard isAlive, rate == 0 else { return nil }
            lastShown = (0, offset)
            return 0
        }
        let isLower = rate < shown.rate && (rate == 0 || offset - shown.offset >= Self.repetition)
        let isStillZero = rate == 0 && isAlive && offset - shown.offset >= Self.repetition
        guard isLower || isStillZero else { return nil }
        lastShown = (rate, offset)
        return rate
    }
}
