/// Why a plan cannot be followed.
public enum PlanMistake: Error, Equatable, Sendable {
    case noSteps
    case tooManySteps(Int)
    /// A step of no length, or of one that no workout has.
    case extent(step: Int)
    /// A target of which no value is inside, or that zones of its configuration do not reach.
    case target(step: Int)
    /// A target of what only grows over the workout.
    case cumulativeTarget(step: Int)
}

extension Plan {
    public static let mostSteps = 500
    public static let longestStep = TimeSpan(microseconds: 86_400_000_000)
    /// Metres.
    public static let farthestStepMetres = 1_000_000.0

    /// The first mistake, steps by index from 0; `nil` for a plan that can be followed.
    public var mistake: PlanMistake? {
        if steps.isEmpty { return .noSteps }
        if steps.count > Self.mostSteps { return .tooManySteps(steps.count) }
        return steps.enumerated().lazy.compactMap { $1.mistake(at: $0) }.first
    }
}

extension PlanStep {
    fileprivate func mistake(at index: Int) -> PlanMistake? {
        switch extent {
        case .duration(let span): if span <= .zero || span > Plan.longestStep { return .extent(step: index) }
        case .distance(let metres): if !(metres > 0 && metres <= Plan.farthestStepMetres) { return .extent(step: index) }
        }
        guard let target else { return nil }
        if target.quantity.isCumulative { return .cumulativeTarget(step: index) }
        return target.canBeMet ? nil : .target(step: index)
    }
}

extension PlanTarget {
    fileprivate var canBeMet: Bool {
        switch self {
        case .zones(let zones, let configuration): zones.lowerBound >= 0 && zones.upperBound < configuration.zoneCount
        case .range(_, let lower, let upper):
            [lower, upper].allSatisfy { $0?.isFinite ?? true } && (lower != nil || upper != nil)
                && (lower ?? -.infinity) < (upper ?? .infinity)
        }
    }
}
