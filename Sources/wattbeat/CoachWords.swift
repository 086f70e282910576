import Gateway
import JSONText
import Phrases
import Workouts

/// Plans and cues as the live view says them.
enum CoachWords {
    /// `step 2 of 10: work, 3:12 left, zone 4 (152 to 171 bpm)`; what comes next behind it.
    static func parts(_ coaching: LiveFigures.Coaching) -> [String] {
        guard let progress = coaching.progress else { return ["the plan is done"] }
        var parts = [
            "step \(progress.stepIndex + 1) of \(progress.stepCount): \(name(progress.step))", left(progress.remaining) + " left",
        ]
        if let target = progress.step.target { parts.append(self.target(target)) }
        if let next = progress.next { parts.append("then \(name(next)) \(extent(next.extent))") }
        return parts
    }

    /// How long a cue is shown.
    static let cueLife = TimeSpan(microseconds: 20_000_000)

    /// `nil` when there is none, or it is old.
    static func cue(_ coaching: LiveFigures.Coaching, at now: Offset) -> String? {
        guard let last = coaching.lastCue, now - last.offset < cueLife else { return nil }
        return words.text(last.cue)
    }

    /// The live view's other words are English, too.
    private static let words = Phrasebook(.english)

    private static func name(_ step: PlanStep) -> String { step.name.map(shown) ?? words.name(of: step.kind).lowercased() }

    /// What is left is rounded up: nobody is told that nothing is left before it is over.
    private static func left(_ extent: PlanStep.Extent) -> String {
        switch extent {
        case .duration(let span):
            ClockText.span(
                TimeSpan(microseconds: (span.microseconds / 1_000_000 + (span.microseconds % 1_000_000 > 0 ? 1 : 0)) * 1_000_000))
        case .distance: self.extent(extent)
        }
    }

    private static func extent(_ extent: PlanStep.Extent) -> String {
        switch extent {
        case .duration(let span): ClockText.span(span)
        case .distance(let metres):
            metres < 1000 ? "\(Fixed.text(metres, decimals: 0)) m" : "\(Fixed.text(metres / 1000, decimals: 2)) km"
        }
    }

    static func target(_ target: PlanTarget) -> String {
        switch target {
        case .zones(let zones, let configuration):
            let boundaries = configuration.boundaries
            let lower = zones.lowerBound > 0 ? boundaries[safe: zones.lowerBound - 1] : nil
            let name = zones.count == 1 ? "zone \(zones.lowerBound + 1)" : "zones \(zones.lowerBound + 1)–\(zones.upperBound + 1)"
            let range = self.range(lower, boundaries[safe: zones.upperBound], configuration.quantity)
            return "\(name) (\(range))"
        case .range(let quantity, let lower, let upper): return range(lower, upper, quantity)
        }
    }

    private static func range(_ lower: Double?, _ upper: Double?, _ quantity: Quantity) -> String {
        // A pace falls as the speed rises, so speeds are told as such.
        let (factor, unit) = quantity == .speed ? (3.6, "km/h") : (1, quantity == .cadence ? "rpm" : quantity.unit)
        let number = { (value: Double) in Decimals.text(value * factor, decimals: quantity == .speed ? 1 : 0) }
        return switch (lower, upper) {
        case (let lower?, let upper?): "\(number(lower)) to \(number(upper)) \(unit)"
        case (let lower?, nil): "from \(number(lower)) \(unit)"
        case (nil, let upper?): "below \(number(upper)) \(unit)"
        case (nil, nil): "any \(unit)"
        }
    }
}

extension Array {
    fileprivate subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
