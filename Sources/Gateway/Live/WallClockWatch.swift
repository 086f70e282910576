import Transports
import WireFormats

/// Watches the wall clock while a capture runs: when it is kept by a better one at last, and when it jumps, the capture is told where
/// it stands. Offsets do not move.
struct WallClockWatch {
    private var last: MachineTime
    private var hasToldSynchronised: Bool

    /// How far wall clock and uptime may part between two looks: what adjusting by 500 ppm does to a minute, and time to read both.
    private static let tolerance: Int64 = 50_000
    private static let adjustment: Int64 = 2000

    /// How long to wait for the next look, microseconds.
    static let interval: Int64 = 10_000_000

    /// - Parameter time: at the capture's beginning.
    init(_ time: MachineTime) {
        last = time
        hasToldSynchronised = time.isSynchronised
    }

    /// When to look again for the clock's sake alone: only a clock that is not kept yet is worth being woken for.
    var nextLook: Int64? { hasToldSynchronised ? nil : last.uptime + Self.interval }

    func isDue(at uptime: Int64) -> Bool { uptime - last.uptime >= Self.interval }

    /// - Returns: where the wall clock stands at `time.uptime`, if the capture should know.
    mutating func look(_ time: MachineTime) -> ClockAnchor? {
        let elapsed = time.uptime - last.uptime
        let drift = (time.wall - last.wall) - elapsed
        let hasJumped = drift.magnitude > UInt64(Self.tolerance + max(elapsed, 0) / Self.adjustment)
        let isNewlyKept = time.isSynchronised && !hasToldSynchronised
        last = time
        if isNewlyKept { hasToldSynchronised = true }
        guard hasJumped || isNewlyKept else { return nil }
        return ClockAnchor(timestamp: time.wall, source: .system, isSynchronised: time.isSynchronised)
    }
}
