/// Says a few neutral words while a workout follows its plan (core §9): a value that stays beside its target, a hard step that
/// comes, a recovery in which the heart has calmed, which step begins, and that the plan is done.
///
/// It is told what is so at every news and at `nextWake`; more tellings change nothing, save that a distance which is done is noticed
/// with the next. A cue whose kind was said within the last minute is left out, save for a value that is still beside its target when
/// the minute is over. What the plan itself sets is said a little late, with the next telling, and its minute is counted from when it
/// was due: else of intervals a minute long some would go unsaid, by chance.
public struct LiveCoach: Equatable, Sendable {
    /// The value that counts of a quantity, and until when it holds unless another comes.
    public struct HeldValue: Equatable, Sendable {
        public var value: Double
        public var until: Offset

        public init(_ value: Double, until: Offset) {
            self.value = value
            self.until = until
        }
    }

    public struct SaidCue: Equatable, Sendable {
        public var cue: LiveCue
        public var offset: Offset

        public init(_ cue: LiveCue, at offset: Offset) {
            self.cue = cue
            self.offset = offset
        }
    }

    public private(set) var follower: PlanFollower
    /// What it said last.
    public private(set) var lastCue: SaidCue?
    /// When it must be told again though nothing else comes; `nil` when only news can change anything.
    public private(set) var nextWake: Offset?

    private var now: Offset?
    private var announcedStep: Int?
    /// Whether the step that comes was spoken of.
    private var isNextAnnounced = false
    private var streak: Streak?
    private var recovery = Recovery.waiting
    private var lastSaid: [LiveCue.Kind: Offset] = [:]

    /// How long the value has been on one side of the target without a break.
    private struct Streak: Equatable {
        var place: PlanTarget.Place
        var since: Offset
        var until: Offset
    }

    private enum Recovery: Equatable { case waiting, high, said }

    private static let patience = TimeSpan(microseconds: 8_000_000)
    private static let notice = TimeSpan(microseconds: 10_000_000)
    private static let silence = TimeSpan(microseconds: 60_000_000)
    /// No more than so much of the minute is made up for.
    private static let mostLateness = TimeSpan(microseconds: 2_000_000)

    /// Whether a step of its plan ends with a distance.
    let countsDistance: Bool

    public init(_ plan: Plan) {
        follower = PlanFollower(plan)
        countsDistance = plan.hasDistances
    }

    public var progress: PlanProgress? { follower.progress }

    /// - Parameters:
    ///   - offset: a telling of before an earlier one is left out.
    ///   - timer: timer time since the start.
    ///   - isRunning: whether the timer runs.
    ///   - metres: since the start; `nil` when nobody counts them.
    ///   - value: what is known of a quantity now.
    /// - Returns: what is to be said now, at most one cue of a kind.
    public mutating func tell(
        at offset: Offset, timer: TimeSpan, isRunning: Bool, metres: Double?, value: (Quantity) -> HeldValue?
    ) -> [LiveCue] {
        if let now, offset < now { return [] }
        now = offset
        nextWake = nil
        follower.advance(to: timer, metres: metres)
        var cues: [LiveCue] = []
        announceStep(at: offset, timer, &cues)
        guard isRunning, let progress else {
            streak = nil
            return cues
        }
        announceWork(progress, at: offset, speed: value(.speed)?.value, &cues)
        if let target = progress.step.target {
            compare(value(target.quantity), with: target, in: progress, at: offset, &cues)
        }
        watchRecovery(progress, heartRate: value(.heartRate)?.value, at: offset, &cues)
        if case .duration(let rest) = progress.remaining { wake(at: offset + rest, after: offset) }
        return cues
    }
}

// What is said.
extension LiveCoach {
    private mutating func announceStep(at offset: Offset, _ timer: TimeSpan, _ cues: inout [LiveCue]) {
        let step = follower.isDone ? follower.plan.steps.count : follower.starts.count - 1
        guard step != announcedStep else { return }
        let due = follower.end?.timer ?? follower.starts.last?.timer ?? timer
        announcedStep = step
        isNextAnnounced = false
        streak = nil
        recovery = .waiting
        say(progress.map { .stepBegins($0.step.kind) } ?? .planDone, at: offset, late: timer - due, &cues)
    }

