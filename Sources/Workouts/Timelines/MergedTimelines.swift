/// All quantities of a workout, each merged from its sources, with when the timer ran: what every figure is computed from.
struct MergedTimelines: Sendable {
    let timer: TimerIntervals
    private let timelines: [Timeline]
    private let origins: [SourceID: SampleSource.DistanceOrigin]
    let ascent: Ascent

    init(
        timer: TimerIntervals, series: [SampleSeries], amounts: [Quantity: Timeline], sources: [SampleSource], ascent: Ascent
    ) {
        self.timer = timer
        self.ascent = ascent
        timelines = Quantity.allCases.map { quantity in
            quantity.isCumulative
                ? amounts[quantity] ?? Timeline()
                : Timeline(of: quantity, in: series, sources: sources, timer: timer)
        }
        origins = Dictionary(sources.map { ($0.id, $0.effectiveDistanceOrigin) }) { $1 }
    }

    subscript(_ quantity: Quantity) -> Timeline { timelines[quantity.ordinal] }

    /// What each origin added in a scope; `nil` when none covers any of it.
    func distance(from start: Offset, to end: Offset) -> WorkoutSummary.Distance? {
        var metres: [SampleSource.DistanceOrigin: Double] = [:]
        // Of the origin that counts at the moment: it changes seldom, so the table is seldom asked.
        var (source, origin, sum) = (SourceID?.none, SampleSource.DistanceOrigin.machine, 0.0)
        self[.distance].forEachSegment(from: start, to: end) { segment in
            if segment.source != source {
                if source != nil { metres[origin] = sum }
                (source, origin) = (segment.source, origins[segment.source] ?? .machine)
                sum = metres[origin] ?? 0
            }
            sum += segment.value * segment.length.seconds
        }
        if source != nil { metres[origin] = sum }
        return WorkoutSummary.Distance(metres)
    }
}

extension WorkoutSummary.Distance {
    init?(_ metresByOrigin: [SampleSource.DistanceOrigin: Double]) {
        parts = SampleSource.DistanceOrigin.allCases.compactMap { origin in
            metresByOrigin[origin].map { Part(origin: origin, metres: $0) }
        }
        guard let best = parts.first(where: { $0.metres > 0 }) ?? parts.first else { return nil }
        origin = best.origin
        metres = parts.reduce(0) { $0 + $1.metres }
    }
}

extension SampleSource {
    /// Where its distance comes from, should it give one though it did not say.
    var effectiveDistanceOrigin: DistanceOrigin { distanceOrigin ?? (kind == .gps ? .gps : .machine) }
}
