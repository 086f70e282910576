import Gateway
import JSONText
import Phrases
import Workouts

/// A finished workout as a coach goes through it: the line and what it rests on, the plan step by step, the ribbon, the cues, the climbs.
struct CoachText {
    let workout: Workout
    /// What it was meant to be, above the kind of its plan.
    let intent: PlanKind?
    /// The athlete's configurations; the workout's own settings when `nil`.
    let preferred: [Quantity: ZoneConfiguration]?
    let text: WorkoutText

    init(
        _ workout: Workout, as intent: PlanKind?, preferred: [Quantity: ZoneConfiguration]?, style: Terminal,
        naming: WorkoutNaming
    ) {
        self.workout = workout
        self.intent = intent
        self.preferred = preferred
        text = WorkoutText(workout: workout, style: style, naming: naming)
    }

    private var style: Terminal { text.style }

    var lines: ArraySlice<String> {
        let review = workout.review()
        let parts =
            [text.title] + line + [""] + steps(review)
            + (review.map { CoachChart(workout: workout, review: $0, style: style).lines } ?? [])
            + cues + terrain
        // Each part ends with an empty line.
        return parts.dropLast()
    }

    // MARK: The line

    private var line: [String] {
        guard let remark = workout.coachingRemark(as: intent, preferred: preferred) else {
            return [style.dim(text.naming.words.text(PageNote.tooLittleData))]
        }
        return text.line(remark)
            + basis(of: remark).flatMap { sentence in
                ("  " + sentence).wrapped(to: style.columns, indent: 2).map(style.dim)
            }
    }

    /// The figures that the line leans on.
    private func basis(of remark: CoachingRemark) -> [String] {
        guard let configuration = remark.configuration else { return [Self.withoutZones] }
        let boundaries = configuration.boundaries
        let zones: ClosedRange<Int>
        switch remark.line {
        case .easy(_, let zone, _): zones = 0...max(0, zone - 1)
        case .tempo(_, let range): zones = range
        case .recovery: zones = 0...0
        case .intervals(_, _, let zone, _):
            let limit = zone > 0 && zone <= boundaries.count ? boundaries[zone - 1] : nil
            let value = limit.map { CoachWords.value($0, configuration.quantity) + " or more" } ?? "any value"
            return [
                "A repeat reached it with \(value) for half of its time, its first "
                    + "\(ClockText.span(configuration.quantity.leadIn)) left out.", origin(of: configuration),
            ]
        case .mostlyEasy, .mostlySteady, .mostlyHard: return [Self.withoutZones]
        }
        let target = PlanTarget.zones(zones, of: configuration)
        let time = Compliance(
            with: target, of: workout.timeline(of: configuration.quantity), from: workout.start, to: workout.end,
            timer: workout.timerIntervals)
        let missing =
            time.unattributed.seconds >= 1
            ? "; \(ClockText.span(time.unattributed)) of the timer's \(ClockText.span(time.timer)) have no data" : ""
        return [
            "\(ClockText.span(time.inside)) of \(ClockText.span(time.covered)) measured were "
                + "\(CoachWords.range(target.limits.lower, target.limits.upper, configuration.quantity))\(missing).",
            origin(of: configuration),
        ]
    }

    /// `Zones of heart rate: karvonen5, from your figures`.
    private func origin(of configuration: ZoneConfiguration) -> String {
        let source =
            switch configuration.source {
            case .system: configuration.estimatedInputs.isEmpty ? "from the figures in the settings" : "partly estimated"
            case .user: "set by hand"
            case .app: "set by a program"
            }
        return "\(CoachWords.name(of: configuration.quantity)) zones: \(CoachWords.name(of: configuration)), \(source)."
    }

    private static let withoutZones =
        "No zones are set, so this is said from the effort alone. wattbeat settings set hr-max BPM (or lthr, or ftp) sets some."

    // MARK: The plan

    private func steps(_ review: PlanReview?) -> [String] {
        guard let review else { return [] }
        // The table ends with an empty line, above which the rest belongs.
        return text.plan.dropLast() + remainder(review).map { "  " + style.dim($0) } + [""] + repeats(review.plan)
    }

    /// What the line about intervals counts.
    private func repeats(_ plan: Plan) -> [String] {
        guard let review = workout.intervalsReview(of: plan), review.isMeasured else { return [] }
        var table = TextTable(.right, .right, .left, .left, .left)
        for one in review.repeats {
            // Of the recoveries the one right behind it.
            let recovery = review.recoveries.first { $0.stepIndex == one.stepIndex + 1 }
            let share = one.judged > .zero ? one.high.seconds / one.judged.seconds : 0
            let came = !one.hasBegun ? "not begun" : one.isReached ? "reached" : one.judged > .zero ? "not reached" : "broken off"
            // How long a distance would have taken nobody knows.
            let length = one.judged > .zero ? ClockText.span(one.judged) : CoachWords.extent(plan.steps[one.stepIndex].extent)
            table.add(
                "\(one.stepIndex + 1)", "\(one.hasBegun ? ClockText.span(one.high) : "–") of \(length)",
                style.paint(style.bar(share, width: 12), by: one.isReached ? .met : .missed),
                one.hasBegun ? came : style.dim(came), recovery.map { $0.cameDown ? "came down" : "stayed up" } ?? "")
        }
        return [
            style.bold("Repeats")
                + style.dim("  time in \(CoachWords.zones(review.zone...review.zone, of: review.configuration)) or above")
        ]
            + table.lines() + [""]
    }

