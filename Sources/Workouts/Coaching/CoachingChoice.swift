extension Workout {
    /// What a coach would say of the workout; `nil` when there is too little to say it of (core §9).
    ///
    /// The kind of the plan decides; a plan that speaks of no zones, and a workout without one, leave it to how the time lies in
    /// the workout's own zones; without zones it is gentle words from the effort alone. Where less than half of the timer time is
    /// covered there is no line.
    ///
    /// - Parameters:
    ///   - intent: what it was meant to be, above what its plan says; time in the workout's own zones where the plan is of another
    ///     kind. Intervals that no plan has are told by their time, as tempo is.
    ///   - preferred: the athlete's configurations; the workout's own settings when `nil`.
    public func coachingRemark(
        as intent: PlanKind? = nil, preferred: [Quantity: ZoneConfiguration]? = nil
    ) -> CoachingRemark? {
        let own = preferred ?? settings.zones(for: type)
        let planned = plan.flatMap { intent == nil || $0.kind == intent ? planLine($0) : nil } ?? .leftToZones
        let chosen: LineChoice =
            switch planned {
            case .leftToZones: intent.map { intendedLine($0) } ?? distributionLine()
            case .line, .notEnoughData: planned
            }
        switch chosen {
        case .line(let line, let configuration):
            return CoachingRemark(
                line, configuration: configuration, isPreferredConfiguration: own[configuration.quantity] == configuration)
        case .notEnoughData: return nil
        case .leftToZones:
            return gentleLine().map { CoachingRemark($0, configuration: nil, isPreferredConfiguration: false) }
        }
    }

    /// What the plan's kind has it said.
    private func planLine(_ plan: Plan) -> LineChoice {
        switch plan.kind {
        case .easy:
            guard case .zones(let zones, let configuration)? = plan.steadyTarget,
                zones.upperBound < configuration.zoneCount - 1
            else { return .leftToZones }
            return easyLine(below: zones.upperBound + 1, of: configuration)
        case .tempo:
            guard case .zones(let zones, let configuration)? = plan.workTarget ?? plan.steadyTarget else { return .leftToZones }
            return tempoLine(zones, of: configuration)
        case .recovery:
            let planned = plan.steps.lazy.compactMap { $0.kind == .recovery ? $0.target?.configuration : nil }.first
            guard let configuration = planned ?? measuredGroup?.configuration else { return .leftToZones }
            return recoveryLine(of: configuration)
        case .intervals: return intervalsLine(plan)
        case nil: return .leftToZones
        }
    }

    /// What somebody's word for the workout has it said, by the time in its own zones.
    private func intendedLine(_ intent: PlanKind) -> LineChoice {
        guard let configuration = measuredGroup?.configuration else { return .leftToZones }
        let easy = configuration.easyZones
        return switch intent {
        case .easy: easyLine(below: easy.upperBound + 1, of: configuration)
        case .recovery: recoveryLine(of: configuration)
        case .tempo, .intervals: tempoLine(easy.upperBound + 1...configuration.zoneCount - 1, of: configuration)
        }
    }

    /// What the time in zones has it said: mostly in the first zone, mostly easy, or else what was above easy.
    private func distributionLine() -> LineChoice {
        guard let group = measuredGroup else { return .leftToZones }
        let configuration = group.configuration
        let easy = configuration.easyZones
        let covered = group.covered.seconds
        let easyTime = group.zoneDurations[easy].reduce(TimeSpan.zero, +).seconds
        if easy.count > 1, group.zoneDurations[0].seconds >= 0.8 * covered { return recoveryLine(of: configuration) }
        if easyTime >= 0.5 * covered { return easyLine(below: easy.upperBound + 1, of: configuration) }
        let hard = covered - easyTime
        // Nobody wants to hear of 0 minutes.
        if LineFigures.minutes(TimeSpan(seconds: hard)) == 0 { return .notEnoughData }
        return tempoLine(easy.upperBound + 1...configuration.zoneCount - 1, of: configuration)
    }

    /// The first group, by quantity, that covers enough of the workout.
    var measuredGroup: ZoneGroup? {
        zoneGroups.values.sorted { $0.configuration.quantity < $1.configuration.quantity }
            .first { Compliance(with: $0.configuration.easyZones, in: $0).verdict != .notEnoughData }
    }

    private func easyLine(below zone: Int, of configuration: ZoneConfiguration) -> LineChoice {
        let easy = compliance(with: 0...max(0, zone - 1), of: configuration)
        guard easy.verdict != .notEnoughData, let percent = easy.percent else { return .notEnoughData }
        return .line(.easy(percent: percent, belowZone: zone, activity: type), configuration)
    }

    private func tempoLine(_ zones: ClosedRange<Int>, of configuration: ZoneConfiguration) -> LineChoice {
        let tempo = compliance(with: zones, of: configuration)
        guard tempo.verdict != .notEnoughData else { return .notEnoughData }
        return .line(.tempo(minutes: LineFigures.minutes(tempo.inside), zones: zones), configuration)
    }

    /// Of the whole workout.
    private func compliance(with zones: ClosedRange<Int>, of configuration: ZoneConfiguration) -> Compliance {
        Compliance(
            with: .zones(zones, of: configuration), of: timeline(of: configuration.quantity), from: start, to: end,
            timer: timerIntervals)
    }
}

/// A line, or why there is none.
enum LineChoice: Equatable {
    /// With the configuration whose zones it speaks of.
    case line(CoachingLine, ZoneConfiguration)
    /// What it would be said of is not covered: nothing is said.
    case notEnoughData
    /// The plan names no zones that a line could speak of.
    case leftToZones
}

extension ZoneConfiguration {
    /// The zones of an easy workout, by index from 0: the first of three, else the lowest two.
    public var easyZones: ClosedRange<Int> { zoneCount > 3 ? 0...1 : 0...0 }
}

extension Plan {
    fileprivate var steadyTarget: PlanTarget? { steps.lazy.compactMap { $0.kind == .steady ? $0.target : nil }.first }
    fileprivate var workTarget: PlanTarget? { steps.lazy.compactMap { $0.kind == .work ? $0.target : nil }.first }
}

extension PlanTarget {
    /// Whose zones it names; `nil` for a range.
    var configuration: ZoneConfiguration? { if case .zones(_, let configuration) = self { configuration } else { nil } }
}
