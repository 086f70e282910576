import Workouts

/// Tells a recording's points as events, each value as of the source that gave it. Who that is, is found out once: a long ride has a
/// hundred thousand values.
struct PointTeller {
    /// By `Quantity.ordinal`.
    private let providers: [SourceID]
    private let tellsSpeed: Bool
    private let tellsAltitude: Bool

    init(_ recording: ActivityRecording) {
        providers = Quantity.allCases.map(recording.provider(of:))
        // A place tells the speed and the altitude of its receiver; another source's go their own way.
        tellsSpeed = recording.provider(of: .speed) == recording.receiver
        tellsAltitude = recording.provider(of: .altitude) == recording.receiver
    }

    func tell(_ point: RecordedPoint, _ body: (WorkoutEvent) throws(AssemblyError) -> Void) throws(AssemblyError) {
        func tell(_ quantity: Quantity, _ value: Double) throws(AssemblyError) {
            try body(.reading(Reading(quantity, value, at: point.offset, from: providers[quantity.ordinal])))
        }
        try point.forEachReading(tell)
        var speed = point.speedMetresPerSecond
        var altitude = point.altitudeMetres
        if let place = point.place {
            try body(
                .location(
                    Location(
                        offset: point.offset, latitude: place.latitude, longitude: place.longitude,
                        altitudeMetres: tellsAltitude ? altitude : nil, speedMetresPerSecond: tellsSpeed ? speed : nil,
                        horizontalAccuracyMetres: point.horizontalAccuracyMetres)))
            if tellsSpeed { speed = nil }
            if tellsAltitude { altitude = nil }
        }
        if let speed { try tell(.speed, speed) }
        if let altitude { try tell(.altitude, altitude) }
    }
}
