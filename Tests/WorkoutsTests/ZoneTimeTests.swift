import Testing
import Workouts

/// Core §4.1 to §4.5 and §4.7.
@Suite struct ZoneTimeTests {
    private func group(_ events: [WorkoutEvent], end: Double) throws -> ZoneGroup {
        let workout = try ride(events, end: end, settings: settings([try heartZones()]))
        return try #require(workout.zoneGroups[.heartRate])
    }

    private func hearts(_ samples: [(Double, Double)], _ source: SourceID = strap) -> [WorkoutEvent] {
        samples.map { reading(.heartRate, $1, $0, source) }
    }

    private func expect(_ group: ZoneGroup, _ seconds: [Double], unattributed: Double) {
        #expect(group.zoneDurations == seconds.map(span))
        #expect(group.unattributed == span(unattributed))
    }

    @Test func boundariesAreHalfOpen() throws {
        expect(
            try group(hearts([(0, 120), (5, 133), (12, 151.9), (20, 152)]), end: 30), [0, 5, 15, 10, 0], unattributed: 0)
    }

    @Test func aSampleHoldsForTenSeconds() throws {
        expect(try group(hearts([(0, 140), (4, 150), (30, 160)]), end: 40), [0, 0, 14, 10, 0], unattributed: 16)
    }

    @Test func pausesStopHolds() throws {
        let events =
            hearts([(0, 140), (6, 145)]) + [.paused(at(8), automatic: false), .resumed(at(24), automatic: false)]
            + hearts([(26, 150)])
        expect(try group(events, end: 40), [0, 0, 18, 0, 0], unattributed: 6)
    }

    @Test func theSampleThatArrivedLastWins() throws {
        expect(
            try group(hearts([(0, 120), (10, 140), (5, 160), (10, 180)]), end: 18), [0, 5, 0, 5, 8], unattributed: 0)
    }

    @Test func theBetterSourceCountsAndTheOtherFillsItsHoles() throws {
        let events =
            [source(strap, priorities: [.heartRate: 0]), source(meter, priorities: [.heartRate: 1])]
            + hearts([(0, 120), (4, 122), (40, 125)])
            + hearts(stride(from: 0.0, to: 60, by: 5).map { ($0, 160) }, meter)
        expect(try group(events, end: 60), [0, 24, 0, 36, 0], unattributed: 0)
    }

