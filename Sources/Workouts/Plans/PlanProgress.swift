/// Where in its plan a workout is.
public struct PlanProgress: Equatable, Sendable {
    /// From 0.
    public var stepIndex: Int
    public var stepCount: Int
    public var step: PlanStep
    /// `nil` in the last step.
    public var next: PlanStep?
    /// Timer time within the step.
    public var elapsed: TimeSpan
    /// What is left of it, in the terms in which it is planned.
    public var remaining: PlanStep.Extent

    public init(
        stepIndex: Int, stepCount: Int, step: PlanStep, next: PlanStep?, elapsed: TimeSpan, remaining: PlanStep.Extent
    ) {
        self.stepIndex = stepIndex
        self.stepCount = stepCount
        self.step = step
        self.next = next
        self.elapsed = elapsed
        self.remaining = remaining
    }
}

extension PlanFollower {
    /// `nil` when the plan is done.
    public var progress: PlanProgress? {
        guard !isDone, let start = starts.last else { return nil }
        let index = starts.count - 1
        let step = plan.steps[index]
        let remaining: PlanStep.Extent =
            switch step.extent {
            case .duration(let span): .duration(max(span - (reached.timer - start.timer), .zero))
            case .distance(let metres): .distance(metres: max(metres - (reached.metres - start.metres), 0))
            }
        return PlanProgress(
            stepIndex: index, stepCount: plan.steps.count, step: step,
            next: index + 1 < plan.steps.count ? plan.steps[index + 1] : nil, elapsed: reached.timer - start.timer,
            remaining: remaining)
    }
}
