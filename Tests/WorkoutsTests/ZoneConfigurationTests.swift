import Testing
import Workouts

/// Core §3.
@Suite struct ZoneConfigurationTests {
    @Test(arguments: [
        (ZoneModel.percentHRmax5(maximumBeatsPerMinute: 190), [114, 133, 152, 171]),
        (.karvonen5(maximumBeatsPerMinute: 190, restingBeatsPerMinute: 50), [134, 148, 162, 176]),
        (.friel7Bike(thresholdBeatsPerMinute: 165), [133.65, 148.5, 155.1, 165, 169.95, 174.9]),
        (.friel7Run(thresholdBeatsPerMinute: 172), [146.2, 154.8, 163.4, 172, 177.16, 182.32]),
        (.coggan7(thresholdWatts: 250), [137.5, 187.5, 225, 262.5, 300, 375]),
        (.seiler3(thresholdWatts: 250), [200, 250]),
        (.seiler3Measured(firstWatts: 190, secondWatts: 255), [190, 255]),
    ])
    func publishedModels(model: ZoneModel, boundaries: [Double]) throws {
        let configuration = try model.configuration()
        #expect(configuration.boundaries == boundaries)
        #expect(configuration.zoneCount == boundaries.count + 1)
        #expect(configuration.modelName == model.name)
    }

    @Test(arguments: [
        ([114], ZoneError.tooFewZones(boundaries: 1)),
        ([], .tooFewZones(boundaries: 0)),
        ([1, 2, 3, 4, 5, 6, 7, 8, 9], .tooManyZones(boundaries: 9)),
        // The first failure wins.
        ([9, 8, .nan, 6, 5, 4, 3, 2, 1], .tooManyZones(boundaries: 9)),
        ([114, .nan], .invalidBoundary(index: 1)),
        ([.infinity, 114], .invalidBoundary(index: 0)),
        ([133, 0], .invalidBoundary(index: 1)),
        ([-1, 133], .invalidBoundary(index: 0)),
        ([133, 114], .notStrictlyIncreasing(index: 1)),
        ([114, 133, 133], .notStrictlyIncreasing(index: 2)),
    ])
    func refused(boundaries: [Double], error: ZoneError) {
        #expect(throws: error) { try ZoneConfiguration(.heartRate, boundaries: boundaries) }
    }

    @Test func threeToNineZones() throws {
        #expect(try ZoneConfiguration(.heartRate, boundaries: [100, 120]).zoneCount == 3)
        #expect(try ZoneConfiguration(.heartRate, boundaries: [1, 2, 3, 4, 5, 6, 7, 8]).zoneCount == 9)
    }

    @Test func unitsOfTheQuantityAreConverted() throws {
        let hertz = [1.9, 2.5].map { ZoneBoundary($0, .hertz) }
        #expect(try ZoneConfiguration(.heartRate, boundaries: hertz).boundaries == [114, 150])
        let kilowatts = [0.2, 0.25].map { ZoneBoundary($0, .kilowatts) }
        #expect(try ZoneConfiguration(.power, boundaries: kilowatts).boundaries == [200, 250])
        let mixed = [ZoneBoundary(200, .watts), ZoneBoundary(0.25, .kilowatts)]
        #expect(try ZoneConfiguration(.power, boundaries: mixed).boundaries == [200, 250])
    }

