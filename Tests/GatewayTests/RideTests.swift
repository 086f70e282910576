import Ingest
import TestSupport
import Testing
import WireFormats
import Workouts

/// Whole rides as recorded become what their emulators say they are.
@Suite struct RideTests {
    /// The director's log and the capture of the commands have milliseconds.
    static let clockTolerance = 0.0021

    @Test func thereAreRides() {
        #expect(RecordedRide.eachOnce.count >= 3)
        #expect(RecordedRide.all.contains { $0.bluetooth == RecordedRide.android })
    }

    @Test(arguments: RecordedRide.all)
    func clockAndTimes(_ ride: RecordedRide) async throws {
        let (expected, replay) = (try ride.expected(), try await ride.replay())
        let workout = try replay.workout()
        #expect(replay.notes == [])
        #expect(replay.report.rejected == 0)
        #expect(replay.report.implausible.isEmpty && replay.report.dropped == 0)
        #expect(workout.omissions == Omissions())
        #expect(workout.startTimestamp.microseconds == (try microseconds(expected.start)))
        #expect(workout.endTimestamp.microseconds == (try microseconds(expected.stop)))
        #expect(workout.clock.isTrusted)
        #expect(workout.summary.elapsed == workout.end - workout.start)
        expect(workout.summary.elapsed.seconds, expected.elapsed, within: Self.clockTolerance)
        expect(workout.summary.timer.seconds, expected.timer, within: Self.clockTolerance)

        try #require(workout.pauses.count == expected.pauses.count)
        for (pause, due) in zip(workout.pauses, expected.pauses) {
            expect((pause.start - workout.start).seconds, due.start, within: Self.clockTolerance)
            expect((pause.end - workout.start).seconds, due.end, within: Self.clockTolerance)
            #expect(pause.isAutomatic == (due.kind != "manual"))
        }
    }

    /// Each radio alone comes to its own numbers, both together to one rider's.
    @Test(arguments: RecordedRide.all)
    func figures(_ ride: RecordedRide) async throws {
        let expected = try ride.expected()
        for radios in Set([ride.radios] + ride.radios.map { [$0] }).sorted(by: { $0.count > $1.count }) {
            let workout = try await ride.replay(radios: radios).workout()
            for measure in ExpectedRide.Measure.allCases {
                let quantity: Quantity = measure == .heartRate ? .heartRate : .power
                let figures = measure == .heartRate ? expected.heartRate : expected.power
                let whole = Scope(workout.start, workout.end, workout.summary, workout.zoneGroups)
                check(whole, of: workout, quantity, against: expected.due(measure, figures, radios: radios))
                if let boundaries = figures?.boundaries {
                    #expect(workout.zoneGroups[quantity]?.configuration.boundaries == boundaries)
                }
                for (lap, span) in zip(workout.laps, expected.lapsAndLegs) {
                    let figures = measure == .heartRate ? span.heartRate : span.power
                    let scope = Scope(lap.start, lap.end, lap.summary, lap.zoneGroups)
                    check(scope, of: workout, quantity, against: expected.due(measure, figures, radios: radios, isPart: true))
                }
                for (leg, span) in zip(workout.activities, expected.activities) {
                    let figures = measure == .heartRate ? span.heartRate : span.power
                    let scope = Scope(leg.start, leg.end, leg.summary, leg.zoneGroups)
                    check(scope, of: workout, quantity, against: expected.due(measure, figures, radios: radios, isPart: true))
                }
            }
        }
    }

    /// Where laps and activities begin and end, what they are, and how far they went.
    @Test(arguments: RecordedRide.all)
    func lapsAndActivities(_ ride: RecordedRide) async throws {
        let (expected, workout) = (try ride.expected(), try await ride.replay().workout())
        try #require(workout.activities.count == expected.activities.count)
        for (leg, due) in zip(workout.activities, expected.activities) {
            #expect(leg.type.rawValue == expected.activityName(due))
            check(Scope(leg.start, leg.end, leg.summary, leg.zoneGroups), of: workout, against: due, expected)
        }
        #expect(workout.type == workout.activities.first?.type)
        let spans = expected.lapsAndLegs
        try #require(workout.laps.count == spans.count)
        for (index, (lap, due)) in zip(workout.laps, spans).enumerated() {
            check(Scope(lap.start, lap.end, lap.summary, lap.zoneGroups), of: workout, against: due, expected)
            let isLast = index == spans.count - 1
            #expect(lap.trigger == (isLast ? .sessionEnd : expected.activities.count > 1 ? .activityChange : .manual))
        }
    }

