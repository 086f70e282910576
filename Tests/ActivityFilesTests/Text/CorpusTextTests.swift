import Foundation
import TestSupport
import Testing
import Workouts

@testable import ActivityFiles

/// GPX and TCX files of other programs, against what another reader counted in them (`expected.json` beside them).
@Suite(.enabled(if: corpus("activities") != nil))
struct CorpusTextTests {
    struct Expected: Decodable {
        var points, located, withHR, withPower, withCadence, bytes: Int
        var firstTime, lastTime: String
        var minAlt, maxAlt, haversineDistance, rawGain: Double
        var deviceDistance, lapDistance: Double?
        var first, last: [Double]
        var segments, laps: Int?
        var sports: [String]?
    }

    static let names = ["sweat-ride.gpx", "sweat-ride.tcx", "hill-hike-hr.gpx", "cerknica-8-segments.gpx", "visnjan-car.gpx"]

    static func bytes(_ name: String) throws -> [UInt8] {
        let folder = try #require(corpus("activities"))
        return [UInt8](try Data(contentsOf: folder.appending(path: name)))
    }

    private static func expected(_ name: String) throws -> Expected {
        let file = try JSONSerialization.jsonObject(with: Data(bytes("expected.json")))
        let files = try #require((file as? [String: Any])?["files"] as? [String: Any])
        return try JSONDecoder().decode(
            Expected.self, from: JSONSerialization.data(withJSONObject: try #require(files[name])))
    }

    @Test(arguments: names) func agrees(name: String) throws {
        let expected = try Self.expected(name)
        let bytes = try Self.bytes(name)
        #expect(bytes.count == expected.bytes)
        let contents = try ActivityFormat.read(bytes)
        #expect(contents.format.fileExtension == name.suffix(3))
        #expect(contents.fault == nil && contents.recordings.count == 1)
        let recording = try #require(contents.recordings.first)
        let points = recording.points
        #expect(points.count == expected.points)
        #expect(points.count { $0.place != nil } == expected.located)
        #expect(points.count { $0.beatsPerMinute != nil } == expected.withHR)
        #expect(points.count { $0.watts != nil } == expected.withPower)
        #expect(points.count { $0.revolutionsPerMinute != nil } == expected.withCadence)
        #expect(abs(try #require(points.compactMap(\.altitudeMetres).min()) - expected.minAlt) < 1e-9)
        #expect(abs(try #require(points.compactMap(\.altitudeMetres).max()) - expected.maxAlt) < 1e-9)
        let altitudes = points.compactMap(\.altitudeMetres)
        let gain = zip(altitudes, altitudes.dropFirst()).reduce(0) { $0 + max(0, $1.1 - $1.0) }
        #expect(abs(gain - expected.rawGain) < 0.0501)
        let words: [String: ActivityType] = ["Biking": .cycling]
        if let sports = expected.sports { #expect(recording.legs.map(\.type) == sports.map { words[$0] }) }
        let first = try #require(points.first), last = try #require(points.last)
        #expect(Self.text(recording.clock.timestamp(at: first.offset)) == expected.firstTime)
        #expect(Self.text(recording.clock.timestamp(at: last.offset)) == expected.lastTime)
        for (point, place) in [(first, expected.first), (last, expected.last)] {
            let found = try #require(point.place)
            #expect(abs(found.latitude - place[0]) < 1e-6 && abs(found.longitude - place[1]) < 1e-6)
        }
        #expect(recording.findings == ActivityRecording.Findings())
        if let segments = expected.segments {
            // As gpxpy shows it: between two of the eight segments no time passes.
            #expect(recording.pauses.count == segments - (name.hasPrefix("cerknica") ? 2 : 1))
        }
        if let laps = expected.laps {
            #expect(recording.laps.count == laps)
            #expect(abs((recording.stated?.distanceMetres ?? 0) - (expected.lapDistance ?? 0)) < 1e-6)
        }

        let workout = try recording.workout(settings: TestRide.zoneSettings())
        #expect(abs(workout.route.lengthMetres - expected.haversineDistance) <= 0.001 * expected.haversineDistance)
        // A lap's last point is said again as the next one's first: of two at one moment the later counts.
        func moments(_ has: (RecordedPoint) -> Bool) -> Int { Set(points.filter(has).map(\.offset)).count }
        #expect(workout.summary.heartRate.value?.sampleCount ?? 0 == moments { $0.beatsPerMinute != nil })
        #expect(workout.summary.power.value?.sampleCount ?? 0 == moments { $0.watts != nil })
        #expect(points.count - moments { _ in true } == (name == "sweat-ride.tcx" ? 4 : 0))
        let distance = try #require(workout.summary.distance.value?.metres)
        if let stated = expected.deviceDistance {
            #expect(abs(distance - stated) < 0.01)
        } else {
            // Without the ways across the pauses between segments, which the other reader joined.
            let timer = workout.timerIntervals
            let joined = zip(points, points.dropFirst()).reduce(0) { sum, pair in
                timer.timer(from: pair.0.offset, to: pair.1.offset) == pair.1.offset - pair.0.offset
                    ? sum : sum + Self.way(from: pair.0, to: pair.1)
            }
            #expect(abs(distance + joined - expected.haversineDistance) <= 0.001 * expected.haversineDistance)
        }
        #expect(workout.omissions == Omissions())
    }

    /// Metres along a great circle of the mean Earth.
    private static func way(from a: RecordedPoint, to b: RecordedPoint) -> Double {
        guard let a = a.place, let b = b.place else { return 0 }
        let (north, south) = (a.latitude * .pi / 180, b.latitude * .pi / 180)
        let (up, across) = (sin((south - north) / 2), sin((b.longitude - a.longitude) * .pi / 360))
        return 2 * 6_371_008.8 * asin((up * up + cos(north) * cos(south) * across * across).squareRoot())
    }

    @Test func theSameRideInTwoFormats() throws {
        let gpx = try #require(ActivityFormat.read(Self.bytes("sweat-ride.gpx")).recordings.first)
        let tcx = try #require(ActivityFormat.read(Self.bytes("sweat-ride.tcx")).recordings.first)
        #expect(gpx.legs.map(\.type) == [.cycling] && tcx.legs.map(\.type) == [.cycling])
        #expect(gpx.clock == tcx.clock)
        #expect(gpx.name == "Leiden Fietsen" && tcx.name == nil)
        #expect(gpx.sources[0].name == "Garmin Connect" && tcx.sources[0].name == "Garmin Edge 1000")
        #expect(tcx.sources[0].serialNumber == "3907354759")
        // GPX has those of the file's 100 points that are not a lap's last point said again.
        #expect(Set(gpx.points.map(\.offset)).isSubset(of: tcx.points.map(\.offset)))
        // What the device wrote of its first lap.
        let lap = try #require(tcx.laps.first)
        #expect(lap.start == .zero && lap.end.seconds == 26 && lap.trigger == .manual)
        #expect(lap.stated?.timer?.seconds == 26 && lap.stated?.distanceMetres == 142.35 && lap.stated?.energyKilocalories == 4)
        #expect(lap.stated?.averageBeatsPerMinute == 154 && lap.stated?.maximumBeatsPerMinute == 155)
        #expect(tcx.laps.last?.stated?.averagePowerWatts == 187 && tcx.laps.last?.stated?.maximumPowerWatts == 231)
        #expect(tcx.laps.map(\.start.seconds) == [0, 26, 40, 85, 102])
    }

    @Test func whatIsNoTrackIsTold() throws {
        let contents = try ActivityFormat.read(Self.bytes("cerknica-8-segments.gpx"))
        let text = String(decoding: try Self.bytes("cerknica-8-segments.gpx"), as: UTF8.self)
        #expect(contents.leftOut.waypoints == text.components(separatedBy: "<wpt ").count - 1)
        #expect(contents.leftOut.plans == text.components(separatedBy: "<rte>").count - 1)
        #expect(contents.sentences.first?.contains("waypoints") == true)
    }

    private static func text(_ moment: Timestamp) -> String {
        moment.iso8601.replacing("T", with: " ").replacing(".000Z", with: "+00:00")
    }
}
