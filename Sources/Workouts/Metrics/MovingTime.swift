extension ActivityType {
    /// Metres per second from which a rider or runner counts as moving (core §6.2).
    public var movingThresholdMetresPerSecond: Double {
        switch self {
        case .walking, .hiking, .trailRunning, .crossCountrySkiing: 0.1 / 3.6
        case .cycling, .indoorCycling, .running, .treadmillRunning, .rowing, .indoorRowing, .swimming, .alpineSkiing, .strength,
            .flexibility, .transition, .other:
            1 / 3.6
        }
    }
}

/// When an athlete moved, and how far.
struct Movement {
    private(set) var time = TimeSpan.zero
    /// Covered in that time: what a receiver wandered at rest, or a wheel turned before anyone knew its speed, is none of it.
    private(set) var metres = 0.0

    static func + (a: Movement, b: Movement) -> Movement {
        var sum = a
        sum.time += b.time
        sum.metres += b.metres
        return sum
    }

    /// - Parameter stretches: in order and apart.
    fileprivate init(_ stretches: [TimerIntervals.Interval], distance: Timeline) {
        guard let first = stretches.first, let last = stretches.last else { return }
        for stretch in stretches { time += stretch.end - stretch.start }
        var next = 0
        distance.forEachSegment(from: first.start, to: last.end) { segment in
            while next < stretches.count, stretches[next].end <= segment.start { next += 1 }
            var index = next
            while index < stretches.count, stretches[index].start < segment.end {
                let shared = min(stretches[index].end, segment.end) - max(stretches[index].start, segment.start)
                metres += segment.value * shared.seconds
                index += 1
            }
        }
    }
}

extension MergedTimelines {
    /// Timer time with speed at the activity's threshold or with cadence above 0. A hole is not moving, and heart rate says
    /// nothing (core §6.2). `nil` without speed and cadence.
    func movement(from start: Offset, to end: Offset, activity: ActivityType) -> Movement? {
        guard !(self[.speed].isEmpty && self[.cadence].isEmpty && self[.stepRate].isEmpty) else { return nil }
        let threshold = activity.movingThresholdMetresPerSecond
        var stretches = self[.speed].stretches(from: start, to: end) { $0 >= threshold }
        for quantity in [Quantity.cadence, .stepRate] {
            stretches += self[quantity].stretches(from: start, to: end) { $0 > 0 }
        }
        stretches.sort { $0.start < $1.start }
        var apart: [TimerIntervals.Interval] = []
        for stretch in stretches {
            if let last = apart.last, stretch.start <= last.end {
                apart[apart.count - 1].end = max(last.end, stretch.end)
            } else {
                apart.append(stretch)
            }
        }
        return Movement(apart, distance: self[.distance])
    }
}
