import Ingest
public import WireFormats
public import Workouts

/// Whose workouts they are: what files of other devices are computed with, and what stands above the settings of all.
struct ArchiveRider: Sendable {
    let athlete: AthleteHistory
    let overriding: [CaptureHeader.Setting]

    /// What a workout that begins at a moment is computed with, where its file holds no settings.
    func settings(at moment: Timestamp) -> WorkoutSettings {
        guard !overriding.isEmpty else { return athlete.settings(at: moment) }
        return athlete.overridden(by: overriding, at: moment).settings(at: moment).undated(moment)
    }
}

extension WorkoutSettings {
    /// With no date to zones that came into force at the very moment that is looked at: they stand above others, and nobody dated them.
    public func undated(_ moment: Timestamp) -> WorkoutSettings {
        func undated(_ configuration: ZoneConfiguration) -> ZoneConfiguration {
            configuration.validFrom == moment ? configuration.valid(from: nil) : configuration
        }
        var settings = self
        settings.zones = zones.mapValues(undated)
        settings.zonesByActivity = zonesByActivity.mapValues { $0.mapValues(undated) }
        return settings
    }
}

extension AthleteHistory {
    /// The same with settings above it, in force from a moment on. They are of no day: zones that they make bear no date.
    ///
    /// - Parameter settings: by the names of docs/capture-format.md; what concerns no rider, or does not fit, is passed over. Models of
    ///   zones, those in force before too, are computed with what is in force at the moment.
    public func overridden(by settings: [CaptureHeader.Setting], at moment: Timestamp) -> AthleteHistory {
        guard !settings.isEmpty else { return self }
        var ingest = IngestSettings()
        ingest.workout = self.settings(at: moment)
        for setting in settings where !setting.isZones { _ = ingest.apply(name: setting.name, value: setting.value) }
        ingest.remakeModelZones()
        for setting in settings where setting.isZones { _ = ingest.apply(name: setting.name, value: setting.value) }
        var history = self
        // Frozen, so that a model's form for running is there.
        history.record(ingest.frozen, from: moment, isDated: false)
        return history
    }
}
