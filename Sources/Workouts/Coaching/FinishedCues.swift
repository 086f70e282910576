extension Workout {
    /// What a live coach would have said: the one coach there is, told the values that counted as they came, of a capture and of an
    /// imported file alike. Which source was best is known here from the start, so that a cue may differ from one that was heard
    /// while a better sensor was yet to come.
    ///
    /// - Parameter plan: in place of the workout's own.
    /// - Returns: in order of time, each before the workout's end; none without a plan.
    public func cues(of plan: Plan? = nil) -> [LiveCoach.SaidCue] {
        guard let plan = plan ?? self.plan else { return [] }
        let quantities = Set(plan.targetQuantities + [.heartRate] + (plan.hasDistances ? [.speed] : []))
        var story = CoachedStory(
            quantities.sorted().map { ($0, timeline(of: $0)) }, timer: timerIntervals,
            distance: plan.hasDistances ? timeline(of: .distance) : nil)
        var coach = LiveCoach(plan)
        var said: [LiveCoach.SaidCue] = []
        var moment = start
        while moment < end {
            said += story.tell(&coach, at: moment).map { LiveCoach.SaidCue($0, at: moment) }
            let nexts = [story.nextNews(after: moment), coach.nextWake].compactMap(\.self)
            guard let next = nexts.min(), next > moment else { break }
            moment = next
        }
        return said
    }
}

/// A finished workout as it was to somebody who saw it pass.
private struct CoachedStory {
    private let timer: TimerIntervals
    private var values: [(quantity: Quantity, cursor: Timeline.Cursor)]
    private var distance: Timeline.Cursor?
    /// When anything began, in order.
    private let news: [Offset]
    private var passed = 0

    init(_ values: [(Quantity, Timeline)], timer: TimerIntervals, distance: Timeline?) {
        self.timer = timer
        self.values = values.map { ($0, Timeline.Cursor($1)) }
        self.distance = distance.map { Timeline.Cursor($0) }
        var news = timer.intervals.flatMap { [$0.start, $0.end] }
        for (_, timeline) in values { news += timeline.lazy.map(\.start) }
        news += (distance ?? Timeline()).lazy.map(\.end)
        self.news = news.sorted()
    }

    mutating func nextNews(after moment: Offset) -> Offset? {
        while passed < news.count, news[passed] <= moment { passed += 1 }
        return passed < news.count ? news[passed] : nil
    }

    /// - Parameter moment: not before an earlier one.
    mutating func tell(_ coach: inout LiveCoach, at moment: Offset) -> [LiveCue] {
        var held: [Quantity: LiveCoach.HeldValue] = [:]
        for index in values.indices {
            if let segment = values[index].cursor.segment(at: moment) {
                held[values[index].quantity] = LiveCoach.HeldValue(segment.value, until: segment.end)
            }
        }
        return coach.tell(
            at: moment, timer: timer.timer(before: moment), isRunning: timer.contains(moment),
            metres: distance?.amount(before: moment)
        ) { held[$0] }
    }
}
