import TestSupport
import Testing
import Workouts

@testable import ActivityFiles

/// What no honest program writes: refused or partly used, with the place told, and never held in memory.
struct HostileTextTests {
    static let head = #"<?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>"#
    static let tail = "</trkseg></trk></gpx>"

    static func point(_ second: Int, _ more: String = "") -> String {
        #"<trkpt lat="49.\#(second)" lon="16.5"><time>2026-05-03T06:30:\#(second % 60 < 10 ? "0" : "")\#(second % 60)Z</time>\#(more)</trkpt>"#
    }

    private func fault(_ text: String) -> ActivityFault? {
        do throws(ActivityFault) {
            _ = try ActivityFormat.read(Array(text.utf8))
            return nil
        } catch {
            return error
        }
    }

    @Test func entities() {
        let bomb =
            #"<?xml version="1.0"?><!DOCTYPE gpx [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>"#
            + #"<gpx><trk><name>&b;</name></trk></gpx>"#
        // Where the declaration's name ends and its entities would begin.
        let refused = fault(bomb)
        #expect(refused?.reason == .documentType && (21...35).contains(refused?.offset ?? -1))
        // What it is and why it is not read, by the sentence that people see.
        #expect(ActivityFormat(detecting: Array(bomb.utf8)) == .gpx && ActivityGlance(decoding: Array(bomb.utf8)) != nil)
        #expect(refused?.sentence.contains("document type declaration") == true)
        let tcx = #"<!DOCTYPE x [<!ELEMENT y ANY>]><TrainingCenterDatabase/>"#
        #expect(ActivityFormat(detecting: Array(tcx.utf8)) == .tcx && fault(tcx)?.reason == .documentType)
        // Known entities need no declaration; others are a fault where they stand.
        #expect(fault("<gpx><trk><name>&undeclared;</name></trk></gpx>") == ActivityFault(.malformed("undefined entity"), at: 16))
    }

