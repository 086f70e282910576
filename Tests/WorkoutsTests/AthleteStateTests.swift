import Testing
import Workouts

/// A whole state of the settings from a moment on, in place of single facts (core §2).
@Suite struct AthleteStateTests {
    private func day(_ number: Int64) -> Timestamp { Timestamp(secondsSince1970: number * 86_400) }

    @Test func onlyWhatDiffersIsKept() throws {
        var history = AthleteHistory()
        var settings = WorkoutSettings()
        settings.functionalThresholdPowerWatts = 250
        settings.weightKilograms = 70
        settings.zones[.speed] = try ZoneConfiguration(.speed, boundaries: [5, 8])
        history.record(settings, from: AthleteHistory.always)
        #expect(history.entries.count == 3)
        settings.functionalThresholdPowerWatts = 260
        history.record(settings, from: day(100))
        #expect(history.entries.count == 4)
        #expect(history.entries.last?.fact == .figure(.functionalThresholdPower, 260))
        #expect(history.entries.last?.validFrom == day(100))
        settings.weightKilograms = nil
        settings.zones[.speed] = nil
        history.record(settings, from: day(200))
        #expect(history.entries.count == 6)
        #expect(history.settings(at: day(199)).weightKilograms == 70)
        #expect(history.settings(at: day(200)).weightKilograms == nil)
        #expect(history.settings(at: day(200)).zones[.speed] == nil)
    }

    /// What nobody dated bears no date, nor do the zones that follow from it; what follows from a dated figure bears its date.
    @Test func whatHasNoDateBearsNone() throws {
        var history = AthleteHistory()
        var settings = WorkoutSettings()
        settings.functionalThresholdPowerWatts = 250
        settings.zones[.speed] = try ZoneConfiguration(.speed, boundaries: [5, 8])
        settings.addSystemZones()
        history.record(settings, from: AthleteHistory.always)
        let first = history.settings(at: day(0))
        #expect(first.zones[.power]?.boundaries == [137.5, 187.5, 225, 262.5, 300, 375])
        #expect(first.zones[.power]?.validFrom == nil && first.zones[.speed]?.validFrom == nil)
        settings.functionalThresholdPowerWatts = 260
        history.record(settings, from: day(100))
        let second = history.settings(at: day(100))
        // Zones that follow from a figure were not taken for the athlete's own.
        #expect(second.zones[.power]?.boundaries == [143, 195, 234, 273, 312, 390])
        #expect(second.zones[.power]?.validFrom == day(100) && second.zones[.speed]?.validFrom == nil)
    }

    @Test func ofOneActivity() throws {
        var history = AthleteHistory()
        var settings = WorkoutSettings()
        settings.zonesByActivity[.rowing] = [.power: try ZoneConfiguration(.power, boundaries: [100, 200])]
        history.record(settings, from: day(1))
        settings.zonesByActivity = [:]
        history.record(settings, from: day(2))
        #expect(history.zones(of: .power, for: .rowing, at: day(1))?.boundaries == [100, 200])
        #expect(history.zones(of: .power, for: .rowing, at: day(2)) == nil)
        #expect(history.zones(of: .power, for: .cycling, at: day(1)) == nil)
    }
}
