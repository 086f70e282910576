/// What a torque meter counts: pages 0x11 and 0x12 of bicycle power, page 26 of fitness equipment.
public struct TorqueCounters: Equatable, Sendable {
    /// Wraps at 256.
    public let eventCount: UInt8
    /// Revolutions of wheel or crank; wrap at 256.
    public let ticks: UInt8
    /// Revolutions per minute of the crank, as the meter computes them; `nil` when it does not.
    public let revolutionsPerMinute: UInt8?
    /// Time of rotation added up event by event, in 1/2048 s; wraps every 32 s.
    public let periodTicks: UInt16
    /// Torque added up event by event, in 1/32 Nm; wraps at 2048 Nm.
    public let torqueTicks: UInt16

    /// Counters as sent, or as a test makes them.
    public init(eventCount: UInt8, ticks: UInt8, revolutionsPerMinute: UInt8?, periodTicks: UInt16, torqueTicks: UInt16) {
        self.eventCount = eventCount
        self.ticks = ticks
        self.revolutionsPerMinute = revolutionsPerMinute
        self.periodTicks = periodTicks
        self.torqueTicks = torqueTicks
    }
}
