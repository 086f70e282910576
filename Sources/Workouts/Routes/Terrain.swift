/// A workout's way parted by grade, to set climbs beside flats and descents.
///
/// The grade of each 20 m is that of the 100 m around them. From 3 % up it climbs, from 3 % down it descends. What lies between two
/// stretches of one kind and is shorter than 100 m belongs to them; a climb or descent that is then shorter than 300 m, or gains or
/// loses less than 10 m, is flat. Nothing is reckoned across a pause.
public struct Terrain: Equatable, Sendable {
    public enum Kind: String, CaseIterable, Sendable { case climb, flat, descent }

    /// What a stretch of the way, or all of one kind together, came to.
    public struct Figures: Equatable, Sendable {
        public var timer = TimeSpan.zero
        public var metres = 0.0
        /// Metres from the lower to the upper end; negative where it descends.
        public var riseMetres = 0.0
        /// Beats per minute over the time that is covered; `nil` when none is.
        public var averageBeatsPerMinute: Double?
        /// Watts over all of its timer time, holes as 0; `nil` when none of it is covered.
        public var averagePowerWatts: Double?

        /// Metres per second; `nil` without time.
        public var averageSpeedMetresPerSecond: Double? { timer > .zero ? metres / timer.seconds : nil }
        /// Rise / length, unrounded; `nil` without length.
        public var grade: Double? { metres > 0 ? riseMetres / metres : nil }
    }

    public struct Section: Equatable, Sendable {
        public var kind: Kind
        public var start: Offset
        public var end: Offset
        public var figures: Figures
    }

    /// In order of time.
    public var sections: [Section]
    /// One for each kind that there is, in the order of the kinds.
    public var totals: [Total]

    public struct Total: Equatable, Sendable {
        public var kind: Kind
        public var sections: Int
        public var figures: Figures
    }

    static let steepest = 0.03
    static let shortest = 300.0
    static let lowest = 10.0
    static let joined = 100.0
}

extension Workout {
    /// `nil` without altitudes or without distance.
    public var terrain: Terrain? {
        let distance = timeline(of: .distance)
        let best = ClimbHeights(series: series, route: route, sources: sources)
        let heights = Array(best)
        let timer = timerIntervals
        var stretches: [(kind: Terrain.Kind, start: ElevationProfile.Edge, end: ElevationProfile.Edge)] = []
        for interval in timer.intervals {
            let profile = ElevationProfile(of: interval, distance: distance, heights: heights, from: best.altimeter)
            stretches += profile.stretches()
        }
        guard !stretches.isEmpty else { return nil }
        let meters = EffortMeter(heartRate: timeline(of: .heartRate), power: timeline(of: .power), timer: timer)
        var efforts: [Terrain.Kind: (count: Int, effort: EffortMeter.Sum)] = [:]
        let sections = stretches.map { stretch in
            let sum = meters.sum(from: stretch.start, to: stretch.end)
            var total = efforts[stretch.kind] ?? (0, EffortMeter.Sum())
            total.count += 1
            total.effort.add(sum)
            efforts[stretch.kind] = total
            return Terrain.Section(
                kind: stretch.kind, start: stretch.start.offset, end: stretch.end.offset, figures: sum.figures)
        }
        return Terrain(
            sections: sections,
            totals: Terrain.Kind.allCases.compactMap { kind in
                efforts[kind].map { Terrain.Total(kind: kind, sections: $0.count, figures: $0.effort.figures) }
            })
    }
}

/// Sums of effort over stretches of time.
private struct EffortMeter {
    let heartRate: Timeline
    let power: Timeline
    let timer: TimerIntervals

    struct Sum {
        var timer = TimeSpan.zero
        var metres = 0.0
        var rise = 0.0
        var beats = (integral: 0.0, covered: TimeSpan.zero)
        var watts = (integral: 0.0, covered: TimeSpan.zero)

        mutating func add(_ other: Sum) {
            timer += other.timer
            metres += other.metres
            rise += other.rise
            beats = (beats.integral + other.beats.integral, beats.covered + other.beats.covered)
            watts = (watts.integral + other.watts.integral, watts.covered + other.watts.covered)
        }

        var figures: Terrain.Figures {
            Terrain.Figures(
                timer: timer, metres: metres, riseMetres: rise,
                averageBeatsPerMinute: beats.covered > .zero ? beats.integral / beats.covered.seconds : nil,
                averagePowerWatts: watts.covered > .zero && timer > .zero ? watts.integral / timer.seconds : nil)
        }
    }

    func sum(from start: ElevationProfile.Edge, to end: ElevationProfile.Edge) -> Sum {
        var sum = Sum(
            timer: timer.timer(from: start.offset, to: end.offset), metres: end.metres - start.metres,
            rise: end.height - start.height)
        heartRate.forEachSegment(from: start.offset, to: end.offset) { segment in
            sum.beats.integral += segment.value * segment.length.seconds
            sum.beats.covered += segment.length
        }
        power.forEachSegment(from: start.offset, to: end.offset) { segment in
            sum.watts.integral += segment.value * segment.length.seconds
            sum.watts.covered += segment.length
        }
        return sum
    }
}
