extension WorkoutDraft {
    /// The workout, computed from all that arrived, in whatever order.
    ///
    /// - Throws: `AssemblyError.notStarted` or `.notEnded`.
    public func finished() throws(AssemblyError) -> Workout {
        guard let start else { throw .notStarted }
        guard let end else { throw .notEnded }
        return WorkoutAssembly(of: self, from: start, to: end).workout
    }
}

extension Workout {
    /// - Parameter events: from `.started` to `.ended`, in the order in which they were learned.
    /// - Throws: `AssemblyError`, when they make no workout.
    public init(
        folding events: some Sequence<WorkoutEvent>, id: WorkoutID, settings: WorkoutSettings, clock: WallClock,
        isDemo: Bool = false
    ) throws(AssemblyError) {
        var draft = WorkoutDraft(id: id, settings: settings, clock: clock, isDemo: isDemo)
        for event in events { _ = try draft.apply(event) }
        self = try draft.finished()
    }
}

/// Computes a finished workout from a draft: everything is merged once, then cut into legs, laps and splits.
struct WorkoutAssembly {
    let workout: Workout

    init(of draft: WorkoutDraft, from start: Offset, to end: Offset) {
        let pauses = draft.timer.pauses(from: start, to: end)
        let timer = draft.timer.intervals(from: start, to: end)
        let series = draft.samples.series(from: start, to: end)
        let (route, track) = draft.track.finished(id: draft.id, source: draft.receiver, from: start, to: end)
        let amounts = Self.amounts(of: draft, track: track, timer: timer)
        let heights = ClimbHeights(series: series, route: route, sources: draft.sources)
        let ascent = Ascent(heights, from: heights.altimeter, timer: timer)
        let merged = MergedTimelines(timer: timer, series: series, amounts: amounts, sources: draft.sources, ascent: ascent)

        let (legs, laps) = draft.outline.closed(at: end)
        let beats = draft.beats.cropped { start...end ~= $0 }
        let scopes = Scopes(
            merged: merged, settings: draft.settings, legs: legs.map { ($0.type, $0.start, $0.end) }, beats: beats,
            start: start, end: end)
        let zones = scopes.workoutZones
        let summary = scopes.whole
        let splits = Self.splitTable(track: track, distance: summary.distance.value, merged: merged)
        var workout = Workout(
            id: draft.id, type: legs.first?.type ?? .other, name: draft.name, plan: draft.plan, isDemo: draft.isDemo,
            clock: draft.clock, start: start, end: end, settings: draft.settings, sources: draft.sources.sorted { $0.id < $1.id },
            pauses: pauses,
            markers: draft.markers.filter { start...end ~= $0.offset }.sorted { $0.offset < $1.offset },
            activities: legs.map { leg in
                WorkoutActivity(
                    type: leg.type, start: leg.start, end: leg.end,
                    zoneGroups: scopes.groups(by: scopes.zones(for: leg.type), from: leg.start, to: leg.end),
                    summary: scopes.summary(from: leg.start, to: leg.end))
            },
            laps: laps.map { lap in
                Lap(
                    start: lap.start, end: lap.end, trigger: lap.trigger, activityIndex: lap.leg,
                    zoneGroups: scopes.groups(by: scopes.zones(for: legs[lap.leg].type), from: lap.start, to: lap.end),
                    summary: scopes.summary(from: lap.start, to: lap.end))
            },
            series: series, amounts: amounts, route: route,
            zoneGroups: scopes.groups(by: zones, from: start, to: end), summary: summary,
            kilometreSplits: splits.table.rows(of: SplitTable.kilometre, from: start, to: end, in: merged),
            mileSplits: splits.table.rows(of: SplitTable.mile, from: start, to: end, in: merged),
            splitCalibration: splits.calibration, omissions: draft.omissions)
        workout.beatLog = beats
        self.workout = workout
    }

