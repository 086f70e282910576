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
            "distanceMetres": .metres(distanceMetres), "isPartial": .bool(isPartial), "startOffset": .offset(start),
            "endOffset": .offset(end), "elapsedSeconds": .seconds(elapsed), "timerSeconds": .seconds(timer),
            "ascentMetres": .metres(ascentMetres),
            "averageHeartRate": .quantity(averageBeatsPerMinute),
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
func beatsJSON(_ beats: some Sequence<Beats>) -> JSONValue {
    var totals: [SourceID: (count: Int, missed: Int)] = [:]
    for one in beats {
        totals[one.source, default: (0, 0)].count += one.rrTicks.count
        totals[one.source, default: (0, 0)].missed += one.missed
    }
    return .array(
        totals.sorted { $0.key < $1.key }.map { source, total in
            ["source": .integer(source.rawValue), "count": .integer(total.count), "missed": .integer(total.missed)]
        })
}
