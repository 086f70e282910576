import Foundation
import TestSupport
import Workouts

@testable import ActivityFiles

/// What gpxpy, tcxreader or Python's csv read from one of our files.
struct TextFile: Decodable {
    var creator: String?
    var tracks: [Track]?
    var sport: String?
    var laps: [Lap]?
    var rows: [[String: String]]?

    struct Track: Decodable {
        var name, type: String?
        var segments: [[[String: Double?]]]
    }

    struct Lap: Decodable {
        var calories, distance: Double
        var points: [[String: Double?]]
        var `extension`: [String: Double]
    }

    /// - Throws: `Peer.Failed`, also where the document is not as the format's schema says.
    init(_ workout: Workout, _ format: ActivityFormat) throws {
        self = try JSONDecoder().decode(TextFile.self, from: Peer("text_check.py").answer(about: format.encoded(workout)))
    }
}
