/// What is said while the athlete moves; neutral words, and never for a change of zone alone (core §9).
public enum LiveCue: Equatable, Sendable {
    /// Continuously above the target for 8 s.
    case aboveTarget(Quantity)
    /// Continuously below it for as long.
    case belowTarget(Quantity)
    /// A work step begins in so many seconds.
    case workAhead(seconds: Int)
    /// In a recovery: the heart rate has come below this zone (index from 0).
    case recovered(belowZone: Int)
    case stepBegins(PlanStep.Kind)
    case planDone

    /// Cues of one kind come at most once a minute.
    public enum Kind: String, CaseIterable, Sendable { case aboveTarget, belowTarget, workAhead, recovered, stepBegins, planDone }

    public var kind: Kind {
        switch self {
        case .aboveTarget: .aboveTarget
        case .belowTarget: .belowTarget
        case .workAhead: .workAhead
        case .recovered: .recovered
        case .stepBegins: .stepBegins
        case .planDone: .planDone
        }
    }
}