    /// The merge of each cumulative quantity, the route's legs being the last lane of distance.
    private static func amounts(
        of draft: WorkoutDraft, track: PackedLog<AmountSpan>, timer: TimerIntervals
    ) -> [Quantity: Timeline] {
        var amounts: [Quantity: Timeline] = [:]
        for entry in draft.cumulative {
            let ranking = draft.sources.rankedForAmounts(of: entry.quantity)
            let ranked = entry.log.lanes.sorted { a, b in
                let ranks = [a, b].map { ranking.firstIndex(of: $0.source) ?? .max }
                return (ranks[0], a.source) < (ranks[1], b.source)
            }
            var lanes = ranked.map { TimelineLane(.amounts($0.ordered), source: $0.source, timer: timer) }
            if entry.quantity == .distance, let receiver = draft.receiver {
                lanes.append(TimelineLane(.legs(track), source: receiver, timer: timer))
            }
            let timeline = Timeline(merging: lanes)
            if !timeline.isEmpty { amounts[entry.quantity] = timeline }
        }
        return amounts
    }

    /// Over the route, fitted to what other origins recorded; without a route, over what they recorded.
    private static func splitTable(
        track: PackedLog<AmountSpan>, distance: WorkoutSummary.Distance?, merged: MergedTimelines
    ) -> (table: SplitTable, calibration: SplitCalibration) {
        let raw = track.reduce(0) { merged.timer.containsAll(from: $1.offset, to: $1.end) ? $0 + $1.value : $0 }
        guard raw > 0 else { return (SplitTable(.recorded(merged[.distance]), timer: merged.timer), SplitCalibration()) }
        let isRouteAlone = distance?.parts.allSatisfy { $0.origin == .gps } ?? true
        let calibration = SplitCalibration(rawMetres: raw, recordedMetres: isRouteAlone ? nil : distance?.metres)
        return (SplitTable(.route(track, scale: calibration.scale), timer: merged.timer), calibration)
    }
}

/// What any stretch of the workout came to.
private struct Scopes {
    let merged: MergedTimelines
    let settings: WorkoutSettings
    let legs: [(activity: ActivityType, start: Offset, end: Offset)]
    private let basis: SummaryBasis
    private let start: Offset
    private let end: Offset
    /// Of the workout.
    let whole: WorkoutSummary

    init(
        merged: MergedTimelines, settings: WorkoutSettings, legs: [(activity: ActivityType, start: Offset, end: Offset)],
        beats: PackedLog<Beats>, start: Offset, end: Offset
    ) {
        self.merged = merged
        self.settings = settings
        self.legs = legs
        self.start = start
        self.end = end
        basis = SummaryBasis(merged: merged, settings: settings, legs: legs, beats: beats)
        whole = WorkoutSummary(from: start, to: end, of: basis)
    }

    /// What all legs agree on, transitions aside; where they do not, what is used unless an activity has its own.
    var workoutZones: [Quantity: ZoneConfiguration] {
        let used = legs.filter { !settings.keepsZones(in: $0.activity) }.map { settings.zones(for: $0.activity) }
        var zones = settings.zones
        for quantity in Quantity.allCases {
            guard let first = used.first?[quantity], used.allSatisfy({ $0[quantity] == first }) else { continue }
            zones[quantity] = first
        }
        return zones
    }

    func zones(for activity: ActivityType) -> [Quantity: ZoneConfiguration] {
        settings.keepsZones(in: activity) ? workoutZones : settings.zones(for: activity)
    }

    func groups(by zones: [Quantity: ZoneConfiguration], from start: Offset, to end: Offset) -> [Quantity: ZoneGroup] {
        zones.mapValues { ZoneGroup(folding: merged[$0.quantity], into: $0, from: start, to: end, timer: merged.timer) }
    }

    /// The only leg, and a lap when there is no other, are the whole workout: what it came to is theirs.
    func summary(from start: Offset, to end: Offset) -> WorkoutSummary {
        start == self.start && end == self.end ? whole : WorkoutSummary(from: start, to: end, of: basis)
    }
}
