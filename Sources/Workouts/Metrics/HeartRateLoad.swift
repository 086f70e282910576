import Glibc

/// What a workout cost the heart (core §6.4).
public struct HeartRateLoad: Equatable, Sendable {
    /// Banister's training impulse, summed hold by hold; about 100 to 200 for a hard hour.
    public var trimp: Double
    /// TRIMP as percent of that of an hour at the lactate threshold; not TrainingPeaks' table of the same name.
    public var hrTSS: Metric<Double>
    /// Nobody said the sex, so men's constants were taken.
    public var isSexAssumed: Bool
    /// Timer time with heart rate / timer time, 0...1.
    public var coverage: Double
    public var isLowCoverage: Bool { coverage < lowestFullCoverage }

    public init(trimp: Double, hrTSS: Metric<Double>, isSexAssumed: Bool, coverage: Double) {
        self.trimp = trimp
        self.hrTSS = hrTSS
        self.isSexAssumed = isSexAssumed
        self.coverage = coverage
    }
}

/// What a minute at a heart rate counts, from a person's resting and highest rate.
///
/// - SeeAlso: E. W. Banister, "Modeling elite athletic performance", 1991: 0.64 e^1.92x for men, 0.86 e^1.67x for women.
public struct HeartRateWeighting: Equatable, Sendable {
    public let isSexAssumed: Bool
    private let rest: Double
    private let reserve: Double
    private let factor: Double
    private let exponent: Double

    /// `nil` without a resting and a higher maximum rate.
    public init?(_ settings: WorkoutSettings) {
        guard let rest = settings.restingBeatsPerMinute, let maximum = settings.maximumBeatsPerMinute, rest >= 0, maximum > rest,
            maximum.isFinite
        else { return nil }
        self.rest = rest
        reserve = maximum - rest
        isSexAssumed = settings.sex == nil
        (factor, exponent) = settings.sex == .female ? (0.86, 1.67) : (0.64, 1.92)
    }

    /// TRIMP of one minute.
    public func trimpPerMinute(at beatsPerMinute: Double) -> Double {
        let share = min(max((beatsPerMinute - rest) / reserve, 0), 1)
        return share * factor * exp(exponent * share)
    }

    /// hrTSS of a TRIMP; `nil` without a threshold above the resting rate.
    func hrTSS(of trimp: Double, threshold: Double?) -> Double? {
        guard let threshold, threshold.isFinite else { return nil }
        let hour = trimpPerMinute(at: threshold) * 60
        return hour > 0 ? 100 * trimp / hour : nil
    }
}

extension HeartRateLoad {
    /// Of what counted in a scope.
    static func metric(
        of heartRate: Timeline, from start: Offset, to end: Offset, timer: TimeSpan, settings: WorkoutSettings
    ) -> Metric<HeartRateLoad> {
        var covered = TimeSpan.zero
        var trimp = 0.0
        guard let weighting = HeartRateWeighting(settings) else {
            heartRate.forEachSegment(from: start, to: end) { covered += $0.length }
            return .unavailable(covered > .zero ? .noThreshold : .noData)
        }
        // Rates repeat more often than they change.
        var (rate, perMinute) = (Double.nan, 0.0)
        heartRate.forEachSegment(from: start, to: end) { segment in
            covered += segment.length
            if segment.value != rate { (rate, perMinute) = (segment.value, weighting.trimpPerMinute(at: segment.value)) }
            trimp += segment.length.seconds / 60 * perMinute
        }
        guard covered > .zero, timer > .zero else { return .unavailable(.noData) }
        return .value(
            HeartRateLoad(
                trimp: trimp,
                hrTSS: Metric(weighting.hrTSS(of: trimp, threshold: settings.lactateThresholdBeatsPerMinute), else: .noThreshold),
                isSexAssumed: weighting.isSexAssumed, coverage: Double(covered.microseconds) / Double(timer.microseconds)))
    }
}
