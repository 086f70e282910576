extension Quantity {
    /// How long after a change of effort its value says little of it (core §9).
    public var leadIn: TimeSpan { TimeSpan(microseconds: self == .heartRate ? 30_000_000 : 5_000_000) }
}

/// What the line about intervals rests on: each repeat beside the lowest zone that a step of work names, and each recovery beside its
/// target (core §9).
public struct IntervalsReview: Equatable, Sendable {
    /// Index from 0, of `configuration`.
    public var zone: Int
    public var configuration: ZoneConfiguration
    /// Those that are planned longer than the lead-in, begun or not.
    public var repeats: [Repeat]
    /// Those that began and have a target.
    public var recoveries: [Recovery]
    /// Whether at least half of the time of the repeats that began is covered.
    public var isMeasured: Bool

    public struct Repeat: Equatable, Sendable {
        public var stepIndex: Int
        /// Time in the zone or above it after the lead-in.
        public var high: TimeSpan
        /// What is left of the repeat's length behind the lead-in, begun or not; zero for a distance that was not covered.
        public var judged: TimeSpan
        public var hasBegun: Bool
        /// At least half of it.
        public var isReached: Bool { judged > .zero && high + high >= judged }
    }

    public struct Recovery: Equatable, Sendable {
        public var stepIndex: Int
        /// Whether the value was in or below the target for 5 s without a break.
        public var cameDown: Bool
    }
}

extension Workout {
    /// Repeats of one configuration with several zones are all measured by the lowest of these, which the line names. One that
    /// is planned no longer than the lead-in says nothing and is left out.
    ///
    /// - Returns: `nil` unless all steps of work name zones of one configuration, and one is longer than the lead-in.
    public func intervalsReview(of plan: Plan) -> IntervalsReview? {
        let works = plan.steps.indices.filter { plan.steps[$0].kind == .work }
        let targets = works.compactMap { plan.steps[$0].target }
        guard targets.count == works.count, let configuration = targets.first?.configuration,
            targets.allSatisfy({ $0.configuration == configuration }), let zone = targets.compactMap(\.lowestZone).min()
        else { return nil }
        let timelines = timelines(for: plan)
        let timer = timerIntervals
        let layout = PlanLayout(plan, over: timer, distance: timelines[.distance] ?? Timeline())
        let lookout = Lookout(timer: timer, timelines: timelines)

        let quantity = configuration.quantity
        let judged = works.filter { plan.steps[$0].extent.isLonger(than: quantity.leadIn) }
        guard !judged.isEmpty else { return nil }
        let covered = judged.filter { $0 < layout.blocks.count }.reduce(Compliance()) { sum, index in
            let block = layout.blocks[index]
            return sum
                + Compliance(
                    with: .zones(zone...zone, of: configuration), of: timelines[quantity] ?? Timeline(), from: block.start,
                    to: block.end, timer: timer)
        }
        return IntervalsReview(
            zone: zone, configuration: configuration,
            repeats: judged.map { index in
                let block = index < layout.blocks.count ? layout.blocks[index] : nil
                return IntervalsReview.Repeat(
                    stepIndex: index,
                    high: block.map { lookout.high(in: $0, quantity) { configuration.zoneIndex(of: $0) >= zone } } ?? .zero,
                    judged: lookout.judged(block, plan.steps[index].extent, quantity), hasBegun: block != nil)
            },
            recoveries: layout.blocks.filter { plan.steps[$0.stepIndex].kind == .recovery }.compactMap { block in
                plan.steps[block.stepIndex].target.map {
                    IntervalsReview.Recovery(stepIndex: block.stepIndex, cameDown: lookout.cameDown(block, to: $0))
                }
            },
            isMeasured: covered.verdict != .notEnoughData)
    }

    /// How many of the planned repeats reached their zone, and whether the recoveries came down.
    func intervalsLine(_ plan: Plan) -> LineChoice {
        guard let review = intervalsReview(of: plan) else { return .leftToZones }
        guard review.isMeasured else { return .notEnoughData }
        let recoveries = review.recoveries
        return .line(
            .intervals(
                reached: review.repeats.count(where: \.isReached), planned: review.repeats.count, zone: review.zone,
                recoveriesCameDown: recoveries.isEmpty
                    ? nil : recoveries.count(where: \.cameDown) * 2 >= recoveries.count),
            review.configuration)
    }
}

/// Looks at the blocks of a plan.
private struct Lookout {
    let timer: TimerIntervals
    let timelines: [Quantity: Timeline]

    /// What a repeat has to be high for, after the lead-in: the planned time, where a step has one, so that a repeat which was broken
    /// off, or never begun, is measured like any other.
    ///
    /// - Parameter block: `nil`: never begun.
    func judged(_ block: PlanLayout.Block?, _ extent: PlanStep.Extent, _ quantity: Quantity) -> TimeSpan {
        switch extent {
        case .duration(let planned): return max(planned - quantity.leadIn, .zero)
        case .distance:
            guard let block, block.isComplete else { return .zero }
            return max(block.timer - quantity.leadIn, .zero)
        }
    }

    /// How long the value was high after the lead-in. Time that nobody measured is not high.
    func high(in block: PlanLayout.Block, _ quantity: Quantity, isHigh: (Double) -> Bool) -> TimeSpan {
        var high = TimeSpan.zero
        if let from = timer.offset(at: block.timerBefore + quantity.leadIn), from < block.end {
            timelines[quantity]?.forEachSegment(from: from, to: block.end) { if isHigh($0.value) { high += $0.length } }
        }
        return high
    }

    /// Whether the value was in or below the target for 5 s without a break.
    func cameDown(_ block: PlanLayout.Block, to target: PlanTarget) -> Bool {
        let enough = TimeSpan(microseconds: 5_000_000)
        let low = timelines[target.quantity]?.stretches(from: block.start, to: block.end) { target.place(of: $0) != .above }
        return low?.contains { $0.length >= enough } ?? false
    }
}

extension PlanStep.Extent {
    /// A distance takes as long as it takes.
    fileprivate func isLonger(than span: TimeSpan) -> Bool {
        switch self {
        case .duration(let planned): planned > span
        case .distance: true
        }
    }
}

extension PlanTarget {
    fileprivate var lowestZone: Int? { if case .zones(let zones, _) = self { zones.lowerBound } else { nil } }
}
