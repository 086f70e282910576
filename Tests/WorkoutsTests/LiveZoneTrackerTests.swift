import Testing
import Workouts

/// Core §4.6 and the end of §4.7.
@Suite struct LiveZoneTrackerTests {
    private func tracker() throws -> LiveZoneTracker { LiveZoneTracker(configuration: try heartZones(), start: .zero) }

    private func line(_ update: LiveZoneUpdate) -> String {
        func zone(_ zone: Zone?) -> String { zone.map { "z\($0.index)" } ?? "-" }
        let totals = update.zoneGroup.zoneDurations.map { "\(Int($0.seconds))" }.joined(separator: " ")
        return "\(update.offset.seconds) \(update.reason) \(zone(update.previousZone)) \(zone(update.currentZone)) (\(totals))"
    }

    @Test func theExample() throws {
        var tracker = try tracker()
        var updates: [LiveZoneUpdate] = []
        for (time, value) in [(0.0, 110.0), (3, 118), (6, 119), (30, 135)] { updates += tracker.apply(value, at: at(time)) }
        updates += tracker.advance(to: at(60))
        #expect(
            updates.map(line) == [
                "0.0 entered - z0 (0 0 0 0 0)", "3.0 changed z0 z1 (3 0 0 0 0)", "16.0 signalLost z1 - (3 13 0 0 0)",
                "30.0 entered - z2 (3 13 0 0 0)", "40.0 signalLost z2 - (3 13 10 0 0)",
            ])
        #expect(updates.map(\.lastSampleOffset) == [0, 3, 6, 30, 30].map(at))
        #expect(tracker.zoneGroup.unattributed == span(34))
    }

    @Test func aSampleAtTheExpiryCarriesOn() throws {
        var tracker = try tracker()
        _ = tracker.apply(120, at: at(0))
        #expect(tracker.advance(to: at(10)).isEmpty)
        #expect(tracker.apply(121, at: at(10)).isEmpty)
        #expect(tracker.advance(to: at(20)).isEmpty)
        #expect(tracker.advance(to: at(20.000001)).map(\.offset) == [at(20)])
    }

    @Test func pauses() throws {
        var tracker = try tracker()
        var updates = tracker.apply(120, at: at(0))
        updates += tracker.pause(at: at(10))  // just when the hold ends
        updates += tracker.apply(160, at: at(12))
        updates += tracker.pause(at: at(13))
        updates += tracker.resume(at: at(20))
        updates += tracker.advance(to: at(25))
        updates += tracker.apply(121, at: at(26))
        updates += tracker.advance(to: at(40))
        updates += tracker.pause(at: at(41))  // nothing current
        #expect(
            updates.map(line) == [
                "0.0 entered - z1 (0 0 0 0 0)", "10.0 paused z1 - (0 10 0 0 0)", "26.0 entered - z1 (0 10 0 0 0)",
                "36.0 signalLost z1 - (0 20 0 0 0)",
            ])
        #expect(tracker.zoneGroup.unattributed == span(11))
    }

    /// It takes nothing from the timer, so nothing from what holds; the batch knows no such pause either.
    @Test func aPauseWithoutALengthIsNone() throws {
        var tracker = try tracker()
        var updates = tracker.apply(120, at: at(0))
        updates += tracker.pause(at: at(4))
        updates += tracker.resume(at: at(4))
        updates += tracker.apply(140, at: at(8))
        #expect(
            updates.map(line) == [
                "0.0 entered - z1 (0 0 0 0 0)", "4.0 paused z1 - (0 4 0 0 0)", "4.0 entered - z1 (0 4 0 0 0)",
                "8.0 changed z1 z2 (0 8 0 0 0)",
            ])
        #expect(tracker.zoneGroup.unattributed == .zero)
    }

    @Test func aLateSampleIsPutInItsPlace() throws {
        var tracker = try tracker()
        _ = tracker.apply(120, at: at(0))
        _ = tracker.apply(121, at: at(9))
        #expect(tracker.apply(160, at: at(4)).isEmpty)  // the current zone stays
        #expect(tracker.zoneGroup.zoneDurations == [0, 4, 0, 5, 0].map(span))
        _ = tracker.advance(to: at(25))
        let late = tracker.apply(140, at: at(18))
        #expect(late.map(line) == ["25.0 entered - z2 (0 13 7 5 0)"])
        // Two at one moment: the last stays.
        #expect(tracker.apply(100, at: at(18)).map(line) == ["25.0 changed z2 z0 (7 13 0 5 0)"])
    }

    @Test func anotherSourceTakesOver() throws {
        var tracker = LiveZoneTracker(configuration: try heartZones(), start: .zero, sources: [strap, meter])
        var updates = tracker.apply(120, at: at(0), from: strap)
        updates += tracker.apply(160, at: at(5), from: meter)
        updates += tracker.advance(to: at(30))
        #expect(
            updates.map(line) == [
                "0.0 entered - z1 (0 0 0 0 0)", "10.0 changed z1 z3 (0 10 0 0 0)", "15.0 signalLost z3 - (0 10 0 5 0)",
            ])
        #expect(tracker.rank([meter, strap]).isEmpty)
        #expect(tracker.zoneGroup.zoneDurations == [0, 5, 0, 10, 0].map(span))
    }

    @Test func aNewOrderOfSourcesIsToldWhenItChangesTheZone() throws {
        var tracker = LiveZoneTracker(configuration: try heartZones(), start: .zero, sources: [strap, meter])
        _ = tracker.apply(120, at: at(0), from: strap)
        _ = tracker.apply(160, at: at(5), from: meter)
        #expect(tracker.rank([meter, strap]).map(line) == ["5.0 changed z1 z3 (0 5 0 0 0)"])
    }

    @Test func aLegWithOtherZonesBeginsWithWhatStillHolds() throws {
        var zones = settings([try heartZones()])
        zones.zonesByActivity[.running] = [.heartRate: try ZoneConfiguration(.heartRate, boundaries: [100, 125])]
        var draft = WorkoutDraft(id: someID, settings: zones, clock: someClock)
        var updates: [LiveZoneUpdate] = []
        for event in [.started(.zero, .cycling), reading(.heartRate, 130, 4), .activity(at(6), .transition)] {
            updates += try draft.apply(event)
        }
        #expect(updates.map(line) == ["4.0 entered - z1 (0 0 0 0 0)"])
        updates = try draft.apply(.activity(at(10), .running))
        #expect(updates.map(line) == ["10.0 entered - z2 (0 0 0)"])
        #expect(draft.advance(to: at(15)).map(line) == ["14.0 signalLost z2 - (0 0 4)"])
    }
}
