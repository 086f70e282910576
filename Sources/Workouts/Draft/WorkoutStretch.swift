/// A stretch of a finished workout, to be folded anew by itself or with others.
public struct WorkoutStretch: Sendable {
    public var workout: Workout
    /// From here on …
    public var start: Offset
    /// … until here; what happened at this very moment is left out, but at the workout's own end.
    public var end: Offset

    /// - Parameters:
    ///   - start: `nil` for the workout's own.
    ///   - end: `nil` for the workout's own.
    public init(of workout: Workout, from start: Offset? = nil, to end: Offset? = nil) {
        self.workout = workout
        self.start = start ?? workout.start
        self.end = end ?? workout.end
    }
}

/// Why stretches make no workout.
public enum StretchError: Error, Equatable, Sendable {
    /// There is none, or one is empty or reaches out of its workout.
    case outside
    /// One begins before the one before it ended.
    case overlap
    /// Together they last more than 31 days, or their clocks are too far apart.
    case tooLong
    /// More sources take part than can be numbered.
    case tooManySources
}

extension WorkoutStretch {
    func contains(_ offset: Offset) -> Bool {
        offset >= start && (offset < end || offset == end && end == workout.end)
    }

    /// Rows of the stretch, moved to the clock of the workout that is made.
    func rows<Row>(_ log: PackedLog<Row>, shift: TimeSpan, _ moved: (Row) -> Row) -> PackedLog<Row> {
        let inside = log.cropped(to: contains)
        return shift == .zero ? inside : PackedLog(inside.lazy.map(moved))
    }

    /// Samples of the stretch, and before them the one that still counts when it begins.
    func samples(of series: SampleSeries, shift: TimeSpan) -> PackedLog<Sample> {
        var kept = PackedLog<Sample>()
        let kind = workout.sources.first { $0.id == series.source }?.kind ?? .manual
        let (maxHold, timer) = (series.maxHold(from: kind), workout.timerIntervals)
        if start == workout.start, end == workout.end, shift == .zero { return series.samples }
        var held: Sample?
        for sample in series.samples {
            if sample.offset < start {
                held = sample
                continue
            }
            guard sample.offset < end else { break }
            if kept.isEmpty, let held, sample.offset > start { keep(held) }
            held = nil
            kept.append(Sample(offset: sample.offset + shift, value: sample.value))
        }
        if kept.isEmpty, let held { keep(held) }
        return kept

        func keep(_ held: Sample) {
            // A stretch at the workout's own start goes on with what that one held, if it was cut itself.
            let isRunning = start == workout.start || timer.containsAll(from: max(held.offset, timer.start), to: start)
            guard isRunning, held.offset + maxHold > start else { return }
            kept.append(Sample(offset: held.offset + shift, value: held.value))
        }
    }

    /// Amounts per second: what reaches out is cut when it is read.
    func spans(_ spans: PackedLog<AmountSpan>, shift: TimeSpan) -> PackedLog<AmountSpan> {
        if start == workout.start, end == workout.end, shift == .zero { return spans }
        return PackedLog(
            spans.lazy.filter { $0.offset < end && $0.end > start }.map {
                AmountSpan(offset: max($0.offset, start) + shift, end: min($0.end, end) + shift, value: $0.value)
            })
    }

    /// The ways between the places that count in the workout, those that the stretch's ends cut by their share.
    func legs(shift: TimeSpan) -> PackedLog<AmountSpan> {
        guard let legs = workout.legs else { return PackedLog() }
        if start == workout.start, end == workout.end, shift == .zero { return legs }
        let timer = workout.timerIntervals
        return PackedLog(
            legs.lazy.compactMap { leg in
                let (from, to) = (max(leg.offset, start), min(leg.end, end))
                guard from < to else { return nil }
                guard from != leg.offset || to != leg.end else {
                    return AmountSpan(offset: from + shift, end: to + shift, value: leg.value)
                }
                guard timer.containsAll(from: leg.offset, to: leg.end) else { return nil }
                let share = (to - from).seconds / (leg.end - leg.offset).seconds
                return AmountSpan(offset: from + shift, end: to + shift, value: leg.value * share)
            })
    }
}

extension Workout {
    /// The ways between the places that counted; `nil` when no receiver took part in its distance.
    fileprivate var legs: PackedLog<AmountSpan>? {
        for lane in amounts[.distance]?.lanes ?? [] {
            if case .legs(let legs) = lane.contents { return legs }
        }
        guard route.placeCount > 0 else { return nil }
        var length = TrackLength()
        return PackedLog(route.log.lazy.compactMap { length.append($0) })
    }

    /// Whose places they are.
    var receiver: SourceID? {
        for lane in amounts[.distance]?.lanes ?? [] {
            if case .legs = lane.contents { return lane.source }
        }
        return route.source
    }
}
