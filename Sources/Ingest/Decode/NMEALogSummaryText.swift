public import JSONText
import WireFormats

extension NMEALogSummary {
    /// The figures by the names under which `wattbeat inspect --json` shows them: degrees, metres, metres per second; `null` is
    /// unknown.
    public var json: JSONObject {
        var sentences = JSONObject()
        for (address, count) in self.sentences { sentences.append(address, .integer(count)) }
        return [
            "validSentences": .integer(counters.valid), "badChecksum": .integer(counters.badChecksum),
            "noChecksum": .integer(counters.noChecksum), "truncated": .integer(counters.truncated),
            "longestSentence": .integer(counters.longest), "over82": .integer(counters.over82),
            "nonASCIIBytes": .integer(counters.nonASCIIBytes), "sentences": .object(sentences),
            "epochs": .integer(epochs), "fixes": .integer(fixes), "estimatedEpochs": .integer(estimatedEpochs),
            "simulatedEpochs": .integer(simulatedEpochs),
            "epochsWithConflictingValidity": .integer(epochsWithConflictingValidity),
            "first": first.map { .object($0.json) } ?? .null, "last": last.map { .object($0.json) } ?? .null,
            "fixesWithAltitude": .integer(fixesWithAltitude), "minAltitudeMSL": .number(minAltitudeMetres, decimals: 3),
            "maxAltitudeMSL": .number(maxAltitudeMetres, decimals: 3), "maxSpeed": .number(maxSpeedMetresPerSecond, decimals: 3),
            "unfilteredDistance": .number(unfilteredDistanceMetres, decimals: 2),
            "backwardTimeSteps": .integer(backwardTimeSteps),
            "midnightCrossings": .integer(midnightCrossings),
        ]
    }
}

extension NMEALogSummary.Point {
    /// UTC as ISO 8601 with milliseconds; `Thh:mm:ss.sssZ` while no date was known.
    public var time: String { timestamp.map(NMEAText.moment) ?? "T" + NMEAText.time(timeOfDay) + "Z" }

    fileprivate var json: JSONObject {
        [
            "time": .string(time), "lat": .number(latitude, decimals: 8), "lon": .number(longitude, decimals: 8),
            "altitudeMSL": .number(altitudeMetres, decimals: 3), "geoidSeparation": .number(geoidSeparationMetres, decimals: 3),
        ]
    }
}
