extension Workout {
    /// Folds stretches of finished workouts into one, from all that was recorded in them: the same fold as at the end of a workout.
    ///
    /// The timer stands between two stretches. Where the next one is of another sport it is a leg of its own, and the time between is a
    /// transition; else a lap ends there. Zones and figures of the rider are the first one's, with those of the other sports from
    /// the stretches that bring them.
    ///
    /// - Parameters:
    ///   - stretches: in order of time, apart.
    ///   - type: what it is to be where it has one leg only; `nil`: as it was recorded.
    public init(
        folding stretches: [WorkoutStretch], id: WorkoutID, as type: ActivityType? = nil
    ) throws(StretchError) {
        var joint = try JointDraft(stretches, id: id)
        joint.outline(as: type)
        do throws(AssemblyError) {
            self = try joint.draft.finished()
        } catch {
            throw .outside
        }
    }
}

/// A draft that is filled from finished workouts.
private struct JointDraft {
    var draft: WorkoutDraft
    private let stretches: [(stretch: WorkoutStretch, shift: TimeSpan)]

    /// As of any workout.
    private static let longest = TimeSpan(microseconds: 31 * 86_400 * 1_000_000)

    init(_ stretches: [WorkoutStretch], id: WorkoutID) throws(StretchError) {
        guard let first = stretches.first?.workout, let last = stretches.last else { throw .outside }
        draft = WorkoutDraft(id: id, settings: first.settings, clock: first.clock, isDemo: first.isDemo)
        var placed: [(stretch: WorkoutStretch, shift: TimeSpan)] = []
        for stretch in stretches {
            guard stretch.start < stretch.end, stretch.start >= stretch.workout.start, stretch.end <= stretch.workout.end else {
                throw .outside
            }
            let (shift, isFar) = stretch.workout.clock.origin.microseconds.subtractingReportingOverflow(
                first.clock.origin.microseconds)
            guard !isFar, shift.magnitude <= 1 << 50, (stretch.start + TimeSpan(microseconds: shift)).isPlausible,
                (stretch.end + TimeSpan(microseconds: shift)).isPlausible
            else { throw .tooLong }
            if let before = placed.last, stretch.start + TimeSpan(microseconds: shift) < before.stretch.end + before.shift {
                throw .overlap
            }
            placed.append((stretch, TimeSpan(microseconds: shift)))
        }
        self.stretches = placed
        let end = last.end + (placed.last?.shift ?? .zero)
        guard end - stretches[0].start <= Self.longest else { throw .tooLong }
        (draft.start, draft.end, draft.now) = (stretches[0].start, end, end)
        try fill()
    }

    private mutating func fill() throws(StretchError) {
        var series: [SampleSeries] = []
        var lanes: [Quantity: [AmountLog.Lane]] = [:]
        var (places, legs) = (PackedLog<Location>(), PackedLog<AmountSpan>())
        var pauses: [Pause] = []
        for (index, (stretch, shift)) in stretches.enumerated() {
            let workout = stretch.workout
            let names = try know(workout.sources)
            func renamed(_ source: SourceID) -> SourceID { names[source] ?? source }
            for one in workout.series {
                series.append(
                    SampleSeries(
                        quantity: one.quantity, source: renamed(one.source), samples: stretch.samples(of: one, shift: shift)))
            }
            for quantity in Quantity.allCases {
                guard let timeline = workout.amounts[quantity] else { continue }
                for (source, spans) in timeline.spansBySource {
                    lanes[quantity, default: []].append(
                        AmountLog.Lane(source: renamed(source), spans: stretch.spans(spans, shift: shift)))
                }
                // With nothing of its own it still is what the route's legs count in.
                lanes[quantity, default: []] += []
            }
            if let receiver = workout.receiver {
                if draft.receiver == nil { draft.receiver = renamed(receiver) }
                if lanes[.distance] == nil { lanes[.distance] = [] }
            }
            places.append(stretch.rows(workout.route.log, shift: shift) { $0.moved(by: shift) })
            legs.append(stretch.legs(shift: shift))
            let isUnchanged = workout.sources.allSatisfy { renamed($0.id) == $0.id }
            let beats = stretch.rows(workout.beatLog, shift: shift) {
                Beats(source: $0.source, offset: $0.offset + shift, rrTicks: $0.rrTicks, missed: $0.missed)
            }
            draft.beats.append(
                isUnchanged
                    ? beats
                    : PackedLog(
                        beats.lazy.map {
                            Beats(source: renamed($0.source), offset: $0.offset, rrTicks: $0.rrTicks, missed: $0.missed)
                        }))
            takeEvents(of: index, &pauses)
        }
        draft.samples = SampleLog(cut: series.joined())
        draft.cumulative = lanes.sorted { $0.key < $1.key }.map { quantity, lanes in
            WorkoutDraft.Cumulative(
                quantity: quantity, log: AmountLog(lanes: lanes.joined()), live: LiveAmounts(start: stretches[0].stretch.start))
        }
        draft.track = RouteTrack(cut: places, legs: legs)
        draft.timer = TimerState(pauses: pauses, open: nil)
    }

