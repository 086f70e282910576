import Workouts

/// What happened, in time order: timer events, one `record` for each second that has anything, `hrv` behind the record of its
/// second.
struct FITStream {
    private let workout: Workout
    private let dates: FITDates
    private let events: [FITEvent]
    private var nextEvent = 0
    private let running: [TimerIntervals.Interval]
    private var nextRunning = 0
    private var values: FITRecordValues
    private var beats: FITBeats
    private var record = FITMessage(.record)
    /// Of the last record.
    private var lastSecond: Int64?
    private var hasRecord: Bool { lastSecond != nil }

    init(_ workout: Workout, dates: FITDates) {
        self.workout = workout
        self.dates = dates
        let timer = TimerIntervals(start: workout.start, end: workout.end, pauses: workout.pauses)
        events = FITEvent.all(of: workout, timer: timer)
        running = timer.intervals
        values = FITRecordValues(workout, timer: timer)
        beats = FITBeats(workout)
    }

    mutating func append(to file: inout FITFile) {
        var from = workout.start
        while from < workout.end {
            while nextRunning < running.count, running[nextRunning].end <= from { nextRunning += 1 }
            var second = dates.second(from)
            var next = min(dates.start(ofSecond: second + 1), workout.end)
            if nextRunning < running.count, case let stop = running[nextRunning].end, stop <= next, dates.second(stop) > second {
                // What was measured as the timer stopped is of the second that begins there.
                if from < stop - .stop { next = stop - .stop } else { (second, next) = (dates.second(stop), stop) }
            }
            // Beyond what FIT can date all moments share the last second, whose end lies behind.
            let to = next > from ? next : workout.end
            appendRecord(from: from, to: to, second: second, to: &file)
            // Seconds without anything are passed over at once: no data bounds their number.
            from = max(to, min(values.nextMoment(after: to), beats.nextMoment))
        }
        closeDistance(to: &file)
        if !hasRecord { appendEmptyRecord(to: &file) }
        appendEvents(through: workout.end, to: &file)
    }

    private mutating func appendRecord(from: Offset, to: Offset, second: Int64, to file: inout FITFile) {
        guard nextRunning < running.count, running[nextRunning].start < to else { return }
        let hasValues = values.advance(from: from, to: to)
        let intervals = beats.intervals(before: to)
        guard hasValues || !intervals.isEmpty else { return }
        // A second that a pause ends in begins with the timer's start.
        appendEvents(through: max(from, running[nextRunning].start), to: &file)
        record.removeAll()
        values.fill(&record, second: second)
        file.append(record)
        lastSecond = second
        for start in stride(from: intervals.startIndex, to: intervals.endIndex, by: 5) {
            let five = intervals[start..<min(start + 5, intervals.endIndex)]
            var message = FITMessage(.hrv)
            message.add(0, .uint16, five + Array(repeating: nil, count: 5 - five.count))
            file.append(message)
        }
    }

    /// What was covered after the last value is told with the last moment at which the timer ran.
    private mutating func closeDistance(to file: inout FITFile) {
        guard let last = running.last, values.close(at: last.end) else { return }
        let second = dates.second(last.end - TimeSpan(microseconds: 1))
        guard second > lastSecond ?? .min else { return }
        appendEvents(through: last.start, to: &file)
        record.removeAll()
        values.fill(&record, second: second)
        file.append(record)
        lastSecond = second
    }

    /// Readers refuse an activity without a record: one that tells the time alone follows the timer's start.
    private mutating func appendEmptyRecord(to file: inout FITFile) {
        appendEvents(through: workout.start, to: &file)
        record.removeAll()
        values.fill(&record, second: dates.second(workout.start))
        file.append(record)
    }

    private mutating func appendEvents(through moment: Offset, to file: inout FITFile) {
        while nextEvent < events.count, events[nextEvent].offset <= moment {
            file.append(events[nextEvent].message(second: dates.second(events[nextEvent].offset)))
            nextEvent += 1
        }
    }
}
