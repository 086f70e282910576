import Transports
import WireFormats

// What a capture begins with, by the day that it is.
extension LiveGateway {
    func header(_ time: MachineTime) -> CaptureHeader {
        let settings = parts.desk.settings
        let utc = parts.captures.utc(at: time)
        if utc == nil, let latest = settings.dated.map(\.from).max(), latest > time.localDay, !hasToldOfDates {
            hasToldOfDates = true
            note(NoticeWords.datesUnknown(latest: latest))
        }
        var named = commands.start?.template?.headerSettings ?? []
        if let plan = commands.start?.plan {
            let setting = PlanFile.setting(plan)
            named.removeAll { $0.name == setting.name }
            named.append(setting)
        }
        return CaptureHeader(
            identity: parts.identity(), start: time.wall - (time.uptime - intake.beginning),
            isSynchronised: time.isSynchronised, utcOffsetSeconds: time.utcOffsetSeconds,
            timeZone: time.timeZone, isDemo: parts.isDemo,
            settings: settings.headerSettings(on: settings.day(time, utc: utc)) + named)
    }

    /// The desk tells a running capture what changes by the same day.
    func tellDeskTheDay() {
        parts.desk.ask { [captures = parts.captures, clock = parts.clock] settings in
            let time = clock.read()
            return settings.day(time, utc: captures.utc(at: time))
        }
    }
}