    /// What the director asked of a sensor for two seconds or more is what counts at the end of that time, drop-outs or not.
    @Test(arguments: RecordedRide.eachOnce)
    func whatTheDirectorAsked(_ ride: RecordedRide) async throws {
        let (expected, workout) = (try ride.expected(), try await ride.replay().workout())
        let timer = workout.timerIntervals
        for (name, quantity, figures) in [
            ("heartRate", Quantity.heartRate, expected.heartRate), ("power", .power, expected.power),
        ] where figures?.commanded != nil {
            let timeline = workout.timeline(of: quantity)
            let steps = (expected.steps[name] ?? []).filter { $0.count == 2 }
            var compared = 0
            for (step, next) in zip(steps, steps.dropFirst()) where next[0] - step[0] >= 2 {
                let moment = workout.start + TimeSpan(seconds: next[0] - 0.2)
                // The values before a pause end with it.
                let reach = workout.start + TimeSpan(seconds: step[0])
                guard timer.contains(moment), timer.contains(reach), moment < workout.end else { continue }
                compared += 1
                #expect(timeline.segment(at: moment)?.value == step[1], "\(name) at \(next[0] - 0.2) s")
            }
            #expect(compared > 10, "\(name)")
        }
    }

    @Test(arguments: RecordedRide.all)
    func beatIntervals(_ ride: RecordedRide) async throws {
        guard let due = try ride.expected().heartRate?.rrIntervals else { return }
        let workout = try await ride.replay().workout()
        let straps = Set(workout.sources.filter { $0.kind == .ble }.map(\.id))
        let ticks = workout.beats.filter { straps.contains($0.source) }.flatMap(\.rrTicks).map(Int.init)
        // A value near the edge holds up to three.
        #expect(abs(ticks.count - due.inWorkout) <= 3)
        if ticks.count == due.inWorkout { #expect(ticks.reduce(0, +) == due.sum1024ths) }
        #expect(ticks.min() == due.min1024ths)
        #expect(ticks.max() == due.max1024ths)
    }

    @Test(arguments: RecordedRide.eachOnce)
    func crankRevolutions(_ ride: RecordedRide) async throws {
        let expected = try ride.expected()
        guard let due = expected.cadence, let meter = expected.devices.first(where: { $0.cyclingPowerFeature != nil }) else {
            return
        }
        let replay = try await ride.replay(radios: [.ble])
        let workout = try replay.workout()
        var counter = EventCounter.crank
        var revolutions = 0
        for (offset, bytes) in replay.counts.values["\(meter.address ?? "") 2a63"]?.values ?? []
        where (workout.start..<workout.end).contains(Offset(microseconds: offset)) {
            guard let crank = try CyclingPowerMeasurement(decoding: bytes).crank else { continue }
            if case .advanced(let advance) = counter.apply(crank) { revolutions += Int(advance.revolutions) }
        }
        // A notification at an edge may lie on its other side: two revolutions at most.
        #expect(abs(revolutions - due.crankRevolutions) <= 2 * expected.tolerances.notificationsInWorkout)
        // A rate counts until the next packet, so what it makes of a ride is a revolution or two more or less at each stop.
        let timeline = workout.timeline(of: .cadence)
        let turned = timeline.segments.reduce(0) { $0 + $1.value / 60 * ($1.end - $1.start).seconds }
        expect(turned, Double(due.crankRevolutions), within: 0.02 * Double(due.crankRevolutions))
    }
}

/// A workout, a lap or an activity: what it says of itself.
struct Scope {
    let start: Offset
    let end: Offset
    let summary: WorkoutSummary
    let zones: [Quantity: ZoneGroup]

