import Foundation
import TestSupport
import Testing

/// `--units`, and the setting of that name: a mile has 1609.344 m, a foot 0.3048 m.
@Suite struct UnitsOptionTests {
    private static func captures(_ ride: String, _ files: String...) -> [String] {
        files.map { Fixture("captures/\(ride)/\($0)").url.path }
    }

    private static let ride = captures("morning-ride", "ble.btsnoop", "ant.pcap", "gps.nmea", "commands.capture")
    private static let run = captures("run", "ble.btsnoop", "gps.nmea", "commands.capture")

    private struct Figures: Decodable {
        struct Summary: Decodable {
            struct Distance: Decodable { let metres: Double }
            let timerSeconds: Double
            let distance: Distance
            let ascentMetres: Double
        }
        struct Split: Decodable { let distanceMetres: Double }
        let summary: Summary
        let mileSplits: [Split]
    }

    private static func figures(_ files: [String]) throws -> Figures {
        try JSONDecoder().decode(Figures.self, from: Data(try Program.run(["replay", "--json"] + files).output.utf8))
    }

    /// No length, speed or height is left over in the other system; what has neither is the same.
    @Test func aRideInMiles() throws {
        let figures = try Self.figures(Self.ride)
        let text = try Program.run(["replay", "--units", "imperial"] + Self.ride).output
        let miles = figures.summary.distance.metres / 1609.344
        let hours = figures.summary.timerSeconds / 3600
        #expect(text.contains("\nDistance    \(String(format: "%.2f", miles)) mi by GPS\n"))
        #expect(text.contains("\nSpeed       average \(String(format: "%.1f", miles / hours)) mph, "))
        #expect(text.contains("\nClimb       \(String(format: "%.0f", figures.summary.ascentMetres / 0.3048)) ft up, "))
        #expect(text.contains("steps above 16 ft\n"))
        #expect(text.contains("\nMiles\n"))
        let part = try #require(figures.mileSplits.last).distanceMetres / 1609.344
        #expect(text.contains("\n  \(String(format: "%.2f", part)) mi "))
        #expect(!text.contains(/km|[0-9] m\b|Kilometres/))
        let metric = try Program.run(["replay"] + Self.ride).output
        #expect(!metric.contains(/\bmi\b|mph|[0-9] ft|Miles/))
        let neither = { (text: String) in text.split(separator: "\n").filter { $0.contains(/bpm,|Power zones|Route|battery/) } }
        #expect(neither(text) == neither(metric))
    }

    @Test func aRunAtItsPace() throws {
        let figures = try Self.figures(Self.run)
        let pace = Int((figures.summary.timerSeconds / (figures.summary.distance.metres / 1609.344)).rounded())
        let text = try Program.run(["replay", "--units", "imperial"] + Self.run).output
        #expect(
            text.contains("\nSpeed       average \(pace / 60):\(String(format: "%02d", pace % 60)) /mi, "), "\(text.prefix(400))")
    }

    @Test func asTheSettingsSay() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(at: folder.url.appending(path: "wattbeat"), withIntermediateDirectories: true)
        _ = try folder.write(Array(#"{"units": "imperial"}"#.utf8), "wattbeat/settings.json")
        let own = { try Program.run($0, environment: ["XDG_CONFIG_HOME": folder.url.path]).output }
        #expect(try own(["replay"] + Self.ride) == Program.run(["replay", "--units", "imperial"] + Self.ride).output)
        #expect(try own(["replay", "--units", "metric"] + Self.ride) == Program.run(["replay"] + Self.ride).output)
        #expect(try own(["replay", "--json"] + Self.ride) == Program.run(["replay", "--json"] + Self.ride).output)
    }

    /// Climbs and flats beside each other: in feet and miles, what goes down with a minus as wide as the plus.
    @Test func climbsInFeet() throws {
        let folder = try TemporaryFolder()
        let fit = folder.url.path + "/ride.fit"
        _ = try Program.run(["replay", "--fit", fit] + Self.ride)
        let text = try Program.run(["coach", fit, "--units", "imperial"]).output
        #expect(text.contains(#/\n +times +timer +mi +ft +% +mph +bpm +W\n/#), "\(text)")
        #expect(text.contains(#/\n  descents +[0-9]+ +[0-9:]+ +[0-9.]+ +−[0-9]+ +−[0-9.]+ /#))
    }

    /// The live line of a gateway, and what a workout came to.
    @Test func live() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.path
        let outcome = try Program.run([
            "record", "--units", "imperial", "--demo", Fixture("captures/nasty/laps.capture").url.path, "--demo-speed", "100",
            "--settings", path + "/settings.json", "--captures", path + "/captures", "--workouts", path + "/workouts", "--socket",
            path + "/s",
        ])
        #expect(outcome.output.contains(#/\nDEMO  0:[0-9]+ .* mph  [0-9.]+ mi\n/#), "\(outcome.output)")
        #expect(!outcome.output.contains("km"))
    }
}
