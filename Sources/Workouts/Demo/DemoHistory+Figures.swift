// The short way: what a workout comes to, without samples and without a route.
extension DemoHistory {
    /// A session's figures, zones and totals, reckoned in steps of five seconds, before sensors' noise: averages are those of
    /// `workout(of:)` to a few percent, maxima a little lower. `series`, `route`, `laps` but one, and splits are not there.
    public func figures(of session: DemoSession) -> Workout {
        let settings = settings(of: session)
        let sources = DemoSources.all(of: session)
        var columns = DemoColumns(session)
        var simulation = simulation(of: session)
        var pauses: [Pause] = []
        while !simulation.isOver {
            let (before, stepsBefore) = (simulation.metres, simulation.steps)
            let moment = simulation.step(by: Self.stepSeconds)
            columns.append(moment, metres: simulation.metres - before, steps: simulation.steps - stepsBefore)
            if let stop = moment.stop {
                let start = Self.offset(moment.elapsed + Self.stepSeconds)
                pauses.append(
                    Pause(start: start, end: start + TimeSpan(microseconds: Int64(stop) * 1_000_000), isAutomatic: true))
            }
        }
        let (start, end) = (Offset.zero, Self.offset(simulation.seconds + simulation.stoodStill))
        let timer = TimerIntervals(start: start, end: end, pauses: pauses)
        let merged = MergedTimelines(
            timer: timer, series: columns.series, amounts: columns.amounts, sources: sources,
            ascent: Ascent(columns.heights, from: .barometer, timer: timer))
        let basis = SummaryBasis(
            merged: merged, settings: settings, legs: [(activity: session.type, start: start, end: end)], beats: PackedLog())
        let summary = WorkoutSummary(from: start, to: end, of: basis)
        let groups = settings.zones(for: session.type).mapValues {
            ZoneGroup(folding: merged[$0.quantity], into: $0, from: start, to: end, timer: timer)
        }
        return Workout(
            id: id(of: session), type: session.type, name: session.name, isDemo: true,
            clock: clock(of: session), start: start, end: end, settings: settings, sources: sources, pauses: pauses,
            activities: [WorkoutActivity(type: session.type, start: start, end: end, zoneGroups: groups, summary: summary)],
            laps: [
                Lap(start: start, end: end, trigger: .sessionEnd, activityIndex: 0, zoneGroups: groups, summary: summary)
            ],
            route: Route(syncID: id(of: session)), zoneGroups: groups, summary: summary)
    }

    /// As long as a power reading holds, so that nothing is uncovered.
    private static let stepSeconds = 5
}

/// A session's quantities, a value each step.
private struct DemoColumns {
    private let session: DemoSession
    private var offsets: [Offset] = []
    private var heartRates: [Double] = []
    private var powers: [Double] = []
    private var cadences: [Double] = []
    private var stepRates: [Double] = []
    private var speeds: [Double] = []
    private var metres: [Double] = []
    private var steps: [Double] = []
    private(set) var heights: [(offset: Offset, metres: Double)] = []

    init(_ session: DemoSession) { self.session = session }

    mutating func append(_ moment: DemoSimulation.Moment, metres: Double, steps: Double) {
        let offset = DemoHistory.offset(moment.elapsed)
        offsets.append(offset)
        heartRates.append(moment.heartRate)
        if let power = moment.power { powers.append(power) }
        if let cadence = moment.cadence { cadences.append(cadence) }
        if let stepRate = moment.stepRate { stepRates.append(stepRate) }
        if session.ridesBike || session.isOutdoors {
            speeds.append(moment.speed)
            self.metres.append(metres)
        }
        self.steps.append(steps)
        if let place = moment.place { heights.append((offset, place.height)) }
    }

    private var mover: SourceID {
        session.type == .indoorCycling ? DemoSources.trainer : session.ridesBike ? DemoSources.wheel : DemoSources.receiver
    }

    var series: [SampleSeries] {
        [
            SampleSeries(quantity: .heartRate, source: DemoSources.strap, offsets: offsets, values: heartRates),
            SampleSeries(quantity: .power, source: DemoSources.meter, offsets: offsets, values: powers),
            SampleSeries(quantity: .cadence, source: DemoSources.meter, offsets: offsets, values: cadences),
            SampleSeries(quantity: .stepRate, source: DemoSources.footPod, offsets: offsets, values: stepRates),
            SampleSeries(quantity: .speed, source: mover, offsets: offsets, values: speeds),
        ].filter { !$0.values.isEmpty }
    }

    var amounts: [Quantity: Timeline] {
        var amounts: [Quantity: Timeline] = [:]
        if !metres.isEmpty { amounts[.distance] = timeline(of: metres, from: mover) }
        if !stepRates.isEmpty { amounts[.steps] = timeline(of: steps, from: DemoSources.footPod) }
        return amounts
    }

    private func timeline(of values: [Double], from source: SourceID) -> Timeline {
        Timeline(
            segments: zip(offsets, values).map { offset, value in
                Timeline.Segment(
                    start: offset, end: offset + TimeSpan(microseconds: 5_000_000), value: value / 5, source: source)
            })
    }
}
