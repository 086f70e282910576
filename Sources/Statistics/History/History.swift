public import Workouts

/// Workouts and samples of one kind, recorded or demo, gathered from anywhere, and what they come to.
///
/// Sources keep their identity and get a number of their own here, as those of a workout mean something within it alone.
public struct History: Sendable {
    public let isDemo: Bool
    public private(set) var workouts: [HistoryWorkout] = []
    public private(set) var sources: [SampleSource] = []
    /// Workouts of the other kind, which are not mixed in (core §9).
    public private(set) var workoutsOfOtherKind = 0
    private(set) var samples: [HistoryQuantity: SampleColumns] = [:]
    private var known: Set<WorkoutID> = []
    private var numbers: [String: SourceID] = [:]
    private let edges: TotalEdges?
    /// As they are held, joined ones as one.
    public var sampleCount: Int { samples.values.reduce(0) { $0 + $1.count } }

    /// - Parameter edges: ends of all that totals will be asked of: workouts' samples between them are joined, which takes a hundredth
    ///   of the memory. Every sample is kept when `nil`.
    public init(isDemo: Bool = false, joiningBetween edges: TotalEdges? = nil) {
        self.isDemo = isDemo
        self.edges = edges
    }

    /// Adds a workout and its samples; one that is there already, as its id says, is not added again.
    ///
    /// Where it has a figure for the whole and no samples of a quantity, the figure is spread evenly over its time. Of energy that
    /// is always so, since what a machine states by its own formula is never mixed with it (core §6.9).
    ///
    /// - Parameters:
    ///   - configurations: what its samples are cut by as well, for time in zones.
    ///   - isApart: whether no other workout goes on meanwhile: else samples are not joined, since it may be in the midst of a joined one
    ///     that another source counts.
    public mutating func add(
        _ workout: Workout, rebucketingInto configurations: [ZoneConfiguration] = [], isApart: Bool = true
    ) {
        for measured in addFigures(of: workout, rebucketingInto: configurations) {
            var columns = samples.removeValue(forKey: measured.quantity) ?? SampleColumns()
            var run = isApart ? edges.map { SampleRun(measured.quantity, until: $0) } : nil
            for sample in measured {
                if run == nil {
                    columns.append(from: sample.start, to: sample.end, sample.value, source: sample.source)
                } else {
                    run?.append(from: sample.start, to: sample.end, sample.value, source: sample.source, into: &columns)
                }
            }
            run?.finish(into: &columns)
            samples[measured.quantity] = columns
        }
    }

    /// Adds a workout, its sources and what is spread over its time, but no samples: for those whose sums alone are wanted, since a
    /// day's samples take tens of megabytes.
    ///
    /// - Returns: the samples, to be read one by one; none of a workout that was not added.
    mutating func addFigures(
        of workout: Workout, rebucketingInto configurations: [ZoneConfiguration] = []
    ) -> [MeasuredSamples] {
        guard workout.isDemo == isDemo else {
            workoutsOfOtherKind += 1
            return []
        }
        guard known.insert(workout.id).inserted else { return [] }
        let entry = HistoryWorkout(workout, rebucketingInto: configurations)
        workouts.append(entry)
        let ids = Dictionary(workout.sources.map { ($0.id, number(of: $0)) }) { first, _ in first }
        return HistoryQuantity.allCases.compactMap { quantity in
            if let measured = MeasuredSamples(quantity, of: workout, numbers: ids) { return measured }
            addWhole(entry, quantity)
            return nil
        }
    }

    /// Adds samples from elsewhere.
    ///
    /// - Parameters:
    ///   - columns: in any order.
    ///   - origins: the sources that they name.
    public mutating func add(_ columns: SampleColumns, of quantity: HistoryQuantity, from origins: [SampleSource]) {
        let ids = Dictionary(origins.map { ($0.id, number(of: $0)) }) { first, _ in first }
        var all = samples.removeValue(forKey: quantity) ?? SampleColumns()
        for index in columns.starts.indices {
            all.append(
                from: columns.starts[index], to: columns.ends[index], columns.values[index],
                source: ids[columns.sources[index]] ?? columns.sources[index])
        }
        samples[quantity] = all
    }

