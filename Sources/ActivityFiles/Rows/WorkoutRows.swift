import Workouts

/// A workout as text formats hold it, one row after the other: a row at each place while the timer ran, and in each second of UTC
/// without one a row at the last sample of that second. Nothing is held beyond the row under way.
///
/// A row's values are the last known in its part of the second: from its place to the next one, the first also from the second's
/// beginning on.
struct WorkoutRows {
    struct Row {
        var offset = Offset.zero
        /// The same as the file tells it.
        var told = Offset.zero
        /// Which of the timer's intervals it lies in.
        var interval = 0
        var place: Location?
        var values = SampledQuantities.Row()
        /// Metres so far.
        var distance: Double?
    }

    private let end: Offset
    private let running: [TimerIntervals.Interval]
    private let hasDistance: Bool
    /// How far offset zero lies in its second of UTC.
    private let phase: Int64
    private var interval = 0
    private var position: Offset
    private var quantities: SampledQuantities
    private var distance: Timeline.Cursor
    private var places: Route.Places.Iterator

    init(_ workout: Workout) {
        quantities = SampledQuantities(workout)
        let distance = workout.timeline(of: .distance)
        hasDistance = !distance.isEmpty
        self.distance = Timeline.Cursor(distance)
        places = workout.route.places(from: workout.start).makeIterator()
        running = workout.timerIntervals.intervals
        position = workout.start
        end = workout.end
        let remainder = workout.clock.origin.microseconds % Self.second
        phase = remainder < 0 ? remainder + Self.second : remainder
    }

    private static let second: Int64 = 1_000_000

    mutating func next() -> Row? {
        while interval < running.count {
            position = max(position, running[interval].start)
            let stop = min(endOfSecond(position), running[interval].end)
            if position >= stop {
                interval += 1
            } else if let row = take(until: stop) {
                return row
            } else {
                // What has nothing is passed over at once: no data bounds its length.
                position = max(position, nextMoment)
            }
        }
        return nil
    }

    /// The metres before a moment, which is not before the last row; `nil` when nobody counted any.
    mutating func distance(before offset: Offset) -> Double? { hasDistance ? distance.amount(before: offset) : nil }

    /// Takes the part of a second that begins at `position`.
    private mutating func take(until stop: Offset) -> Row? {
        let start = position
        var row = Row(interval: interval)
        while let place = places.peek, place.offset < stop {
            // Of two at one moment the later counts.
            if let held = row.place, place.offset > held.offset { break }
            if place.offset >= start { row.place = place }
            _ = places.next()
        }
        var to = stop
        if row.place != nil, let next = places.peek, next.offset < stop { to = next.offset }
        row.values = quantities.row(from: start, to: to)
        position = to
        guard let moment = row.place?.offset ?? row.values.latest else { return nil }
        row.offset = moment
        row.told = running[interval].told(moment)
        row.distance = distance(before: row.offset)
        return row
    }

    private func endOfSecond(_ offset: Offset) -> Offset {
        let (quotient, remainder) = (offset.microseconds + phase).quotientAndRemainder(dividingBy: Self.second)
        return Offset(microseconds: (quotient + (remainder < 0 ? 0 : 1)) * Self.second - phase)
    }

    /// When there is anything new, from `position` on.
    private var nextMoment: Offset { min(places.peek?.offset ?? end, end, quantities.nextSample) }
}

extension Workout {
    /// The activity that a moment lies in; between two, the one before.
    func activityIndex(at offset: Offset) -> Int {
        max((activities.firstIndex { $0.start > offset } ?? activities.count) - 1, 0)
    }

    /// Of one of the activities.
    func activityType(_ index: Int) -> ActivityType { activities.indices.contains(index) ? activities[index].type : type }
}
