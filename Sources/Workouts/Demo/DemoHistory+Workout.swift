import Glibc  // rounding is a libm call on processors without the instruction

// The full way: every reading, as sensors would have told it.
extension DemoHistory {
    /// The whole workout, folded from its events.
    ///
    /// - Throws: never for a session of this history.
    public func workout(of session: DemoSession) throws(AssemblyError) -> Workout {
        var draft = WorkoutDraft(id: id(of: session), settings: settings(of: session), clock: clock(of: session), isDemo: true)
        draft.name = session.name
        draft.plan = session.effort.plan(
            lasting: session.plannedSeconds, in: draft.settings.zones(for: session.type)[.heartRate])
        for event in events(of: session) { _ = try draft.apply(event) }
        return try draft.finished()
    }

    /// What happened, a second at a time, rounded to what sensors resolve: 1 bpm, 1 W, 1/min, 1 mm/s, 0.2 m of height, 1e-7 degrees.
    public func events(of session: DemoSession) -> [WorkoutEvent] {
        var events: [WorkoutEvent] = DemoSources.all(of: session).map { .source($0) }
        events.append(.started(.zero, session.type))
        var readings = DemoReadings(session, seed: seed)
        var simulation = simulation(of: session)
        var part = 0
        while !simulation.isOver {
            let (before, stepsBefore) = (simulation.metres, simulation.steps)
            let moment = simulation.step(by: 1)
            if moment.part != part {
                events.append(.lap(Self.offset(moment.elapsed), .manual))
                part = moment.part
            }
            readings.append(moment, metres: (before, simulation.metres), steps: (stepsBefore, simulation.steps), to: &events)
            if let stop = moment.stop {
                events.append(.paused(Self.offset(moment.elapsed + 1), automatic: true))
                events.append(.resumed(Self.offset(moment.elapsed + 1 + stop), automatic: true))
            }
        }
        events.append(.ended(Self.offset(simulation.seconds + simulation.stoodStill)))
        return events
    }

    static func offset(_ seconds: Int) -> Offset { Offset(microseconds: Int64(seconds) * 1_000_000) }
}

/// Puts sensors' noise and resolution on what is so.
private struct DemoReadings {
    private let session: DemoSession
    private var numbers: DemoNumbers
    private let driftEast: DemoNoise
    private let driftNorth: DemoNoise
    private let temperature: Double

    init(_ session: DemoSession, seed: UInt64) {
        self.session = session
        numbers = DemoNumbers(seed, 9, session.key)
        driftEast = DemoNoise(&numbers)
        driftNorth = DemoNoise(&numbers)
        let season = DemoTrigonometry.sineAndCosine(turns: Double(session.monthOfYear - 7) / 12).cosine
        temperature = session.isOutdoors ? 12 + 7 * season + 2 * numbers.bell() : 20 + numbers.bell()
    }

    mutating func append(
        _ moment: DemoSimulation.Moment, metres: (before: Double, after: Double), steps: (before: Double, after: Double),
        to events: inout [WorkoutEvent]
    ) {
        let start = DemoHistory.offset(moment.elapsed)
        let end = DemoHistory.offset(moment.elapsed + 1)
        func read(_ quantity: Quantity, _ value: Double, from source: SourceID) {
            events.append(.reading(Reading(quantity, value, at: start, from: source)))
        }
        func add(_ quantity: Quantity, _ amounts: (before: Double, after: Double), by parts: Double, from source: SourceID) {
            let amount = (amounts.after.told(by: parts) - amounts.before.told(by: parts)).told(by: parts)
            events.append(.amount(Amount(quantity, amount, from: start, to: end, source: source)))
        }

        read(.heartRate, (moment.heartRate + 0.4 * numbers.bell()).rounded(), from: DemoSources.strap)
        let shake = numbers.bell()
        if let power = moment.power, let cadence = moment.cadence {
            read(.power, power > 0 ? max(0, power * (1 + 0.07 * shake)).rounded() : 0, from: DemoSources.meter)
            read(.cadence, cadence.rounded(), from: DemoSources.meter)
            let wheel = session.isOutdoors ? DemoSources.wheel : DemoSources.trainer
            read(.speed, moment.speed.told(by: 1000), from: wheel)
            add(.distance, metres, by: 1000, from: wheel)
        }
        if let stepRate = moment.stepRate {
            read(.stepRate, (stepRate + shake).rounded(), from: DemoSources.footPod)
            add(.steps, steps, by: 1, from: DemoSources.footPod)
        }
        if moment.elapsed % 60 == 0, session.isOutdoors {
            read(.temperature, temperature.rounded(), from: DemoSources.barometer)
        }
        guard let place = moment.place else { return }
        read(.altitude, place.height.told(by: 5), from: DemoSources.barometer)
        events.append(.location(location(place, moment, at: start)))
    }

    /// A receiver errs by a metre or two, and slowly.
    private mutating func location(_ place: DemoLoop.Place, _ moment: DemoSimulation.Moment, at offset: Offset) -> Location {
        let time = Double(moment.elapsed) / 45
        let (latitude, longitude) = DemoLand.coordinate(
            east: place.east + 2 * driftEast(time), north: place.north + 2 * driftNorth(time))
        return Location(
            offset: offset, latitude: latitude, longitude: longitude,
            altitudeMetres: (place.height + 3 * driftEast(time + 0.5)).told(by: 10),
            speedMetresPerSecond: moment.speed.told(by: 1000),
            horizontalAccuracyMetres: (3 + driftNorth(time + 0.5)).told(by: 10), verticalAccuracyMetres: 5)
    }
}
