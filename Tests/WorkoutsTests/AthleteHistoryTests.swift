import Testing
import Workouts

/// Core §2: which configuration a workout uses. Zones cannot differ by sport or change by date without rewriting old workouts
/// (endurain #484, #487).
@Suite struct AthleteHistoryTests {
    private func day(_ number: Int64) -> Timestamp { Timestamp(secondsSince1970: number * 86_400) }

    private func watts(_ boundaries: [Double]) throws -> ZoneConfiguration {
        try ZoneConfiguration(.power, boundaries: boundaries)
    }

    @Test func aFigureIsInForceFromItsMomentOn() throws {
        var history = AthleteHistory()
        try history.record(.figure(.functionalThresholdPower, 260), from: day(200))
        try history.record(.figure(.functionalThresholdPower, 250), from: day(100))
        try history.record(.figure(.functionalThresholdPower, nil), from: day(300))
        func threshold(_ moment: Timestamp) -> Double? { history.settings(at: moment).functionalThresholdPowerWatts }
        #expect(threshold(day(100) - TimeSpan(microseconds: 1)) == nil)
        #expect(threshold(day(100)) == 250)
        #expect(threshold(day(200) - TimeSpan(microseconds: 1)) == 250)
        #expect(threshold(day(200)) == 260)
        #expect(threshold(day(300)) == nil)
    }

    @Test func whatWasRecordedLastOfADateCounts() throws {
        var history = AthleteHistory()
        try history.record(.figure(.weightKilograms, 70), from: day(1))
        try history.record(.figure(.weightKilograms, 71), from: day(1))
        #expect(history.settings(at: day(1)).weightKilograms == 71)
    }

