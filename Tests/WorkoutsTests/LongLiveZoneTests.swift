import Testing

@testable import Workouts

/// A workout so long that the tracker has packed what is old.
@Suite struct LongLiveZoneTests {
    /// A hundred minutes at 1 Hz from two straps, some samples held back and then sent late, the ranking turned round on the way.
    @Test(arguments: UInt64(1)...2)
    func lateSamplesAndAnotherRankingCountAsInABatch(seed: UInt64) throws {
        var random = SeededGenerator(state: seed)
        let zones = settings([try heartZones()])
        var draft = WorkoutDraft(id: someID, settings: zones, clock: someClock)
        _ = try draft.apply(.started(.zero, .cycling))
        _ = try draft.apply(source(strap, priorities: [.heartRate: 0]))
        _ = try draft.apply(source(meter, priorities: [.heartRate: 1]))
        var late: [WorkoutEvent] = []
        for second in 0..<6000 {
            for strap in [strap, meter] where Int.random(in: 0..<30, using: &random) > 0 {
                let event = reading(.heartRate, Double.random(in: 90...190, using: &random), Double(second), strap)
                if Int.random(in: 0..<1500, using: &random) == 0 { late.append(event) } else { _ = try draft.apply(event) }
            }
            if second % 2600 == 2599 {
                _ = try draft.apply(source(meter, priorities: [.heartRate: second < 3000 ? -1 : 1]))
                for event in late.shuffled(using: &random) { _ = try draft.apply(event) }
                late = []
            }
            if second == 3000 { _ = try draft.apply(.paused(at(3000), automatic: false)) }
            if second == 3100 { _ = try draft.apply(.resumed(at(3100), automatic: false)) }
        }
        _ = try draft.apply(.ended(at(6000)))
        #expect(draft.live.timeInZones(of: .heartRate) == (try draft.finished()).zoneGroups[.heartRate])
    }
}
