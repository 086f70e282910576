extension DemoEffort {
    /// What the session was to follow, by heart rate; `nil` for sets of strength, and without zones of it.
    ///
    /// - Parameters:
    ///   - total: seconds that the session is meant to last.
    ///   - configuration: of heart rate, in force when it begins.
    func plan(lasting total: Int, in configuration: ZoneConfiguration?) -> Plan? {
        guard let configuration, configuration.zoneCount > 4 else { return nil }
        let (warmUp, coolDown) = Self.edges(of: total)
        func step(_ kind: PlanStep.Kind, _ seconds: Int, _ zones: ClosedRange<Int>? = nil) -> PlanStep {
            PlanStep(
                kind, .duration(TimeSpan(microseconds: Int64(max(seconds, 1)) * 1_000_000)),
                target: zones.map { .zones($0, of: configuration) })
        }
        let steps: [PlanStep]
        switch self {
        case .recovery: steps = [step(.recovery, total, 0...0)]
        case .endurance, .long: steps = [step(.warmUp, warmUp), step(.steady, total - warmUp, 0...1)]
        case .tempo:
            steps = [step(.warmUp, warmUp), step(.work, coolDown - warmUp, 2...3), step(.coolDown, total - coolDown)]
        case .intervals:
            let repeats = Self.repeats(in: total)
            let rest = total - warmUp - repeats * (Self.work + Self.rest)
            steps =
                [step(.warmUp, warmUp)]
                + (0..<repeats).flatMap { _ in [step(.work, Self.work, 3...4), step(.recovery, Self.rest, 0...1)] }
                + [step(.coolDown, rest)]
        case .strength: return nil
        }
        return Plan(name: name(lasting: total) ?? "", steps: steps)
    }
}
