public import Statistics
public import WireFormats

extension GatewaySettings {
    /// Ranks that a person may give: all come before those that kinds of measurement have by themselves when below 10.
    public static let ranks = 0...99

    /// What stands in the header of a capture that begins on a local day: the engine's settings, and those that concern more than the
    /// engine.
    public func headerSettings(on day: CalendarDay) -> [CaptureHeader.Setting] {
        let strides = sensors.filter(\.countsStrides).map { CaptureHeader.Setting(name: "strides", value: $0.sensor) }
        return engine(on: day) + (activity.map { [CaptureHeader.Setting(name: "activity", value: $0)] } ?? []) + strides
    }

    /// What the engine of a running capture is to be told after a change. That a setting was taken out it cannot be told, zones aside:
    /// such a change counts from the next capture on, as does a date that has come meanwhile.
    public func engineChanges(since former: GatewaySettings, on today: CalendarDay) -> [CaptureRecord.Input] {
        let (now, before) = (headerSettings(on: today), former.headerSettings(on: today))
        let changed = now.filter { !before.contains($0) }
        let gone = before.filter { old in old.isZones && !now.contains { $0.name == old.name } }
        // A model is computed when it is told: one whose figures have changed is told again, after them.
        let models = changed.contains { !$0.isZones } ? now.filter { $0.isZones && !changed.contains($0) } : []
        let inOrder = changed.filter { !$0.isZones } + changed.filter(\.isZones) + models
        return inOrder.map { .setting(name: $0.name, value: $0.value) } + gone.map { .setting(name: $0.name, value: "none") }
    }
}
