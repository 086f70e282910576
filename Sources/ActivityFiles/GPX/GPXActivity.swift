import JSONText
public import Workouts

/// A workout as GPX 1.1: the same bytes each time, whenever and wherever it is made.
///
/// GPX holds what has a place, and nothing else: laps, RR-intervals and what was measured without a place are not in it.
/// - SeeAlso: GPX 1.1; Garmin TrackPointExtension v2, PowerExtension v1; docs/gpx-tcx-csv.md.
public struct GPXActivity {
    private let workout: Workout
    private let note: String?

    /// - Parameter note: what its owner noted.
    /// - Throws: `.noPlaces`, for a workout without any while the timer ran.
    public init(_ workout: Workout, note: String? = nil) throws(UnwritableWorkout) {
        let timer = workout.timerIntervals
        guard workout.route.places(from: workout.start).contains(where: { timer.contains($0.offset) }) else { throw .noPlaces }
        self.workout = workout
        self.note = note
    }

    /// - Parameter take: gets one part of the file after the other.
    public func encode(_ take: @escaping ([UInt8]) -> Void) {
        var xml = XMLWriter(take)
        xml.begin(
            "gpx",
            [
                ("version", "1.1"), ("creator", workout.isDemo ? FITDevices.demoName : "wattbeat"),
                ("xmlns", "http://www.topografix.com/GPX/1/1"), ("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance"),
                ("xmlns:gpxtpx", Self.trackPointExtension), ("xmlns:gpxpx", Self.powerExtension),
                (
                    "xsi:schemaLocation",
                    "http://www.topografix.com/GPX/1/1 http://www.topografix.com/GPX/1/1/gpx.xsd \(Self.trackPointExtension) "
                        + "http://www.garmin.com/xmlschemas/TrackPointExtensionv2.xsd \(Self.powerExtension) "
                        + "http://www.garmin.com/xmlschemas/PowerExtensionv1.xsd"
                ),
            ])
        xml.begin("metadata")
        if let name = workout.name { xml.element("name", text: name) }
        xml.element("time", text: workout.startTimestamp.iso8601)
        xml.begin("extensions")
        OwnDetails.append(workout, to: &xml)
        xml.end()
        xml.end()
        var rows = WorkoutRows(workout)
        var (activity, interval): (Int?, Int?) = (nil, nil)
        while let row = rows.next() {
            guard let place = row.place else { continue }
            let index = workout.activityIndex(at: row.offset)
            if index != activity {
                if activity != nil {
                    xml.end()
                    xml.end()
                }
                xml.begin("trk")
                if let name = workout.name { xml.element("name", text: name) }
                if let note { xml.element("desc", text: note) }
                xml.element("type", text: workout.activityType(index).gpxType)
                xml.begin("trkseg")
            } else if row.interval != interval {
                xml.end()
                xml.begin("trkseg")
            }
            (activity, interval) = (index, row.interval)
            append(row, at: place, isOnFoot: workout.activityType(index).isOnFoot, to: &xml)
        }
        xml.finish()
    }

    private static let trackPointExtension = "http://www.garmin.com/xmlschemas/TrackPointExtension/v2"
    private static let powerExtension = "http://www.garmin.com/xmlschemas/PowerExtension/v1"

    private func append(_ row: WorkoutRows.Row, at place: Location, isOnFoot: Bool, to xml: inout XMLWriter) {
        // The schema has no 180: it is the same meridian as -180.
        let east = Decimals.text(place.longitude, decimals: 7)
        xml.begin(
            "trkpt",
            [("lat", Decimals.text(place.latitude, decimals: 7)), ("lon", east == "180" ? "-180" : east)])
        xml.element("ele", row.values.altitude, decimals: 2)
        xml.element("time", text: workout.clock.timestamp(at: row.told).iso8601)
        // On foot strides, half of the steps of both feet.
        let cadence = isOnFoot ? row.values.stepRate.map { $0 / 2 } : row.values.cadence
        let isExtended =
            row.values.temperature != nil || row.values.heartRate != nil || cadence != nil || row.values.speed != nil
            || row.place?.courseDegrees != nil
        if row.values.power != nil || isExtended {
            xml.begin("extensions")
            // Services read the first, other programs the second.
            xml.element("power", whole: row.values.power, in: 0...65_534)
            xml.element("gpxpx:PowerInWatts", whole: row.values.power, in: 0...65_534)
            if isExtended {
                xml.begin("gpxtpx:TrackPointExtension")
                xml.element("gpxtpx:atemp", row.values.temperature, decimals: 2)
                xml.element("gpxtpx:hr", whole: row.values.heartRate, in: 1...255)
                xml.element("gpxtpx:cad", whole: cadence, in: 0...254)
                xml.element("gpxtpx:speed", row.values.speed, decimals: 3)
                // What rounds to a whole turn is north.
                xml.element("gpxtpx:course", place.courseDegrees.map { $0 < 359.95 ? $0 : 0 }, decimals: 1)
                xml.end()
            }
            xml.end()
        }
        xml.end()
    }
}

/// Why a format cannot hold a workout.
public enum UnwritableWorkout: Error, Equatable, Sendable {
    /// GPX is made of places.
    case noPlaces

    /// Without a full stop.
    public var sentence: String {
        switch self {
        case .noPlaces: "a workout without places cannot be GPX; FIT, TCX and CSV hold it"
        }
    }
}