    @Test func noContactAndImpossibleRatesAreDroppedAndCounted() throws {
        let workout = try ride(
            hearts([(0, 140), (3, 0), (6, 251), (7, .nan), (8, 24.9)]), end: 10, settings: settings([try heartZones()]))
        expect(try #require(workout.zoneGroups[.heartRate]), [0, 0, 10, 0, 0], unattributed: 0)
        #expect(workout.omissions.implausibleSamples == [.heartRate: 4])
        #expect(workout.series.first?.values == [140])
        #expect(workout.summary.heartRate.value?.average == 140)
    }

    @Test func zeroWattsIsAValue() throws {
        let zones = try ZoneModel.seiler3(thresholdWatts: 250).configuration()
        let events = [reading(.power, 0, 0), reading(.power, 3000, 2), reading(.power, 3001, 3)]
        let workout = try ride(events, end: 20, settings: settings([zones]))
        let group = try #require(workout.zoneGroups[.power])
        expect(group, [2, 0, 5], unattributed: 13)
        #expect(group.maxHold == span(5))
    }

    @Test func nothingIsHeldBackwards() throws {
        expect(try group(hearts([(5, 140)]), end: 8), [0, 0, 3, 0, 0], unattributed: 5)
        expect(try group([], end: 8), [0, 0, 0, 0, 0], unattributed: 8)
    }

    /// GoldenCheetah #3101: percentages that did not add up, because pauses were in the denominator.
    @Test func sharesAreOfCoveredTime() throws {
        let events =
            hearts([(0, 120), (10, 140)]) + [.paused(at(20), automatic: false), .resumed(at(1000), automatic: false)]
        let group = try group(events, end: 1010)
        #expect(group.shares == [0, 0.5, 0.5, 0, 0])
        #expect(group.covered + group.unattributed == span(30))
        #expect(group.isLowCoverage)
        #expect(try self.group([], end: 10).shares == nil)
    }

    @Test func importedSeriesHoldLonger() throws {
        // Every 12 s: three times that is 36 s, so the hole of 30 s is covered and the last sample holds to the end.
        let events = [source(strap, .imported)] + hearts([(0, 140), (12, 140), (24, 140), (36, 140), (66, 140)])
        let group = try group(events, end: 110)
        expect(group, [0, 0, 102, 0, 0], unattributed: 8)
        #expect(group.maxHold == span(36))
        // Once a minute: the limit is 60 s.
        let minutes = [source(strap, .imported)] + hearts([(0, 140), (60, 140), (120, 140)])
        #expect(try self.group(minutes, end: 200).zoneDurations[2] == span(180))
    }

    @Test func timeAboveAValue() throws {
        let workout = try ride(hearts([(0, 149), (4, 150), (9, 151), (12, 170)]), end: 16)
        #expect(workout.timeline(of: .heartRate).time(above: 150) == span(7))
        #expect(workout.timeline(of: .heartRate).time(above: 150, from: at(10), to: at(13)) == span(3))
        #expect(workout.value(of: .heartRate, at: at(4)) == 150)
        #expect(workout.value(of: .heartRate, at: at(16)) == nil)
    }

    @Test func rebucketingNeedsSamples() throws {
        let zones = settings([try heartZones()])
        let one = try ride(hearts([(0, 120), (5, 160)]), end: 12, settings: zones)
        let none = try ride([], end: 12, settings: zones)
        let coarse = try ZoneConfiguration(.heartRate, boundaries: [100, 150])
        let rebucketing = Rebucketing(of: [one, none], into: coarse)
        #expect(rebucketing.withoutSamples == 1)
        #expect(rebucketing.groups.map(\.group.zoneDurations) == [[.zero, span(5), span(7)]])
        #expect(one.zoneGroups[.heartRate]?.configuration == (try heartZones()))
        #expect(rebucketing.configuration == coarse)
        let twice = Rebucketing(of: [one, none, one], into: coarse)
        #expect(twice.total.zoneDurations == [.zero, span(10), span(14)] && twice.withoutSamples == 1)
        #expect(Rebucketing(of: [none], into: coarse).total == ZoneGroup(nothingIn: coarse))
    }

    /// Core §5: what a stored number must say of itself.
    @Test func aGroupSaysWhatItWasComputedBy() throws {
        let group = try group(hearts([(0, 140)]), end: 10)
        #expect(group.algorithmVersion == Workout.algorithmVersion)
        #expect(group.configuration.quantity == .heartRate && group.configuration.source == .user)
        #expect(group.configuration.zoneCount == 5 && group.maxHold == span(10))
    }

    @Test func legsUseTheirOwnZonesAndASampleHoldsOnInTheNextLeg() throws {
        var zones = settings([try heartZones()])
        let running = try ZoneConfiguration(.heartRate, boundaries: [100, 125])
        zones.zonesByActivity[.running] = [.heartRate: running]
        let workout = try ride(
            hearts([(0, 120), (8, 130), (15, 140)]) + [.activity(at(10), .running)], end: 20, settings: zones)
        let legs = workout.activities.map { $0.zoneGroups[.heartRate] }
        #expect(legs[0]?.zoneDurations == [0, 10, 0, 0, 0].map(span))
        #expect(legs[1]?.zoneDurations == [0, 0, 10].map(span))
        #expect(workout.zoneGroups[.heartRate]?.zoneDurations == [0, 15, 5, 0, 0].map(span))
        #expect(workout.laps.map { $0.zoneGroups[.heartRate]?.configuration } == [try heartZones(), running])
    }
}
