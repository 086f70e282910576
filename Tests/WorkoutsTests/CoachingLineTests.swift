import Testing
import Workouts

/// Core §9: which line is said, and what it says. Boundaries 114, 133, 152, 171.
@Suite struct CoachingLineTests {
    private func line(_ events: [WorkoutEvent], end: Double, _ steps: [PlanStep]? = nil) throws -> CoachingLine? {
        var workout = try ride(events, end: end, following: steps ?? [])
        if steps == nil { workout.plan = nil }
        return workout.coachingRemark()?.line
    }

    @Test func easyByPlan() throws {
        let steps = [step(.steady, 600, try zones(0...1))]
        #expect(
            try line(hearts([(120, 500), (140, 100)]), end: 600, steps) == .easy(percent: 83, belowZone: 2, activity: .cycling))
        #expect(
            try line(hearts([(120, 1512), (140, 288)]), end: 1800, steps) == .easy(percent: 84, belowZone: 2, activity: .cycling))
        #expect(
            try line(hearts([(120, 1799), (140, 1)]), end: 1800, steps) == .easy(percent: 99, belowZone: 2, activity: .cycling))
    }

    @Test func tempoByPlan() throws {
        let steps = [step(.warmUp, 300), step(.work, 1289, try zones(2...3))]
        #expect(
            try line(hearts([(120, 300), (140, 1000), (160, 289)]), end: 1589, steps) == .tempo(minutes: 21, zones: 2...3))
    }

    @Test func withoutPlanTheTimeInZonesDecides() throws {
        #expect(try line(hearts([(120, 300), (140, 300)]), end: 600) == .easy(percent: 50, belowZone: 2, activity: .cycling))
        #expect(try line(hearts([(120, 299), (140, 301)]), end: 600) == .tempo(minutes: 5, zones: 2...4))
        #expect(try line(hearts([(100, 480), (140, 120)]), end: 600) == .recovery(.most, spikes: 1, activity: .cycling))
        #expect(try line(hearts([(100, 479), (120, 121)]), end: 600) == .easy(percent: 100, belowZone: 2, activity: .cycling))
    }

    @Test func threeZonesHaveOneEasyOne() throws {
        let zones = try ZoneConfiguration(.heartRate, boundaries: [130, 160])
        let workout = try ride(hearts([(120, 400), (140, 200)]), end: 600, settings: settings([zones]))
        #expect(workout.coachingRemark()?.line == .easy(percent: 67, belowZone: 1, activity: .cycling))
    }

    @Test func tooLittleCoverageSaysNothing() throws {
        #expect(try line(hearts([(120, 100)]), end: 300) == nil)
        #expect(try line(hearts([(120, 100)]), end: 300, [step(.steady, 300, try zones(0...1))]) == nil)
        #expect(try line([], end: 300) == nil)
    }

    /// The plan's own configuration counts, and it is named when the athlete prefers another.
    @Test func theConfigurationIsNamed() throws {
        let other = try ZoneConfiguration(.heartRate, boundaries: [125, 150])
        let steps = [step(.steady, 600, .zones(0...0, of: other))]
        let events = hearts([(120, 500), (140, 100)])
        let workout = try ride(events, end: 600, following: steps)
        let remark = try #require(workout.coachingRemark())
        #expect(remark.line == .easy(percent: 83, belowZone: 1, activity: .cycling))
        #expect(remark.configuration == other)
        #expect(!remark.isPreferredConfiguration)
        #expect(workout.coachingRemark(preferred: [.heartRate: other])?.isPreferredConfiguration == true)
        let own = try ride(events, end: 600, following: [step(.steady, 600, try zones(0...1))])
        #expect(own.coachingRemark()?.isPreferredConfiguration == true)
    }

    @Test func aPlanOfRangesLeavesTheLineToTheZones() throws {
        let steps = [step(.steady, 600, .range(.heartRate, lower: nil, upper: 130))]
        #expect(
            try line(hearts([(120, 500), (140, 100)]), end: 600, steps) == .easy(percent: 83, belowZone: 2, activity: .cycling))
    }
}

/// "{share} stayed in Zone 1, with {k} short spikes".
@Suite struct RecoveryLineTests {
    private func line(_ runs: [(Double, Int)], _ extra: [WorkoutEvent] = []) throws -> CoachingLine? {
        let end = Double(runs.reduce(0) { $0 + $1.1 })
        return try ride(hearts(runs) + extra, end: end, following: [step(.recovery, end)]).coachingRemark()?.line
    }

