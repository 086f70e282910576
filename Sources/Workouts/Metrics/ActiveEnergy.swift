/// What a workout cost, gross, in kilocalories, by one method for all of it (core §6.9).
public struct ActiveEnergy: Equatable, Sendable {
    public var kilocalories: Double
    public var method: Method
    /// Timer time that the method had data for / timer time, 0...1; an estimate needs none.
    public var coverage: Double
    public var isLowCoverage: Bool { coverage < lowestFullCoverage }

    /// Best first.
    public enum Method: String, CaseIterable, Sendable {
        /// Mechanical work at 24 % efficiency.
        case power
        /// Keytel's formula, from heart rate, weight, age and sex.
        case heartRate
        /// So many kilocalories a minute, whatever the effort.
        case estimate
    }

    public init(kilocalories: Double, method: Method, coverage: Double) {
        self.kilocalories = kilocalories
        self.method = method
        self.coverage = coverage
    }
}

/// How energy is reckoned from heart rate in steady moderate work.
///
/// - SeeAlso: L. R. Keytel et al., "Prediction of energy expenditure from heart rate monitoring during submaximal exercise", 2005.
struct KeytelFormula: Equatable, Sendable {
    private let constant: Double
    private let perBeat: Double

    /// `nil` without weight, age or sex.
    init?(_ settings: WorkoutSettings) {
        guard let weight = settings.weightKilograms, weight > 0, weight.isFinite, let age = settings.ageYears, age > 0,
            let sex = settings.sex
        else { return nil }
        switch sex {
        case .male:
            constant = -55.0969 + 0.1988 * weight + 0.2017 * Double(age)
            perBeat = 0.6309
        case .female:
            constant = -20.4022 - 0.1263 * weight + 0.0740 * Double(age)
            perBeat = 0.4472
        }
    }

    /// Never below 0.
    func kilocaloriesPerMinute(at heartRate: Double) -> Double {
        max(0, constant + perBeat * heartRate) / ActiveEnergy.kilojoulesPerKilocalorie
    }
}

extension ActiveEnergy {
    static let kilojoulesPerKilocalorie = 4.184
    /// Of the energy that a body turns over, what reaches the pedals.
    private static let efficiency = 0.24

    /// - Parameter work: kilojoules at the pedals.
    static func kilocalories(ofWork work: Double) -> Double { work / kilojoulesPerKilocalorie / efficiency }

    /// By which method the whole workout is reckoned: the first that has data for half of every leg, so that the meter of a bike
    /// does not speak for the run after it; else the first that has any.
    ///
    /// - Parameters:
    ///   - power: the least of the legs' shares of timer time with power, transitions aside, 0...1; `nil` without any power.
    ///   - heartRate: the same.
    static func method(power: Double?, heartRate: Double?, settings: WorkoutSettings) -> Method {
        let heartRate = KeytelFormula(settings) == nil ? nil : heartRate
        if let power, power >= 0.5 { return .power }
        if let heartRate, heartRate >= 0.5 { return .heartRate }
        return power != nil ? .power : heartRate != nil ? .heartRate : .estimate
    }

    /// Holes add nothing.
    static func byHeartRate(
        _ heartRate: Timeline, from start: Offset, to end: Offset, timer: TimeSpan, settings: WorkoutSettings
    ) -> Metric<ActiveEnergy> {
        guard let formula = KeytelFormula(settings) else { return .unavailable(.noThreshold) }
        var covered = TimeSpan.zero
        var kilocalories = 0.0
        heartRate.forEachSegment(from: start, to: end) { segment in
            covered += segment.length
            kilocalories += segment.length.seconds / 60 * formula.kilocaloriesPerMinute(at: segment.value)
        }
        guard covered > .zero, timer > .zero else { return .unavailable(.noData) }
        return .value(
            ActiveEnergy(
                kilocalories: kilocalories, method: .heartRate,
                coverage: Double(covered.microseconds) / Double(timer.microseconds)))
    }

    /// - Parameter legs: how long the timer ran in each; transitions add nothing.
    /// - Returns: no data, when there is a leg of a kind that nobody gave a rate for.
    static func estimated(_ legs: some Sequence<(activity: ActivityType, timer: TimeSpan)>, settings: WorkoutSettings)
        -> Metric<ActiveEnergy>
    {
        var kilocalories: Double?
        for leg in legs where leg.activity != .transition {
            guard let rate = settings.fallbackKilocaloriesPerMinute ?? leg.activity.estimatedKilocaloriesPerMinute else {
                return .unavailable(.noData)
            }
            kilocalories = (kilocalories ?? 0) + leg.timer.seconds / 60 * rate
        }
        return Metric(kilocalories.map { ActiveEnergy(kilocalories: $0, method: .estimate, coverage: 1) }, else: .noData)
    }
}

extension ActivityType {
    /// What a minute costs when nothing is measured; `nil` for what nobody gave a figure for.
    public var estimatedKilocaloriesPerMinute: Double? {
        switch self {
        case .running, .treadmillRunning, .trailRunning: 12
        case .cycling, .indoorCycling: 10
        case .strength: 8
        case .hiking: 6
        case .flexibility: 4
        case .walking, .rowing, .indoorRowing, .swimming, .crossCountrySkiing, .alpineSkiing, .transition, .other: nil
        }
    }
}
