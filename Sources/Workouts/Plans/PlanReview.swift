/// A finished workout beside its plan.
public struct PlanReview: Equatable, Sendable {
    public var plan: Plan
    public var layout: PlanLayout
    /// One for each step of the plan.
    public var steps: [Step]
    /// Each stretch against its own step's target, added up; `nil` when no step that began has a target.
    public var whole: Compliance?
    public var ribbon: PlanRibbon

    public struct Step: Equatable, Sendable {
        public var step: PlanStep
        /// `nil` when it never began.
        public var block: PlanLayout.Block?
        /// `nil` when it never began or has no target.
        public var compliance: Compliance?
    }

    init(of plan: Plan, over timer: TimerIntervals, timelines: [Quantity: Timeline]) {
        let layout = PlanLayout(plan, over: timer, distance: timelines[.distance] ?? Timeline())
        self.plan = plan
        self.layout = layout
        steps = plan.steps.enumerated().map { index, step in
            guard index < layout.blocks.count else { return Step(step: step) }
            let block = layout.blocks[index]
            return Step(
                step: step, block: block,
                compliance: step.target.map { target in
                    Compliance(
                        with: target, of: timelines[target.quantity] ?? Timeline(), from: block.start, to: block.end, timer: timer
                    )
                })
        }
        let measured = steps.compactMap(\.compliance)
        whole = measured.isEmpty ? nil : measured.reduce(Compliance(), +)
        ribbon = PlanRibbon(plan, layout, over: timer) { timelines[$0] ?? Timeline() }
    }
}

extension Workout {
    /// How the workout went beside its plan, or beside another; `nil` without one.
    public func review(of plan: Plan? = nil) -> PlanReview? {
        guard let plan = plan ?? self.plan else { return nil }
        return PlanReview(of: plan, over: timerIntervals, timelines: timelines(for: plan))
    }

    /// What the plan's targets and steps are measured by.
    func timelines(for plan: Plan) -> [Quantity: Timeline] {
        let quantities = plan.targetQuantities + (plan.hasDistances ? [.distance] : [])
        return Dictionary(quantities.map { ($0, timeline(of: $0)) }) { first, _ in first }
    }
}

extension Plan {
    /// Whether a step ends with a distance.
    var hasDistances: Bool { steps.contains { if case .distance = $0.extent { true } else { false } } }
}
