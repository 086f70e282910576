import Testing

@testable import Workouts

/// Zones as a workout of several legs goes on: the totals of the leg under way are those that a batch over it gives.
@Suite struct LiveLegZonesTests {
    /// Three straps, legs with other zones, pauses, ranks that change; all at half seconds, so that much falls on one moment.
    private struct Story {
        var end: Double
        var zones: WorkoutSettings
        /// In the order in which they are told.
        var events: [(seconds: Double, event: WorkoutEvent)] = []

        init(_ random: inout SeededGenerator) throws {
            func half(_ range: ClosedRange<Int>) -> Double { Double(Int.random(in: range, using: &random)) / 2 }
            end = half(1...120)
            zones = settings([try heartZones()])
            zones.zonesByActivity[.running] = [.heartRate: try ZoneConfiguration(.heartRate, boundaries: [100, 125, 140])]
            if Bool.random(using: &random) {
                zones.zonesByActivity[.transition] = [.heartRate: try ZoneConfiguration(.heartRate, boundaries: [110, 120])]
            }
            let delays: [Double] = Bool.random(using: &random) ? [0] : [0, 0, 0, 0.5, 5, 20, 40]
            for strap in [strap, meter, wheel] {
                var time = half(0...10)
                while time < end {
                    let rate = Double(Int.random(in: 90...180, using: &random))
                    events.append((time + (delays.randomElement(using: &random) ?? 0), reading(.heartRate, rate, time, strap)))
                    time += [0.5, 1, 1, 2, 10, 10.5, 12].randomElement(using: &random) ?? 1
                }
            }
            var time = 0.0
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                // An automatic pause is known late.
                let delay: Double = Bool.random(using: &random) ? 3 : 0
                time += half(0...30)
                events.append((time + delay, .paused(at(time), automatic: delay > 0)))
                time += half(0...20)
                events.append((time + delay, .resumed(at(time), automatic: delay > 0)))
            }
            time = 0
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                time += half(0...30)
                let type = [ActivityType.cycling, .running, .transition].randomElement(using: &random) ?? .running
                events.append((time, .activity(at(time), type)))
            }
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                let strap = [strap, meter, wheel].randomElement(using: &random) ?? strap
                events.append(
                    (half(0...120), source(strap, priorities: [.heartRate: Int.random(in: 0...3, using: &random)])))
            }
            let end = end
            events = events.enumerated().filter { $1.seconds < end }
                .sorted { ($0.element.seconds, $0.offset) < ($1.element.seconds, $1.offset) }.map(\.element)
        }
    }

    @Test(arguments: UInt64(1)...40)
    func liveTotalsAreBatchTotals(seed: UInt64) throws {
        var random = SeededGenerator(state: seed)
        for _ in 0..<50 {
            let story = try Story(&random)
            var draft = WorkoutDraft(id: someID, settings: story.zones, clock: someClock)
            for event in [.started(.zero, .cycling), source(strap), source(meter), source(wheel)] {
                _ = try draft.apply(event)
            }
            for (seconds, event) in story.events {
                if Bool.random(using: &random) { _ = draft.advance(to: at(seconds)) }
                _ = try draft.apply(event)
            }
            _ = try draft.apply(.ended(at(story.end)))
            let workout = try draft.finished()
            for tracker in draft.trackers {
                let batch = ZoneGroup(
                    folding: workout.timeline(of: .heartRate), into: tracker.configuration, from: tracker.start,
                    to: workout.end, timer: workout.timerIntervals)
                #expect(tracker.zoneGroup == batch)
            }
            #expect(draft.trackers.count == 1)
        }
    }

    /// The strap that ranks first was put on after the swim.
    @Test func aBetterStrapThatComesLaterInALegCounts() throws {
        var zones = settings([try heartZones()])
        zones.zonesByActivity[.running] = [.heartRate: try ZoneConfiguration(.heartRate, boundaries: [100, 125])]
        var draft = WorkoutDraft(id: someID, settings: zones, clock: someClock)
        let events: [WorkoutEvent] = [
            .started(.zero, .cycling), source(strap, priorities: [.heartRate: 0]), source(meter, priorities: [.heartRate: 1]),
            reading(.heartRate, 130, 4, meter), .activity(at(5), .running), reading(.heartRate, 90, 6, strap),
            reading(.heartRate, 130, 7, meter),
        ]
        for event in events { _ = try draft.apply(event) }
        _ = draft.advance(to: at(10))
        #expect(draft.live.zone(of: .heartRate)?.index == 0)
        #expect(draft.live.timeInZones(of: .heartRate)?.zoneDurations == [4, 0, 1].map(span))
    }

    /// A sample from just before a leg holds in it, also when it arrives after the leg has begun.
    @Test func aLateSampleFromBeforeTheLegHoldsInIt() throws {
        var zones = settings([try heartZones()])
        zones.zonesByActivity[.running] = [.heartRate: try ZoneConfiguration(.heartRate, boundaries: [100, 125])]
        var draft = WorkoutDraft(id: someID, settings: zones, clock: someClock)
        let events: [WorkoutEvent] = [
            .started(.zero, .cycling), source(strap), .activity(at(5), .running), reading(.heartRate, 130, 4),
        ]
        for event in events { _ = try draft.apply(event) }
        _ = draft.advance(to: at(20))
        #expect(draft.live.timeInZones(of: .heartRate)?.zoneDurations == [0, 0, 9].map(span))
    }
}
