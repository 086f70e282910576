/// The machine's clocks, read together.
public struct MachineTime: Equatable, Sendable {
    /// Microseconds since 1970, UTC, as the machine believes.
    public var wall: Int64
    /// Microseconds since the machine started, suspension included: `Reactor.now`.
    public var uptime: Int64
    /// Whether the wall clock is kept by a better one.
    public var isSynchronised: Bool
    /// Local time minus UTC, seconds.
    public var utcOffsetSeconds: Int
    /// The zone that local time follows, by its name in the IANA database; `nil` when it has none.
    public var timeZone: String?

    public init(
        wall: Int64, uptime: Int64, isSynchronised: Bool, utcOffsetSeconds: Int = 0, timeZone: String? = nil
    ) {
        self.wall = wall
        self.uptime = uptime
        self.isSynchronised = isSynchronised
        self.utcOffsetSeconds = utcOffsetSeconds
        self.timeZone = timeZone
    }
}

/// Reads the machine's clocks; a test turns them itself.
public protocol MachineClock: AnyObject {
    func read() -> MachineTime
}
