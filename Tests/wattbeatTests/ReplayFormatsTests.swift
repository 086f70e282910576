import Foundation
import TestSupport
import Testing

/// `wattbeat replay` with `--gpx`, `--tcx` and `--csv`.
struct ReplayFormatsTests {
    private static func files(_ ride: String, _ names: [String]) -> [String] {
        names.map { Fixture("captures/\(ride)/\($0)").url.path }
    }

    private static let outdoors = files("morning-ride", ["ble.btsnoop", "ant.pcap", "gps.nmea", "commands.capture"])
    private static let indoors = files("indoor-ride", ["ble.btsnoop", "ant.pcap", "commands.capture"])

    private let folder: TemporaryFolder
    private func path(_ format: String) -> String { folder.url.appending(path: "ride.\(format)").path }
    private func text(_ format: String) throws -> String { try String(contentsOfFile: path(format), encoding: .utf8) }
    private var options: [String] { ["gpx", "tcx", "csv"].flatMap { ["--\($0)", path($0)] } }

    init() throws { folder = try TemporaryFolder() }

    @Test func everyFormat() throws {
        let outcome = try Program.run(["replay"] + Self.outdoors + options)
        #expect(outcome.status == 0, "\(outcome.complaint)")
        let written = try ["gpx", "tcx", "csv"].map(text)
        for (format, text) in zip(["GPX", "TCX", "CSV"], written) {
            #expect(outcome.output.contains("\(format) file \(path(format.lowercased())), \(text.utf8.count) bytes"))
        }
        // Three laps and a pause, as the ride's README says.
        #expect(written[0].components(separatedBy: "<trkseg>").count == 3)
        #expect(written[1].components(separatedBy: "<Lap ").count == 4)
        let lines = written[2].components(separatedBy: "\r\n").dropLast()
        // Activity and lap stand before the nine columns that a lap's or the workout's first line fills.
        #expect(lines.last?.hasSuffix(",cycling,3,,,,,,,,,") == true)
        // In place of themselves, the same bytes again.
        #expect(try Program.run(["replay"] + Self.outdoors + options).status == 0)
        #expect(try ["gpx", "tcx", "csv"].map(text) == written)
    }

    @Test func gpxNeedsPlaces() throws {
        let outcome = try Program.run(["replay"] + Self.indoors + options)
        #expect(outcome.status == 65)
        #expect(outcome.complaint.contains("\(path("gpx")) is not written: a workout without places cannot be GPX"))
        #expect(!FileManager.default.fileExists(atPath: path("gpx")))
        #expect(try text("tcx").contains("<ns3:Watts>") && !text("tcx").contains("<Position>"))
        #expect(try text("csv").hasPrefix("timestamp_utc,"))
    }

    /// The file of another format behind an option is a slip.
    @Test func nothingElseIsReplaced() throws {
        let notes = try folder.write(Array("precious".utf8), "notes.txt")
        let gpx = try folder.write(Array("<gpx/>".utf8), "old.gpx")
        for (option, path, word) in [
            ("--gpx", notes, "no GPX file"), ("--tcx", gpx, "no TCX file"), ("--csv", gpx, "no CSV file"),
        ] {
            let before = try Data(contentsOf: URL(filePath: path))
            let outcome = try Program.run(["replay"] + Self.outdoors + [option, path])
            #expect(outcome.status == 73 && outcome.complaint.contains(word), "\(outcome.complaint)")
            #expect(try Data(contentsOf: URL(filePath: path)) == before)
        }
    }
}