    /// Adds what another history of the same kind gathered, but for workouts that are there already; give it none whose samples are.
    public mutating func add(_ other: History) {
        guard other.isDemo == isDemo else { return workoutsOfOtherKind += other.workouts.count }
        for workout in other.workouts where known.insert(workout.id).inserted { workouts.append(workout) }
        for quantity in HistoryQuantity.allCases {
            if let columns = other.samples[quantity] { add(columns, of: quantity, from: other.sources) }
        }
        workoutsOfOtherKind += other.workoutsOfOtherKind
    }

    private mutating func addWhole(_ workout: HistoryWorkout, _ quantity: HistoryQuantity) {
        let figure: Double? =
            switch quantity {
            case .steps: workout.steps
            case .distance: workout.distanceMetres
            case .energy: workout.energyKilocalories
            case .floors, .heartRate: nil
            }
        guard let figure else { return }
        // A reckoned energy goes before what another program counted beside it.
        let source = number(
            of: SampleSource(id: SourceID(0), kind: .imported, identity: "workout", priorities: [.energy: 0]))
        samples[quantity, default: SampleColumns()].append(from: workout.start, to: workout.end, figure, source: source)
    }

    /// Of a source named again the later ranks count. Sources beyond the 65 535th share the last number.
    private mutating func number(of source: SampleSource) -> SourceID {
        if let number = numbers[source.identity] {
            if !source.priorities.isEmpty { sources[Int(number.rawValue)].priorities = source.priorities }
            return number
        }
        var source = source
        source.id = SourceID(UInt16(clamping: sources.count))
        // Of a demo workout nothing was recorded, whatever its file says.
        if isDemo { source.kind = .demo }
        numbers[source.identity] = source.id
        if sources.count <= Int(UInt16.max) { sources.append(source) }
        return source.id
    }
}

extension History {
    /// Totals of a row of stretches of time, which lie in order and do not overlap.
    public func totals(over ranges: [TimeRange], zones: ZoneConfiguration? = nil) -> [IntervalTotals] {
        aggregator(over: ranges, zones: zones).finished()
    }

    /// With all samples in it.
    func aggregator(over ranges: [TimeRange], zones: ZoneConfiguration? = nil) -> HistoryAggregator {
        var aggregator = HistoryAggregator(over: ranges, workouts: workouts, sources: sources, zones: zones, isDemo: isDemo)
        for quantity in HistoryQuantity.allCases {
            if let columns = samples[quantity] { try? aggregator.add(columns.sorted(), of: quantity) }  // which are in order
        }
        return aggregator
    }

    /// What a period came to.
    public func summary(
        _ query: HistoryQuery, rules: CalendarRules, now: Timestamp, zones: ZoneConfiguration? = nil
    ) throws(PeriodError) -> PeriodSummary {
        let plan = try HistoryPlan(query, rules: rules, now: now)
        return PeriodSummary(plan, totals: totals(over: plan.ranges, zones: zones), zones: zones, isDemo: isDemo)
    }

    /// Totals of every day there is, the latest hundred years of them.
    public func dailyTotals(rules: CalendarRules, zones: ZoneConfiguration? = nil) -> DailyTotals {
        var daily = DailyTotals(rules: rules, zones: zones, isDemo: isDemo)
        let starts = samples.values.flatMap { $0.starts } + workouts.map(\.start)
        let ends = samples.values.flatMap { $0.ends } + workouts.map(\.end)
        let possible = starts.filter(CalendarRules.moments.contains)
        guard let first = possible.min(), let last = (ends.filter(CalendarRules.moments.contains) + possible).max() else {
            return daily
        }
        let lastDay = rules.day(containing: last)
        let days = max(rules.day(containing: first), lastDay.adding(days: 1 - CalendarRules.mostDays))...lastDay
        daily.replace(days, with: totals(over: rules.ranges(of: days), zones: zones))
        return daily
    }
}
