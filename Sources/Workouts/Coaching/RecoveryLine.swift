extension Workout {
    /// How much stayed in the first zone, and how often it did not for a while (core §9).
    func recoveryLine(of configuration: ZoneConfiguration) -> LineChoice {
        let timer = timerIntervals
        let timeline = timeline(of: configuration.quantity)
        let first = Compliance(with: .zones(0...0, of: configuration), of: timeline, from: start, to: end, timer: timer)
        guard first.verdict != .notEnoughData else { return .notEnoughData }
        let share: CoachingLine.Share =
            first.above == .zero ? .all : first.inside >= first.above ? .most : .lessThanHalf
        let stretches = timeline.stretches(from: start, to: end) { configuration.zoneIndex(of: $0) > 0 }
        return .line(.recovery(share, spikes: Spikes.count(in: stretches, timer: timer), activity: type), configuration)
    }
}

/// Short stretches above the first zone.
enum Spikes {
    /// What lies closer together is one spike, and what is shorter is none.
    static let shortest = TimeSpan(microseconds: 10_000_000)

    /// - Parameter stretches: in order of time, apart, each to the end of its holds.
    static func count(in stretches: [TimerIntervals.Interval], timer: TimerIntervals) -> Int {
        var joined: [TimerIntervals.Interval] = []
        for stretch in stretches {
            if let last = joined.last, stretch.start - last.end < shortest {
                joined[joined.count - 1].end = stretch.end
            } else {
                joined.append(stretch)
            }
        }
        // A short pause within a spike is no part of its length.
        return joined.count { timer.timer(from: $0.start, to: $0.end) >= shortest }
    }
}