    @Test func shares() throws {
        #expect(try line([(100, 600)]) == .recovery(.all, spikes: 0, activity: .cycling))
        #expect(try line([(100, 599), (140, 1)]) == .recovery(.most, spikes: 0, activity: .cycling))
        #expect(try line([(100, 300), (140, 300)]) == .recovery(.most, spikes: 1, activity: .cycling))
        #expect(try line([(100, 299), (140, 301)]) == .recovery(.lessThanHalf, spikes: 1, activity: .cycling))
    }

    @Test func spikes() throws {
        #expect(try line([(100, 300), (140, 9), (100, 300)]) == .recovery(.most, spikes: 0, activity: .cycling))
        #expect(try line([(100, 300), (140, 10), (100, 300)]) == .recovery(.most, spikes: 1, activity: .cycling))
        // Less than 10 s apart they are one; then the one is long enough.
        #expect(
            try line([(100, 300), (140, 4), (100, 9), (140, 4), (100, 300)]) == .recovery(.most, spikes: 1, activity: .cycling))
        #expect(
            try line([(100, 300), (140, 4), (100, 10), (140, 4), (100, 300)]) == .recovery(.most, spikes: 0, activity: .cycling))
        #expect(
            try line([(100, 300), (140, 10), (100, 10), (140, 10), (100, 300)]) == .recovery(.most, spikes: 2, activity: .cycling)
        )
    }

    /// The last sample before a hole holds for 10 s, which makes a spike of it alone.
    @Test func aSpikeLastsToTheEndOfItsHold() throws {
        let events =
            hearts([(100, 60)]) + [reading(.heartRate, 140, 60)] + (75..<135).map { reading(.heartRate, 100, Double($0)) }
        let workout = try ride(events, end: 135, following: [step(.recovery, 135)])
        #expect(workout.coachingRemark()?.line == .recovery(.most, spikes: 1, activity: .cycling))
    }
}

/// "{h} of {n} hard repeats reached Zone {z}; recoveries …".
@Suite struct IntervalsLineTests {
    private let hard = 160.0  // zone 4, index 3

    private func line(_ runs: [(Double, Int)], _ steps: [PlanStep]) throws -> CoachingLine? {
        let end = Double(runs.reduce(0) { $0 + $1.1 })
        return try ride(hearts(runs), end: end, following: steps).coachingRemark()?.line
    }

    private func repeats(_ count: Int, work: Double = 90, rest: Double = 60) throws -> [PlanStep] {
        let pair = [step(.work, work, try zones(3...3)), step(.recovery, rest, try zones(0...1))]
        return Array(repeating: pair, count: count).flatMap(\.self)
    }