    /// What sensors are called here, whatever each workout called them.
    private mutating func know(_ sources: [SampleSource]) throws(StretchError) -> [SourceID: SourceID] {
        var names: [SourceID: SourceID] = [:]
        for source in sources {
            let isSame = { (other: SampleSource) in other.identity == source.identity && other.kind == source.kind }
            if let index = draft.sources.firstIndex(where: isSame), !names.values.contains(draft.sources[index].id) {
                names[source.id] = draft.sources[index].id
                // What was heard last of it counts, but for its rank.
                var later = source
                (later.id, later.priorities) = (draft.sources[index].id, draft.sources[index].priorities)
                later.priorities.merge(source.priorities) { first, _ in first }
                later.distanceOrigin = draft.sources[index].distanceOrigin ?? source.distanceOrigin
                draft.sources[index] = later
                continue
            }
            var fresh = source
            if draft.sources.contains(where: { $0.id == source.id }) {
                let taken = Set(draft.sources.map(\.id.rawValue)).union(sources.map(\.id.rawValue))
                guard let free = (1...UInt16.max).first(where: { !taken.contains($0) }) else { throw .tooManySources }
                fresh.id = SourceID(free)
            }
            names[source.id] = fresh.id
            draft.sources.append(fresh)
        }
        return names
    }

    private mutating func takeEvents(of index: Int, _ pauses: inout [Pause]) {
        let (stretch, shift) = stretches[index]
        let workout = stretch.workout
        if index > 0, case let before = stretches[index - 1], before.stretch.end + before.shift < stretch.start + shift {
            pauses.append(
                Pause(start: before.stretch.end + before.shift, end: stretch.start + shift, isAutomatic: false))
        }
        for pause in workout.pauses {
            let (start, end) = (max(pause.start, stretch.start), min(pause.end, stretch.end))
            if start < end { pauses.append(Pause(start: start + shift, end: end + shift, isAutomatic: pause.isAutomatic)) }
        }
        draft.markers += workout.markers.filter { stretch.contains($0.offset) }.map {
            Marker(offset: $0.offset + shift, kind: $0.kind, note: $0.note)
        }
        if index == 0 { draft.name = workout.name }
        guard stretch.start == workout.start else { return }
        // A plan is followed from its beginning.
        if index == 0 { draft.plan = workout.plan }
        draft.omissions.add(workout.omissions)
    }

    mutating func outline(as type: ActivityType?) {
        let first = stretches[0].stretch
        draft.outline = LegsAndLaps(start: first.start, type: first.legs.first?.type ?? first.workout.type)
        var end = first.start
        for (stretch, shift) in stretches {
            let (start, legs) = (stretch.start + shift, stretch.legs)
            if start > first.start { join(legs.first?.type ?? stretch.workout.type, from: end, to: start, stretch) }
            end = stretch.end + shift
            var changes = legs.dropFirst()[...]
            // A leg's last lap ends with it, by a press or by the change itself.
            for lap in stretch.workout.laps where lap.end > stretch.start && lap.end <= stretch.end {
                while let change = changes.first, change.start < lap.end { take(&changes, shift) }
                if lap.trigger != .activityChange { _ = draft.outline.lap(at: lap.end + shift, lap.trigger) }
            }
            while !changes.isEmpty { take(&changes, shift) }
        }
        if let type, draft.outline.legs.count == 1 { draft.outline = draft.outline.called(type) }
    }

