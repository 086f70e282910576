/// What a plan is meant to be: decides which line is said of the workout.
public enum PlanKind: String, CaseIterable, Sendable { case easy, tempo, recovery, intervals }

extension Plan {
    /// By its steps other than warm-up and cool-down: several of work are intervals; one of work, or a steady one whose target
    /// has a lower limit, is tempo; a steady one whose target has none is easy; recoveries alone are recovery. `nil` for others.
    public var kind: PlanKind? {
        let core = steps.filter { $0.kind != .warmUp && $0.kind != .coolDown }
        switch core.count(where: { $0.kind == .work }) {
        case 0: break
        case 1: return .tempo
        default: return .intervals
        }
        if let target = core.first(where: { $0.kind == .steady && $0.target != nil })?.target {
            return target.isOpenBelow ? .easy : .tempo
        }
        return !core.isEmpty && core.allSatisfy { $0.kind == .recovery } ? .recovery : nil
    }
}

extension PlanTarget {
    /// Whether nothing lies below it.
    var isOpenBelow: Bool {
        switch self {
        case .zones(let zones, _): zones.lowerBound <= 0
        case .range(_, let lower, _): lower == nil
        }
    }
}
