import Foundation
import Ingest
import TestSupport
import Testing
import WireFormats
import Workouts

/// Real receivers' logs against figures that another reader found and that four other parsers were compared with.
@Suite struct NMEACorpusTests {
    struct Expected: Decodable { var files: [String: Log] }

    struct Log: Decodable {
        var validSentences, badChecksum, noChecksum, truncated, longestSentence, over82, nonASCIIBytes: Int
        var sentences: [String: Int]
        var epochs, fixes, estimatedEpochs, simulatedEpochs, epochsWithConflictingValidity: Int
        var first, last: Point?
        var fixesWithAltitude: Int
        var minAltitudeMSL, maxAltitudeMSL, maxSpeed: Double?
        var unfilteredDistance: Double
        var backwardTimeSteps, midnightCrossings: Int
    }

    struct Point: Decodable {
        var time: String
        var lat, lon: Double
        var altitudeMSL, geoidSeparation: Double?
    }

    /// The folder's logs and what they hold; empty, after a printed sentence, where the folder is not laid out.
    static func logs() throws -> [(name: String, bytes: [UInt8], expected: Log)] {
        guard let folder = corpus("nmea") else {
            print(
                "The NMEA corpus is not beside the repository: its logs are not compared. Generated equivalents run in any case.")
            return []
        }
        let expected = try JSONDecoder().decode(Expected.self, from: Data(contentsOf: folder.appending(path: "expected.json")))
        return try expected.files.sorted { $0.key < $1.key }.map { name, log in
            (name, withoutNMEAComments([UInt8](try Data(contentsOf: folder.appending(path: name)))), log)
        }
    }