    /// After the 30 s of lead-in there are 60 s, of which half is enough.
    @Test func halfOfTheTimeAfterTheLeadInIsEnough() throws {
        let steps = try repeats(2)
        #expect(
            try line([(120, 60), (hard, 30), (120, 60), (120, 61), (hard, 29), (120, 60)], steps)
                == .intervals(reached: 1, planned: 2, zone: 3, recoveriesCameDown: true))
    }

    @Test func theLeadInDoesNotCount() throws {
        #expect(
            try line([(hard, 30), (120, 31), (hard, 29), (120, 60), (hard, 90), (120, 60)], try repeats(2))
                == .intervals(reached: 1, planned: 2, zone: 3, recoveriesCameDown: true))
    }

    @Test func aboveTheTargetCounts() throws {
        #expect(
            try line([(180, 90), (120, 60), (180, 90), (120, 60)], try repeats(2))
                == .intervals(reached: 2, planned: 2, zone: 3, recoveriesCameDown: true))
    }

    @Test func recoveriesComeDownWhenHalfOfThemDoForFiveSeconds() throws {
        let down = [(hard, 90), (140.0, 55), (120.0, 5)], up = [(hard, 90), (140.0, 56), (120.0, 4)]
        #expect(try line(down + up, try repeats(2)) == .intervals(reached: 2, planned: 2, zone: 3, recoveriesCameDown: true))
        #expect(
            try line(down + up + up, try repeats(3)) == .intervals(reached: 3, planned: 3, zone: 3, recoveriesCameDown: false))
    }

    @Test func withoutRecoveriesNothingIsSaidOfThem() throws {
        let steps = [step(.work, 90, try zones(3...3)), step(.recovery, 60), step(.work, 90, try zones(3...3))]
        #expect(
            try line([(hard, 90), (120, 60), (hard, 90)], steps)
                == .intervals(reached: 2, planned: 2, zone: 3, recoveriesCameDown: nil))
    }

    @Test func repeatsThatNeverCameArePlanned() throws {
        #expect(
            try line([(hard, 90), (120, 60)], try repeats(4))
                == .intervals(reached: 1, planned: 4, zone: 3, recoveriesCameDown: true))
        // Broken off after 50 s: 20 s of 60 s after the lead-in.
        #expect(
            try line([(hard, 90), (120, 60), (hard, 50)], try repeats(4))
                == .intervals(reached: 1, planned: 4, zone: 3, recoveriesCameDown: true))
    }

    @Test func powerLeadsInForFiveSeconds() throws {
        let coggan = try ZoneModel.coggan7(thresholdWatts: 250).configuration()
        let pair = [
            step(.work, 20, .zones(4...4, of: coggan)), step(.recovery, 20, .zones(0...0, of: coggan)),
        ]
        // 15 s after the lead-in: 8 s above 262.5 W are enough, 7 s are not.
        let events = powers([(100, 5), (100, 7), (300, 8), (100, 20), (300, 5), (100, 8), (300, 7), (100, 20)])
        let workout = try ride(events, end: 80, following: pair + pair, zones: [coggan])
        #expect(workout.coachingRemark()?.line == .intervals(reached: 1, planned: 2, zone: 4, recoveriesCameDown: true))
    }

    /// A heart cannot answer in 20 s, so the sentence is not made; the time in zones speaks.
    @Test func repeatsShorterThanTheLeadInSayNothing() throws {
        #expect(
            try line([(120, 20), (120, 20), (120, 20), (120, 20)], try repeats(2, work: 20, rest: 20))
                == .easy(percent: 100, belowZone: 2, activity: .cycling))
    }

    @Test func severalZonesAreMeasuredByTheLowest() throws {
        let steps = [step(.work, 90, try zones(3...3)), step(.work, 90, try zones(4...4))]
        #expect(
            try line([(hard, 180)], steps) == .intervals(reached: 2, planned: 2, zone: 3, recoveriesCameDown: nil))
    }
}

/// Gentle words for who has no zones.
@Suite struct GentleLineTests {
    private func line(_ events: [WorkoutEvent], end: Double, _ change: (inout WorkoutSettings) -> Void = { _ in }) throws
        -> CoachingRemark?
    {
        var settings = WorkoutSettings()
        change(&settings)
        return try ride(events, end: end, settings: settings).coachingRemark()
    }

    @Test func byHeartRatesAlone() throws {
        #expect(try line(hearts([(120, 301), (140, 299)]), end: 600)?.line == .mostlyEasy(activity: .cycling))
        #expect(try line(hearts([(120, 100), (140, 300), (170, 200)]), end: 600)?.line == .mostlySteady(activity: .cycling))
        #expect(try line(hearts([(140, 200), (170, 400)]), end: 600)?.line == .mostlyHard(activity: .cycling))
        #expect(try line(hearts([(140, 200), (170, 400)]), end: 600)?.configuration == nil)
    }

    @Test func byTheAthletesOwnMaximum() throws {
        // 70 % of 200 bpm are 140.
        #expect(
            try line(hearts([(139, 600)]), end: 600) { $0.maximumBeatsPerMinute = 200 }?.line == .mostlyEasy(activity: .cycling))
        #expect(
            try line(hearts([(140, 600)]), end: 600) { $0.maximumBeatsPerMinute = 200 }?.line == .mostlySteady(activity: .cycling)
        )
        // 208 − 0.7 × 60 = 166 bpm; 85 % of them are 141.1.
        #expect(try line(hearts([(142, 600)]), end: 600) { $0.ageYears = 60 }?.line == .mostlyHard(activity: .cycling))
    }

    @Test func byPowerWhereThereIsNoHeartRate() throws {
        #expect(
            try line(powers([(180, 600)]), end: 600) { $0.functionalThresholdPowerWatts = 250 }?.line
                == .mostlyEasy(activity: .cycling))
        #expect(try line(powers([(180, 600)]), end: 600) == nil)
        #expect(try line([], end: 600) == nil)
    }
}