    @Test func everyFigureIsTaken() throws {
        var history = AthleteHistory()
        for (index, figure) in AthleteHistory.Figure.allCases.enumerated() {
            try history.record(.figure(figure, 100 + Double(index)), from: day(1))
        }
        try history.record(.ageYears(40), from: day(1))
        try history.record(.sex(.female), from: day(1))
        let settings = history.settings(at: day(1))
        #expect(
            [
                settings.functionalThresholdPowerWatts, settings.lactateThresholdBeatsPerMinute, settings.maximumBeatsPerMinute,
                settings.restingBeatsPerMinute, settings.criticalPowerWatts, settings.wPrimeJoules, settings.weightKilograms,
            ] == [100, 101, 102, 103, 104, 105, 106])
        #expect(settings.ageYears == 40 && settings.sex == .female)
    }

    @Test func editedZonesStandBeforeSystemZones() throws {
        var history = AthleteHistory()
        #expect(history.zones(of: .power, for: .cycling, at: day(1)) == nil)
        try history.record(.figure(.functionalThresholdPower, 250), from: day(1))
        let system = try #require(history.zones(of: .power, for: .cycling, at: day(1)))
        #expect(system.boundaries == [137.5, 187.5, 225, 262.5, 300, 375])
        #expect(system.source == .system && system.validFrom == day(1))

        try history.record(.zones(.power, nil, try watts([150, 250])), from: day(10))
        #expect(history.zones(of: .power, for: .cycling, at: day(9)) == system)
        let edited = try #require(history.zones(of: .power, for: .cycling, at: day(10)))
        #expect(edited.boundaries == [150, 250] && edited.source == .user && edited.validFrom == day(10))
        // A new threshold does not move what was edited.
        try history.record(.figure(.functionalThresholdPower, 300), from: day(20))
        #expect(history.zones(of: .power, for: .cycling, at: day(20)) == edited)
        try history.record(.zones(.power, nil, nil), from: day(30))
        let later = try #require(history.zones(of: .power, for: .cycling, at: day(30)))
        #expect(later.boundaries == [165, 225, 270, 315, 360, 450])
        #expect(later.validFrom == day(20))
    }

    /// What is only told so is of no day, and neither are zones that lean on it in part; what is dated later is dated again.
    @Test func whatIsNotDatedMakesZonesWithoutADate() throws {
        var history = AthleteHistory()
        try history.record(.figure(.maximumHeartRate, 190), from: day(1))
        try history.record(.figure(.functionalThresholdPower, 250), from: day(1))
        try history.record(.figure(.restingHeartRate, 50), from: day(10), isDated: false)
        try history.record(
            .zones(.cadence, nil, try ZoneConfiguration(.cadence, boundaries: [70, 90])), from: day(10), isDated: false)
        func from(_ quantity: Quantity, _ at: Int64) -> Timestamp? {
            history.zones(of: quantity, for: .cycling, at: day(at))?.validFrom
        }
        #expect(history.zones(of: .heartRate, for: .cycling, at: day(10))?.boundaries == [134, 148, 162, 176])
        #expect(from(.heartRate, 9) == day(1) && from(.heartRate, 10) == nil)
        #expect(history.zones(of: .cadence, for: .cycling, at: day(10)) != nil && from(.cadence, 10) == nil)
        #expect(from(.power, 10) == day(1))
        try history.record(.figure(.restingHeartRate, 48), from: day(20))
        #expect(from(.heartRate, 20) == day(20))
    }

    @Test func aSportMayHaveItsOwn() throws {
        var history = AthleteHistory()
        try history.record(.zones(.power, nil, try watts([150, 250])), from: day(1))
        try history.record(.zones(.power, .running, try watts([200, 300])), from: day(2))
        func boundaries(_ type: ActivityType, _ at: Int64) -> [Double]? {
            history.zones(of: .power, for: type, at: day(at))?.boundaries
        }
        #expect(boundaries(.running, 1) == [150, 250])
        #expect(boundaries(.running, 2) == [200, 300])
        #expect(boundaries(.cycling, 2) == [150, 250])
        try history.record(.zones(.power, .running, nil), from: day(3))
        #expect(boundaries(.running, 3) == [150, 250])
        #expect(history.settings(at: day(3)).zonesByActivity.isEmpty)
    }

    @Test func heartZonesFollowFromWhatIsKnown() throws {
        var history = AthleteHistory()
        try history.record(.ageYears(40), from: day(1))
        let byAge = try #require(history.zones(of: .heartRate, for: .cycling, at: day(1)))
        #expect(byAge.boundaries == [132, 144, 156, 168])
        #expect(byAge.estimatedInputs == ["hrmax", "rest"] && byAge.validFrom == day(1))
        try history.record(.figure(.maximumHeartRate, 190), from: day(2))
        try history.record(.figure(.restingHeartRate, 50), from: day(3))
        #expect(history.zones(of: .heartRate, for: .cycling, at: day(3))?.boundaries == [134, 148, 162, 176])
        #expect(history.zones(of: .heartRate, for: .cycling, at: day(3))?.validFrom == day(3))
        try history.record(.figure(.lactateThresholdHeartRate, 165), from: day(4))
        #expect(
            history.zones(of: .heartRate, for: .cycling, at: day(4))?.boundaries == [133.65, 148.5, 155.1, 165, 169.95, 174.9])
        #expect(history.zones(of: .heartRate, for: .trailRunning, at: day(4))?.boundaries.first == 140.25)
    }

    @Test func zonesOfAnotherQuantityAreRefused() throws {
        var history = AthleteHistory()
        #expect(throws: ZoneError.incompatibleConfigurations) {
            try history.record(.zones(.heartRate, nil, try watts([150, 250])), from: day(1))
        }
        #expect(history.entries.isEmpty)
    }

    /// What was computed stays what it was.
    @Test func aWorkoutKeepsWhatItBeganWith() throws {
        var history = AthleteHistory()
        try history.record(.figure(.functionalThresholdPower, 250), from: day(1))
        let workout = try ride(powers([(200, 60)]), end: 60, settings: history.settings(at: someClock.origin))
        try history.record(.figure(.functionalThresholdPower, 300), from: day(2))
        #expect(workout.summary.intensityFactor == .value(0.8))
        #expect(workout.zoneGroups[.power]?.configuration.inputs == ["ftp": 250])
        #expect(workout.zoneGroups[.power]?.configuration.validFrom == day(1))
    }

    /// Any order of recording gives the same answers, as long as dates differ.
    @Test(arguments: UInt64(1)...40)
    func orderOfRecordingDoesNotMatter(seed: UInt64) throws {
        var random = SeededGenerator(state: seed)
        let facts = (Int64(1)...30).map { number -> (AthleteHistory.Fact, Timestamp) in
            let figure = AthleteHistory.Figure.allCases[Int.random(in: 0..<7, using: &random)]
            let value = Int.random(in: 0..<4, using: &random) > 0 ? Double.random(in: 60...300, using: &random) : nil
            return (.figure(figure, value), day(number))
        }
        var ordered = AthleteHistory()
        for (fact, date) in facts { try ordered.record(fact, from: date) }
        var shuffled = AthleteHistory()
        for (fact, date) in facts.shuffled(using: &random) { try shuffled.record(fact, from: date) }
        #expect(ordered == shuffled)
        for number in Int64(0)...31 { #expect(ordered.settings(at: day(number)) == shuffled.settings(at: day(number))) }
    }
}
