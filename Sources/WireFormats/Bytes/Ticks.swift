/// How fast an event clock counts; both radios use these two.
public enum TickRate: UInt16, Sendable {
    /// Cranks and RR-intervals everywhere, wheels in CSC and ANT+ speed sensors.
    case perSecond1024 = 1024
    /// Wheels in cycling power meters, periods in ANT+ torque pages.
    case perSecond2048 = 2048

    /// After how many microseconds a 16-bit count of these ticks is back where it was: 64 s or 32 s.
    public var wrapMicroseconds: Int64 { 65_536 * 1_000_000 / Int64(rawValue) }

    /// The length of `ticks`, in seconds; exact, since the rates are powers of two.
    public func seconds(_ ticks: UInt32) -> Double { Double(ticks) / Double(rawValue) }

    /// The length of `ticks`, in milliseconds.
    public func milliseconds(_ ticks: UInt32) -> Double { Double(ticks) * 1000 / Double(rawValue) }
}

/// When a sensor's last event happened, on the sensor's own 16-bit clock. The rate travels with the count: one sensor's wheel
/// and crank may count differently, and a wheel read at the wrong rate shows half its speed.
public struct EventTime: Hashable, Sendable {
    /// Since an unknown moment, modulo 65536.
    public var ticks: UInt16
    /// What a tick is.
    public var rate: TickRate

    /// - Parameter ticks: as the sensor sends them.
    public init(ticks: UInt16, rate: TickRate) {
        self.ticks = ticks
        self.rate = rate
    }

    /// Ticks from `earlier`, of the same clock, to this; what lies more than one wrap apart shows modulo the wrap.
    public func ticks(since earlier: EventTime) -> UInt16 { ticks.counted(since: earlier.ticks) }
}

extension FixedWidthInteger where Self: UnsignedInteger {
    /// How far a counter of this width went from `earlier`: modulo its width, so a rollover between the two does not show.
    public func counted(since earlier: Self) -> Self { self &- earlier }
}
