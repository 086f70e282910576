import Workouts

/// What stands between the records: when the timer started and stopped, and what the rider marked.
struct FITEvent {
    var offset: Offset
    var kind: Kind

    enum Kind {
        case start(automatic: Bool)
        case stop(automatic: Bool)
        case stopAll
        case marker(note: String)
    }

    /// All of a workout, in time order; the last is `stopAll`.
    static func all(of workout: Workout, timer: TimerIntervals) -> [FITEvent] {
        var events = [FITEvent(offset: workout.start, kind: .start(automatic: false))]
        func pause(from start: Offset, to end: Offset) {
            let isAutomatic = workout.pauses.first { $0.start <= start && start < $0.end }?.isAutomatic ?? false
            events.append(FITEvent(offset: start, kind: .stop(automatic: isAutomatic)))
            if end < workout.end { events.append(FITEvent(offset: end, kind: .start(automatic: isAutomatic))) }
        }
        var stopped = workout.start
        for interval in timer.intervals {
            if stopped < interval.start { pause(from: stopped, to: interval.start) }
            stopped = interval.end
        }
        if stopped < workout.end { pause(from: stopped, to: workout.end) }
        for marker in workout.markers where marker.kind == .marker {
            guard workout.start <= marker.offset, marker.offset < workout.end else { continue }
            events.append(FITEvent(offset: marker.offset, kind: .marker(note: marker.note)))
        }
        // At the same moment as they stand above: sorting by time alone would not promise that.
        events = events.enumerated().sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }.map(\.element)
        return events + [FITEvent(offset: workout.end, kind: .stopAll)]
    }

    func message(second: Int64) -> FITMessage {
        let (event, type, data): (Int64, Int64, Int64?) =
            switch kind {
            case .start(let automatic): (0, 0, automatic ? 1 : 0)
            case .stop(let automatic): (0, 1, automatic ? 1 : 0)
            case .stopAll: (0, 4, 0)
            case .marker: (32, 3, nil)
            }
        var message = FITMessage(.event)
        message.add(253, .uint32, second)
        message.add(0, .enum, event)
        message.add(1, .enum, type)
        message.add(3, .uint32, data)
        if case .marker(let note) = kind { message.addOwn(.markerNote, note, limit: 254) }
        return message
    }
}
