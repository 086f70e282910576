import Workouts

/// What stands between the points, in order of time: pauses, laps, legs, beats, markers, and sums when they are complete.
struct RecordedOutline {
    private var events: [(offset: Offset, event: WorkoutEvent)]
    private var index = 0

    init(_ recording: ActivityRecording) {
        var events: [(offset: Offset, event: WorkoutEvent)] = []
        // At one moment in this order: what ends comes before what begins.
        for pause in recording.pauses where pause.end < recording.end {
            events.append((pause.end, .resumed(pause.end, automatic: pause.isAutomatic)))
        }
        let changes = Set(recording.legs.dropFirst().map(\.start))
        for lap in recording.laps where !changes.contains(lap.end) && lap.end < recording.end {
            events.append((lap.end, .lap(lap.end, lap.trigger)))
        }
        if let last = recording.laps.last, last.end == recording.end, last.trigger != .sessionEnd {
            events.append((last.end, .lap(last.end, last.trigger)))
        }
        for leg in recording.legs.dropFirst() { events.append((leg.start, .activity(leg.start, leg.type))) }
        for pause in recording.pauses { events.append((pause.start, .paused(pause.start, automatic: pause.isAutomatic))) }
        for marker in recording.markers {
            events.append((marker.offset, .marker(marker.offset, marker.kind, note: marker.note)))
        }
        for beats in recording.beats { events.append((beats.offset, .beats(beats))) }
        for sum in recording.sums { events.append((sum.end, .amount(sum))) }
        self.events = events.enumerated().sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }
            .map(\.element)
    }

    /// The next event that is not later than `offset`.
    mutating func next(through offset: Offset) -> WorkoutEvent? {
        guard index < events.count, events[index].offset <= offset else { return nil }
        defer { index += 1 }
        return events[index].event
    }
}
