public import JSONText
public import Workouts

extension Workout {
    /// The route in batches of at most 500 locations, `done` true in the last; an empty route is one empty batch.
    ///
    /// Made one at a time: written a line each, a route of any length costs the memory of one batch.
    public var routeBatchesJSON: some Sequence<JSONValue> {
        let timer = timerIntervals
        return route.batches(ofAtMost: 500).lazy.map { batch in
            ["locations": .array(batch.locations.map { $0.json(clock: clock, timer) }), "done": .bool(batch.isDone)]
        }
    }

    /// - Parameter detail: whether the batches follow the figures.
    func routeJSON(_ detail: RouteDetail) -> JSONValue {
        var object = JSONObject()
        object.append("syncId", .string(route.syncID.hexDigits))
        object.append("version", .integer(route.version))
        object.append("isSmoothed", .bool(route.isSmoothed))
        object.append("source", .integer(route.source?.rawValue))
        object.append("points", .integer(route.placeCount))
        object.append("lengthMetres", .metres(route.placeCount > 0 ? route.lengthMetres : nil))
        object.append("bounds", boundsJSON)
        object.append("first", route.firstPlace?.json(clock: clock, timerIntervals) ?? .null)
        object.append("last", route.lastPlace?.json(clock: clock, timerIntervals) ?? .null)
        if detail == .full { object.append("batches", .array(Array(routeBatchesJSON))) }
        return .object(object)
    }

    /// `west` is greater than `east` where the route crosses the 180th meridian.
    private var boundsJSON: JSONValue {
        guard let bounds = route.bounds else { return .null }
        return [
            "south": .degrees(bounds.south), "west": .degrees(bounds.west), "north": .degrees(bounds.north),
            "east": .degrees(bounds.east),
        ]
    }
}

/// How much of a route a document holds.
public enum RouteDetail: Sendable {
    /// Count, bounds, first and last point.
    case summary
    /// Every location, in batches, as well.
    case full
}

extension Location {
    /// The nine stored properties, and the offset beside the timestamp.
    fileprivate func json(clock: WallClock, _ timer: TimerIntervals) -> JSONValue {
        let offset = timer.told(offset)
        var object = JSONObject()
        object.append("timestamp", .string(clock.timestamp(at: offset).iso8601))
        object.append("offset", .offset(offset))
        object.append("latitude", .degrees(latitude))
        object.append("longitude", .degrees(longitude))
        object.append("altitude", .metres(altitudeMetres))
        object.append("speed", .metresPerSecond(speedMetresPerSecond))
        object.append("course", .number(courseDegrees, decimals: 2))
        object.append("horizontalAccuracy", .metres(horizontalAccuracyMetres))
        object.append("verticalAccuracy", .metres(verticalAccuracyMetres))
        object.append("speedAccuracy", .metresPerSecond(speedAccuracyMetresPerSecond))
        object.append("courseAccuracy", .number(courseAccuracyDegrees, decimals: 2))
        return .object(object)
    }
}
