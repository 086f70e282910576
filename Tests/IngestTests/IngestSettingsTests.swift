import Testing
import Workouts

@testable import Ingest

struct IngestSettingsTests {
    private func problem(_ settings: inout IngestSettings, name: String, value: String) -> String? {
        settings.apply(name: name, value: value)
    }

    @Test func valuesAreTakenOver() {
        var settings = IngestSettings()
        for (name, value) in [
            ("ftp", "250"), ("lthr", "165"), ("hr-max", "190"), ("hr-rest", "50"), ("weight", "72.5"), ("age", "41"),
            ("sex", "female"), ("cp", "240"), ("w-prime", "21500"), ("kcal-per-minute", "7.5"),
            ("wheel-circumference", "2.096"), ("activity", "indoorCycling"), ("auto-pause", "on"),
        ] {
            #expect(problem(&settings, name: name, value: value) == nil)
        }
        #expect(settings.workout.functionalThresholdPowerWatts == 250)
        #expect(settings.workout.lactateThresholdBeatsPerMinute == 165)
        #expect(settings.workout.maximumBeatsPerMinute == 190)
        #expect(settings.workout.restingBeatsPerMinute == 50)
        #expect(settings.workout.weightKilograms == 72.5)
        #expect(settings.workout.ageYears == 41)
        #expect(settings.workout.sex == .female)
        #expect(settings.workout.criticalPowerWatts == 240)
        #expect(settings.workout.wPrimeJoules == 21_500)
        #expect(settings.workout.fallbackKilocaloriesPerMinute == 7.5)
        #expect(settings.wheelCircumferenceMetres == 2.096)
        #expect(settings.activity == .indoorCycling)
        #expect(settings.autoPause)
    }

    @Test(arguments: [
        ("ftp", "0"), ("ftp", "nan"), ("ftp", "1e3"), ("ftp", ""), ("wheel-circumference", "2105"), ("activity", "flying"),
        ("auto-pause", "maybe"),
        ("sex", "x"), ("age", "200"), ("cp", "29"), ("w-prime", "20"), ("kcal-per-minute", "0"), ("zones.heart-rate", "114"),
        ("zones.heart-rate", "133,114"),
        ("zones.heart-rate", "inf,400"), ("zones.shoe", "1,2,3"),
    ])
    func nonsenseIsRefusedAndTheFormerValueStays(name: String, value: String) {
        var settings = IngestSettings()
        _ = settings.apply(name: "ftp", value: "250")
        let before = settings
        #expect(problem(&settings, name: name, value: value) != nil)
        #expect(settings == before)
    }

    @Test func unknownNamesMeanNothing() {
        var settings = IngestSettings()
        #expect(problem(&settings, name: "colour", value: "red") == nil)
        #expect(settings == IngestSettings())
    }

    @Test func zonesByBoundariesAndByModel() {
        var settings = IngestSettings()
        #expect(problem(&settings, name: "zones.heart-rate", value: "114,133,152,171") == nil)
        #expect(settings.workout.zones[.heartRate]?.boundaries == [114, 133, 152, 171])
        // core.md section 3: coggan7 at FTP 250.
        _ = settings.apply(name: "ftp", value: "250")
        #expect(problem(&settings, name: "zones.power", value: "coggan7") == nil)
        #expect(settings.workout.zones[.power]?.boundaries == [137.5, 187.5, 225, 262.5, 300, 375])
        #expect(settings.workout.zones[.power]?.modelName == "coggan7")
    }

    @Test func aFrozenConfigurationIsTakenAsItStands() {
        var settings = IngestSettings()
        #expect(problem(&settings, name: "zones.heart-rate", value: "user karvonen5 134,148,162,176") == nil)
        #expect(settings.workout.zones[.heartRate]?.source == .user)
        #expect(settings.workout.zones[.heartRate]?.modelName == "karvonen5")
        #expect(settings.workout.zones[.heartRate]?.boundaries == [134, 148, 162, 176])
    }

    /// core.md section 3: friel7 at LTHR 160 begins its second zone at 81 % on the bike and at 85 % on foot, for whatever leg.
    @Test func aModelFollowsTheActivity() {
        var settings = IngestSettings()
        _ = settings.apply(name: "lthr", value: "160")
        _ = settings.apply(name: "zones.heart-rate.trailRunning", value: "120,140,160")
        #expect(problem(&settings, name: "zones.heart-rate", value: "friel7") == nil)
        func first(_ type: ActivityType) -> Double? { settings.frozen.zones(for: type)[.heartRate]?.boundaries.first }
        #expect(first(.cycling) == 129.6)
        #expect(first(.running) == 136 && first(.treadmillRunning) == 136)
        #expect(first(.trailRunning) == 120, "what was set for an activity stays")
        #expect(settings.frozen.zonesByActivity[.running]?[.heartRate]?.source == .user)
        // Boundaries hold for every activity, and end what the model said of running.
        #expect(problem(&settings, name: "zones.heart-rate", value: "110,130,150") == nil)
        #expect(first(.running) == 110)
    }

    @Test(arguments: [("zones.heart-rate", "coggan7"), ("zones.power", "karvonen5"), ("zones.speed", "friel7")])
    func aModelOfAnotherQuantityIsRefused(name: String, value: String) {
        var settings = IngestSettings()
        for (name, value) in [
            ("ftp", "250"), ("lthr", "160"), ("hr-max", "190"), ("hr-rest", "50"), ("zones.heart-rate", "110,130,150"),
        ] { _ = settings.apply(name: name, value: value) }
        let before = settings
        #expect(problem(&settings, name: name, value: value)?.contains("makes zones of") == true)
        #expect(settings == before)
    }

    @Test func zonesMayDifferByActivity() {
        var settings = IngestSettings()
        #expect(problem(&settings, name: "zones.heart-rate.running", value: "120,140,160") == nil)
        #expect(settings.workout.zones[.heartRate] == nil)
        #expect(settings.workout.zonesByActivity[.running]?[.heartRate]?.boundaries == [120, 140, 160])
    }
}
