import Gateway
import Phrases
import Workouts

/// What a coach says of a finished workout: the line below its title, and how each step of its plan went.
extension WorkoutText {
    var coachingLine: [String] { workout.coachingRemark().map(line) ?? [] }

    func line(_ remark: CoachingRemark) -> [String] {
        naming.words.text(remark).wrapped(to: style.columns, indent: 0)
    }

    var plan: [String] {
        guard let review = workout.review() else { return [] }
        var table = TextTable(.right, .left, .right, .left, .right, .left)
        for (index, step) in review.steps.enumerated() {
            table.add(
                "\(index + 1)", step.step.name.map(shown) ?? naming.words.name(of: step.step.kind),
                step.block.map { time(of: $0, step.step.extent) } ?? "–",
                step.step.target.map(CoachWords.target) ?? "", step.compliance.map(share) ?? "",
                step.block == nil ? style.dim(word(.notBegun)) : step.compliance.map(verdict) ?? "")
        }
        if let whole = review.whole { table.add("", style.dim(word(.allSteps)), "", "", share(whole), verdict(whole)) }
        let name = review.plan.name.isEmpty ? "" : style.dim("  \(shown(review.plan.name))")
        return [style.bold("Plan") + name] + table.lines() + [""]
    }

    /// `2:00`, or `1:10 of 2:00` of a step that the end cut short.
    private func time(of block: PlanLayout.Block, _ extent: PlanStep.Extent) -> String {
        let timer = workout.timerIntervals.timer(from: block.start, to: block.end)
        guard case .duration(let planned) = extent, (planned - timer).seconds >= 1 else { return ClockText.span(timer) }
        return "\(ClockText.span(timer)) of \(ClockText.span(planned))"
    }

    /// Of the time that has data (core §9).
    func share(_ compliance: Compliance) -> String { compliance.percent.map { "\($0) %" } ?? "–" }

    private func verdict(_ compliance: Compliance) -> String {
        style.paint(naming.words.text(compliance.verdict), by: compliance.verdict)
    }
}

extension Terminal {
    /// In the colour of a verdict.
    func paint(_ text: String, by verdict: ComplianceVerdict) -> String {
        switch verdict {
        case .met: paint(text, .green)
        case .partly: paint(text, .yellow)
        case .missed: paint(text, .red)
        case .notEnoughData: dim(text)
        }
    }
}
