import WireFormats

/// How much one link may bring: a bucket that fills steadily and is emptied by what comes. What finds it empty is a flood, and is
/// dropped, so that one link that went mad neither starves the others nor fills the disk.
struct FloodGate {
    /// Units a second, and the most that come at once.
    let rate: Int64, burst: Int64
    /// Whether a unit is a value, or a byte.
    let countsValues: Bool
    /// In millionths of a unit.
    private var level: Int64
    private var filledAt: Int64

    private init(rate: Int64, burst: Int64, countsValues: Bool, now: Int64) {
        (self.rate, self.burst, self.countsValues) = (rate, burst, countsValues)
        level = burst * 1_000_000
        filledAt = now
    }

    init(_ kind: LinkIdentity.Kind, now: Int64) {
        switch kind {
        // Sensors notify once to four times a second, a trainer's machine data at most ten times; after a stall of the radio
        // some seconds of it come together.
        case .gatt: self.init(rate: 64, burst: 256, countsValues: true, now: now)
        // A stick brings 4 messages of some 20 bytes a second and sensor: a crowd of 500 sensors is 40 kB. A receiver at 460 800
        // baud brings 46 kB; gpsd says the same in words for the receivers that are common.
        case .ant, .nmea, .gpsd: self.init(rate: 64 << 10, burst: 256 << 10, countsValues: false, now: now)
        }
    }

    /// Whether so many bytes may come in now.
    mutating func admits(byteCount: Int, at now: Int64) -> Bool {
        let full = burst * 1_000_000
        // Longer than the bucket takes to fill means full; the product stays small.
        let elapsed = min(max(now - filledAt, 0), full / rate + 1)
        filledAt = max(filledAt, now)
        level = min(level + elapsed * rate, full)
        let cost = countsValues ? 1_000_000 : Int64(clamping: min(byteCount, 1 << 32)) * 1_000_000
        guard cost <= level else { return false }
        level -= cost
        return true
    }
}