    init(_ start: Offset, _ end: Offset, _ summary: WorkoutSummary, _ zones: [Quantity: ZoneGroup]) {
        self.start = start
        self.end = end
        self.summary = summary
        self.zones = zones
    }
}

extension RideTests {
    private func check(_ scope: Scope, of workout: Workout, against due: ExpectedRide.Span, _ expected: ExpectedRide) {
        expect((scope.start - workout.start).seconds, due.start, within: Self.clockTolerance)
        expect((scope.end - workout.start).seconds, due.end, within: Self.clockTolerance)
        expect(scope.summary.elapsed.seconds, due.elapsed, within: Self.clockTolerance)
        expect(scope.summary.timer.seconds, due.timer, within: Self.clockTolerance)
        if let distance = due.distance {
            // A metre for what lies within the second of an edge.
            let tolerance = max(1, distance * expected.tolerances.distanceRelative)
            expect(scope.summary.distance.value?.metres, distance, within: tolerance)
        }
    }

    private func check(_ scope: Scope, of workout: Workout, _ quantity: Quantity, against due: ExpectedRide.Due?) {
        let statistics = quantity == .heartRate ? scope.summary.heartRate.value : scope.summary.power.value
        guard let due else {
            #expect(statistics == nil)
            return
        }
        let timer = scope.summary.timer
        guard let statistics, let group = scope.zones[quantity] else {
            Issue.record("no \(quantity) from \((scope.start - workout.start).seconds) s")
            return
        }
        let comment = Comment(rawValue: "\(quantity) from \((scope.start - workout.start).seconds) s")
        #expect(group.zoneDurations.count == due.figure.zoneSeconds.count, comment)
        for (found, due) in zip(group.zoneDurations, due.figure.zoneSeconds.map { (seconds: $0, due.tolerance.zoneSeconds) }) {
            expect(found.seconds, due.seconds, within: due.1, comment)
        }
        // Exactly, whatever the sources.
        #expect(group.covered + group.unattributed == timer, comment)
        expect(group.unattributed.seconds, timer.seconds - due.figure.held, within: due.tolerance.zoneSeconds, comment)
        // A value that was sent just before an edge may have been recorded just after it.
        let inner = workout.extremes(of: quantity, from: scope.start + TimeSpan(seconds: due.lag), to: scope.end)
        #expect(due.extremes.contains { $0.min == statistics.minimum || $0.min == inner?.min }, comment)
        #expect(due.extremes.contains { $0.max == statistics.maximum || $0.max == inner?.max }, comment)

        // Power is averaged over the whole seconds of the timer, holes being 0 W; all else over the time that samples cover.
        let held = workout.average(of: quantity, from: scope.start, to: scope.end)
        expect(held, due.figure.average, within: due.tolerance.average, comment)
        if quantity == .power {
            let spread = due.figure.average * due.figure.held / timer.seconds
            let fractionAtTheEnd = due.figure.max / timer.seconds
            expect(statistics.average, spread, within: due.tolerance.average + fractionAtTheEnd, comment)
        } else {
            expect(statistics.average, due.figure.average, within: due.tolerance.average, comment)
        }
    }
}

extension Workout {
    /// Of the samples that count and were taken in a stretch.
    fileprivate func extremes(of quantity: Quantity, from start: Offset, to end: Offset) -> (min: Double, max: Double)? {
        let samples = timeline(of: quantity).segments.filter { $0.beginsWithSample && start <= $0.start && $0.start < end }
        let values = samples.map(\.value)
        guard let min = values.min(), let max = values.max() else { return nil }
        return (min, max)
    }

    /// Over the time that samples cover.
    fileprivate func average(of quantity: Quantity, from start: Offset, to end: Offset) -> Double? {
        var (sum, seconds) = (0.0, 0.0)
        for segment in timeline(of: quantity).segments where segment.end > start && segment.start < end {
            let length = (min(segment.end, end) - max(segment.start, start)).seconds
            sum += segment.value * length
            seconds += length
        }
        return seconds > 0 ? sum / seconds : nil
    }
}

/// - Parameter tolerance: how far `found` may lie from `due`.
func expect(
    _ found: Double?, _ due: Double, within tolerance: Double, _ comment: Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    // Decimals in binary are not exact.
    let isClose = found.map { abs($0 - due) <= tolerance + 1e-9 } ?? false
    #expect(
        isClose, "\(found.map { "\($0)" } ?? "nothing") instead of \(due) ± \(tolerance) \(comment?.rawValue ?? "")",
        sourceLocation: sourceLocation)
}
