public import JSONText
public import Workouts

/// What a FIT file holds as one JSON object (docs/inspect.md), the device's own figures beside ours.
///
/// - Parameters:
///   - path: as it was given.
///   - bytes: how long the file is.
///   - workouts: of each part its recording as a workout; `nil` for a part without one.
public func fitInspectionJSON(path: String, bytes: Int, _ contents: FITContents, workouts: [Workout?]) -> JSONValue {
    [
        "path": .string(path), "kind": "fit", "bytes": .integer(bytes),
        "parts": .array(zip(contents.parts, workouts).map { part($0, $1) }),
        "trailingBytes": .integer(contents.trailingBytes),
        "fault": .string(contents.parts.last?.fault?.sentence),
    ]
}

private func part(_ part: FITPart, _ workout: Workout?) -> JSONValue {
    let maker = part.maker
    return [
        "offset": .integer(part.offset), "headerBytes": .integer(part.headerBytes),
        "protocolVersion": .string("\(part.protocolVersion >> 4).\(part.protocolVersion & 15)"),
        "profileVersion": .integer(part.profileVersion), "fileType": .integer(part.fileType),
        "maker": [
            "manufacturer": .integer(maker.manufacturer), "manufacturerName": .string(maker.manufacturerName),
            "product": .integer(maker.product), "productName": .string(maker.productName),
            "serialNumber": .integer(maker.serialNumber), "created": .integer(maker.createdSeconds),
        ],
        "messages": .array(
            part.messages.map {
                ["number": .integer($0.number), "name": .string($0.name), "count": .integer($0.count)]
            }),
        "developerFields": .array(
            part.developerFields.map {
                ["name": .string($0.name), "units": .string($0.units), "values": .integer($0.values)]
            }),
        "isTruncated": .bool(part.isTruncated), "fault": .string(part.fault?.sentence),
        "activity": part.recording.map { activity($0, workout) } ?? .null,
    ]
}

private func activity(_ recording: ActivityRecording, _ workout: Workout?) -> JSONValue {
    var points: JSONObject = ["total": .integer(recording.points.count)]
    for (name, count) in recording.valueCounts { points.append(name, .integer(count)) }
    let findings = recording.findings
    return [
        "start": .string(recording.clock.origin.iso8601), "isDated": .bool(recording.clock.isTrusted),
        "utcOffsetSeconds": .integer(recording.clock.utcOffsetSeconds), "name": .string(recording.name),
        "isDemo": .bool(recording.isDemo), "points": .object(points),
        "rrIntervals": .integer(recording.beats.reduce(0) { $0 + $1.rrTicks.count }),
        "pauses": .integer(recording.pauses.count), "markers": .integer(recording.markers.count),
        "sources": .array(recording.sources.map(source)),
        "device": recording.stated.map(figures) ?? .null,
        "wattbeat": workout.map { figures(StatedFigures(of: $0.summary)) } ?? .null,
        "sessions": .array(
            recording.legs.enumerated().map { index, leg in
                let ours = workout.flatMap { $0.activities.indices.contains(index) ? $0.activities[index].summary : nil }
                return compared(
                    ["type": .string(leg.type.rawValue), "start": .offset(leg.start)], leg.stated, ours)
            }),
        "laps": .array(
            recording.laps.enumerated().map { index, lap in
                let ours = workout.flatMap { $0.laps.indices.contains(index) ? $0.laps[index].summary : nil }
                return compared(
                    ["start": .offset(lap.start), "end": .offset(lap.end), "trigger": .string(lap.trigger.rawValue)],
                    lap.stated, ours)
            }),
        "findings": [
            "isTruncated": .bool(findings.isTruncated), "clockStepped": .bool(findings.clockStepped),
            "timersBeyondElapsed": .integer(findings.timersBeyondElapsed),
            "undatedPoints": .integer(findings.undatedPoints), "pointsOutside": .integer(findings.pointsOutside),
            "sessionsLeftOut": .integer(findings.sessionsLeftOut),
            "implausibleIntervals": .integer(findings.implausibleIntervals),
        ],
    ]
}

private func source(_ source: SampleSource) -> JSONValue {
    [
        "identity": .string(source.identity), "name": .string(source.name), "manufacturer": .string(source.manufacturer),
        "model": .string(source.model), "serialNumber": .string(source.serialNumber), "firmware": .string(source.firmware),
        "batteryPercent": .integer(source.batteryPercent), "batteryStatus": .string(source.batteryStatus?.rawValue),
    ]
}

private func compared(_ object: JSONObject, _ stated: StatedFigures?, _ ours: WorkoutSummary?) -> JSONValue {
    var object = object
    object.append("device", stated.map(figures) ?? .null)
    object.append("wattbeat", ours.map { figures(StatedFigures(of: $0)) } ?? .null)
    return .object(object)
}

private func figures(_ figures: StatedFigures) -> JSONValue {
    var object = JSONObject()
    for row in StatedFigures.rows { object.append(row.name, .number(row.value(figures), decimals: row.unit.decimals)) }
    return .object(object)
}

extension StatedFigures.Row.Unit {
    /// As the workout's own JSON has them.
    fileprivate var decimals: Int {
        switch self {
        case .seconds: 6
        case .metresPerSecond: 3
        case .ratio: 4
        case .metres, .beatsPerMinute, .perMinute, .watts, .kilojoules, .kilocalories, .steps, .score: 2
        }
    }
}

extension ActivityRecording {
    /// How many points know each thing.
    public var valueCounts: [(name: String, count: Int)] {
        func count(_ isThere: (RecordedPoint) -> Bool) -> Int { points.count(where: isThere) }
        return [
            ("places", count { $0.place != nil }), ("altitude", count { $0.altitudeMetres != nil }),
            ("distance", count { $0.distanceMetres != nil }), ("speed", count { $0.speedMetresPerSecond != nil }),
            ("heartRate", count { $0.beatsPerMinute != nil }), ("power", count { $0.watts != nil }),
            ("cadence", count { $0.revolutionsPerMinute != nil }), ("stepRate", count { $0.stepsPerMinute != nil }),
            ("temperature", count { $0.temperatureCelsius != nil }), ("energy", count { $0.energyKilocalories != nil }),
        ]
    }
}
