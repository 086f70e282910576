internal import CSystemd
internal import Glibc

/// The clocks of the machine that this runs on.
public final class SystemClock: MachineClock {
    public init() {}

    /// An error bound beyond which a clock is set by hand at best, in microseconds: chrony and timesyncd stay far below.
    private static let saneError = 1_000_000

    public func read() -> MachineTime {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        let uptime = Reactor.now
        var seconds = time.tv_sec
        var local = tm()
        let offset = localtime_r(&seconds, &local) == nil ? 0 : local.tm_gmtoff
        var state = timex()
        let condition = adjtimex(&state)
        let isKept = condition >= 0 && condition != TIME_ERROR && state.status & STA_UNSYNC == 0
        return MachineTime(
            wall: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000, uptime: uptime,
            isSynchronised: isKept && Int(state.maxerror) < Self.saneError, utcOffsetSeconds: Int(offset),
            timeZone: LocalTimeZone.name(variable: getenv("TZ").map { String(cString: $0) }, in: .machine))
    }
}
