import Foundation
import TestSupport
import Testing
import Workouts

@testable import ActivityFiles

/// Files of real devices, against what another reader counted in them (`expected.json` beside them).
@Suite(.enabled(if: corpus("activities") != nil))
struct CorpusFITTests {
    struct Expected: Decodable {
        var points, located, withHR, withPower, withCadence, laps, bytes: Int
        var firstTime, lastTime, manufacturer: String
        var product: String?
        var deviceDistance, minAlt, maxAlt: Double?
        var haversineDistance, rawGain: Double
        var first, last: [Double]?
        var sessions: [Session]

        struct Session: Decodable {
            var sport: String
            var distance, timer, elapsed: Double
            var ascent: Double?
        }
    }

    static let names = [
        "fenix2-run", "edge810-ride-power", "forerunner110-run", "fenix5-walk", "edge820-bike", "edge800-indoor-trainer",
        "stryd-run-power",
    ]

    private static func bytes(_ name: String) throws -> [UInt8] {
        let folder = try #require(corpus("activities"))
        return [UInt8](try Data(contentsOf: folder.appending(path: "\(name).fit")))
    }

    private static func expected(_ name: String) throws -> Expected {
        let folder = try #require(corpus("activities"))
        let file = try JSONSerialization.jsonObject(with: Data(contentsOf: folder.appending(path: "expected.json")))
        let files = try #require((file as? [String: Any])?["files"] as? [String: Any])
        let one = try JSONSerialization.data(withJSONObject: try #require(files["\(name).fit"]))
        return try JSONDecoder().decode(Expected.self, from: one)
    }

    @Test(arguments: names) func agrees(name: String) throws {
        let expected = try Self.expected(name)
        let contents = try FITContents(decoding: Self.bytes(name))
        let part = try #require(contents.parts.first)
        #expect(contents.parts.count == 1 && contents.trailingBytes == 0 && !part.isTruncated && part.fault == nil)
        #expect(try Self.bytes(name).count == expected.bytes)
        #expect(part.maker.manufacturerName == expected.manufacturer)
        #expect(expected.product == "None" || part.maker.product == Self.products[expected.product ?? ""])
        let recording = try #require(part.recording)
        let points = recording.points
        #expect(points.count == expected.points)
        #expect(points.count { $0.place != nil } == expected.located)
        #expect(points.count { $0.beatsPerMinute != nil } == expected.withHR)
        #expect(points.count { $0.watts != nil } == expected.withPower)
        #expect(points.count { $0.revolutionsPerMinute != nil || $0.stepsPerMinute != nil } == expected.withCadence)
        // The other reader looked for altitudes where there are places: the trainer's own stood in a room.
        let altitudes = points.filter { $0.place != nil || expected.located > 0 }.compactMap(\.altitudeMetres)
        #expect(altitudes.isEmpty == (expected.minAlt == nil) && altitudes.isEmpty == (expected.maxAlt == nil))
        if let least = altitudes.min(), let most = altitudes.max() {
            #expect(abs(least - (expected.minAlt ?? .nan)) < 1e-9 && abs(most - (expected.maxAlt ?? .nan)) < 1e-9)
        }
        let gain = zip(altitudes, altitudes.dropFirst()).reduce(0) { $0 + max(0, $1.1 - $1.0) }
        #expect(abs(gain - expected.rawGain) < 0.0501)
        #expect(recording.laps.count == expected.laps)
        #expect(recording.legs.count == expected.sessions.count)
        // To the second: that is what the format's moments are.
        let first = try #require(points.first), last = try #require(points.last)
        #expect(Self.text(recording.clock.timestamp(at: first.offset)) == expected.firstTime)
        let late = Self.time(expected.lastTime) - recording.clock.timestamp(at: last.offset)
        #expect(late >= .zero && late <= TimeSpan(microseconds: 1_000_001))
        for (point, place) in [(first, expected.first), (last, expected.last)] {
            guard let place else { continue }
            let found = try #require(point.place)
            #expect(abs(found.latitude - place[0]) < 1e-6 && abs(found.longitude - place[1]) < 1e-6)
        }
        #expect(recording.findings == ActivityRecording.Findings(timersBeyondElapsed: Self.clampedTimers[name] ?? 0))
        try agree(recording, expected, name)
    }

    /// The profile's numbers of Garmin's products.
    private static let products: [String: UInt16] = [
        "fenix2": 1967, "edge810": 1567, "fr110": 1124, "fenix5": 2697, "edge_820": 2530, "edge800": 1169,
    ]

    /// Laps and sessions that say that the timer ran longer than they lasted.
    private static let clampedTimers = ["fenix2-run": 1, "forerunner110-run": 3]

    /// As fitdecode counts records and moments.
    private static let recordsInOneSecond = ["forerunner110-run": 7]

    private func agree(_ recording: ActivityRecording, _ expected: Expected, _ name: String) throws {
        let workout = try recording.workout(settings: TestRide.zoneSettings())
        let session = expected.sessions[0]
        #expect(recording.stated?.distanceMetres == session.distance)
        #expect(recording.stated?.timer?.seconds == session.timer && recording.stated?.elapsed?.seconds == session.elapsed)
        #expect(recording.stated?.ascentMetres == session.ascent)
        #expect(workout.activities.map(\.type).map(\.rawValue) == expected.sessions.map(\.sport))
        // The lengths that a device states are up to a second shorter than from its first record to its last.
        #expect((0...1.2).contains(workout.summary.elapsed.seconds - session.elapsed))
        #expect((0...1.2).contains(workout.summary.timer.seconds - session.timer))
        #expect(workout.laps.count == expected.laps)
        #expect((workout.summary.distance.value == nil) == (expected.deviceDistance == nil))
        if let distance = expected.deviceDistance {
            let ours = try #require(workout.summary.distance.value?.metres)
            #expect(abs(ours - distance) < 0.01)
            #expect(abs(workout.route.lengthMetres - expected.haversineDistance) <= 0.001 * expected.haversineDistance)
        }
        // Of several records in one second the last counts.
        let doubled = Self.recordsInOneSecond[name] ?? 0
        #expect(workout.summary.heartRate.value?.sampleCount == expected.withHR - doubled)
        #expect(workout.summary.power.value.map { $0.sampleCount + doubled } ?? 0 == expected.withPower)
        #expect(workout.omissions == Omissions())
        #expect(workout.sources.allSatisfy { $0.kind == .imported })
    }

    private static func text(_ moment: Timestamp) -> String {
        moment.iso8601.replacing("T", with: " ").replacing(".000Z", with: "+00:00")
    }

    private static func time(_ text: String) -> Timestamp {
        let formatter = ISO8601DateFormatter()
        let seconds = formatter.date(from: text.replacing(" ", with: "T"))?.timeIntervalSince1970 ?? 0
        return Timestamp(secondsSince1970: Int64(seconds))
    }

    @Test func averagesAreTheDevices() throws {
        // The device's own averages, over the same records, to the whole numbers that FIT has for them.
        let ride = try #require(FITContents(decoding: Self.bytes("edge810-ride-power")).recordings.first)
        let summary = try ride.workout(settings: WorkoutSettings()).summary
        let stated = try #require(ride.stated)
        #expect(abs(try #require(summary.heartRate.value).average - #require(stated.averageBeatsPerMinute)) <= 1)
        #expect(abs(try #require(summary.power.value).average - #require(stated.averagePowerWatts)) <= 1)
        #expect(summary.heartRate.value?.maximum == stated.maximumBeatsPerMinute)
        #expect(summary.power.value?.maximum == stated.maximumPowerWatts)
        #expect(ride.laps.map(\.trigger) == Array(repeating: .manual, count: 7) + [.sessionEnd])
    }

    @Test func sensorsAndTheirQuantities() throws {
        let ride = try #require(FITContents(decoding: Self.bytes("edge820-bike")).recordings.first)
        let strap = try #require(ride.providers[.heartRate])
        #expect(ride.sources.first { $0.id == strap }?.serialNumber == "3945849289")
        #expect(ride.sources.first?.manufacturer == "garmin")
        let wheel = try #require(ride.providers[.distance])
        #expect(wheel == ride.providers[.cadence] && ride.sources.first { $0.id == wheel }?.distanceOrigin == .wheel)
        #expect(ride.clock.utcOffsetSeconds == -7 * 3600)
        // As fitdecode reads them: 126 intervals, 66.289 s in all.
        let ticks = ride.beats.flatMap(\.rrTicks)
        #expect(ticks.count == 126 && abs(ticks.reduce(0) { $0 + Double($1) / 1024 } - 66.289) < 126 * 0.0005)
        #expect(try ride.workout(settings: WorkoutSettings()).summary.distance.value?.origin == .wheel)
    }

    @Test func developerFieldsKeepTheirNames() throws {
        let part = try #require(FITContents(decoding: Self.bytes("stryd-run-power")).parts.first)
        #expect(part.developerFields.map(\.name) == ["Form Power", "Leg Spring Stiffness", "Speed", "Distance"])
        #expect(part.developerFields.map(\.units) == ["Watts", "KN/m", "M/S", "Meters"])
        #expect(part.developerFields[0].values == 3424)
        // They claim to stand for fields of other messages than a record.
        #expect(part.developerFields.allSatisfy { $0.nativeRecordField == nil })
    }
}

extension ActivityRecording.Findings {
    init(timersBeyondElapsed: Int) {
        self.init()
        self.timersBeyondElapsed = timersBeyondElapsed
    }
}
