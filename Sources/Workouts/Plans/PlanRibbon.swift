/// For each second of timer time the step, and where the athlete was beside its target. The fraction of a second at the end is
/// dropped, as on every one-second grid (core §6.1).
public struct PlanRibbon: Equatable, Sendable {
    public enum Mark: String, CaseIterable, Sendable {
        case below, inside, above
        /// No value covers any of the second.
        case unknown
        case noTarget
    }

    public struct Second: Equatable, Sendable {
        /// From 0; `nil` after the plan.
        public var stepIndex: Int?
        public var mark: Mark
    }

    /// Seconds in a row that are the same.
    public struct Stretch: Equatable, Sendable {
        public var seconds: Range<Int>
        public var stepIndex: Int?
        public var mark: Mark
    }

    public var seconds: [Second]

    /// A second belongs to the step in which it begins; its value is the mean over what is covered of it.
    ///
    /// - Parameter timelines: of the quantities that the plan has targets of.
    init(_ plan: Plan, _ layout: PlanLayout, over timer: TimerIntervals, timelines: (Quantity) -> Timeline) {
        seconds = Array(
            repeating: Second(stepIndex: nil, mark: .noTarget), count: Int(timer.total.microseconds / 1_000_000))
        guard let start = timer.intervals.first?.start, let end = timer.intervals.last?.end else { return }
        for quantity in plan.targetQuantities {
            let means = OneSecondGrid(timelines(quantity), from: start, to: end, timer: timer).means
            for block in layout.blocks {
                guard let target = plan.steps[block.stepIndex].target, target.quantity == quantity else { continue }
                for second in block.wholeSeconds where second < means.count && second < seconds.count {
                    seconds[second].mark = means[second].map { Mark(target.place(of: $0)) } ?? .unknown
                }
            }
        }
        for block in layout.blocks {
            for second in block.wholeSeconds where second < seconds.count { seconds[second].stepIndex = block.stepIndex }
        }
    }

    /// The same, run by run.
    public var stretches: [Stretch] {
        var stretches: [Stretch] = []
        for (index, second) in seconds.enumerated() {
            if let last = stretches.last, last.stepIndex == second.stepIndex, last.mark == second.mark {
                stretches[stretches.count - 1].seconds = last.seconds.lowerBound..<index + 1
            } else {
                stretches.append(Stretch(seconds: index..<index + 1, stepIndex: second.stepIndex, mark: second.mark))
            }
        }
        return stretches
    }
}

extension PlanRibbon.Mark {
    fileprivate init(_ place: PlanTarget.Place) {
        self =
            switch place {
            case .below: .below
            case .inside: .inside
            case .above: .above
            }
    }
}

extension PlanLayout.Block {
    /// The timer seconds that begin in it.
    fileprivate var wholeSeconds: Range<Int> {
        func roundedUp(_ span: TimeSpan) -> Int { Int((span.microseconds + 999_999) / 1_000_000) }
        let first = roundedUp(timerBefore)
        return first..<max(first, roundedUp(timerAfter))
    }
}

extension Plan {
    /// In their order.
    var targetQuantities: [Quantity] { Set(steps.compactMap { $0.target?.quantity }).sorted() }
}
