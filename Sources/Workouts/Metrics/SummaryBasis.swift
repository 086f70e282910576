/// What the figures of every scope of a workout are computed from, made once.
struct SummaryBasis {
    let merged: MergedTimelines
    let settings: WorkoutSettings
    /// What was done when, in order, for all that depends on the activity.
    let legs: [(activity: ActivityType, start: Offset, end: Offset)]
    private let rr: RRSeries
    private let wPrime: WPrimeSeries?
    private let energyMethod: ActiveEnergy.Method

    init(
        merged: MergedTimelines, settings: WorkoutSettings, legs: [(activity: ActivityType, start: Offset, end: Offset)],
        beats: PackedLog<Beats>
    ) {
        self.merged = merged
        self.settings = settings
        self.legs = legs
        rr = RRSeries(CountingBeats(beats, by: merged[.heartRate], while: merged.timer), timer: merged.timer)
        wPrime = legs.first.flatMap { first in
            WPrimeSeries(
                power: merged[.power], from: first.start, to: legs.last?.end ?? first.end, timer: merged.timer, settings: settings
            )
        }
        func leastShare(_ quantity: Quantity) -> Double? {
            guard !merged[quantity].isEmpty else { return nil }
            return legs.filter { $0.activity != .transition }.map { leg in
                merged[quantity].share(of: merged.timer, from: leg.start, to: leg.end)
            }.min() ?? 0
        }
        energyMethod = ActiveEnergy.method(
            power: leastShare(.power), heartRate: leastShare(.heartRate), settings: settings)
    }

    /// The legs that a scope touches, cut at its edges.
    func legs(from start: Offset, to end: Offset) -> [(activity: ActivityType, start: Offset, end: Offset)] {
        let first = legs.partitioningIndex { $0.end > start }
        let touched = legs[first..<max(first, legs.partitioningIndex { $0.start >= end })]
        return touched.map { ($0.activity, max($0.start, start), min($0.end, end)) }
    }
}

// Figures that rest on more than one quantity.
extension SummaryBasis {
    /// Of the whole workout's course, the seconds that end within the scope.
    func wPrimeLow(from start: Offset, to end: Offset, hasPower: Bool) -> Metric<WPrimeSeries.Low> {
        guard hasPower else { return .unavailable(.noData) }
        guard let wPrime else { return .unavailable(.noThreshold) }
        let seconds = [start, end].map { Int(merged.timer.timer(before: $0).microseconds / 1_000_000) }
        return Metric(wPrime.low(of: seconds[0]..<max(seconds[0], seconds[1])), else: .tooShort)
    }

    func decoupling(
        from start: Offset, to end: Offset, timer: TimeSpan, activities: [ActivityType], hasPower: Bool
    ) -> Metric<Decoupling> {
        guard let basis = Decoupling.Basis(activities), !merged[.heartRate].isEmpty,
            basis == .power ? hasPower : !merged[.speed].isEmpty
        else { return .unavailable(.noData) }
        // What is too short is not worth going through.
        guard timer.microseconds / 1_000_000 >= Decoupling.shortestSeconds else { return .unavailable(.tooShort) }
        func seconds(_ quantity: Quantity) -> GridSeconds {
            GridSeconds(merged[quantity], from: start, to: end, timer: merged.timer)
        }
        let rates = seconds(.heartRate)
        let seconds = zip(seconds(basis == .power ? .power : .speed), rates).lazy.map { output, rate in
            (output: basis == .power ? output.withHolesAsZero : output.mean, beatsPerMinute: rate.mean)
        }
        return Decoupling.metric(seconds, count: rates.count, basis: basis)
    }

    func rrVariability(from start: Offset, to end: Offset) -> Metric<RRVariability> {
        Metric(rr.variability(from: start, to: end), else: .noData)
    }

    /// - Parameters:
    ///   - legs: those of the scope, as are work and power.
    ///   - work: kilojoules.
    func energy(
        from start: Offset, to end: Offset, timer: TimeSpan, legs: [(activity: ActivityType, start: Offset, end: Offset)],
        work: Metric<Double>, power: Metric<WorkoutSummary.Statistics>
    ) -> Metric<ActiveEnergy> {
        switch energyMethod {
        case .power:
            work.map { kilojoules in
                .value(
                    ActiveEnergy(
                        kilocalories: ActiveEnergy.kilocalories(ofWork: kilojoules), method: .power,
                        coverage: power.value?.coverage ?? 0))
            }
        case .heartRate:
            ActiveEnergy.byHeartRate(merged[.heartRate], from: start, to: end, timer: timer, settings: settings)
        case .estimate:
            ActiveEnergy.estimated(
                legs.lazy.map { ($0.activity, merged.timer.timer(from: $0.start, to: $0.end)) }, settings: settings)
        }
    }
}

extension Timeline {
    /// Covered time / timer time of a scope, 0...1; 1 when the timer stood all through it.
    fileprivate func share(of timer: TimerIntervals, from start: Offset, to end: Offset) -> Double {
        var covered = TimeSpan.zero
        forEachSegment(from: start, to: end) { covered += $0.length }
        let whole = timer.timer(from: start, to: end)
        return whole > .zero ? Double(covered.microseconds) / Double(whole.microseconds) : 1
    }
}
