import TestSupport
import Testing
import Workouts

@testable import ActivityFiles

/// What stands in a file and is not used is counted, and where the first of it stands is told.
struct LossesTests {
    private func read(_ text: String) throws -> ActivityContents { try ActivityFormat.read(Array(text.utf8)) }

    private func offset(of part: String, in text: String) -> Int {
        text.utf8.count - (text.split(separator: part, maxSplits: 1).last?.utf8.count ?? 0) - part.utf8.count
    }

    @Test func gpx() throws {
        let text =
            HostileTextTests.head
            + HostileTextTests.point(0, "<ele>NaN</ele><extensions><power>INF</power><hr>0</hr></extensions>")
            + #"<trkpt lat="91" lon="16"><time>2026-05-03T06:30:01Z</time><ele>4</ele></trkpt>"#
            + #"<trkpt lat="49" lon="16"><time>soon</time></trkpt>"#
            + #"<trkpt lat="49" lon="16"><ele></ele></trkpt>"# + HostileTextTests.tail
        let contents = try read(text)
        #expect(contents.leftOut.values.count == 3)
        #expect(
            contents.leftOut.values.first == ValueLosses.First(place: .byte(offset(of: "</ele>", in: text)), words: "ele NaN"))
        #expect(contents.leftOut.untimedPoints == 2)
        #expect(
            contents.leftOut.firstUntimed
                == .byte(offset(of: #"</trkpt><trkpt lat="49" lon="16"><ele></ele>"#, in: text)))
        #expect(
            contents.sentences == [
                "2 points without a time (the first at byte \(offset(of: #"</trkpt><trkpt lat="49" lon="16"><ele></ele>"#, in: text))): "
                    + "no recording, and not used",
                "3 values that are none (the first: ele NaN, at byte \(offset(of: "</ele>", in: text))): not used",
            ])
    }

    @Test func tcx() throws {
        let text =
            #"<TrainingCenterDatabase><Activities><Activity Sport="Biking"><Lap StartTime="2026-05-03T06:30:00Z"><Track>"#
            + "<Trackpoint><Time>2026-05-03T06:30:00Z</Time><HeartRateBpm><Value>999</Value></HeartRateBpm></Trackpoint>"
            + "<Trackpoint><Time>2026-13-03T06:30:00Z</Time></Trackpoint></Track></Lap></Activity></Activities>"
            + "</TrainingCenterDatabase>"
        let contents = try read(text)
        #expect(
            contents.leftOut.values.first == ValueLosses.First(place: .byte(offset(of: "</Value>", in: text)), words: "Value 999")
        )
        #expect(contents.leftOut.values.count == 1 && contents.leftOut.untimedPoints == 1)
        #expect(try contents.recordings[0].workout(settings: WorkoutSettings()).summary.heartRate.value == nil)
    }

    @Test func csv() throws {
        // The fourth line is the third row; a quoted line break counts as an editor counts it.
        let contents = try read(
            "timestamp_utc,power_w,activity\r\n2026-05-03T06:30:00Z,200,\"a\nb\"\r\n2026-05-03T06:30:01Z,lots,\r\nnever,1,\r\n"
                + "2026-05-03T06:30:02Z,1e9,\r\n")
        #expect(contents.leftOut.values.first == ValueLosses.First(place: .line(4), words: "power_w lots"))
        #expect(contents.leftOut.values.count == 2)
        #expect(contents.leftOut.untimedPoints == 1 && contents.leftOut.firstUntimed == .line(5))
    }

    /// 300 bpm fits into no byte, but 251 to 254 do, and no heart does that.
    @Test func fit() throws {
        var ride = TestRide()
        for k in 0..<20 { ride.heartRate(140, at: Double(k)) }
        var bytes = FITActivity(try ride.finished(after: 20)).encoded()
        let record = try FITReading(bytes)[20]
        #expect(record.count == 20)
        // A record is its header, its second and the heart rate: 253 bpm in the place of 140 in the third one.
        let moments = (0..<20).map { second in
            (0..<4).map { UInt8(truncatingIfNeeded: (TestRide.startSecond + second) >> (8 * $0)) }
        }
        let places = bytes.indices.filter {
            bytes[$0] == 140 && $0 > 14 && bytes[$0 - 5] == 2 && moments.contains(Array(bytes[$0 - 4..<$0]))
        }
        try #require(places.count == 20)
        bytes[places[2]] = 253
        let contents = try ActivityFormat.read(bytes)
        let first = try #require(contents.recordings.first?.findings.values.first)
        #expect(first.words == "heart_rate 253.0" && first.place == .byte(places[2] - 5))
        #expect(contents.sentences.contains { $0.hasPrefix("1 value that is none (heart_rate 253.0, at byte ") })
    }

    /// A count that jumps goes on from where it was; what it takes back is not taken from what was before.
    @Test(arguments: [
        ([0, 10, 100_020, 100_030, 100_040], [0, 10, 10, 20, 30], 1),
        ([0, 10, 100_020, 30, 40], [0, 10, 10, 30, 40], 1),
        ([5000, 5010, 5020], [0, 10, 20], 1),
        ([0, 90, 180, 280], [0, 90, 180, 280], 0),
        ([0, 50, 20, 70], [0, 50, 20, 70], 0),
        ([0, 90, 8090, 5110, 5120], [0, 90, 90, 90, 100], 1),
    ]) func distances(counts: [Double], used: [Double], jumps: Int) throws {
        var recording = ActivityRecording(
            id: WorkoutID(high: 0, low: 1), clock: TestRide.clock, end: Offset(seconds: Double(counts.count)), type: .cycling)
        recording.points = counts.enumerated().map { second, metres in
            var point = RecordedPoint(offset: Offset(seconds: Double(second)))
            point.distanceMetres = metres
            return point
        }
        recording.gateDistances()
        #expect(recording.points.map(\.distanceMetres) == used && recording.findings.distanceJumps == jumps)
    }

    /// Through a file: 100 km in a second are none, and it is told.
    @Test func aJumpIsTold() throws {
        let rows = [0, 5, 100_010, 100_015].enumerated().map { "2026-05-03T06:30:0\($0)Z,\($1)" }.joined(separator: "\n")
        let contents = try read("timestamp_utc,distance_m\n" + rows)
        #expect(contents.sentences == ["1 jump of the distance, by 100 km in all, faster than 100 m/s: not counted"])
        let workout = try contents.recordings[0].workout(settings: WorkoutSettings())
        #expect(abs(try #require(workout.summary.distance.value?.metres) - 10) < 1e-9)
    }

    /// Numbers beyond all sums are only words in the report.
    @Test func distancesBeyondAnySum() throws {
        let contents = try read(
            "timestamp_utc,distance_m\n2026-05-03T06:30:00Z,1e308\n2026-05-03T06:30:01Z,1\n2026-05-03T06:30:02Z,1e308")
        #expect(contents.sentences.contains { $0.contains("2 jumps of the distance, by 1000000000 km") })
    }
}
