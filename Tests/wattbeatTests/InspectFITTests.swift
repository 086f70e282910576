import Foundation
import TestSupport
import Testing

/// `wattbeat inspect FILE.fit`.
struct InspectFITTests {
    struct Inspection: Decodable {
        var kind: String
        var parts: [Part]
        var trailingBytes: Int
        var fault: String?
    }

    struct Part: Decodable {
        var maker: Maker
        var messages: [Message]
        var isTruncated: Bool
        var activity: Activity?
    }

    struct Maker: Decodable {
        var manufacturer, serialNumber: Int?
    }

    struct Message: Decodable, Equatable {
        var number: Int
        var name: String?
        var count: Int
    }

    struct Activity: Decodable {
        var start: String
        var utcOffsetSeconds: Int?
        var points: [String: Int]
        var rrIntervals, pauses: Int
        var device, wattbeat: [String: Double?]?
        var laps: [Lap]
    }

    struct Lap: Decodable {
        var start, end: Double
        var trigger: String
        var device, wattbeat: [String: Double?]?
    }

    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.url.appending(path: "ride.fit").path
        try Data(Fixture("fit/twenty-seconds.hex").hexBytes()).write(to: URL(filePath: path))
    }

    private func inspection(_ outcome: Program.Outcome) throws -> Inspection {
        try JSONDecoder().decode(Inspection.self, from: Data(outcome.output.utf8))
    }

    @Test func whatIsInIt() throws {
        let outcome = try Program.run(["inspect", path, "--json"])
        #expect(outcome.status == 0 && outcome.complaint.isEmpty)
        let found = try inspection(outcome)
        let part = try #require(found.parts.first)
        #expect(found.kind == "fit" && found.parts.count == 1 && found.trailingBytes == 0 && !part.isTruncated)
        #expect(part.maker.manufacturer == 255 && part.maker.serialNumber == 12345)
        #expect(part.messages.first { $0.name == "record" }?.count == 16)
        let activity = try #require(part.activity)
        #expect(activity.start == "2026-05-03T06:30:00.000Z" && activity.utcOffsetSeconds == 7200)
        #expect(activity.points["total"] == 16 && activity.points["power"] == 16 && activity.points["temperature"] == 0)
        #expect(activity.rrIntervals == 2 && activity.pauses == 1)
        #expect(activity.device?["timer"] == 16 && activity.wattbeat?["timer"] == 16 && activity.wattbeat?["elapsed"] == 20)
        #expect(activity.device?["distance"] == 152 && activity.wattbeat?["distance"] == 152)
        #expect(activity.laps.map(\.trigger) == ["manual", "sessionEnd"] && activity.laps.map(\.end) == [10, 20])
    }

    @Test func forAPerson() throws {
        let outcome = try Program.run(["inspect", path])
        #expect(outcome.status == 0)
        for text in [
            "FIT file", "serial number 12345", "16 record", "1 session", "2 RR-intervals", "Ride", "device", "wattbeat", "152 m",
            "average heart rate", "Laps",
        ] {
            #expect(outcome.output.contains(text), "\(text) is missing in:\n\(outcome.output)")
        }
    }

    /// On foot speeds are paces; of several sports none stands for all.
    @Test(arguments: [("run", "Run  the device's", " /km\n"), ("duathlon", "Workout  the device's", " km/h\n")])
    func wordsOfASport(ride: String, title: String, unit: String) throws {
        let files = ["ble.btsnoop", "gps.nmea", "commands.capture"].map { Fixture("captures/\(ride)/\($0)").url.path }
        #expect(try Program.run(["replay", "--fit", path] + files).status == 0)
        let output = try Program.run(["inspect", path]).output
        #expect(output.contains("\n\(title)"), "\(output)")
        let speed = output.split(separator: "\n").first { $0.contains("average speed") }
        #expect(speed?.hasSuffix(unit.dropLast()) == true, "\(output)")
    }

    @Test func aFileThatIsCut() throws {
        let bytes = try Data(contentsOf: URL(filePath: path))
        try bytes.prefix(300).write(to: URL(filePath: path))
        let outcome = try Program.run(["inspect", path, "--json"])
        #expect(outcome.status == 65 && outcome.complaint.contains("cut at byte 300"))
        #expect(try inspection(outcome).parts.first?.isTruncated == true)
    }

    @Test func aWrongChecksum() throws {
        var bytes = try Data(contentsOf: URL(filePath: path))
        bytes[bytes.count - 1] ^= 1
        try bytes.write(to: URL(filePath: path))
        let outcome = try Program.run(["inspect", path, "--json"])
        #expect(outcome.status == 65 && outcome.complaint.contains("wrong checksum at byte \(bytes.count - 2)"))
        let found = try inspection(outcome)
        #expect(found.fault?.contains("wrong checksum") == true && found.parts.first?.activity?.points["total"] == 16)
    }
}
