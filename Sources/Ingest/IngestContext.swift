import WireFormats
import Workouts

/// What links speak to: turns what they found into readings of known sources, through the gates, into the session.
struct IngestContext {
    var settings: IngestSettings
    var sources = SourceTable()
    var session = WorkoutSession()
    var report = IngestReport()
    var clock: WallClock
    /// Collected for the record at hand.
    var outputs: [IngestOutput] = []
    private var gate = PlausibilityGate()
    private var idle = IdleGate()
    private var pairing = Pairing()
    private var receivers = ReceiverChoice()
    private var carried = CarriedAmounts()
    private(set) var idleReadings = IdleReadings()
    /// One for each receiver: what two say by turns proves nothing.
    private var estimators: [SourceID: ClockEstimator] = [:]
    private let origin: ClockEstimator.Origin

    /// - Parameter isForeign: whether other programs recorded it: a receiver's date then stands, however old.
    init(settings: IngestSettings, clock: WallClock, isForeign: Bool) {
        self.settings = settings
        self.clock = clock
        origin = isForeign ? .log : .live
    }

    // MARK: Sources

    /// The source of this identity; `nil` when there are too many.
    mutating func source(_ identity: String, kind: SampleSource.Kind, name: String?, at offset: Offset) -> SourceID? {
        guard let (id, isNew) = sources.source(identity, kind: kind, name: name, at: offset) else { return nil }
        if isNew {
            session.source(sources[id], &outputs)
        } else if sources.heard(id, at: offset) {
            back(id, at: offset)
        }
        return id
    }

    mutating func heard(_ id: SourceID, at offset: Offset) {
        if sources.heard(id, at: offset) { back(id, at: offset) }
    }

    private mutating func back(_ id: SourceID, at offset: Offset) {
        outputs.append(.notice(.sensorBack(id)))
        session.marker(.sensorBack, note: sources[id].identity, at: offset, &outputs)
    }

    mutating func lost(_ id: SourceID, at offset: Offset) {
        guard sources.lose(id) else { return }
        outputs.append(.notice(.sensorLost(id)))
        session.marker(.sensorLost, note: sources[id].identity, at: offset, &outputs)
    }

    /// Whether a source is heard over this link: where several sticks hear one sensor, one of them serves.
    mutating func isHeard(_ id: SourceID, over link: LinkID, at offset: Offset) -> Bool {
        sources.isHeard(id, over: link, at: offset)
    }

    /// Takes over facts about a sensor.
    mutating func update(_ id: SourceID, _ change: (inout SampleSource) -> Void) {
        if sources.update(id, change) { session.source(sources[id], &outputs) }
    }

    mutating func battery(_ id: SourceID, percent: Int) {
        update(id) { $0.batteryPercent = percent }
        if percent <= SourceTable.lowBattery, sources.warnsOfBattery(id) {
            outputs.append(.notice(.batteryLow(id, percent: percent)))
        }
    }

    mutating func battery(_ id: SourceID, status: SampleSource.BatteryStatus) {
        update(id) { $0.batteryStatus = status }
        if status == .low || status == .critical, sources.warnsOfBattery(id) {
            outputs.append(.notice(.batteryLow(id, percent: nil)))
        }
    }

    mutating func pair(_ identity: String, isPaired: Bool) { pairing.set(identity, isPaired: isPaired) }

    mutating func prioritize(_ identity: String, _ quantity: Quantity, rank: Int) {
        if let id = sources.choose(identity: identity, quantity: quantity, rank: rank) { session.source(sources[id], &outputs) }
    }

    // MARK: Findings

    mutating func reading(_ quantity: Quantity, _ value: Double, at offset: Offset, from id: SourceID, rank: MeasurementRank) {
        let reading = Reading(quantity, value, at: offset, from: id)
        guard gate.admits(quantity, value) else {
            report.implausible = gate.refused
            outputs.append(.implausible(reading))
            return
        }
        guard serves(id, quantity, rank) else { return }
        guard idle.admits(reading) else {
            report.idleZeros += 1
            return
        }
        guard session.isRunning else {
            if quantity == .heartRate { outputs.append(.outside(.reading(reading))) }
            return idleReadings.note(reading)
        }
        session.reading(reading, autoPauses: settings.autoPause, &outputs)
    }

