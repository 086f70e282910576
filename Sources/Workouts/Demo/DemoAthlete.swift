import Glibc  // rounding is a libm call on processors without the instruction

/// Somebody who is nobody: what the settings of made-up workouts say, and how it changes over the years.
public struct DemoAthlete: Equatable, Sendable {
    public let sex: WorkoutSettings.Sex
    /// When the first workout begins.
    public let ageYears: Int
    public let weightKilograms: Double
    public let maximumBeatsPerMinute: Double
    public let restingBeatsPerMinute: Double
    /// Watts, in the first spring.
    public let functionalThresholdPowerWatts: Double

    init(seed: UInt64) {
        var numbers = DemoNumbers(seed, 2)
        sex = numbers.chance(0.5) ? .female : .male
        ageYears = 25 + numbers.below(26)
        weightKilograms = (sex == .male ? numbers.between(66, 84) : numbers.between(52, 70)).told(by: 2)
        // 208 − 0.7 × age (Tanaka 2001), and what people differ from it.
        maximumBeatsPerMinute = min(198, max(165, 208 - 0.7 * Double(ageYears) + 6 * numbers.bell())).rounded()
        restingBeatsPerMinute = numbers.between(44, 60).rounded()
        functionalThresholdPowerWatts = (weightKilograms * (sex == .male ? numbers.between(2.8, 3.8) : numbers.between(2.5, 3.4)))
            .rounded()
    }

    /// By the rest and the maximum: what half an hour at threshold shows.
    public var lactateThresholdBeatsPerMinute: Double {
        (restingBeatsPerMinute + 0.86 * (maximumBeatsPerMinute - restingBeatsPerMinute)).rounded()
    }

    /// Watts, tested at the beginning of each month: better over the first years, best in summer.
    ///
    /// - Parameter month: 0 is the month of the first day.
    func thresholdPower(month: Int, monthOfYear: Int) -> Double {
        let years = min(Double(month) / 12, 5)
        let season = DemoTrigonometry.sineAndCosine(turns: Double(monthOfYear - 7) / 12).cosine
        return (functionalThresholdPowerWatts * (1 + 0.02 * years) * (1 + 0.03 * season)).rounded()
    }

    /// Metres per second that can be run for an hour.
    func thresholdSpeed(power: Double) -> Double { 1.9 + 0.62 * power / weightKilograms }

    /// What is in force in a month.
    func settings(month: Int, monthOfYear: Int) -> WorkoutSettings {
        var settings = WorkoutSettings()
        let power = thresholdPower(month: month, monthOfYear: monthOfYear)
        settings.functionalThresholdPowerWatts = power
        settings.lactateThresholdBeatsPerMinute = lactateThresholdBeatsPerMinute
        settings.maximumBeatsPerMinute = maximumBeatsPerMinute
        settings.restingBeatsPerMinute = restingBeatsPerMinute
        settings.weightKilograms = weightKilograms
        settings.ageYears = ageYears + month / 12
        settings.sex = sex
        let models = [
            ZoneModel.karvonen5(maximumBeatsPerMinute: maximumBeatsPerMinute, restingBeatsPerMinute: restingBeatsPerMinute),
            .coggan7(thresholdWatts: power),
        ]
        for model in models { settings.zones[model.quantity] = try? model.configuration(source: .user) }
        return settings
    }
}