    /// A declaration that declares nothing itself is harmless, and what it points to is never fetched.
    @Test(arguments: [
        "<!DOCTYPE gpx>", #"<!DOCTYPE gpx SYSTEM "file:///etc/passwd">"#,
        #"<!DOCTYPE gpx PUBLIC "-//X//Y" "http://127.0.0.1/gpx.dtd">"#,
    ]) func harmlessDocumentType(declaration: String) throws {
        let text =
            declaration + Self.head.replacing(#"<?xml version="1.0"?>"#, with: "") + Self.point(1, "<name>&a;</name>") + Self.tail
        let contents = try? ActivityFormat.read(Array(text.replacing("<name>&a;</name>", with: "").utf8))
        #expect(contents?.recordings.first?.points.count == 1 && contents?.fault == nil)
        // An entity that such a declaration could define elsewhere is nothing here.
        let named = declaration + "<gpx><trk><name>a&a;b</name><trkseg>" + Self.point(1) + "</trkseg></trk></gpx>"
        let read = try? ActivityFormat.read(Array(named.utf8))
        #expect(read?.recordings.first?.name ?? "ab" == "ab")
    }

    @Test func depth() {
        let deep = "<gpx>" + String(repeating: "<a>", count: 100_000)
        #expect(fault(deep) == ActivityFault(.nestedTooDeep(limit: 64), at: 5 + 3 * 63))
    }

    /// One tag, one comment, one attribute of megabytes: given up once it is a megabyte long, long before its end.
    @Test(arguments: ["<gpx creator=\"", "<gpx><!--", "<gpx ", "<gpx><trk><name><![CDATA["]) func longPieces(beginning: String) {
        let found = fault(beginning + String(repeating: "x", count: 4 << 20))
        if beginning.hasSuffix("[") {
            // Text is told in parts, and none of it is kept.
            #expect(found?.reason == .cutShort)
        } else {
            #expect(found?.reason == .tooLong(limit: 1 << 20) && found?.offset ?? 0 < 2 << 20)
        }
    }

    @Test func otherDocuments() {
        #expect(fault("<html><body/></html>") == ActivityFault(.otherDocument("html"), at: 0))
        #expect(fault("")?.reason == .unknownFormat)
        #expect(fault("hello")?.reason == .unknownFormat)
        #expect(fault(#"{"a":1}"#)?.reason == .unknownFormat)
        #expect(fault("time,power\r\n1,2\r\n")?.reason == .unknownFormat)
        // Of another namespace it is another document, whatever its name.
        #expect(fault(#"<gpx xmlns="http://example.org/"><trk/></gpx>"#)?.reason == .otherDocument("gpx"))
    }

    @Test func wherever() throws {
        let whole = Array((Self.head + Self.point(0) + Self.point(1) + Self.point(2) + Self.tail).utf8)
        let ends = (0...2).map { point in
            Self.head.utf8.count + (0...point).reduce(0) { $0 + Self.point($1).utf8.count }
        }
        for length in 0..<whole.count {
            let cut = Array(whole.prefix(length))
            let contents = try? ActivityFormat.read(cut)
            let points = ends.count { $0 <= length }
            #expect(contents?.recordings.first?.points.count ?? 0 == points, "\(length)")
            if let contents, points > 0 { #expect(contents.fault == ActivityFault(.cutShort, at: length)) }
        }
        #expect(try ActivityFormat.read(whole).fault == nil)
    }

    @Test func damageInTheMiddle() throws {
        let text = Self.head + Self.point(0) + "<trkpt lat=1>" + Self.point(1) + Self.tail
        let contents = try ActivityFormat.read(Array(text.utf8))
        #expect(contents.recordings.first?.points.count == 1)
        #expect(contents.fault?.offset == (Self.head + Self.point(0)).utf8.count + 11)
        #expect(contents.sentences.first?.contains("is damaged at byte \(contents.fault?.offset ?? -1)") == true)
    }

    @Test func oddValues() throws {
        let text =
            Self.head + Self.point(0, "<ele>NaN</ele><extensions><power>INF</power><hr>1e400</hr></extensions>")
            + #"<trkpt lat="91" lon="16"><time>2026-05-03T06:30:01Z</time><ele>4</ele></trkpt>"#
            + #"<trkpt lat="0" lon="0"><time>2026-05-03T06:30:02Z</time><ele>5</ele></trkpt>"#
            + #"<trkpt lat="49" lon="16"><time>soon</time></trkpt>"#
            + #"<trkpt lat="49" lon="16"><time>1901-12-13T20:45:52Z</time></trkpt>"#
            + #"<trkpt lat="49" lon="16"><time>2107-02-07T00:00:00Z</time></trkpt>"# + Self.tail
        let contents = try ActivityFormat.read(Array(text.utf8))
        let recording = try #require(contents.recordings.first)
        #expect(recording.points.map { $0.place == nil } == [false, true, true])
        #expect(recording.points.map(\.altitudeMetres) == [nil, 4, 5])
        #expect(recording.points[0].watts == nil && recording.points[0].beatsPerMinute == nil)
        #expect(contents.leftOut.untimedPoints == 1)
        #expect(recording.findings.pointsOutside == 2 && recording.findings.clockStepped)
        #expect(recording.clock.timestamp(at: .zero).iso8601 == "2026-05-03T06:30:00.000Z")
        _ = try recording.workout(settings: WorkoutSettings())
    }

    @Test func datesAlone() throws {
        for (date, isTrusted) in [
            ("1901-12-13T20:45:52Z", false), ("2107-02-07T00:00:00Z", true), ("0001-01-01T00:00:00Z", false),
        ] {
            let text = Self.head + #"<trkpt lat="49" lon="16"><time>\#(date)</time></trkpt>"# + Self.tail
            let recording = try #require(ActivityFormat.read(Array(text.utf8)).recordings.first)
            #expect(recording.clock.isTrusted == isTrusted && recording.clock.origin.iso8601.hasPrefix(date.dropLast()))
            let workout = try recording.workout(settings: WorkoutSettings())
            // And out again, by formats that have such dates.
            #expect(
                try ActivityFormat.read(ActivityFormat.gpx.encoded(workout)).recordings.first?.clock.origin
                    == recording.clock.origin)
        }
    }

    @Test func tooManyLaps() {
        let lap = #"<Lap StartTime="2026-05-03T06:30:00Z"><TotalTimeSeconds>1</TotalTimeSeconds></Lap>"#
        let text = "<TrainingCenterDatabase><Activities><Activity Sport=\"Biking\">" + String(repeating: lap, count: 10_001)
        let contents = try? ActivityFormat.read(Array(text.utf8))
        #expect(contents?.fault?.reason == .tooMany(.laps, limit: 10_000))
        #expect(contents?.recordings.count == 1)
    }

    /// Any byte may be another.
    @Test func flippedBytes() throws {
        var numbers = SeededGenerator(seed: 7)
        let workout = try FullRide.workout()
        for format in [ActivityFormat.gpx, .tcx, .csv] {
            let bytes = Array(try format.encoded(workout).prefix(6000))
            for _ in 0..<60 {
                var damaged = bytes
                for _ in 0..<Int.random(in: 1...4, using: &numbers) {
                    damaged[Int.random(in: 0..<damaged.count, using: &numbers)] = .random(in: 0...255, using: &numbers)
                }
                guard let contents = try? ActivityFormat.read(damaged) else { continue }
                for recording in contents.recordings { _ = try recording.workout(settings: WorkoutSettings()) }
            }
        }
    }
}