    /// - Parameter origin: of a distance; `nil` for other quantities.
    mutating func amount(
        _ quantity: Quantity, _ value: Double, from start: Offset, to end: Offset, source id: SourceID, rank: MeasurementRank,
        origin: SampleSource.DistanceOrigin? = nil
    ) {
        guard end >= start, value >= 0 else { return }
        guard end > start else { return carried.add(value, quantity, of: id) }
        let value = value + carried.take(quantity, of: id)
        guard gate.admits(value, of: quantity, over: end - start) else {
            report.implausible = gate.refused
            return
        }
        guard serves(id, quantity, rank) else { return }
        // To stand still is to say 0: what lies idle must not cover what another source goes.
        if value == 0, let rate = quantity.rate, !idle.admits(Reading(rate, 0, at: end, from: id)) { return }
        if let origin, sources[id].distanceOrigin != origin { update(id) { $0.distanceOrigin = origin } }
        let amount = Amount(quantity, value, from: start, to: end, source: id)
        guard session.isRunning else {
            // What a machine reckons as energy is mixed with nothing (core §6.9).
            if value > 0, quantity != .energy { outputs.append(.outside(.amount(amount))) }
            return
        }
        session.amount(amount, autoPauses: settings.autoPause, &outputs)
    }

    mutating func beats(_ ticks: [UInt16], missed: Int, at offset: Offset, from id: SourceID) {
        guard serves(id, .heartRate, .ownSensorBLE, ranks: false) else { return }
        session.beats(Beats(source: id, offset: offset, rrTicks: ticks, missed: missed), &outputs)
    }

    mutating func location(_ location: Location, from id: SourceID) {
        guard pairing.isEmpty || !pairing.isPutAway(sources[id]) else {
            report.unpaired += 1
            return
        }
        if let speed = location.speedMetresPerSecond { idle.note(receiverSpeed: speed, at: location.offset, from: id) }
        guard receivers.admits(id, rank: sources[id].priorities[.distance], at: location.offset) else {
            report.spareFixes += 1
            return
        }
        guard session.isRunning else { return note(location, from: id) }
        session.location(location, from: id, autoPauses: settings.autoPause, &outputs)
    }

    private mutating func note(_ location: Location, from id: SourceID) {
        if let speed = location.speedMetresPerSecond { idleReadings.note(Reading(.speed, speed, at: location.offset, from: id)) }
        if let altitude = location.altitudeMetres {
            idleReadings.note(Reading(.altitude, altitude, at: location.offset, from: id))
        }
    }

    /// A sensor has a lap key, and it was pressed.
    mutating func lap(at offset: Offset) { _ = session.apply(.lap, at: offset, &outputs) }

    /// - Parameter source: whose bytes they were, where that is known.
    mutating func reject(_ link: LinkID, _ error: WireError, of source: SourceID? = nil) {
        report.reject(link, error, of: source)
        outputs.append(.rejected(link, error))
    }

    /// Whether a source may serve a quantity; gives it its default rank on the way.
    private mutating func serves(_ id: SourceID, _ quantity: Quantity, _ rank: MeasurementRank, ranks: Bool = true) -> Bool {
        if ranks, sources.rank(id, quantity, rank.rawValue) { session.source(sources[id], &outputs) }
        if pairing.isEmpty || pairing.allows(sources[id], quantity, among: sources.sources) { return true }
        report.unpaired += 1
        return false
    }

    // MARK: Session

    mutating func start(_ activity: ActivityType, at offset: Offset, id: WorkoutID, isDemo: Bool) {
        idle.reset()
        idleReadings.removeAll()
        let frozen = settings.frozen
        session.start(
            activity, at: offset, id: id, settings: frozen, clock: clock, isDemo: isDemo, sources: sources.sources,
            following: plan(for: activity, frozen), named: settings.template ?? settings.plan?.name, &outputs)
    }

    /// The plan with the zones that are in force.
    private mutating func plan(for activity: ActivityType, _ frozen: WorkoutSettings) -> Plan? {
        guard let outline = settings.plan else { return nil }
        let (plan, leftOut) = outline.settled(with: frozen.zones(for: activity), named: settings.template)
        for target in leftOut { outputs.append(.notice(.targetLeftOut(target))) }
        return plan
    }

    /// When time alone changes something here, unless a record comes first.
    func wakeAt(now: Offset) -> Offset? {
        let own = session.isRunning ? session.wakeAt(now: now, autoPauses: settings.autoPause) : idleReadings.nextEnd(after: now)
        return earliest(sources.nextSilence(limit: IngestEngine.silenceLimit), own)
    }

    /// A receiver's time may be better than the machine's.
    mutating func take(_ outcome: FixOutcome, from id: SourceID) {
        guard !clock.isSettled else { return }
        if let better = estimators[id, default: ClockEstimator(systemClock: clock, origin: origin)].apply(outcome) {
            setClock(better)
        }
    }

    mutating func setClock(_ clock: WallClock) {
        guard clock != self.clock else { return }
        self.clock = clock
        session.setClock(clock)
        outputs.append(.clock(clock))
    }
}
