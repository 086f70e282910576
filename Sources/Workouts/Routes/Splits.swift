/// How the length of the route was fitted to the recorded distance (core §6.8).
public struct SplitCalibration: Equatable, Sendable {
    /// Recorded distance / length of the route, when that is from 0.8 to 1.25; else 1.
    public var scale: Double
    /// Whether the two lay too far apart to be fitted.
    public var isRejected: Bool

    public init(scale: Double = 1, isRejected: Bool = false) {
        self.scale = scale
        self.isRejected = isRejected
    }

    /// - Parameters:
    ///   - raw: metres of the route, pauses left out.
    ///   - recorded: metres of the workout; `nil` when the route is all there is.
    public init(rawMetres: Double, recordedMetres: Double?) {
        self.init()
        guard let recordedMetres, rawMetres > 0 else { return }
        let ratio = recordedMetres / rawMetres
        if 0.8...1.25 ~= ratio { scale = ratio } else { isRejected = true }
    }
}

/// Distance as it grew over a workout, cut into rows of one unit.
struct SplitTable {
    static let kilometre = 1000.0
    static let mile = 1609.344
    /// How far before its boundary a point may lie and still reach it, in metres.
    private static let tolerance = 0.001
    /// What remains below this, in metres, is no row of its own.
    private static let shortestRemainder = 1.0

    /// A distance that makes more is a mistake.
    private static let mostRows = 100_000.0

    /// What the rows are cut from.
    enum Way {
        /// A route's legs in metres, which add nothing when they were not wholly within timer time.
        case route(PackedLog<AmountSpan>, scale: Double)
        /// What was recorded, in metres a second.
        case recorded(Timeline)
    }

    private let way: Way
    private let timer: TimerIntervals

    init(_ way: Way, timer: TimerIntervals) {
        self.way = way
        self.timer = timer
    }

    /// Metres from one moment to another, in time order; between the two the way is even.
    private func forEachLeg(_ body: (AmountSpan) -> Void) {
        switch way {
        case .route(let legs, let scale):
            for var leg in legs {
                leg.value = timer.containsAll(from: leg.offset, to: leg.end) ? leg.value * scale : 0
                body(leg)
            }
        case .recorded(let distance):
            for segment in distance {
                body(
                    AmountSpan(
                        offset: segment.start, end: segment.end, value: segment.value * segment.length.seconds))
            }
        }
    }

    /// - Parameter unit: metres.
    /// - Returns: rows from the workout's start to its end, whose distances and timer times add up to the workout's.
    func rows(of unit: Double, from start: Offset, to end: Offset, in merged: MergedTimelines) -> [Split] {
        var total = 0.0
        forEachLeg { total += $0.value }
        guard total > 0, total < unit * Self.mostRows else { return [] }
        var edges = [start]
        var boundary = unit
        var metres = 0.0
        forEachLeg { leg in
            let before = metres
            metres += leg.value
            while metres > before, metres >= boundary - Self.tolerance {
                let share = min(1, (boundary - before) / (metres - before))
                edges.append(leg.offset + TimeSpan(seconds: (leg.end - leg.offset).seconds * max(0, share)))
                boundary += unit
            }
        }
        let remainder = total - unit * Double(edges.count - 1)
        let isLastPartial = remainder >= Self.shortestRemainder || edges.count == 1
        if isLastPartial { edges.append(end) } else { edges[edges.count - 1] = end }
        return zip(edges, edges.dropFirst()).enumerated().map { index, edge in
            let isLast = index == edges.count - 2
            let isPartial = isLast && isLastPartial
            return row(
                metres: isPartial ? remainder : isLast ? unit + remainder : unit, isPartial: isPartial, from: edge.0, to: edge.1,
                in: merged)
        }
    }

    private func row(metres: Double, isPartial: Bool, from start: Offset, to end: Offset, in merged: MergedTimelines) -> Split {
        let timer = merged.timer.timer(from: start, to: end)
        return Split(
            distanceMetres: metres, isPartial: isPartial, start: start, end: end, timer: timer,
            ascentMetres: merged.ascent.hasAltitudes ? merged.ascent.metres(from: start, to: end).up : nil,
            averageBeatsPerMinute: WorkoutSummary.Statistics(of: merged[.heartRate], from: start, to: end, timer: timer)?.average)
    }
}
