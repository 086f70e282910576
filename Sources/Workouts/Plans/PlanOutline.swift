/// A plan as it is written down: its zones are those of whoever follows it, which is settled when a workout begins.
public struct PlanOutline: Equatable, Sendable {
    public var name: String?
    public var steps: [Step]

    public struct Step: Equatable, Sendable {
        public var kind: PlanStep.Kind
        public var extent: PlanStep.Extent
        public var target: Target?
        public var name: String?

        public init(_ kind: PlanStep.Kind, _ extent: PlanStep.Extent, target: Target? = nil, name: String? = nil) {
            self.kind = kind
            self.extent = extent
            self.target = target
            self.name = name
        }
    }

    public enum Target: Equatable, Sendable {
        /// By index from 0, of the configuration that is in force for the quantity.
        case zones(ClosedRange<Int>, Quantity)
        /// One that needs nothing else.
        case settled(PlanTarget)
    }

    public init(name: String? = nil, steps: [Step]) {
        self.name = name
        self.steps = steps
    }

    /// Targets that the zones in force do not have.
    public struct LeftOut: Equatable, Sendable {
        /// From 0, in order; never empty.
        public var steps: [Int]
        public var quantity: Quantity
        /// `nil`: the quantity has no zones.
        public var zoneCount: Int?
    }

    /// The plan for one workout. A step whose target its zones do not have keeps its length, so that recording goes on without
    /// coaching (core §2).
    ///
    /// - Parameter zones: in force for the workout's activity.
    /// - Returns: what was left out, once for each quantity: a step that is repeated stands in the plan many times.
    public func settled(
        with zones: [Quantity: ZoneConfiguration], named fallback: String? = nil
    ) -> (plan: Plan, leftOut: [LeftOut]) {
        var leftOut: [LeftOut] = []
        let steps = self.steps.enumerated().map { index, step in
            var target: PlanTarget?
            switch step.target {
            case .settled(let own): target = own
            case .zones(let range, let quantity):
                let configuration = zones[quantity]
                if let configuration, range.lowerBound >= 0, range.upperBound < configuration.zoneCount {
                    target = .zones(range, of: configuration)
                } else {
                    if let known = leftOut.firstIndex(where: { $0.quantity == quantity }) {
                        leftOut[known].steps.append(index)
                    } else {
                        leftOut.append(LeftOut(steps: [index], quantity: quantity, zoneCount: configuration?.zoneCount))
                    }
                }
            case nil: break
            }
            return PlanStep(step.kind, step.extent, target: target, name: step.name)
        }
        return (Plan(name: name ?? fallback ?? "", steps: steps), leftOut)
    }
}