    /// Ten seconds before a step of work; before one that follows a shorter step, when that begins. The end of a step of distance
    /// is reckoned from the speed.
    private mutating func announceWork(_ progress: PlanProgress, at offset: Offset, speed: Double?, _ cues: inout [LiveCue]) {
        guard progress.next?.kind == .work, !isNextAnnounced else { return }
        let rest: TimeSpan
        switch progress.remaining {
        case .duration(let span): rest = span
        case .distance(let metres):
            guard let speed, speed > 0, metres <= speed * Self.notice.seconds else { return }
            rest = TimeSpan(seconds: metres / speed)
        }
        guard rest <= Self.notice else { return wake(at: offset + (rest - Self.notice), after: offset) }
        isNextAnnounced = true
        say(
            .workAhead(seconds: max(1, Int((rest.microseconds + 500_000) / 1_000_000))), at: offset,
            late: min(Self.notice - rest, progress.elapsed), &cues)
    }

    private mutating func compare(
        _ held: HeldValue?, with target: PlanTarget, in progress: PlanProgress, at offset: Offset, _ cues: inout [LiveCue]
    ) {
        if let held {
            let place = target.place(of: held.value)
            guard matters(place, of: target.quantity, in: progress, at: offset) else {
                streak = nil
                return
            }
            let isSame = streak.map { $0.place == place && $0.until >= offset } ?? false
            streak = Streak(place: place, since: isSame ? streak?.since ?? offset : offset, until: held.until)
        } else if streak?.until != offset {
            // A value of this very moment may still come and carry on.
            streak = nil
        }
        guard let streak else { return }
        let cue: LiveCue = streak.place == .above ? .aboveTarget(target.quantity) : .belowTarget(target.quantity)
        let ripe = streak.since + Self.patience
        if offset >= ripe { say(cue, at: offset, &cues) }
        let due = max(ripe, lastSaid[cue.kind].map { $0 + Self.silence } ?? ripe)
        if due <= streak.until { wake(at: due, after: offset) }
    }

    /// A heart that is still coming down after work is no cue, nor is one that has yet to rise, nor ease in a step that asks for none.
    private mutating func matters(
        _ place: PlanTarget.Place, of quantity: Quantity, in progress: PlanProgress, at offset: Offset
    ) -> Bool {
        switch (place, progress.step.kind) {
        case (.inside, _): return false
        case (.above, .warmUp), (.above, .work), (.above, .steady): return true
        case (.above, .recovery), (.above, .coolDown): return quantity != .heartRate
        case (.below, .work), (.below, .steady):
            let rest = quantity.leadIn - progress.elapsed
            wake(at: offset + rest, after: offset)
            return rest <= .zero
        case (.below, .warmUp), (.below, .recovery), (.below, .coolDown): return false
        }
    }

    /// Once in a recovery in which the heart rate was high at first.
    private mutating func watchRecovery(
        _ progress: PlanProgress, heartRate: Double?, at offset: Offset, _ cues: inout [LiveCue]
    ) {
        guard progress.step.kind == .recovery, recovery != .said, let heartRate,
            let (zone, configuration) = zoneToLeave(in: progress)
        else { return }
        if configuration.zoneIndex(of: heartRate) >= zone {
            recovery = .high
        } else if recovery == .high {
            recovery = .said
            say(.recovered(belowZone: zone), at: offset, &cues)
        }
    }

    /// The zone above the recovery's own, or that of the work before it when the recovery names none.
    private func zoneToLeave(in progress: PlanProgress) -> (zone: Int, ZoneConfiguration)? {
        if case .zones(let zones, let configuration)? = progress.step.target, configuration.quantity == .heartRate {
            return zones.upperBound < configuration.zoneCount - 1 ? (zones.upperBound + 1, configuration) : nil
        }
        let before = progress.stepIndex - 1
        guard before >= 0, follower.plan.steps[before].kind == .work,
            case .zones(let zones, let configuration)? = follower.plan.steps[before].target,
            configuration.quantity == .heartRate, zones.lowerBound > 0
        else { return nil }
        return (zones.lowerBound, configuration)
    }

    /// - Parameter lateness: since the cue was due.
    private mutating func say(
        _ cue: LiveCue, at offset: Offset, late lateness: TimeSpan = .zero, _ cues: inout [LiveCue]
    ) {
        let due = offset - min(max(lateness, .zero), Self.mostLateness)
        if let last = lastSaid[cue.kind], due - last < Self.silence { return }
        lastSaid[cue.kind] = due
        lastCue = SaidCue(cue, at: offset)
        cues.append(cue)
    }

    private mutating func wake(at moment: Offset, after offset: Offset) {
        guard moment > offset else { return }
        nextWake = min(moment, nextWake ?? moment)
    }
}
