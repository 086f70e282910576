/// Finds the step of a plan as timer time and distance grow: live, told what the draft knows; afterwards, told every piece of
/// the finished workout.
///
/// Between two tellings distance is taken to grow evenly, so that a step of distance ends between them.
public struct PlanFollower: Equatable, Sendable {
    /// How far a workout had come.
    public struct Point: Equatable, Sendable {
        public var timer: TimeSpan
        public var metres: Double

        public init(timer: TimeSpan, metres: Double) {
            self.timer = timer
            self.metres = metres
        }
    }

    public let plan: Plan
    /// Where each step that has begun did so.
    public private(set) var starts: [Point] = []
    /// Where the last step ended.
    public private(set) var end: Point?
    /// What it was last told.
    public private(set) var reached = Point(timer: .zero, metres: 0)

    /// How far before its end a step of distance counts as done, in metres, since sums of metres are rounded.
    private static let tolerance = 0.001

    public init(_ plan: Plan) {
        self.plan = plan
        if plan.steps.isEmpty { end = reached } else { starts = [reached] }
    }

    public var isDone: Bool { end != nil }

    /// - Parameters:
    ///   - timer: since the start; what is not later than before is left out.
    ///   - metres: since the start; `nil` when nobody counts them.
    public mutating func advance(to timer: TimeSpan, metres: Double?) {
        let told = metres.flatMap { $0.isFinite ? $0 : nil } ?? reached.metres
        let next = Point(timer: max(timer, reached.timer), metres: max(told, reached.metres))
        while end == nil, let start = starts.last, let finish = finish(of: plan.steps[starts.count - 1], from: start, to: next) {
            if starts.count == plan.steps.count { end = finish } else { starts.append(finish) }
        }
        reached = next
    }

    private func finish(of step: PlanStep, from start: Point, to next: Point) -> Point? {
        switch step.extent {
        case .duration(let span):
            let timer = start.timer + min(max(span, .zero), Plan.longestStep)
            guard timer <= next.timer else { return nil }
            let share = share(of: (timer - reached.timer).seconds, in: (next.timer - reached.timer).seconds)
            return Point(timer: timer, metres: max(start.metres, reached.metres + share * (next.metres - reached.metres)))
        case .distance(let metres):
            let goal = start.metres + max(metres, 0)
            guard next.metres >= goal - Self.tolerance else { return nil }
            let share = share(of: goal - reached.metres, in: next.metres - reached.metres)
            let timer = reached.timer + TimeSpan(seconds: share * (next.timer - reached.timer).seconds)
            return Point(timer: min(max(start.timer, timer), next.timer), metres: goal)
        }
    }

    private func share(of part: Double, in whole: Double) -> Double { whole > 0 ? min(max(part / whole, 0), 1) : 1 }
}
