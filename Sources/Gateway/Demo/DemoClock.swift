public import Transports
public import WireFormats

/// The clock of the day on which a demo was recorded, so that its receiver's time and the machine's agree as they did then.
public final class DemoClock: MachineClock {
    private let reactor: Reactor
    private let header: CaptureHeader
    /// Where the recording's offset 0 lies, in microseconds of `Reactor.now`.
    let beginning: Int64

    /// The recording begins now.
    public init(_ header: CaptureHeader, reactor: Reactor) {
        self.header = header
        self.reactor = reactor
        beginning = reactor.now
    }

    public func read() -> MachineTime {
        let now = reactor.now
        return MachineTime(
            wall: (header.start ?? 0) &+ (now - beginning), uptime: now,
            isSynchronised: header.start != nil && header.isSynchronised, utcOffsetSeconds: header.utcOffsetSeconds ?? 0,
            timeZone: header.timeZone)
    }
}
