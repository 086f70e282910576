extension WorkoutDraft {
    /// Tells a coach what is so now.
    ///
    /// - Returns: what the coach says.
    public func tell(_ coach: inout LiveCoach) -> [LiveCue] {
        let metres = coach.countsDistance ? liveDistance(until: reached)?.metres : nil
        return coach.tell(at: reached, timer: timerSoFar.total, isRunning: timer.open == nil, metres: metres, value: held)
    }

    /// The best source's value that still holds; holds never cross a pause (core §4.3).
    private func held(_ quantity: Quantity) -> LiveCoach.HeldValue? {
        let resumed = timer.pauses.last?.end ?? start ?? reached
        let holding = samples.columns.filter {
            $0.quantity == quantity && $0.end > reached && $0.newest.offset >= resumed
        }
        guard holding.count > 1 else { return holding.first.map { LiveCoach.HeldValue($0.newest.value, until: $0.end) } }
        let ranking = sources.ranked(for: quantity).map(\.id)
        let best = holding.min { a, b in
            let ranks = [a, b].map { ranking.firstIndex(of: $0.source) ?? .max }
            return (ranks[0], a.source) < (ranks[1], b.source)
        }
        return best.map { LiveCoach.HeldValue($0.newest.value, until: $0.end) }
    }
}
