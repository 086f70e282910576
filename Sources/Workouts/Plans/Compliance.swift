/// How much of the time a target was met (core §9). Times against different targets may be added, zone numbers may not.
public struct Compliance: Equatable, Sendable {
    public var below = TimeSpan.zero
    public var inside = TimeSpan.zero
    public var above = TimeSpan.zero
    /// Timer time in which nobody knows the value.
    public var unattributed = TimeSpan.zero

    public init() {}

    /// Of the timer time of `[start, end)`.
    ///
    /// - Parameter timeline: of the target's quantity.
    public init(with target: PlanTarget, of timeline: Timeline, from start: Offset, to end: Offset, timer: TimerIntervals) {
        timeline.forEachSegment(from: start, to: end) { segment in
            switch target.place(of: segment.value) {
            case .below: below += segment.length
            case .inside: inside += segment.length
            case .above: above += segment.length
            }
        }
        unattributed = timer.timer(from: start, to: end) - covered
    }

    /// With zones of the group's own configuration, by index from 0.
    public init(with zones: ClosedRange<Int>, in group: ZoneGroup) {
        for (index, duration) in group.zoneDurations.enumerated() {
            if index < zones.lowerBound {
                below += duration
            } else if index > zones.upperBound {
                above += duration
            } else {
                inside += duration
            }
        }
        unattributed = group.unattributed
    }

    public var covered: TimeSpan { below + inside + above }
    public var timer: TimeSpan { covered + unattributed }

    /// Inside / covered, 0...1, unrounded; `nil` when nothing is covered.
    public var ratio: Double? { covered > .zero ? inside.seconds / covered.seconds : nil }

    /// Covered / timer, 0...1; `nil` without time.
    public var coverage: Double? { timer > .zero ? covered.seconds / timer.seconds : nil }

    /// The ratio as people read it.
    public var percent: Int? { LineFigures.percent(inside, of: covered) }

    public var verdict: ComplianceVerdict {
        guard let ratio, let coverage, coverage >= 0.5 else { return .notEnoughData }
        return ratio >= 0.8 ? .met : ratio >= 0.5 ? .partly : .missed
    }

    public static func + (a: Compliance, b: Compliance) -> Compliance {
        var sum = a
        sum.below += b.below
        sum.inside += b.inside
        sum.above += b.above
        sum.unattributed += b.unattributed
        return sum
    }
}
