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
    ///
    /// - Parameter zones: of heart rate, which cues speak of.
    static func cue(_ coaching: LiveFigures.Coaching, at now: Offset, _ zones: ZoneConfiguration?) -> String? {
        guard let last = coaching.lastCue, now - last.offset < cueLife else { return nil }
        return words.text(last.cue, of: zones)
    }

    /// The live view's other words are English, too.
    private static let words = Phrasebook(.english)

    private static func name(_ step: PlanStep) -> String { step.name.map(shown) ?? words.name(of: step.kind).lowercased() }

    /// What is left is rounded up: nobody is told that nothing is left before it is over.
    static func left(_ extent: PlanStep.Extent) -> String {
        switch extent {
        case .duration(let span):
            ClockText.span(
                TimeSpan(microseconds: (span.microseconds / 1_000_000 + (span.microseconds % 1_000_000 > 0 ? 1 : 0)) * 1_000_000))
        case .distance: self.extent(extent)
        }
    }

    static func extent(_ extent: PlanStep.Extent) -> String {
        switch extent {
        case .duration(let span): ClockText.span(span)
        case .distance(let metres):
            metres < 1000 ? "\(Fixed.text(metres, decimals: 0)) m" : "\(Fixed.text(metres / 1000, decimals: 2)) km"
        }
    }

    static func target(_ target: PlanTarget) -> String {
        let limits = target.limits
        let range = self.range(limits.lower, limits.upper, target.quantity)
        guard case .zones(let zones, let configuration) = target else { return range }
        return "\(self.zones(zones, of: configuration)) (\(range))"
    }

    /// `zone 4`, `zones 1–2`.
    static func zones(_ zones: ClosedRange<Int>, of configuration: ZoneConfiguration) -> String {
        let (first, last) = (configuration.label(of: zones.lowerBound), configuration.label(of: zones.upperBound))
        return zones.count == 1 ? "zone \(first)" : "zones \(first)–\(last)"
    }

    static func name(of quantity: Quantity) -> String { words.name(of: quantity) }

    /// For sentences that are English.
    static func name(of configuration: ZoneConfiguration) -> String { words.name(of: configuration) }

    /// How a quantity's values are told. A pace falls as the speed rises, so speeds are told as such.
    static func unit(of quantity: Quantity) -> (factor: Double, name: String, decimals: Int) {
        switch quantity {
        case .speed: (3.6, "km/h", 1)
        case .cadence: (1, "rpm", 0)
        default: (1, quantity.unit, 0)
        }
    }

    static func range(_ lower: Double?, _ upper: Double?, _ quantity: Quantity) -> String {
        switch (lower, upper) {
        case (let lower?, let upper?): "\(number(lower, quantity)) to \(value(upper, quantity))"
        case (let lower?, nil): "from \(value(lower, quantity))"
        case (nil, let upper?): "below \(value(upper, quantity))"
        case (nil, nil): "any \(unit(of: quantity).name)"
        }
    }

    /// `152 bpm`.
    static func value(_ value: Double, _ quantity: Quantity) -> String {
        "\(number(value, quantity)) \(unit(of: quantity).name)"
    }

    private static func number(_ value: Double, _ quantity: Quantity) -> String {
        let unit = unit(of: quantity)
        return Decimals.text(value * unit.factor, decimals: unit.decimals)
    }
}
