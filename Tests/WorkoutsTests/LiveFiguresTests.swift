import Testing
import Workouts

@Suite struct LiveFiguresTests {
    private func draft() throws -> WorkoutDraft {
        var draft = WorkoutDraft(id: someID, settings: settings([try heartZones()]), clock: someClock)
        #expect(draft.live.state == .notStarted)
        for event in [
            source(strap, priorities: [.heartRate: 0]), source(meter, priorities: [.heartRate: 1]), .started(.zero, .cycling),
        ] {
            _ = try draft.apply(event)
        }
        return draft
    }

    @Test func noNewsLostAndZeroAreDifferent() throws {
        var draft = try draft()
        #expect(draft.live.news(of: .power) == .none)
        _ = try draft.apply(reading(.power, 0, 1, meter))
        #expect(draft.live.news(of: .power) == .current(0, from: meter))
        _ = draft.advance(to: at(5.9))
        #expect(draft.live.value(of: .power) == 0)
        _ = draft.advance(to: at(6))
        #expect(draft.live.news(of: .power) == .lost(since: at(6)))
        #expect(draft.live.news(of: .heartRate) == .none)
    }

    @Test func theBestSourceThatHolds() throws {
        var draft = try draft()
        _ = try draft.apply(reading(.heartRate, 120, 1, strap))
        _ = try draft.apply(reading(.heartRate, 160, 4, meter))
        #expect(draft.live.news(of: .heartRate) == .current(120, from: strap))
        #expect(draft.live.zone(of: .heartRate)?.index == 1)
        _ = draft.advance(to: at(12))
        #expect(draft.live.news(of: .heartRate) == .current(160, from: meter))
        #expect(draft.live.zone(of: .heartRate)?.index == 3)
        #expect(draft.live.sensors.map(\.news) == [.lost(since: at(11)), .current(160, from: meter)])
        _ = draft.advance(to: at(20))
        #expect(draft.live.news(of: .heartRate) == .lost(since: at(14)))
        #expect(draft.live.zone(of: .heartRate) == nil)
    }

    /// 120 bpm from second 1 on hold for 10 s, lie in the second zone and are told as they pass; the end of the hold takes nothing
    /// back.
    @Test func timeInZoneNeverShrinks() throws {
        var draft = try draft()
        _ = try draft.apply(reading(.heartRate, 120, 1, strap))
        for (moment, expected) in [(5.0, 4.0), (10.75, 9.75), (11, 10), (11.25, 10), (12, 10)] {
            _ = draft.advance(to: at(moment))
            #expect(draft.live.timeInZones(of: .heartRate)?.zoneDurations.map(\.seconds) == [0, expected, 0, 0, 0], "\(moment)")
        }
        #expect(draft.live.timeInZones(of: .power) == nil)
    }

    @Test func timesDistanceAndLaps() throws {
        var draft = try draft()
        for event in [amount(100, 0, 10), .lap(at(10), .manual), amount(50, 10, 15)] { _ = try draft.apply(event) }
        _ = try draft.apply(.paused(at(15), automatic: true))
        _ = draft.advance(to: at(20))
        var live = draft.live
        #expect(live.state == .autoPaused)
        #expect(live.elapsed == span(20) && live.timer == span(15))
        #expect(isClose(live.distance?.metres, 150, within: 1e-9))
        #expect(live.lap.index == 1 && live.lap.start == at(10) && live.lap.elapsed == span(10) && live.lap.timer == span(5))
        #expect(isClose(live.lap.distanceMetres, 50, within: 1e-9))
        _ = try draft.apply(.resumed(at(21), automatic: true))
        _ = try draft.apply(.activity(at(25), .running))
        live = draft.live
        #expect(live.state == .running && live.activity == .running && live.activityIndex == 1)
        #expect(isClose(live.lap.distanceMetres, 0, within: 1e-9))
        _ = try draft.apply(.ended(at(30)))
        #expect(draft.live.state == .ended && draft.live.timer == span(24))
    }
}
