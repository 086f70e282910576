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

extension MergedTimelines {
    /// Timer time with speed at the activity's threshold or with cadence above 0. A hole is not moving, and heart rate says
    /// nothing (core §6.2). `nil` without speed and cadence.
    func moving(from start: Offset, to end: Offset, activity: ActivityType) -> TimeSpan? {
        guard !(self[.speed].isEmpty && self[.cadence].isEmpty && self[.stepRate].isEmpty) else { return nil }
        let threshold = activity.movingThresholdMetresPerSecond
        var stretches = self[.speed].stretches(from: start, to: end) { $0 >= threshold }
        for quantity in [Quantity.cadence, .stepRate] {
            stretches += self[quantity].stretches(from: start, to: end) { $0 > 0 }
        }
        stretches.sort { $0.start < $1.start }
        var sum = TimeSpan.zero
        var reached = start
        for stretch in stretches where stretch.end > reached {
            sum += stretch.end - max(stretch.start, reached)
            reached = stretch.end
        }
        return sum
    }
}
