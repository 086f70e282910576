import Testing
import Workouts

@testable import ActivityFiles

/// TCX as devices write it, by hand.
struct TCXReaderTests {
    private static let root =
        #"<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2" xmlns:x="http://www.garmin.com/xmlschemas/ActivityExtension/v2">"#

    private func read(_ body: String) throws -> ActivityContents {
        try ActivityFormat.read(Array((Self.root + body + "</TrainingCenterDatabase>").utf8))
    }

    private func activity(_ laps: String, sport: String = "Biking") -> String {
        #"<Activity Sport="\#(sport)"><Id>2026-05-03T06:30:00Z</Id>\#(laps)</Activity>"#
    }

    private func lap(_ start: String, timer: Double, _ tracks: String...) -> String {
        #"<Lap StartTime="2026-05-03T\#(start)Z"><TotalTimeSeconds>\#(timer)</TotalTimeSeconds><DistanceMeters>10</DistanceMeters><Calories>0</Calories><Intensity>Active</Intensity><TriggerMethod>Distance</TriggerMethod>"#
            + tracks.map { "<Track>\($0)</Track>" }.joined() + "</Lap>"
    }

    private func point(_ time: String, _ more: String = "") -> String {
        "<Trackpoint><Time>2026-05-03T\(time)Z</Time>\(more)</Trackpoint>"
    }

    /// Between tracks the timer stands, and the lap's timer says for how long: 60 s, though the points are 62 s apart.
    @Test func pauses() throws {
        let laps =
            lap("06:30:00", timer: 60, point("06:30:00") + point("06:30:29"), point("06:31:31") + point("06:31:59"))
            + lap("06:32:00", timer: 30, point("06:32:00") + point("06:32:29"))
        let recording = try #require(read("<Activities>" + activity(laps) + "</Activities>").recordings.first)
        #expect(recording.laps.map(\.start.seconds) == [0, 120] && recording.end.seconds == 150)
        #expect(recording.laps.map(\.trigger) == [.distance, .sessionEnd])
        #expect(recording.pauses.count == 1 && recording.pauses[0].end.seconds == 91)
        let workout = try recording.workout(settings: WorkoutSettings())
        #expect(workout.laps.map(\.summary.timer.seconds) == [60, 30])
        #expect(
            recording.stated?.timer?.seconds == 90 && recording.stated?.distanceMetres == 20
                && recording.stated?.energyKilocalories == nil)
    }

    /// A pause in which the lap was pressed leaves no gap between tracks. The ride ends at its last point, 69 s into the second
    /// lap, and 30 of them are the timer's.
    @Test func pauseAcrossLaps() throws {
        let laps =
            lap("06:30:00", timer: 30, point("06:30:00") + point("06:30:29"))
            + lap("06:31:00", timer: 30, point("06:31:40") + point("06:32:09"))
        let recording = try #require(read("<Activities>" + activity(laps) + "</Activities>").recordings.first)
        #expect(recording.pauses.map(\.start.seconds) == [30] && recording.pauses.map(\.end.seconds) == [99])
        #expect(try recording.workout(settings: WorkoutSettings()).summary.timer.seconds == 60)
    }

    @Test func lapsWithoutPoints() throws {
        let laps = lap("06:30:00", timer: 600) + lap("06:40:00", timer: 300.5)
        let recording = try #require(
            read("<Activities>" + activity(laps, sport: "Other") + "</Activities>").recordings.first)
        #expect(recording.end.seconds == 900.5 && recording.laps.count == 2 && recording.points.isEmpty)
        #expect(try recording.workout(settings: WorkoutSettings()).summary.timer.seconds == 900.5)
    }

    @Test func sports() throws {
        let place = "<Position><LatitudeDegrees>49</LatitudeDegrees><LongitudeDegrees>16</LongitudeDegrees></Position>"
        for (sport, more, type) in [
            ("Biking", place, ActivityType.cycling), ("Biking", "", .indoorCycling), ("Running", place, .running),
            ("Running", "", .treadmillRunning), ("Other", place, .other),
        ] {
            let laps = lap("06:30:00", timer: 1, point("06:30:00", more + "<Cadence>80</Cadence>"))
            let recording = try #require(read("<Activities>" + activity(laps, sport: sport) + "</Activities>").recordings.first)
            #expect(recording.legs.map(\.type) == [type])
            // On foot it is strides.
            #expect(recording.points[0].revolutionsPerMinute == (sport == "Running" ? nil : 80))
            #expect(recording.points[0].stepsPerMinute == (sport == "Running" ? 160 : nil))
        }
    }

    @Test func multisport() throws {
        let contents = try read(
            "<Activities><MultiSportSession><Id>2026-05-03T06:30:00Z</Id><FirstSport>"
                + activity(lap("06:30:00", timer: 60, point("06:30:00")), sport: "Running") + "</FirstSport><NextSport>"
                + #"<Transition StartTime="2026-05-03T06:31:00Z"><TotalTimeSeconds>30</TotalTimeSeconds></Transition>"#
                + activity(lap("06:31:30", timer: 60, point("06:31:30"))) + "</NextSport></MultiSportSession>"
                + activity(lap("08:00:00", timer: 60, point("08:00:00"))) + "</Activities>")
        #expect(contents.recordings.map { $0.legs.map(\.start.seconds) } == [[0, 60, 90], [0]])
        #expect(contents.recordings[0].legs[1].type == .transition && contents.recordings[0].pauses.isEmpty)
        #expect(contents.recordings[0].end.seconds == 150)
    }

    @Test func coursesAreNoRecordings() throws {
        let contents = try read(
            "<Courses><Course><Name>C</Name><Lap><TotalTimeSeconds>1</TotalTimeSeconds></Lap><Track>" + point("06:30:00")
                + "</Track></Course></Courses>")
        #expect(contents.recordings.isEmpty && contents.leftOut.plans == 1)
    }

    /// 36 in a field of metres per second, while 10 m a second are covered.
    @Test func kilometresPerHour() throws {
        func ride(_ speed: Double) throws -> ActivityRecording {
            let points = (0..<120).map { second in
                point(
                    "06:3\(second / 60):\(second % 60 < 10 ? "0" : "")\(second % 60)",
                    "<DistanceMeters>\(second * 10)</DistanceMeters><Extensions><x:TPX><x:Speed>\(speed)</x:Speed></x:TPX></Extensions>"
                )
            }.joined()
            return try #require(
                read("<Activities>" + activity(lap("06:30:00", timer: 120, points)) + "</Activities>").recordings.first)
        }
        #expect(try ride(36).points[5].speedMetresPerSecond == 10 && ride(36).findings.speedsRescaled)
        #expect(try ride(10).points[5].speedMetresPerSecond == 10 && !ride(10).findings.speedsRescaled)
    }

    @Test func timersBeyondTheirLaps() throws {
        let laps = lap("06:30:00", timer: 100, point("06:30:00")) + lap("06:31:00", timer: 60, point("06:31:00"))
        let recording = try #require(read("<Activities>" + activity(laps) + "</Activities>").recordings.first)
        #expect(recording.findings.timersBeyondElapsed == 1 && recording.laps[0].stated?.timer?.seconds == 60)
    }
}
