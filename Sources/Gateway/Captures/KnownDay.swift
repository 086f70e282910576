public import Statistics
public import Transports

extension GatewaySettings {
    /// The day whose figures and zones count, for whoever has no gateway running: as one that began now would know it.
    ///
    /// - Parameters:
    ///   - captures: their folder; what they know of the time counts where the machine's clock is not kept.
    ///   - boot: names this start of the machine; only a test knows better than the system.
    ///   - batteryClocks: the folder in which the system shows them.
    public func today(
        _ time: MachineTime, captures: String, boot: String? = nil, batteryClocks: String? = nil
    ) -> CalendarDay {
        // Without dates all days are alike.
        if dated.isEmpty { return time.localDay }
        let battery = BatteryClock(folder: batteryClocks ?? BatteryClock.systemFolder)
        if CaptureClock(time: time, hasBattery: battery.bears(out: time.wall)).isKept { return time.localDay }
        let known = KnownTime(in: captures, boot: boot ?? CaptureClock.bootName(), uptime: time.uptime)
        return day(time, utc: known?.utc(atUptime: time.uptime))
    }
}
