extension Quantity {
    /// How long after a change of effort its value says little of it (core §9).
    public var leadIn: TimeSpan { TimeSpan(microseconds: self == .heartRate ? 30_000_000 : 5_000_000) }
}

extension Workout {
    /// How many of the planned repeats reached their zone, and whether the recoveries came down (core §9).
    ///
    /// Repeats of one configuration with several zones are all measured by the lowest of these, which the line names. One that
    /// is planned no longer than the lead-in says nothing and is left out.
    func intervalsLine(_ plan: Plan) -> LineChoice {
        let works = plan.steps.indices.filter { plan.steps[$0].kind == .work }
        let targets = works.compactMap { plan.steps[$0].target }
        guard targets.count == works.count, let configuration = targets.first?.configuration,
            targets.allSatisfy({ $0.configuration == configuration }), let zone = targets.compactMap(\.lowestZone).min()
        else { return .leftToZones }
        let timelines = timelines(for: plan)
        let timer = timerIntervals
        let layout = PlanLayout(plan, over: timer, distance: timelines[.distance] ?? Timeline())
        let lookout = Lookout(timer: timer, timelines: timelines)

        let quantity = configuration.quantity
        let judged = works.filter { plan.steps[$0].extent.isLonger(than: quantity.leadIn) }
        guard !judged.isEmpty else { return .leftToZones }
        let begun = judged.filter { $0 < layout.blocks.count }.map { layout.blocks[$0] }
        let covered = begun.reduce(Compliance()) { sum, block in
            sum
                + Compliance(
                    with: .zones(zone...zone, of: configuration), of: timelines[quantity] ?? Timeline(), from: block.start,
                    to: block.end, timer: timer)
        }
        guard covered.verdict != .notEnoughData else { return .notEnoughData }
        let reached = begun.count { block in
            lookout.reached(block, plan.steps[block.stepIndex].extent, quantity) { configuration.zoneIndex(of: $0) >= zone }
        }
        let recoveries = layout.blocks.filter { plan.steps[$0.stepIndex].kind == .recovery }.compactMap { block in
            plan.steps[block.stepIndex].target.map { lookout.cameDown(block, to: $0) }
        }
        return .line(
            .intervals(
                reached: reached, planned: judged.count, zone: zone,
                recoveriesCameDown: recoveries.isEmpty ? nil : recoveries.count(where: \.self) * 2 >= recoveries.count),
            configuration)
    }
}

/// Looks at the blocks of a plan.
private struct Lookout {
    let timer: TimerIntervals
    let timelines: [Quantity: Timeline]

    /// Whether the value was high for at least half of the time after the lead-in: the planned time, where a step has one, so that
    /// a repeat which was broken off is measured like any other. Time that nobody measured is not high.
    func reached(
        _ block: PlanLayout.Block, _ extent: PlanStep.Extent, _ quantity: Quantity, isHigh: (Double) -> Bool
    ) -> Bool {
        let length: TimeSpan
        switch extent {
        case .duration(let planned): length = planned
        case .distance:
            guard block.isComplete else { return false }
            length = block.timer
        }
        let rest = length - quantity.leadIn
        guard rest > .zero, let from = timer.offset(at: block.timerBefore + quantity.leadIn), from < block.end else {
            return false
        }
        var high = TimeSpan.zero
        timelines[quantity]?.forEachSegment(from: from, to: block.end) { if isHigh($0.value) { high += $0.length } }
        return high + high >= rest
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
