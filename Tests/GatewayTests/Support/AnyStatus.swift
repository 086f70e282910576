import Dialogues
import Gateway
import TestSupport
import Transports
import Workouts

/// Statuses of every shape, in numbers with as many decimals as a line keeps.
struct AnyStatus {
    var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func status() -> GatewayStatus {
        var status = GatewayStatus()
        status.isDemo = flag()
        status.settingsFile = maybe { $0.text() }
        status.capture = capture()
        status.store = store()
        status.live = maybe { $0.live() }
        status.lastWorkout = maybe { $0.outcome() }
        status.idle = some { $0.sensor() }
        status.sources = some { $0.source() }
        status.sensors = some { $0.known() }
        status.devices = some { $0.device() }
        status.notes = some { $0.text() }
        status.rejected = Int(number(1 << 40))
        status.dropped = Int(number(10))
        status.losses = some { .init(from: $0.text(), reason: $0.text(), count: Int($0.number(1000))) }
        return status
    }

    mutating func outcome() -> WorkoutOutcome {
        var workout = Self.ride
        workout.isDemo = flag()
        var outcome = WorkoutOutcome(workout, files: some { $0.text() })
        outcome.title = maybe { $0.text() }
        outcome.activity = pick(ActivityType.allCases)
        outcome.start = maybe { Timestamp(microseconds: Int64($0.number(1 << 52))) }
        outcome.utcOffsetSeconds = maybe { Int($0.number(86_400)) - 43_200 }
        outcome.elapsed = span()
        outcome.timer = span()
        outcome.distanceMetres = maybe { $0.value() }
        outcome.averagePowerWatts = maybe { $0.value() }
        outcome.averageRevolutionsPerMinute = maybe { $0.value() }
        return outcome
    }

    private static let ride = Workout(
        id: WorkoutID(high: 1, low: 2), type: .cycling,
        clock: WallClock(origin: Timestamp(microseconds: 0), source: .system, isTrusted: true),
        start: .zero, end: .zero, activities: [], laps: [], route: Route(syncID: WorkoutID(high: 1, low: 2)),
        summary: WorkoutSummary(elapsed: .zero, timer: .zero))

    private mutating func number(_ limit: UInt64) -> UInt64 { generator.next() % limit }
    private mutating func flag() -> Bool { generator.next() % 2 == 0 }
    private mutating func pick<Element>(_ list: [Element]) -> Element { list[Int(number(UInt64(list.count)))] }
    private mutating func maybe<Value>(_ make: (inout Self) -> Value) -> Value? { flag() ? make(&self) : nil }
    private mutating func some<Value>(_ make: (inout Self) -> Value) -> [Value] { (0..<number(4)).map { _ in make(&self) } }
    /// Thousandths.
    private mutating func value() -> Double { (Double(number(1 << 30)) - 1e8) / 1000 }
    private mutating func span() -> TimeSpan { TimeSpan(microseconds: Int64(number(1 << 48))) }
    private mutating func offset() -> Offset { Offset(microseconds: Int64(number(1 << 48))) }
    private mutating func sourceID() -> SourceID { SourceID(UInt16(number(1 << 16))) }

    private mutating func text() -> String {
        pick([
            "", "My strap", "a \"quoted\" \\ name", "línea\nnueva\t\u{1B}[31m", "心拍計 💓", "ble:C0:11:22:33:44:01",
            "\u{0}\u{7F}\u{9B}",
        ])
    }

    private mutating func capture() -> GatewayStatus.CaptureState {
        switch number(3) {
        case 0: .off
        case 1: .writing(path: text())
        default: .suspended(path: text(), sentence: text(), lostRecords: Int(number(1000)))
        }
    }

    private mutating func store() -> StoreState {
        switch number(4) {
        case 0: .off
        case 1: .current(path: text())
        case 2: .storing(path: text(), captures: Int(number(1000)), total: Int(number(1000)))
        default: .waiting(path: text(), captures: Int(number(1000)), total: Int(number(1000)), sentence: text())
        }
    }

    private mutating func news() -> LiveFigures.News {
        switch number(3) {
        case 0: .none
        case 1: .current(value(), from: sourceID())
        default: .lost(since: offset())
        }
    }

    private mutating func sensor() -> LiveFigures.Sensor {
        LiveFigures.Sensor(source: sourceID(), quantity: pick(Quantity.allCases), news: news(), lastHeard: offset())
    }

    private mutating func live() -> LiveFigures {
        var live = figures()
        live.coaching = maybe { $0.coaching() }
        return live
    }

    private mutating func coaching() -> LiveFigures.Coaching {
        LiveFigures.Coaching(
            planName: text(), progress: maybe { $0.progress() }, lastCue: maybe { LiveCoach.SaidCue($0.cue(), at: $0.offset()) })
    }

    private mutating func progress() -> PlanProgress {
        PlanProgress(
            stepIndex: Int(number(40)), stepCount: 1 + Int(number(40)), step: step(), next: maybe { $0.step() }, elapsed: span(),
            remaining: extent())
    }

