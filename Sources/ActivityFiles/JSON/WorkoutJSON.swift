public import JSONText
public import Workouts

/// The one JSON form of a workout (docs/workout-json.md); keys, their order and the decimals are part of it.
///
/// - Parameters:
///   - workout: what to tell.
///   - route: whether every location is told, or what they come to.
///   - report: what could not be used on the way to the workout.
public func workoutJSON(
    _ workout: Workout, route: RouteDetail = .summary, report: WorkoutReport = WorkoutReport()
) -> JSONValue {
    var object = JSONObject()
    object.append("format", "wattbeat workout")
    object.append("version", 1)
    object.append("algorithmVersion", .integer(Workout.algorithmVersion))
    object.append("id", .string(workout.id.hexDigits))
    object.append("type", .string(workout.type.rawValue))
    object.append("name", .string(workout.name))
    object.append("isDemo", .bool(workout.isDemo))
    object.append("start", .string(workout.startTimestamp.iso8601))
    object.append("end", .string(workout.endTimestamp.iso8601))
    object.append("localStart", .string(workout.localStart))
    object.append("startOffset", .offset(workout.start))
    object.append("endOffset", .offset(workout.end))
    object.append("clock", workout.clock.json)
    object.append("settings", workout.settings.json)
    object.append("sources", .array(workout.sourcesJSON))
    object.append("summary", workout.summary.json)
    object.append("zones", zonesJSON(workout.zoneGroups))
    workout.appendPlan(to: &object)
    object.append("activities", .array(workout.activities.enumerated().map { $1.json(index: $0, clock: workout.clock) }))
    object.append("laps", .array(workout.laps.enumerated().map { $1.json(index: $0, clock: workout.clock) }))
    object.append("kilometreSplits", .array(workout.kilometreSplits.map(\.json)))
    object.append("mileSplits", .array(workout.mileSplits.map(\.json)))
    object.append("splitCalibration", workout.splitCalibration.json)
    object.append("pauses", .array(workout.pauses.map(\.json)))
    object.append("markers", .array(workout.markers.map(\.json)))
    object.append("rrIntervals", beatsJSON(workout.beatsByArrival))
    object.append("route", workout.routeJSON(route))
    object.append("report", report.json(omissions: workout.omissions))
    return .object(object)
}

extension Workout {
    fileprivate var localStart: String? {
        clock.utcOffsetSeconds.flatMap { $0.magnitude < 86_400 ? startTimestamp.iso8601(utcOffsetSeconds: $0) : nil }
    }
}

extension Workout {
    fileprivate var sourcesJSON: [JSONValue] {
        let series = Dictionary(grouping: series, by: \.source)
        return sources.sorted { $0.id < $1.id }.map { $0.json(series: series[$0.id] ?? []) }
    }
}

extension WorkoutID {
    /// 32 digits, as a capture's header writes it.
    public var hexDigits: String {
        let halves = [high, low].map { half in
            let digits = String(half, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }
        return halves.joined()
    }
}

extension WallClock {
    fileprivate var json: JSONValue {
        [
            "origin": .string(origin.iso8601), "source": .string(source.rawValue), "isTrusted": .bool(isTrusted),
            "utcOffsetSeconds": .integer(utcOffsetSeconds), "timeZone": .string(timeZone),
        ]
    }
}

extension WorkoutSettings {
    fileprivate var json: JSONValue {
        var byActivity = JSONObject()
        for (type, zones) in zonesByActivity.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            byActivity.append(type.rawValue, zoneConfigurationsJSON(zones))
        }
        return [
            "functionalThresholdPower": .given(functionalThresholdPowerWatts),
            "lactateThresholdHeartRate": .given(lactateThresholdBeatsPerMinute),
            "maximumHeartRate": .given(maximumBeatsPerMinute),
            "restingHeartRate": .given(restingBeatsPerMinute), "criticalPower": .given(criticalPowerWatts),
            "wPrimeJoules": .given(wPrimeJoules), "weightKilograms": .given(weightKilograms),
            "ageYears": .integer(ageYears), "sex": .string(sex?.rawValue),
            "fallbackKilocaloriesPerMinute": .given(fallbackKilocaloriesPerMinute), "zones": zoneConfigurationsJSON(zones),
            "zonesByActivity": .object(byActivity),
        ]
    }
}

extension SampleSource {
    /// - Parameter series: its own.
    fileprivate func json(series: [SampleSeries]) -> JSONValue {
        var counts = JSONObject()
        for one in series.sorted(by: { $0.quantity < $1.quantity }) {
            counts.append(one.quantity.rawValue, .integer(one.count))
        }
        var ranks = JSONObject()
        for (quantity, rank) in priorities.inOrder { ranks.append(quantity.rawValue, .integer(rank)) }
        return [
            "id": .integer(id.rawValue), "kind": .string(kind.rawValue), "identity": .string(identity), "name": .string(name),
            "manufacturer": .string(manufacturer), "model": .string(model), "serialNumber": .string(serialNumber),
            "firmware": .string(firmware), "batteryPercent": .integer(batteryPercent),
            "batteryStatus": .string(batteryStatus?.rawValue),
            "distanceOrigin": .string(distanceOrigin?.rawValue), "priorities": .object(ranks), "samples": .object(counts),
        ]
    }
}