    private mutating func take(_ changes: inout ArraySlice<WorkoutActivity>, _ shift: TimeSpan) {
        guard let change = changes.popFirst() else { return }
        _ = draft.outline.activity(at: change.start + shift, change.type)
    }

    private mutating func join(_ type: ActivityType, from end: Offset, to start: Offset, _ stretch: WorkoutStretch) {
        guard type != draft.outline.current.type else {
            _ = draft.outline.lap(at: end, .sessionEnd)
            return
        }
        if end < start { _ = draft.outline.activity(at: end, .transition) }
        _ = draft.outline.activity(at: start, type)
        let known = Set(draft.outline.legs.dropLast().map(\.type) + [.transition])
        for activity in stretch.workout.activities where !known.contains(activity.type) {
            draft.settings.zonesByActivity[activity.type] = stretch.workout.settings.zones(for: activity.type)
        }
    }
}

extension WorkoutStretch {
    /// Those of its workout that it takes part of.
    fileprivate var legs: [WorkoutActivity] { workout.activities.filter { $0.start < end && $0.end > start } }
}

extension LegsAndLaps {
    /// One leg of this kind.
    fileprivate func called(_ type: ActivityType) -> LegsAndLaps {
        var renamed = LegsAndLaps(start: current.start, type: type)
        for lap in laps { _ = renamed.lap(at: lap.end, lap.trigger) }
        return renamed
    }
}

extension Omissions {
    fileprivate mutating func add(_ other: Omissions) {
        implausibleSamples.merge(other.implausibleSamples, uniquingKeysWith: +)
        pauses += other.pauses
        laps += other.laps
        locations += other.locations
    }
}

extension PackedLog {
    /// The rows of another one behind these.
    fileprivate mutating func append(_ other: PackedLog) {
        if isEmpty { self = other } else { for row in other { append(row) } }
    }
}

extension [SampleSeries] {
    /// One for each source and quantity, in order.
    fileprivate func joined() -> [SampleSeries] {
        var joined: [SampleSeries] = []
        for series in self {
            let index = joined.firstIndex { $0.quantity == series.quantity && $0.source == series.source }
            if let index { joined[index].samples.append(series.samples) } else { joined.append(series) }
        }
        return joined
    }
}

extension [AmountLog.Lane] {
    /// One for each source, in order.
    fileprivate func joined() -> [AmountLog.Lane] {
        var joined: [AmountLog.Lane] = []
        for lane in self where !lane.spans.isEmpty {
            if let index = joined.firstIndex(where: { $0.source == lane.source }) {
                joined[index].spans.append(lane.spans)
            } else {
                joined.append(lane)
            }
        }
        return joined
    }
}

extension Timeline {
    /// What each source said, without the legs of a route.
    fileprivate var spansBySource: [(SourceID, PackedLog<AmountSpan>)] {
        var all: [(SourceID, PackedLog<AmountSpan>)] = []
        for lane in lanes {
            switch lane.contents {
            case .amounts(let spans): all.append((lane.source, spans))
            case .made(let segments):
                for segment in segments {
                    let span = AmountSpan(offset: segment.start, end: segment.end, value: segment.value)
                    if let index = all.firstIndex(where: { $0.0 == segment.source }) {
                        all[index].1.append(span)
                    } else {
                        all.append((segment.source, PackedLog([span])))
                    }
                }
            case .legs, .holds: break
            }
        }
        return all
    }
}

extension Location {
    fileprivate func moved(by shift: TimeSpan) -> Location {
        var moved = self
        moved.offset = offset + shift
        return moved
    }
}
