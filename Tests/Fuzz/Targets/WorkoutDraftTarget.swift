import Workouts

extension FuzzTarget {
    /// Any events in any order: a workout or a typed error, and the workout keeps its promises.
    static let workoutDraft = FuzzTarget("workout-draft", upTo: 1024) { bytes in
        var script = Script(bytes)
        var draft = WorkoutDraft(
            id: WorkoutID(high: 1, low: 2), settings: settings(&script),
            clock: WallClock(
                origin: Timestamp(microseconds: script.pick([1_764_489_600_000_000, 0, 1 << 58, -(1 << 58)])), source: .gps,
                isTrusted: script.flag(), utcOffsetSeconds: script.pick([nil, 0, -86_400, 50_400])))
        var events = EventScript()
        if script.byte() >= 8 { _ = try? draft.apply(.started(.zero, .cycling)) }
        for _ in 0..<3000 where !script.isAtEnd {
            _ = try? draft.apply(events.next(&script))
            let choice = script.byte()
            if choice < 16 { _ = draft.advance(to: events.offset(&script)) }
            if choice < 8 { _ = draft.live }
        }
        _ = try? draft.apply(.ended(max(draft.now, .zero)))
        if let workout = try? draft.finished() { WorkoutPromises(workout: workout).check() }
    }

    private static func settings(_ script: inout Script) -> WorkoutSettings {
        var settings = WorkoutSettings()
        settings.functionalThresholdPowerWatts = script.flag() ? script.value() : nil
        settings.maximumBeatsPerMinute = script.flag() ? script.value() : nil
        settings.weightKilograms = script.flag() ? script.value() : nil
        for _ in 0..<script.below(4) {
            let quantity = script.pick(Quantity.allCases)
            let boundaries = (0..<script.below(10)).map { _ in script.value() }
            guard let zones = try? ZoneConfiguration(quantity, boundaries: boundaries) else { continue }
            if script.flag() {
                settings.zones[quantity] = zones
            } else {
                settings.zonesByActivity[script.pick(ActivityType.allCases), default: [:]][quantity] = zones
            }
        }
        return settings
    }
}

/// Events near each other in time, mostly; some far off, some before all others.
private struct EventScript {
    private var now: Int64 = 0

    mutating func offset(_ script: inout Script) -> Offset {
        let choice = script.byte()
        switch choice {
        case 0..<120: now += Int64(choice) * 20_000
        case 120..<200: now += 1_000_000
        case 200..<220: return Offset(microseconds: now - Int64(script.byte()) * 1_000_000)
        case 220..<235: return Offset(microseconds: now + Int64(script.byte()) * 1_000_000)
        case 235..<240: now += Int64(script.byte() & 0x0F) * 60_000_000
        // Seldom, since a day takes long to fold.
        case 240..<243: now += script.byte() == 0 ? 86_400_000_000 : 0
        case 243:
            return Offset(microseconds: script.pick([.min, .max, -1, 1 << 50, -(1 << 50), (1 << 50) + 1, 31 * 86_400_000_000]))
        default: break
        }
        return Offset(microseconds: now)
    }

    mutating func next(_ script: inout Script) -> WorkoutEvent {
        switch script.byte() & 0x3F {
        case 0: return .activity(offset(&script), script.pick(ActivityType.allCases))
        case 1: return .lap(offset(&script), script.pick([.manual, .time, .distance, .sessionEnd, .activityChange]))
        case 2, 3: return .paused(offset(&script), automatic: script.flag())
        case 4, 5: return .resumed(offset(&script), automatic: script.flag())
        case 6, 7: return .source(source(&script))
        case 8, 9:
            let ticks = (0..<script.below(6)).map { _ in script.word() }
            return .beats(
                Beats(source: id(&script), offset: offset(&script), rrTicks: ticks, missed: script.pick([0, 1, 255, .max])))
        case 10: return .marker(offset(&script), script.pick([.marker, .fault, .sensorLost]), note: script.text())
        case 11: return script.byte() < 8 ? .ended(offset(&script)) : .lap(offset(&script), .manual)
        case 12: return .started(offset(&script), script.pick(ActivityType.allCases))
        case 13..<26:
            let start = offset(&script)
            let end = offset(&script)
            return .amount(Amount(script.pick(Quantity.allCases), script.value(), from: start, to: end, source: id(&script)))
        case 26..<40: return .location(location(&script))
        default: return .reading(Reading(script.pick(Quantity.allCases), script.value(), at: offset(&script), from: id(&script)))
        }
    }

    private func id(_ script: inout Script) -> SourceID { SourceID(script.pick([0, 1, 2, 3, .max])) }

    private func source(_ script: inout Script) -> SampleSource {
        var source = SampleSource(
            id: id(&script), kind: script.pick([.ble, .antPlus, .gps, .barometer, .imported, .manual, .demo]),
            identity: script.text(),
            name: script.flag() ? script.text() : nil,
            priorities: [script.pick(Quantity.allCases): script.pick([0, 1, .max, .min])],
            distanceOrigin: script.pick([nil] + SampleSource.DistanceOrigin.allCases))
        source.batteryPercent = script.flag() ? script.pick([0, 100, -1, .max]) : nil
        source.serialNumber = script.flag() ? script.text() : nil
        source.manufacturer = script.flag() ? script.text() : nil
        return source
    }

    private mutating func location(_ script: inout Script) -> Location {
        let offset = offset(&script)
        guard script.byte() >= 24 else {
            return Location(
                offset: offset, latitude: script.value(), longitude: script.value(), altitudeMetres: script.value(),
                speedMetresPerSecond: script.value(),
                courseDegrees: script.value(), horizontalAccuracyMetres: script.value(), verticalAccuracyMetres: script.value())
        }
        // A few metres from the one before.
        return Location(
            offset: offset, latitude: 48 + Double(script.byte()) / 1e4, longitude: 11 + Double(script.byte()) / 1e4,
            altitudeMetres: script.flag() ? Double(script.byte()) : nil,
            speedMetresPerSecond: script.flag() ? Double(script.byte()) / 8 : nil)
    }
}
