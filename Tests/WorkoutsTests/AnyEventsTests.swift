import Testing
import Workouts

/// Whatever comes, in whatever order: a value or a typed error, and figures that keep their promises.
@Suite struct AnyEventsTests {
    private struct Chaos {
        var random: SeededGenerator

        mutating func offset() -> Offset {
            switch Int.random(in: 0..<40, using: &random) {
            case 0: Offset(microseconds: [.min, .max, -1, 1 << 50, -(1 << 50)].randomElement(using: &random) ?? 0)
            case 1..<10: at(Double(Int.random(in: -5...600, using: &random)))
            default: at(Double.random(in: 0...500, using: &random))
            }
        }

        mutating func value() -> Double {
            switch Int.random(in: 0..<20, using: &random) {
            case 0: [.nan, .infinity, -.infinity, -1, 1e300, .leastNonzeroMagnitude, -0.0].randomElement(using: &random) ?? 0
            case 1: 0
            default: Double.random(in: 0...260, using: &random)
            }
        }

        mutating func source() -> SourceID { SourceID(UInt16.random(in: 0...3, using: &random)) }
        mutating func quantity() -> Quantity { Quantity.allCases.randomElement(using: &random) ?? .power }

        mutating func event() -> WorkoutEvent {
            switch Int.random(in: 0..<60, using: &random) {
            case 0: .activity(offset(), ActivityType.allCases.randomElement(using: &random) ?? .other)
            case 1: .lap(offset(), .manual)
            case 2: .paused(offset(), automatic: Bool.random(using: &random))
            case 3, 4: .resumed(offset(), automatic: Bool.random(using: &random))
            case 5:
                .source(
                    SampleSource(
                        id: source(), kind: [.ble, .gps, .imported, .barometer].randomElement(using: &random) ?? .ble,
                        identity: "\(value())", priorities: [quantity(): Int.random(in: 0...2, using: &random)],
                        distanceOrigin: SampleSource.DistanceOrigin.allCases.randomElement(using: &random)))
            case 6: .beats(Beats(source: source(), offset: offset(), rrTicks: [1, 0xFFFF]))
            case 7: .marker(offset(), .marker, note: "")
            case 8..<20: .amount(Amount(quantity(), value(), from: offset(), to: offset(), source: source()))
            case 20..<35: .location(location())
            default: .reading(Reading(quantity(), value(), at: offset(), from: source()))
            }
        }

        mutating func location() -> Location {
            var location = Location(
                offset: offset(), latitude: value() / 3, longitude: value() / 2, altitudeMetres: value(),
                speedMetresPerSecond: value())
            location.horizontalAccuracyMetres = Bool.random(using: &random) ? value() : nil
            return location
        }
    }

    @Test(arguments: UInt64(1)...40)
    func nothingTraps(seed: UInt64) throws {
        var chaos = Chaos(random: SeededGenerator(state: seed))
        var zones = settings([try heartZones(), try ZoneModel.coggan7(thresholdWatts: 250).configuration()], ftp: chaos.value())
        zones.zonesByActivity[.running] = [.heartRate: try ZoneConfiguration(.heartRate, boundaries: [100, 120])]
        var draft = WorkoutDraft(id: someID, settings: zones, clock: someClock)
        _ = try? draft.apply(chaos.event())
        _ = try draft.apply(.started(.zero, .cycling))
        for _ in 0..<Int.random(in: 0...250, using: &chaos.random) {
            do {
                _ = try draft.apply(chaos.event())
            } catch {
                guard case .implausibleOffset = error else { throw error }
            }
            if Int.random(in: 0..<10, using: &chaos.random) == 0 { _ = draft.advance(to: chaos.offset()) }
            if Int.random(in: 0..<30, using: &chaos.random) == 0 { _ = draft.live }
        }
        let end = at(Double.random(in: 0...600, using: &chaos.random))
        _ = try draft.apply(.ended(end))
        let workout = try draft.finished()
        expectPromises(of: workout)
    }

    /// What is over is folded without live figures, and comes to the same.
    @Test(arguments: UInt64(100)...140)
    func nobodyNeedsToHaveLooked(seed: UInt64) throws {
        var chaos = Chaos(random: SeededGenerator(state: seed))
        let zones = settings([try heartZones(), try ZoneModel.coggan7(thresholdWatts: 250).configuration()], ftp: 250)
        var live = WorkoutDraft(id: someID, settings: zones, clock: someClock)
        var past = WorkoutDraft(id: someID, settings: zones, clock: someClock, isLive: false)
        let events =
            [.started(.zero, .cycling)] + (0..<Int.random(in: 0...300, using: &chaos.random)).map { _ in chaos.event() }
            + [.ended(at(Double.random(in: 0...600, using: &chaos.random)))]
        for event in events {
            let wasTaken = (try? live.apply(event)) != nil
            let updates = try? past.apply(event)
            #expect((updates != nil) == wasTaken && updates?.isEmpty ?? true)
        }
        let (seen, unseen) = (try live.finished(), try past.finished())
        #expect(seen == unseen)
    }

    private func expectPromises(of workout: Workout) {
        let scopes =
            [(workout.zoneGroups, workout.summary)] + workout.activities.map { ($0.zoneGroups, $0.summary) }
            + workout.laps.map { ($0.zoneGroups, $0.summary) }
        for (groups, summary) in scopes {
            for group in groups.values {
                #expect(group.covered + group.unattributed == summary.timer && group.unattributed >= .zero)
            }
            #expect(summary.timer <= summary.elapsed && summary.timer >= .zero)
            #expect((summary.moving.value ?? .zero) <= summary.timer)
            let figures = [
                summary.distance.value?.metres, summary.averageSpeedMetresPerSecond.value,
                summary.movingSpeedMetresPerSecond.value, summary.maximumSpeedMetresPerSecond.value,
                summary.heartRate.value?.average, summary.power.value?.average, summary.altitude.value?.average,
                summary.normalizedPowerWatts.value, summary.intensityFactor.value, summary.variabilityIndex.value,
                summary.trainingStressScore.value, summary.efficiencyFactor.value, summary.workKilojoules.value,
                summary.ascentMetres.value,
                summary.steps.value,
            ]
            #expect(figures.allSatisfy { $0?.isFinite ?? true })
            for statistics in [summary.heartRate, summary.power, summary.cadence, summary.altitude].compactMap(\.value) {
                #expect(0...1 ~= statistics.coverage && statistics.minimum <= statistics.maximum)
            }
        }
        #expect(workout.activities.first?.start == workout.start && workout.activities.last?.end == workout.end)
        for locations in [workout.route.locations] {
            #expect(zip(locations, locations.dropFirst()).allSatisfy { $0.offset < $1.offset })
        }
        for splits in [workout.kilometreSplits, workout.mileSplits] where !splits.isEmpty {
            #expect(splits.reduce(TimeSpan.zero) { $0 + $1.timer } == workout.summary.timer)
            #expect(splits.allSatisfy { $0.start <= $0.end && $0.distanceMetres >= 0 })
        }
    }
}