    /// What is left of a plan that the workout ended before, or what came after it.
    private func remainder(_ review: PlanReview) -> [String] {
        let layout = review.layout
        var parts: [String] = []
        if let block = layout.blocks.last, !block.isComplete {
            let step = review.plan.steps[block.stepIndex]
            parts.append(
                "The workout ended in step \(block.stepIndex + 1), \(CoachWords.left(left(of: step, block))) before its end")
        }
        if layout.stepsNotBegun > 0 {
            parts.append(Count.text(layout.stepsNotBegun, "step was", "steps were") + " never begun")
        }
        if layout.timerAfterPlan.seconds >= 1 {
            parts.append("\(ClockText.span(layout.timerAfterPlan)) came after the plan")
        }
        return parts.isEmpty ? [] : [parts.joined(separator: "; ") + "."]
    }

    private func left(of step: PlanStep, _ block: PlanLayout.Block) -> PlanStep.Extent {
        switch step.extent {
        case .duration(let planned): .duration(max(planned - block.timer, .zero))
        case .distance(let metres):
            .distance(metres: max(metres - workout.timeline(of: .distance).amount(from: block.start, to: block.end), 0))
        }
    }

    // MARK: The cues

    private var cues: [String] {
        let said = workout.cues()
        guard !said.isEmpty else { return [] }
        let timer = workout.timerIntervals
        var table = TextTable(.right, .left, .left)
        let zones = cueZones
        // The same again and again is told once, with the first and the last time.
        for run in said.runs(where: { $0.cue == $1.cue }) {
            let times = [run.first, run.last].compactMap(\.self).map { ClockText.span(timer.timer(before: $0.offset)) }
            guard let first = run.first else { continue }
            let cue = text.naming.words.text(first.cue, of: zones)
            table.add(
                run.count > 1 ? times.joined(separator: "–") : times[0],
                cue, run.count > 1 ? style.dim("\(run.count) times") : "")
        }
        return [style.bold("Cues") + style.dim("  what the live coach says, and when")] + table.lines() + [""]
    }

    /// Of heart rate, which cues speak of: the plan's, else the workout's.
    private var cueZones: ZoneConfiguration? {
        for case .zones(_, let zones)? in (workout.plan?.steps ?? []).map(\.target) where zones.quantity == .heartRate {
            return zones
        }
        return workout.settings.zones(for: workout.type)[.heartRate]
    }

    // MARK: Climbs against flats

    private var terrain: [String] {
        // One kind alone has nothing to be set against.
        guard let totals = workout.terrain?.totals, totals.count > 1 else { return [] }
        var table = TextTable(.left, .right, .right, .right, .right, .right, .right, .right, .right)
        let measures = text.measures
        let titles = [
            "", "times", "timer", measures.distanceName, measures.heightName, "%", measures.speedName(text.isPaced), "bpm", "W",
        ].map(style.dim)
        table.add(titles[0], titles[1], titles[2], titles[3], titles[4], titles[5], titles[6], titles[7], titles[8])
        for total in totals {
            let figures = total.figures
            table.add(
                total.kind.words, "\(total.sections)", ClockText.span(figures.timer),
                measures.distanceNumber(figures.metres),
                (figures.riseMetres > 0 ? "+" : "") + measures.heightNumber(figures.riseMetres).withMinus,
                figures.grade.map { Fixed.text($0 * 100, decimals: 1).withMinus } ?? "–",
                figures.averageSpeedMetresPerSecond.map { measures.speedNumber($0, text.isPaced) } ?? "–",
                figures.averageBeatsPerMinute.map(text.whole) ?? "–", figures.averagePowerWatts.map(text.whole) ?? "–")
        }
        return [style.bold("Climbs and flats")] + table.lines() + [""]
    }
}

extension Terrain.Kind {
    fileprivate var words: String {
        switch self {
        case .climb: "climbs"
        case .flat: "flat"
        case .descent: "descents"
        }
    }
}

extension Array {
    /// Neighbours that belong together, in order.
    fileprivate func runs(where belong: (Element, Element) -> Bool) -> [ArraySlice<Element>] {
        var runs: [ArraySlice<Element>] = []
        var start = startIndex
        for index in indices where index + 1 == endIndex || !belong(self[index], self[index + 1]) {
            runs.append(self[start...index])
            start = index + 1
        }
        return runs
    }
}
