extension ZoneConfiguration {
    /// Heart-rate zones of somebody who set none: `karvonen5`, the maximum 208 − 0.7 × age unless known, the resting rate
    /// 60 bpm unless known, both then marked as estimated; `nil` without maximum and age.
    public static func systemHeartRate(for settings: WorkoutSettings) -> ZoneConfiguration? {
        guard let maximum = settings.maximumBeatsPerMinute ?? settings.ageYears.map({ 208 - 0.7 * Double($0) }) else {
            return nil
        }
        var estimated: [String] = []
        if settings.maximumBeatsPerMinute == nil { estimated.append("hrmax") }
        if settings.restingBeatsPerMinute == nil { estimated.append("rest") }
        let model = ZoneModel.karvonen5(
            maximumBeatsPerMinute: maximum, restingBeatsPerMinute: settings.restingBeatsPerMinute ?? 60)
        return try? model.configuration(source: .system, estimatedInputs: estimated)
    }
}

extension WorkoutSettings {
    /// Adds zones that nobody set and that follow from figures which somebody did: of heart rate by the lactate threshold, for
    /// running by its form for that, else by the maximum; of power by FTP.
    public mutating func addSystemZones() {
        if zones[.heartRate] == nil {
            let threshold = lactateThresholdBeatsPerMinute
            zones[.heartRate] =
                threshold.flatMap { try? ZoneModel.friel7Bike(thresholdBeatsPerMinute: $0).configuration(source: .system) }
                ?? ZoneConfiguration.systemHeartRate(for: self)
            setRunZones(
                threshold.flatMap { try? ZoneModel.friel7Run(thresholdBeatsPerMinute: $0).configuration(source: .system) })
        }
        if zones[.power] == nil, let threshold = functionalThresholdPowerWatts {
            zones[.power] = try? ZoneModel.coggan7(thresholdWatts: threshold).configuration(source: .system)
        }
    }

    /// Heart-rate zones for each kind of running that has none of its own.
    public mutating func setRunZones(_ zones: ZoneConfiguration?) {
        guard let zones else { return }
        for type in ActivityType.allCases where type.isRun && zonesByActivity[type]?[.heartRate] == nil {
            zonesByActivity[type, default: [:]][.heartRate] = zones
        }
    }

    /// What an activity uses for each quantity that has zones.
    public func zones(for activity: ActivityType) -> [Quantity: ZoneConfiguration] {
        zones.merging(zonesByActivity[activity] ?? [:]) { $1 }
    }
}

extension ActivityType {
    public var isRun: Bool {
        switch self {
        case .running, .treadmillRunning, .trailRunning: true
        case .cycling, .indoorCycling, .walking, .hiking, .rowing, .indoorRowing, .swimming, .crossCountrySkiing, .alpineSkiing,
            .strength, .flexibility, .transition, .other:
            false
        }
    }
}
