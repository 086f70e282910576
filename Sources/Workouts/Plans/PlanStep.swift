/// One step of a plan: how long, and where to be meanwhile (core §2).
public struct PlanStep: Equatable, Sendable {
    public var kind: Kind
    public var extent: Extent
    /// `nil`: as the athlete likes.
    public var target: PlanTarget?
    /// What the plan calls it.
    public var name: String?

    public enum Kind: String, CaseIterable, Sendable { case warmUp, work, recovery, steady, coolDown }

    /// What ends the step.
    public enum Extent: Equatable, Sendable {
        /// Timer time.
        case duration(TimeSpan)
        case distance(metres: Double)
    }

    public init(_ kind: Kind, _ extent: Extent, target: PlanTarget? = nil, name: String? = nil) {
        self.kind = kind
        self.extent = extent
        self.target = target
        self.name = name
    }
}

/// Where a value should be.
public enum PlanTarget: Equatable, Sendable {
    /// Zones of one configuration, which is named with them, by index from 0: zone numbers mean nothing without it (core §5).
    case zones(ClosedRange<Int>, of: ZoneConfiguration)
    /// `lower ≤ value < upper` in the quantity's unit; `nil`: open on that side.
    case range(Quantity, lower: Double?, upper: Double?)

    public var quantity: Quantity {
        switch self {
        case .zones(_, let configuration): configuration.quantity
        case .range(let quantity, _, _): quantity
        }
    }
}

/// A plan: steps in order.
public struct Plan: Equatable, Sendable {
    public var name: String
    public var steps: [PlanStep]
    public init(name: String, steps: [PlanStep]) {
        self.name = name
        self.steps = steps
    }
}
