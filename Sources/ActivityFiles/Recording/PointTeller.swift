import Workouts

/// Tells a recording's points as events, each value as of the source that gave it. Who that is, is found out once: a long ride has a
/// hundred thousand values.
struct PointTeller {
    /// By `Quantity.ordinal`.
    private let providers: [SourceID]
    private let tellsSpeed: Bool
    private let tellsAltitude: Bool
    private let running: [TimerIntervals.Interval]
    /// The first interval of the timer that ends no earlier than the last point.
    private var interval = 0

    init(_ recording: ActivityRecording) {
        providers = Quantity.allCases.map(recording.provider(of:))
        // A place tells the speed and the altitude of its receiver; another source's go their own way.
        tellsSpeed = recording.provider(of: .speed) == recording.receiver
        tellsAltitude = recording.provider(of: .altitude) == recording.receiver
        running = TimerIntervals(start: .zero, end: recording.end, pauses: recording.pauses).intervals
    }

    /// When a point counts. Intervals are half-open (core §1), and a device notes its last point at the moment at which it stops: what was
    /// measured there is of the microsecond before, and the workout is as long as the device says.
    private mutating func moment(of offset: Offset) -> Offset {
        while interval < running.count, running[interval].end < offset { interval += 1 }
        guard interval < running.count, running[interval].end == offset, running[interval].start < offset else { return offset }
        return offset - .stop
    }

    mutating func tell(_ point: RecordedPoint, _ body: (WorkoutEvent) throws(AssemblyError) -> Void) throws(AssemblyError) {
        let moment = moment(of: point.offset)
        func tell(_ quantity: Quantity, _ value: Double) throws(AssemblyError) {
            try body(.reading(Reading(quantity, value, at: moment, from: providers[quantity.ordinal])))
        }
        try point.forEachReading(tell)
        var speed = point.speedMetresPerSecond
        var altitude = point.altitudeMetres
        if let place = point.place {
            try body(
                .location(
                    Location(
                        offset: moment, latitude: place.latitude, longitude: place.longitude,
                        altitudeMetres: tellsAltitude ? altitude : nil, speedMetresPerSecond: tellsSpeed ? speed : nil,
                        horizontalAccuracyMetres: point.horizontalAccuracyMetres)))
            if tellsSpeed { speed = nil }
            if tellsAltitude { altitude = nil }
        }
        if let speed { try tell(.speed, speed) }
        if let altitude { try tell(.altitude, altitude) }
    }
}

extension TimeSpan {
    /// How long before the timer stops what was measured at that moment counts.
    static let stop = TimeSpan(microseconds: 1)
}

extension TimerIntervals.Interval {
    /// A moment of it as files tell it: what counts just before the timer stops was measured as it stopped.
    func told(_ offset: Offset) -> Offset { offset >= end - .stop ? end : offset }
}

extension TimerIntervals {
    /// The same of any moment.
    func told(_ offset: Offset) -> Offset {
        let after = offset + .stop
        // The first that ends no earlier than a microsecond later, by halving.
        var (low, high) = (0, intervals.count)
        while low < high {
            let middle = (low + high) / 2
            if intervals[middle].end < after { low = middle + 1 } else { high = middle }
        }
        return low < intervals.count && intervals[low].start <= offset ? intervals[low].told(offset) : offset
    }
}
