import JSONText
import Workouts

extension WorkoutActivity {
    func json(index: Int, clock: WallClock) -> JSONValue {
        [
            "index": .integer(index), "type": .string(type.rawValue), "start": .string(clock.timestamp(at: start).iso8601),
            "end": .string(clock.timestamp(at: end).iso8601), "startOffset": .offset(start), "endOffset": .offset(end),
            "summary": summary.json, "zones": zonesJSON(zoneGroups),
        ]
    }
}

extension Lap {
    func json(index: Int, clock: WallClock) -> JSONValue {
        [
            "index": .integer(index), "activityIndex": .integer(activityIndex), "trigger": .string(trigger.rawValue),
            "start": .string(clock.timestamp(at: start).iso8601), "end": .string(clock.timestamp(at: end).iso8601),
            "startOffset": .offset(start), "endOffset": .offset(end), "summary": summary.json,
            "zones": zonesJSON(zoneGroups),
        ]
    }
}

extension SplitCalibration {
    var json: JSONValue { ["scale": .given(scale), "isRejected": .bool(isRejected)] }
}

extension Split {
    var json: JSONValue {
        [
            "distanceMetres": .metres(distance), "isPartial": .bool(isPartial), "startOffset": .offset(start),
            "endOffset": .offset(end), "elapsedSeconds": .seconds(elapsed), "timerSeconds": .seconds(timer),
            "ascentMetres": .metres(ascent),
            "averageHeartRate": .quantity(averageHeartRate),
        ]
    }
}

extension Pause {
    var json: JSONValue {
        [
            "startOffset": .offset(start), "endOffset": .offset(end), "seconds": .seconds(end - start),
            "isAutomatic": .bool(isAutomatic),
        ]
    }
}

extension Marker {
    var json: JSONValue { ["offset": .offset(offset), "kind": .string(kind.rawValue), "note": .string(note)] }
}

/// How many RR-intervals each source gave and how many beats it says were missed; the intervals themselves go into the FIT file.
func beatsJSON(_ beats: [Beats]) -> JSONValue {
    let sources = Set(beats.map(\.source)).sorted()
    return .array(
        sources.map { source in
            let own = beats.filter { $0.source == source }
            return [
                "source": .integer(source.rawValue), "count": .integer(own.reduce(0) { $0 + $1.rrTicks.count }),
                "missed": .integer(own.reduce(0) { $0 + $1.missed }),
            ]
        })
}
