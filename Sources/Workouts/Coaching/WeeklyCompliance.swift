/// What a workout was meant to be, and how far it was.
public struct IntendedWorkout: Equatable, Sendable {
    /// Numbers the week; the caller's calendar says which workouts share one.
    public var week: Int
    public var intent: PlanKind
    public var compliance: Compliance

    public init(week: Int, intent: PlanKind, compliance: Compliance) {
        self.week = week
        self.intent = intent
        self.compliance = compliance
    }

    /// By how its time lies in zones. Easy: the easy zones; recovery: the first; tempo and intervals: all above the easy ones.
    ///
    /// - Parameter zones: by index from 0, in the group's configuration; `nil`: what the intent means in it.
    public init(week: Int, intent: PlanKind, group: ZoneGroup, zones: ClosedRange<Int>? = nil) {
        let configuration = group.configuration
        let easy = configuration.easyZones
        let meant =
            switch intent {
            case .easy: easy
            case .recovery: 0...0
            case .tempo, .intervals: easy.upperBound + 1...configuration.zoneCount - 1
            }
        self.init(week: week, intent: intent, compliance: Compliance(with: zones ?? meant, in: group))
    }
}

extension Workout {
    /// What it was meant to be beside what it was: its plan, every step against its own target, or where a word alone says what was
    /// meant, or the plan has no targets, the time in the workout's own zones.
    ///
    /// - Parameter intent: above the kind of its plan.
    /// - Returns: `nil` when nobody said what it was meant to be.
    public func intended(as intent: PlanKind? = nil, week: Int) -> IntendedWorkout? {
        guard let meant = intent ?? plan?.kind else { return nil }
        if plan?.kind == meant, let whole = review()?.whole {
            return IntendedWorkout(week: week, intent: meant, compliance: whole)
        }
        if let measuredGroup { return IntendedWorkout(week: week, intent: meant, group: measuredGroup) }
        var nothing = Compliance()
        nothing.unattributed = timerIntervals.total
        return IntendedWorkout(week: week, intent: meant, compliance: nothing)
    }
}

/// Whether the easy days are easy: for each week and intent the time within what was meant. Each workout is measured by its own
/// targets and zones, and only times are added, so that no zone number ever meets one of another configuration (core §5).
public struct WeeklyCompliance: Equatable, Sendable {
    public struct Entry: Equatable, Sendable {
        public var week: Int
        public var intent: PlanKind
        /// Of all workouts with enough data, added up.
        public var compliance: Compliance
        /// How many workouts came to each verdict, in the order of the verdicts, zeros included.
        public var verdicts: [Count]

        /// How many met what they were meant to be.
        public var met: Int { verdicts.first { $0.verdict == .met }?.workouts ?? 0 }
        public var workouts: Int { verdicts.reduce(0) { $0 + $1.workouts } }
    }

    public struct Count: Equatable, Sendable {
        public var verdict: ComplianceVerdict
        public var workouts: Int
    }

    /// By week, then by intent in the order of its cases; weeks without workouts are not listed.
    public var entries: [Entry]

    /// - Parameter workouts: in any order.
    public init(of workouts: some Sequence<IntendedWorkout>) {
        var found: [Int: [PlanKind: [Compliance]]] = [:]
        for workout in workouts { found[workout.week, default: [:]][workout.intent, default: []].append(workout.compliance) }
        entries = found.keys.sorted().flatMap { week in
            PlanKind.allCases.compactMap { intent in
                found[week]?[intent].map { Entry(week: week, intent: intent, of: $0) }
            }
        }
    }
}

extension WeeklyCompliance.Entry {
    fileprivate init(week: Int, intent: PlanKind, of compliances: [Compliance]) {
        self.week = week
        self.intent = intent
        compliance = compliances.filter { $0.verdict != .notEnoughData }.reduce(Compliance(), +)
        verdicts = ComplianceVerdict.allCases.map { verdict in
            WeeklyCompliance.Count(verdict: verdict, workouts: compliances.count { $0.verdict == verdict })
        }
    }
}
