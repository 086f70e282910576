import Testing
import Workouts

/// Core §6.9.
@Suite struct ActiveEnergyTests {
    private func body(_ sex: WorkoutSettings.Sex?, _ kilograms: Double?, _ years: Int?) -> WorkoutSettings {
        var settings = WorkoutSettings()
        settings.sex = sex
        settings.weightKilograms = kilograms
        settings.ageYears = years
        return settings
    }

    private func hearts(_ rate: Double, _ seconds: Int) -> [WorkoutEvent] {
        (0..<seconds).map { reading(.heartRate, rate, Double($0)) }
    }

    @Test(arguments: [(WorkoutSettings.Sex.male, 75.0, 791.57), (.female, 60, 533.72)])
    func byHeartRate(sex: WorkoutSettings.Sex, kilograms: Double, kilocalories: Double) throws {
        let energy = try ride(hearts(140, 3600), end: 3600, settings: body(sex, kilograms, 35)).summary.energy.value
        #expect(isClose(energy?.kilocalories, kilocalories, within: 0.005))
        #expect(energy?.method == .heartRate && energy?.coverage == 1)
    }

    @Test func byPower() throws {
        let energy = try ride(powers([(200, 3600)]), end: 3600).summary.energy.value
        #expect(isClose(energy?.kilocalories, 717.02, within: 0.005))
        #expect(energy?.method == .power)
    }

    @Test(arguments: [
        (ActivityType.strength, 8.0), (.flexibility, 4), (.running, 12), (.hiking, 6), (.cycling, 10), (.indoorCycling, 10),
    ])
    func byTheActivityAlone(type: ActivityType, perMinute: Double) throws {
        let events: [WorkoutEvent] = [.paused(at(600), automatic: false), .resumed(at(900), automatic: false)]
        let energy = try ride(events, type: type, end: 2100).summary.energy.value
        #expect(isClose(energy?.kilocalories, 30 * perMinute, within: 1e-9))
        #expect(energy?.method == .estimate)
    }

    @Test func nobodyGaveAFigureForRowing() throws {
        #expect(try ride([], type: .rowing, end: 60).summary.energy == .unavailable(.noData))
        var template = WorkoutSettings()
        template.fallbackKilocaloriesPerMinute = 9
        #expect(try ride([], type: .rowing, end: 600, settings: template).summary.energy.value?.kilocalories == 90)
        // It stands before the activity's own.
        #expect(try ride([], type: .running, end: 600, settings: template).summary.energy.value?.kilocalories == 90)
    }

    @Test(arguments: [(WorkoutSettings.Sex?.none, Double?(75), Int?(35)), (.male, nil, 35), (.male, 75, nil)])
    func withoutWeightAgeOrSexHeartRateDoesNotApply(sex: WorkoutSettings.Sex?, kilograms: Double?, years: Int?) throws {
        let energy = try ride(hearts(140, 60), end: 60, settings: body(sex, kilograms, years)).summary.energy.value
        #expect(energy?.method == .estimate)
    }

    /// One method for the whole workout: the bike's meter does not speak for the run.
    @Test func oneMethodForAllLegs() throws {
        let legs: [WorkoutEvent] = [.activity(at(600), .transition), .activity(at(660), .running)]
        let triathlete = body(.male, 75, 35)
        let workout = try ride(powers([(200, 600)]) + hearts(140, 1200) + legs, end: 1200, settings: triathlete)
        #expect(workout.summary.energy.value?.method == .heartRate)
        #expect(workout.activities.map(\.summary.energy.value?.method) == [.heartRate, .heartRate, .heartRate])
        let both = try ride(powers([(200, 1200)]) + hearts(140, 1200) + legs, end: 1200, settings: triathlete)
        #expect(both.summary.energy.value?.method == .power)
        let estimate = try ride(legs, end: 1260)
        #expect(isClose(estimate.summary.energy.value?.kilocalories, 100 + 120, within: 1e-9))
    }

    /// When nothing speaks for every leg, the first that speaks at all does, and says for how much.
    @Test func whereNothingCoversEveryLeg() throws {
        let legs: [WorkoutEvent] = [.activity(at(600), .transition), .activity(at(660), .running)]
        let workout = try ride(powers([(200, 600)]) + legs, end: 1200)
        let energy = try #require(workout.summary.energy.value)
        #expect(energy.method == .power && energy.isLowCoverage)
        // The last power holds for a moment of the transition.
        #expect(workout.activities.map(\.summary.energy.value?.method) == [.power, .power, nil])
        let died = try ride(powers([(200, 200)]) + hearts(140, 600), end: 600, settings: body(.male, 75, 35))
        #expect(died.summary.energy.value?.method == .heartRate)
    }

    @Test func negativeCountsAsNothingAndHolesAddNothing() throws {
        // At 60 bpm the formula of this man is below zero.
        #expect(try ride(hearts(60, 60), end: 60, settings: body(.male, 60, 20)).summary.energy.value?.kilocalories == 0)
        let sparse = try ride([reading(.heartRate, 140, 0)], end: 60, settings: body(.male, 75, 35)).summary.energy.value
        #expect(isClose(sparse?.kilocalories, 791.57 / 360, within: 1e-4))
        #expect(sparse?.isLowCoverage == true)
    }

    @Test func whatAMachineStatesStandsApart() throws {
        let events: [WorkoutEvent] = [
            .amount(Amount(.energy, 30, from: at(0), to: at(60), source: meter)),
            .amount(Amount(.energy, 31, from: at(60), to: at(120), source: meter)),
        ]
        let summary = try ride(powers([(200, 120)]) + events, end: 120).summary
        #expect(isClose(summary.machineEnergyKilocalories.value, 61, within: 1e-9))
        #expect(summary.energy.value?.method == .power)
    }
}