    private mutating func step() -> PlanStep {
        PlanStep(pick(PlanStep.Kind.allCases), extent(), target: maybe { $0.target() } ?? nil, name: maybe { $0.text() })
    }

    private mutating func extent() -> PlanStep.Extent { flag() ? .duration(span()) : .distance(metres: value()) }

    private mutating func target() -> PlanTarget? {
        let quantity = pick([Quantity.heartRate, .power, .speed])
        guard flag() else { return .range(quantity, lower: maybe { $0.value() }, upper: maybe { $0.value() }) }
        return group(quantity).map { group in
            let highest = Int(number(UInt64(group.configuration.zoneCount)))
            return .zones(Int(number(UInt64(highest + 1)))...highest, of: group.configuration)
        }
    }

    private mutating func cue() -> LiveCue {
        switch pick(LiveCue.Kind.allCases) {
        case .aboveTarget: .aboveTarget(pick(Quantity.allCases))
        case .belowTarget: .belowTarget(pick(Quantity.allCases))
        case .workAhead: .workAhead(seconds: Int(number(11)))
        case .recovered: .recovered(belowZone: Int(number(9)))
        case .stepBegins: .stepBegins(pick(PlanStep.Kind.allCases))
        case .planDone: .planDone
        }
    }

    private mutating func figures() -> LiveFigures {
        LiveFigures(
            now: offset(), state: pick([.notStarted, .running, .paused, .autoPaused, .ended]),
            activity: pick(ActivityType.allCases),
            activityIndex: Int(number(5)), elapsed: span(), timer: span(), distance: maybe { $0.distance() },
            steps: maybe { $0.value() },
            values: some { $0.liveValue() },
            lap: LiveFigures.LapFigures(
                index: Int(number(40)), start: offset(), elapsed: span(), timer: span(), distanceMetres: maybe { $0.value() }),
            sensors: some { $0.sensor() }, location: maybe { $0.location() })
    }

    private mutating func liveValue() -> LiveFigures.Value {
        let quantity = pick(Quantity.allCases)
        let group = maybe { $0.group(quantity) } ?? nil
        let zones = group?.configuration.zones
        return LiveFigures.Value(
            quantity: quantity, news: news(), zone: zones.flatMap { zones in maybe { $0.pick(zones) } }, timeInZones: group)
    }

    private mutating func group(_ quantity: Quantity) -> ZoneGroup? {
        let boundaries = (0..<2 + number(7)).map { 50.5 + Double($0) * 17.125 }
        guard let configuration = try? ZoneConfiguration(quantity, boundaries: boundaries, source: .user, modelName: "coggan7")
        else { return nil }
        return ZoneGroup(
            configuration: configuration, zoneDurations: configuration.zones.map { _ in span() }, unattributed: span(),
            maxHold: span())
    }

    private mutating func distance() -> WorkoutSummary.Distance {
        WorkoutSummary.Distance(
            metres: value(), origin: pick(SampleSource.DistanceOrigin.allCases),
            parts: some { .init(origin: $0.pick(SampleSource.DistanceOrigin.allCases), metres: $0.value()) })
    }

    private mutating func location() -> Location {
        Location(
            offset: offset(), latitude: (Double(number(180_000)) - 90_000) / 1000,
            longitude: (Double(number(360_000)) - 180_000) / 1000,
            altitudeMetres: maybe { $0.value() }, speedMetresPerSecond: maybe { Double($0.number(30_000)) / 1000 },
            courseDegrees: maybe { Double($0.number(360)) })
    }

    private mutating func source() -> SampleSource {
        var source = SampleSource(
            id: sourceID(), kind: pick([.ble, .antPlus, .gps, .demo]), identity: text(), name: maybe { $0.text() },
            priorities: flag() ? [.power: 1, .heartRate: 0] : [:],
            distanceOrigin: maybe { $0.pick(SampleSource.DistanceOrigin.allCases) })
        source.model = maybe { $0.text() }
        source.batteryPercent = maybe { Int($0.number(101)) }
        source.batteryStatus = maybe { $0.pick([.new, .critical]) }
        return source
    }

    private mutating func known() -> GatewayStatus.KnownSensor {
        var known = GatewayStatus.KnownSensor(
            sensor: text(), name: maybe { $0.text() }, kinds: Set(some { $0.pick(SensorKind.allCases) }), isPaired: flag())
        known.isChosen = flag()
        known.isLinked = flag()
        known.signalDBm = maybe { -Int($0.number(120)) }
        known.batteryPercent = maybe { Int($0.number(101)) }
        known.secondsSinceHeard = maybe { Double($0.number(100_000)) / 1000 }
        // Nothing says that a name comes only once.
        known.facts = some { (name: $0.text(), value: $0.text()) }
        return known
    }

    private mutating func device() -> DeviceStatus {
        DeviceStatus(
            device: text(), name: maybe { $0.text() }, state: pick([.searching, .connecting, .open, .lost, .fault, .removed]),
            sentence: maybe { $0.text() })
    }
}
