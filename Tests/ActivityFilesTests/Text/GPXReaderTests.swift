import Testing
import Workouts

@testable import ActivityFiles

/// GPX as programs write it, by hand.
struct GPXReaderTests {
    private static let one =
        #"<gpx version="1.1" creator="Hand" xmlns="http://www.topografix.com/GPX/1/1" xmlns:a="http://www.garmin.com/xmlschemas/TrackPointExtension/v2" xmlns:b="http://www.garmin.com/xmlschemas/PowerExtension/v1" xmlns:c="http://www.cluetrust.com/XML/GPXDATA/1/0">"#

    private func read(_ body: String, root: String = one) throws -> ActivityContents {
        try ActivityFormat.read(Array((root + body + "</gpx>").utf8))
    }

    private func point(_ time: String, _ extensions: String = "") -> String {
        #"<trkpt lat="49.1" lon="16.2"><ele>210.5</ele><time>2026-05-03T\#(time)Z</time>"#
            + (extensions.isEmpty ? "" : "<extensions>\(extensions)</extensions>") + "</trkpt>"
    }

    private func track(_ segments: String..., type: String? = nil, name: String? = nil) -> String {
        "<trk>" + (name.map { "<name>\($0)</name>" } ?? "") + (type.map { "<type>\($0)</type>" } ?? "")
            + segments.map { "<trkseg>\($0)</trkseg>" }.joined() + "</trk>"
    }

    @Test func namespacesAndNotPrefixes() throws {
        let extensions =
            "<a:TrackPointExtension><a:atemp>21.5</a:atemp><a:hr>140</a:hr><a:cad>85</a:cad><a:speed>3.25</a:speed></a:TrackPointExtension>"
        let contents = try read(
            track(
                point("06:30:00", extensions), point("06:31:00", "<c:hr>150</c:hr><c:cadence>90</c:cadence><c:temp>9</c:temp>"),
                point("06:32:00", #"<hr xmlns="http://example.org/">99</hr>"#), type: "cycling"))
        let points = try #require(contents.recordings.first).points
        #expect(points.map(\.beatsPerMinute) == [140, 150, nil])
        #expect(points.map(\.revolutionsPerMinute) == [85, 90, nil])
        #expect(points.map(\.temperatureCelsius) == [21.5, 9, nil])
        #expect(points[0].speedMetresPerSecond == 3.25 && points[0].altitudeMetres == 210.5 && points[0].latitude == 49.1)
    }

    /// Power is said in two ways; both together are said once.
    @Test(arguments: [
        "<power>200</power>", "<b:PowerInWatts>200</b:PowerInWatts>", "<power>200</power><b:PowerInWatts>201</b:PowerInWatts>",
        "<b:PowerExtension><b:PowerInWatts>200</b:PowerInWatts></b:PowerExtension>", #"<power xmlns="">200</power>"#,
    ])
    func power(extensions: String) throws {
        let contents = try read(track(point("06:30:00", extensions)))
        #expect(contents.recordings.first?.points.first?.watts == 200)
    }

    @Test func segmentsAreApartByPauses() throws {
        let contents = try read(
            track(
                point("06:30:00") + point("06:30:10"), point("06:31:00") + point("06:31:05"), "", point("06:40:00"), name: "Loop")
        )
        let recording = try #require(contents.recordings.first)
        #expect(recording.name == "Loop" && recording.legs.map(\.type) == [.other])
        #expect(recording.pauses.map(\.start.seconds) == [10, 65])
        #expect(recording.pauses.map(\.end.seconds) == [60, 600])
        let workout = try recording.workout(settings: WorkoutSettings())
        #expect(abs(workout.summary.timer.seconds - 15) < 0.001 && abs(workout.summary.elapsed.seconds - 600) < 0.001)
    }

    @Test func tracksOfOneRideAndOfAnother() throws {
        let contents = try read(
            track(point("06:30:00"), type: "Run") + track(point("06:40:00") + point("06:50:00"), type: "cycling")
                + track(point("06:45:00"), name: "another device") + track(point("11:00:00"), name: "afternoon"))
        #expect(contents.recordings.map { $0.legs.map(\.type) } == [[.running, .cycling], [.other], [.other]])
        #expect(contents.recordings.map(\.name) == [nil, "another device", "afternoon"])
        #expect(Set(contents.recordings.map(\.id)).count == 3)
        #expect(contents.recordings[0].pauses.map(\.end.seconds) == [600])
    }

    @Test func strides() throws {
        let cad = "<a:TrackPointExtension><a:cad>85</a:cad></a:TrackPointExtension>"
        let recording = try #require(read(track(point("06:30:00", cad), type: "running")).recordings.first)
        #expect(recording.points[0].stepsPerMinute == 170 && recording.points[0].revolutionsPerMinute == nil)
    }

    @Test func plansAreNoRecordings() throws {
        let contents = try read(
            #"<wpt lat="1" lon="2"><time>2026-05-03T06:30:00Z</time></wpt><rte><rtept lat="1" lon="2"><time>2026-05-03T06:30:00Z</time></rtept></rte>"#
                + #"<trk><trkseg><trkpt lat="1" lon="2"/><trkpt lat="1" lon="3"/></trkseg></trk>"#)
        #expect(contents.recordings.isEmpty && contents.fault == nil)
        #expect(contents.sentences.count == 1)
        #expect(
            contents.sentences.first?.hasPrefix(
                "1 waypoint, 1 planned route or workout, 2 points without a time (the first at byte ")
                == true)
    }

    @Test func zones() throws {
        let text = track(
            #"<trkpt lat="1" lon="2"><time>2026-05-03T08:30:00+02:00</time></trkpt><trkpt lat="1" lon="2"><time>2026-05-03T06:30:01</time></trkpt>"#
        )
        let recording = try #require(read(text).recordings.first)
        #expect(recording.clock.utcOffsetSeconds == 7200 && recording.points.map(\.offset.seconds) == [0, 1])
        #expect(recording.findings.timesWithoutZone == 1)
    }

    /// GPX 1.0, and files that name no namespace at all.
    @Test(arguments: [#"<gpx version="1.0" xmlns="http://www.topografix.com/GPX/1/0">"#, #"<gpx version="1.1">"#])
    func olderFiles(root: String) throws {
        let text =
            #"<trk><trkseg><trkpt lat="1" lon="2"><time>2026-05-03T06:30:00Z</time><speed>4.5</speed></trkpt></trkseg></trk>"#
        #expect(try read(text, root: root).recordings.first?.points.first?.speedMetresPerSecond == 4.5)
    }

    @Test func encodings() throws {
        let body =
            #"<gpx version="1.1"><trk><name>Über</name><trkseg><trkpt lat="1" lon="2"><time>2026-05-03T06:30:00Z</time></trkpt></trkseg></trk></gpx>"#
        let latin1: [UInt8] =
            Array(#"<?xml version="1.0" encoding="ISO-8859-1"?>"#.utf8) + body.unicodeScalars.map { UInt8($0.value) }
        let utf16: [UInt8] = [0xFF, 0xFE] + body.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let marked: [UInt8] = [0xEF, 0xBB, 0xBF] + Array(body.utf8)
        for bytes: [UInt8] in [latin1, utf16, marked] {
            let contents = try ActivityFormat.read(bytes)
            #expect(contents.format == .gpx && contents.recordings.first?.name == "Über")
        }
    }
}
