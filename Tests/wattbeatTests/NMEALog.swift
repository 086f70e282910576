/// An NMEA log's figures by the corpus' names, as other programs counted them and as `wattbeat inspect --json` tells them.
struct NMEALog: Decodable {
    /// Of the file, comments included.
    var bytes: Int?
    var validSentences, badChecksum, noChecksum, truncated, longestSentence, over82, nonASCIIBytes: Int
    var sentences: [String: Int]
    var epochs, fixes, estimatedEpochs, simulatedEpochs, epochsWithConflictingValidity: Int
    var first, last: Point?
    var fixesWithAltitude: Int
    var minAltitudeMSL, maxAltitudeMSL, maxSpeed: Double?
    var unfilteredDistance: Double
    var backwardTimeSteps, midnightCrossings: Int

    struct Point: Decodable {
        var time: String?
        var lat, lon: Double
        var altitudeMSL, geoidSeparation: Double?
    }

    /// One sentence a difference, within the corpus' tolerances; it names the ten most frequent addresses only.
    func differences(from expected: NMEALog) -> [String] {
        var list: [String] = []
        for (name, field) in Self.counts where self[keyPath: field] != expected[keyPath: field] {
            list.append("\(name) \(self[keyPath: field]), expected \(expected[keyPath: field])")
        }
        for (address, count) in expected.sentences.sorted(by: { $0.key < $1.key }) where sentences[address] != count {
            list.append("\(address) \(sentences[address] ?? 0), expected \(count)")
        }
        func check(_ name: String, _ ours: Double?, _ theirs: Double?, within tolerance: Double) {
            if let ours, let theirs, abs(ours - theirs) <= tolerance { return }
            guard ours != nil || theirs != nil else { return }
            list.append("\(name) \(String(describing: ours)), expected \(String(describing: theirs))")
        }
        for (name, ours, theirs) in [("first", first, expected.first), ("last", last, expected.last)] {
            if ours?.time != theirs?.time {
                list.append("\(name).time \(ours?.time ?? "none"), expected \(theirs?.time ?? "none")")
            }
            check("\(name).lat", ours?.lat, theirs?.lat, within: 1.001e-7)
            check("\(name).lon", ours?.lon, theirs?.lon, within: 1.001e-7)
            check("\(name).altitudeMSL", ours?.altitudeMSL, theirs?.altitudeMSL, within: 0.001)
            check("\(name).geoidSeparation", ours?.geoidSeparation, theirs?.geoidSeparation, within: 0.001)
        }
        check("minAltitudeMSL", minAltitudeMSL, expected.minAltitudeMSL, within: 0.001)
        check("maxAltitudeMSL", maxAltitudeMSL, expected.maxAltitudeMSL, within: 0.001)
        check("maxSpeed", maxSpeed, expected.maxSpeed, within: 0.001)
        let metres = expected.unfilteredDistance
        check("unfilteredDistance", unfilteredDistance, metres, within: max(0.01, metres * 0.001))
        return list
    }

    private static var counts: [(String, KeyPath<NMEALog, Int>)] {
        [
            ("validSentences", \.validSentences), ("badChecksum", \.badChecksum), ("noChecksum", \.noChecksum),
            ("truncated", \.truncated), ("longestSentence", \.longestSentence), ("over82", \.over82),
            ("nonASCIIBytes", \.nonASCIIBytes),
            ("epochs", \.epochs), ("fixes", \.fixes), ("estimatedEpochs", \.estimatedEpochs),
            ("simulatedEpochs", \.simulatedEpochs),
            ("epochsWithConflictingValidity", \.epochsWithConflictingValidity), ("fixesWithAltitude", \.fixesWithAltitude),
            ("backwardTimeSteps", \.backwardTimeSteps), ("midnightCrossings", \.midnightCrossings),
        ]
    }
}
