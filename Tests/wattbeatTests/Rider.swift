import Foundation
import TestSupport
import Testing

/// A folder of somebody's, with a store in it.
final class Rider {
    let folder: TemporaryFolder
    let store: String
    init() throws {
        folder = try TemporaryFolder()
        store = folder.url.appending(path: "history.db").path
    }

    func run(_ words: String...) throws -> Program.Outcome { try Program.run(words + ["--store", store]) }

    func document(_ words: String...) throws -> [String: Any] {
        let outcome = try Program.run(words + ["--store", store, "--json"])
        #expect(outcome.status == 0, "\(outcome.complaint)")
        return try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    }

    func listed() throws -> [[String: Any]] {
        try #require(try document("workouts", "list")["workouts"] as? [[String: Any]])
    }

    /// A ride along the equator, a ten-thousandth of a degree each second.
    @discardableResult
    func writeGPX(_ name: String, start: String, seconds: Int, heartRate: Int? = nil, skipping first: Int = 0) throws
        -> String
    {
        let origin = try #require(ISO8601DateFormatter().date(from: start))
        let formatter = ISO8601DateFormatter()
        let points = (first...seconds).map { second in
            let time = formatter.string(from: origin.addingTimeInterval(Double(second)))
            let heart = heartRate.map {
                "<extensions><g:TrackPointExtension><g:hr>\($0)</g:hr></g:TrackPointExtension></extensions>"
            }
            let place = "lat=\"0\" lon=\"\(Double(second) / 10_000)\""
            return "<trkpt \(place)><ele>200</ele><time>\(time)</time>\(heart ?? "")</trkpt>"
        }
        let text =
            "<?xml version=\"1.0\"?><gpx version=\"1.1\" creator=\"t\" xmlns=\"http://www.topografix.com/GPX/1/1\" "
            + "xmlns:g=\"http://www.garmin.com/xmlschemas/TrackPointExtension/v1\"><trk><type>cycling</type><trkseg>"
            + points.joined() + "</trkseg></trk></gpx>"
        return try folder.write(Array(text.utf8), name)
    }
}
