/// The effort of somebody who has no zones, in two steps: words, not zones, and no numbers are shown.
///
/// Shares of the highest heart rate or of the functional threshold power, where one is known; else what heart rates mean to most
/// grown people.
struct EffortSteps {
    let quantity: Quantity
    /// From here on it is steady; from `hard` on, hard.
    let steady: Double
    let hard: Double

    private static let shareOfMaximum = (steady: 0.7, hard: 0.85)
    private static let shareOfThreshold = (steady: 0.75, hard: 0.9)
    /// Beats per minute: about 70 and 85 % of 185.
    private static let unknownPerson = (steady: 130.0, hard: 157.0)

    static func heartRate(_ settings: WorkoutSettings) -> EffortSteps {
        guard let maximum = settings.maximumBeatsPerMinute ?? settings.ageYears.map({ 208 - 0.7 * Double($0) }) else {
            return EffortSteps(quantity: .heartRate, steady: unknownPerson.steady, hard: unknownPerson.hard)
        }
        return EffortSteps(
            quantity: .heartRate, steady: shareOfMaximum.steady * maximum, hard: shareOfMaximum.hard * maximum)
    }

    static func power(_ settings: WorkoutSettings) -> EffortSteps? {
        settings.functionalThresholdPowerWatts.map {
            EffortSteps(quantity: .power, steady: shareOfThreshold.steady * $0, hard: shareOfThreshold.hard * $0)
        }
    }
}

extension Workout {
    /// By the step in which the athlete was longest, the gentler of two that are equal; `nil` when half of the time or more is
    /// not covered.
    func gentleLine() -> CoachingLine? {
        for steps in [EffortSteps.heartRate(settings), EffortSteps.power(settings)].compactMap(\.self) {
            let steady = PlanTarget.range(steps.quantity, lower: steps.steady, upper: steps.hard)
            let effort = Compliance(
                with: steady, of: timeline(of: steps.quantity), from: start, to: end, timer: timerIntervals)
            guard effort.verdict != .notEnoughData else { continue }
            if effort.below >= max(effort.inside, effort.above) { return .mostlyEasy(activity: type) }
            return effort.inside >= effort.above ? .mostlySteady(activity: type) : .mostlyHard(activity: type)
        }
        return nil
    }
}