    /// The generated logs, one nasty case each; what they hold was counted by another program, and by hand where it says so.
    static func generated() throws -> [(name: String, bytes: [UInt8], expected: Log)] {
        let folder = Fixture("nmea").url
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".nmea") }.sorted()
        return try names.map { name in
            let stem = folder.appending(path: String(name.dropLast(5)))
            let expected = try JSONDecoder().decode(
                Log.self, from: Data(contentsOf: stem.appendingPathExtension("expected.json")))
            return (name, withoutNMEAComments([UInt8](try Data(contentsOf: stem.appendingPathExtension("nmea")))), expected)
        }
    }

    @Test func everyLogAgrees() throws {
        let logs = try Self.generated() + Self.logs()
        #expect(logs.count >= 20)
        for (name, bytes, expected) in logs {
            for chunk in [bytes.count, 61] {
                var summary = NMEALogSummary()
                for start in stride(from: 0, to: bytes.count, by: chunk) {
                    summary.append(bytes.span.extracting(start..<min(start + chunk, bytes.count)))
                }
                summary.finish()
                compare(summary, expected, "\(name) in chunks of \(chunk)")
            }
        }
    }

    /// The assembler, which voids and chooses, finds the fixes that plain counting finds.
    @Test func everyLogAssembles() throws {
        for (name, bytes, expected) in try Self.generated() + Self.logs() {
            let found = fixes(outcomes(bytes))
            #expect(found.count == expected.fixes, "\(name)")
            for (fix, point) in [(found.first, expected.first), (found.last, expected.last)] {
                guard let fix, let point else { continue }
                // Another sentence of the epoch may have finer digits than its first.
                #expect(abs(fix.latitude - point.lat) < 2e-6 && abs(fix.longitude - point.lon) < 2e-6, "\(name)")
                #expect(fix.altitudeMetres == point.altitudeMSL, "\(name)")
                #expect(Self.text(fix.timestamp?.microseconds, fix.timeOfDay) == point.time, "\(name)")
            }
            let speeds = found.compactMap(\.speedMetresPerSecond)
            #expect(abs((speeds.max() ?? 0) - (expected.maxSpeed ?? 0)) < 0.001, "\(name)")
        }
    }

    /// What else the generated logs must become on the way to a route.
    @Test func generatedLogsBecomeRoutes() throws {
        for (name, bytes, expected) in try Self.generated() {
            let found = fixes(outcomes(bytes))
            let times = found.compactMap(\.timestamp)
            switch name {
            case "time-steps-back.nmea":
                struct Rising: Decodable { var strictlyRisingFixes: Int }
                let stated = try JSONDecoder().decode(
                    Rising.self, from: Data(Fixture("nmea/time-steps-back.expected.json").bytes()))
                #expect(Self.placed(found) == stated.strictlyRisingFixes)
            case "week-rollover.nmea":
                struct Moved: Decodable {
                    struct Moments: Decodable {
                        var first: String
                        enum CodingKeys: String, CodingKey { case first = "first.time" }
                    }
                    var corrected: Moments
                }
                let stated = try JSONDecoder().decode(
                    Moved.self, from: Data(Fixture("nmea/week-rollover.expected.json").bytes()))
                let first = try #require(times.first)
                // The clock says 2026-11-29T09:30:00Z; without a clock the date is moved by one era too.
                let corrected = GPSWeekEra.corrected(first, now: Timestamp(unix: 1_795_944_600))
                #expect(Self.text(corrected?.microseconds, nil) == stated.corrected.first)
                #expect(corrected == GPSWeekEra.plausibleLive(first))
            default:
                #expect(Self.placed(found) == expected.fixes, "\(name)")
                #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 }, "\(name)")
            }
        }
    }

    /// How many fixes get a place when they arrive a second apart.
    private static func placed(_ fixes: [Fix]) -> Int {
        var clock = RouteClock()
        var count = 0
        for (index, fix) in fixes.enumerated() {
            var arrived = fix
            arrived.arrival = Offset(seconds: Double(index))
            if case .at = clock.place(arrived) { count += 1 }
        }
        return count
    }

    private func compare(_ summary: NMEALogSummary, _ log: Log, _ name: String) {
        func equal<Value: Equatable>(_ ours: Value, _ theirs: Value, _ what: String) {
            #expect(ours == theirs, "\(name): \(what) \(ours), expected \(theirs)")
        }
        func close(_ ours: Double?, _ theirs: Double?, _ tolerance: Double, _ what: String) {
            let agrees =
                switch (ours, theirs) {
                case (let ours?, let theirs?): abs(ours - theirs) <= tolerance
                default: ours == nil && theirs == nil
                }
            #expect(agrees, "\(name): \(what) \(String(describing: ours)), expected \(String(describing: theirs))")
        }
        func close(_ ours: NMEALogSummary.Point?, _ theirs: Point?, _ what: String) {
            equal(ours.map { Self.text($0.timestamp, $0.timeOfDay) }, theirs?.time, "\(what) time")
            close(ours?.latitude, theirs?.lat, 1e-7, "\(what) latitude")
            close(ours?.longitude, theirs?.lon, 1e-7, "\(what) longitude")
            close(ours?.altitudeMetres, theirs?.altitudeMSL, 0.001, "\(what) altitude")
            close(ours?.geoidSeparationMetres, theirs?.geoidSeparation, 0.001, "\(what) separation")
        }
        equal(summary.counters.valid, log.validSentences, "valid sentences")
        equal(summary.counters.badChecksum, log.badChecksum, "bad checksums")
        equal(summary.counters.noChecksum, log.noChecksum, "sentences without checksum")
        equal(summary.counters.truncated, log.truncated, "truncated sentences")
        equal(summary.counters.longest, log.longestSentence, "longest sentence")
        equal(summary.counters.over82, log.over82, "sentences over 82")
        equal(summary.counters.nonASCIIBytes, log.nonASCIIBytes, "foreign bytes")
        // The corpus names the ten most frequent addresses.
        let counts = Dictionary(uniqueKeysWithValues: summary.sentences.map { ($0.address, $0.count) })
        for (address, count) in log.sentences { equal(counts[address], count, address) }
        equal(summary.epochs, log.epochs, "epochs")
        equal(summary.fixes, log.fixes, "fixes")
        equal(summary.estimatedEpochs, log.estimatedEpochs, "estimated epochs")
        equal(summary.simulatedEpochs, log.simulatedEpochs, "simulated epochs")
        equal(summary.epochsWithConflictingValidity, log.epochsWithConflictingValidity, "conflicts")
        close(summary.first, log.first, "first fix")
        close(summary.last, log.last, "last fix")
        equal(summary.fixesWithAltitude, log.fixesWithAltitude, "fixes with altitude")
        close(summary.minAltitudeMetres, log.minAltitudeMSL, 0.001, "lowest altitude")
        close(summary.maxAltitudeMetres, log.maxAltitudeMSL, 0.001, "highest altitude")
        close(summary.maxSpeedMetresPerSecond, log.maxSpeed, 0.001, "highest speed")
        close(summary.unfilteredDistanceMetres, log.unfilteredDistance, max(0.01, log.unfilteredDistance * 0.001), "distance")
        equal(summary.backwardTimeSteps, log.backwardTimeSteps, "steps back")
        equal(summary.midnightCrossings, log.midnightCrossings, "midnights")
    }

    /// The corpus' way of writing a moment: `2013-08-16T18:05:10.000Z`, `T00:02:31.099Z` without a date.
    static func text(_ microseconds: Int64?, _ timeOfDay: NMEATimeOfDay?) -> String {
        let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        if let microseconds {
            return Date(timeIntervalSince1970: Double(microseconds / 1000) / 1000 + 0.0001).formatted(format)
        }
        let time = Date(timeIntervalSince1970: Double(timeOfDay?.milliseconds ?? 0) / 1000 + 0.0001).formatted(format)
        return "T" + time.split(separator: "T")[1]
    }
}
