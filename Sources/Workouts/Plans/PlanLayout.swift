/// A plan laid over the timer time of a workout: which stretch of it was which step. Pauses do not count.
public struct PlanLayout: Equatable, Sendable {
    /// The stretch of a step that began; it ends where the next one begins.
    public struct Block: Equatable, Sendable {
        /// From 0.
        public var stepIndex: Int
        public var start: Offset
        public var end: Offset
        /// From the start of the workout to the start of the block.
        public var timerBefore: TimeSpan
        public var timer: TimeSpan
        /// `false` when the workout ended before it.
        public var isComplete: Bool

        public var timerAfter: TimeSpan { timerBefore + timer }
    }

    /// In order and without gaps, from the start of the workout.
    public var blocks: [Block]
    /// Steps that never began, since the workout ended early.
    public var stepsNotBegun: Int
    /// Timer time after the last step, when the workout went on.
    public var timerAfterPlan: TimeSpan

    /// - Parameters:
    ///   - distance: amounts per second; without it a step of distance never ends.
    ///   - timer: when the timer ran.
    public init(_ plan: Plan, over timer: TimerIntervals, distance: Timeline) {
        var follower = PlanFollower(plan)
        var metres = 0.0
        for segment in distance where !follower.isDone {
            follower.advance(to: timer.timer(before: segment.start), metres: metres)
            metres += segment.value * segment.length.seconds
            follower.advance(to: timer.timer(before: segment.end), metres: metres)
        }
        follower.advance(to: timer.total, metres: metres)
        self.init(follower, over: timer)
    }

    private init(_ follower: PlanFollower, over timer: TimerIntervals) {
        // A step that would begin with the very end of the workout has no time in it.
        let starts = follower.starts.map(\.timer).filter { $0 < timer.total }
        let ends = starts.dropFirst() + [min(follower.end?.timer ?? timer.total, timer.total)]
        let completed = follower.isDone ? follower.starts.count : follower.starts.count - 1
        blocks = zip(starts, ends).enumerated().compactMap { index, edges in
            guard let start = timer.offset(at: edges.0), let end = timer.offset(at: edges.1) else { return nil }
            return Block(
                stepIndex: index, start: start, end: end, timerBefore: edges.0, timer: edges.1 - edges.0,
                isComplete: index < completed)
        }
        stepsNotBegun = follower.plan.steps.count - blocks.count
        timerAfterPlan = follower.end.map { max(timer.total - $0.timer, .zero) } ?? .zero
    }

    /// The block at a moment of timer time.
    func block(at timer: TimeSpan) -> Block? {
        let index = blocks.partitioningIndex { $0.timerAfter > timer }
        return index < blocks.count && blocks[index].timerBefore <= timer ? blocks[index] : nil
    }
}