    @Test func unitsOfAnotherQuantityAreRefusedLast() {
        let watts = [114, 133].map { ZoneBoundary($0, .watts) }
        #expect(throws: ZoneError.incompatibleUnit(index: 0, unit: .watts, quantity: .heartRate)) {
            try ZoneConfiguration(.heartRate, boundaries: watts)
        }
        let falling = [133, 114].map { ZoneBoundary($0, .beatsPerMinute) }
        #expect(throws: ZoneError.notStrictlyIncreasing(index: 1)) { try ZoneConfiguration(.power, boundaries: falling) }
    }

    @Test(arguments: [
        (0.0, 0), (113.999, 0), (114, 1), (132.6, 1), (132.99999999, 1), (133, 2), (151.9, 2), (152, 3), (171, 4), (300, 4),
    ])
    func aBoundaryBelongsToTheHigherZone(value: Double, index: Int) throws {
        #expect(try heartZones().zoneIndex(of: value) == index)
    }

    @Test func theOuterZonesAreOpen() throws {
        let zones = try heartZones().zones
        #expect(zones.map(\.index) == [0, 1, 2, 3, 4])
        #expect(zones.map(\.minimum) == [nil, 114, 133, 152, 171])
        #expect(zones.map(\.maximum) == [114, 133, 152, 171, nil])
    }

    @Test func equalityLeavesOutWhereTheBoundariesCameFrom() throws {
        let mine = try ZoneConfiguration(.heartRate, boundaries: [114, 133, 152, 171], source: .user, modelName: "mine")
        #expect(mine == (try ZoneModel.percentHRmax5(maximumBeatsPerMinute: 190).configuration(source: .app)))
        #expect(mine != (try ZoneConfiguration(.cadence, boundaries: [114, 133, 152, 171])))
    }

    @Test func systemZonesSayWhatTheyAssume() throws {
        var settings = WorkoutSettings()
        #expect(ZoneConfiguration.systemHeartRate(for: settings) == nil)
        settings.ageYears = 40
        // 208 - 28 = 180; 60 + 120 × 0.6…0.9
        let assumed = try #require(ZoneConfiguration.systemHeartRate(for: settings))
        #expect(assumed.boundaries == [132, 144, 156, 168])
        #expect(assumed.estimatedInputs == ["hrmax", "rest"])
        #expect(assumed.source == .system)
        settings.maximumBeatsPerMinute = 190
        settings.restingBeatsPerMinute = 50
        let measured = try #require(ZoneConfiguration.systemHeartRate(for: settings))
        #expect(measured.boundaries == [134, 148, 162, 176])
        #expect(measured.estimatedInputs.isEmpty)
        settings.maximumBeatsPerMinute = 40
        #expect(ZoneConfiguration.systemHeartRate(for: settings) == nil)
    }

    @Test func groupsOfDifferentZonesAreNeverMixed() throws {
        let other = try ZoneModel.karvonen5(maximumBeatsPerMinute: 190, restingBeatsPerMinute: 50).configuration()
        func group(_ configuration: ZoneConfiguration, _ seconds: [Double]) -> ZoneGroup {
            ZoneGroup(
                configuration: configuration, zoneDurations: seconds.map(span), unattributed: span(2), maxHold: span(10))
        }
        let here = group(try heartZones(), [1, 2, 3, 4, 5])
        #expect(throws: ZoneError.incompatibleConfigurations) { try here.adding(group(other, [1, 2, 3, 4, 5])) }
        #expect(throws: ZoneError.incompatibleConfigurations) { try here.subtracting(group(other, [1, 2, 3, 4, 5])) }
        let sum = try here.adding(group(try heartZones(), [5, 4, 3, 2, 1]))
        #expect(sum.zoneDurations == Array(repeating: span(6), count: 5))
        #expect(sum.unattributed == span(4))
        // A sum is as old as the older of both.
        var old = here
        old.algorithmVersion = 0
        #expect(try here.adding(old).algorithmVersion == 0 && old.adding(here).algorithmVersion == 0)
    }

    @Test func theConfigurationIsFrozenOnceTheWorkoutBegan() throws {
        var draft = WorkoutDraft(id: someID, settings: settings([try heartZones()]), clock: someClock)
        let custom = try ZoneConfiguration(.heartRate, boundaries: [100, 120])
        try draft.setCustomZones(custom, for: .heartRate)
        #expect(draft.settings.zones[.heartRate] == custom)
        try draft.setCustomZones(nil, for: .heartRate)
        #expect(draft.settings.zones[.heartRate] == (try heartZones()))
        _ = try draft.apply(.started(.zero, .cycling))
        #expect(throws: ZoneError.collectionAlreadyStarted) { try draft.setCustomZones(custom, for: .heartRate) }
    }
}
