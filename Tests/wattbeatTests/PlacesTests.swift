import Foundation
import TestSupport
import Testing

/// `wattbeat places`: a table of a person's own, looked into.
struct PlacesTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> String { folder.url.appending(path: name).path }

    private func run(_ arguments: [String]) throws -> Program.Outcome {
        try Program.run(
            ["places"] + arguments, environment: ["XDG_DATA_HOME": path("data"), "HOME": path("home"), "STATE_DIRECTORY": ""])
    }

    private func dump(_ places: [(id: Int, name: String, latitude: String, longitude: String)], extra: String = "") throws
        -> String
    {
        let lines = places.map { place in
            [
                "\(place.id)", place.name, place.name, "", place.latitude, place.longitude, "P", "PPL", "CZ", "", "78", "", "",
                "", "1000", "", "1", "", "",
            ]
            .joined(separator: "\t")
        }
        let text = lines.joined(separator: "\n") + "\n" + extra
        try Data(text.utf8).write(to: URL(filePath: path("dump.txt")))
        return path("dump.txt")
    }

    @Test func importedAndFound() throws {
        let missing = try run(["near", "49.2", "16.6"])
        #expect(missing.status == 66 && missing.complaint.contains("wattbeat places import"))

        let file = try dump([(1, "Brno", "49.20", "16.61"), (2, "Sydney", "-33.87", "151.21")], extra: "no settlement\n")
        let imported = try run(["import", file])
        #expect(imported.status == 0 && imported.output.contains("2 settlements") && imported.output.contains("CC BY 4.0"))
        #expect(imported.complaint.contains("line 3: 1 columns instead of 19"))
        #expect(FileManager.default.fileExists(atPath: path("data/wattbeat/places.db")))
        #expect(try run([]).output.hasPrefix("2 settlements in "))

        #expect(try run(["near", "49.21", "16.61"]).output == "Brno, CZ, 1000 people, 1.1 km away\n")
        #expect(try run(["near", "-33.87", "151.21"]).output.hasPrefix("Sydney"))
        #expect(try run(["near", "0", "0"]).output == "no settlement within 20 km\n")
        let json = try run(["near", "49.2", "16.61", "--json"]).output
        #expect(json.contains("\"name\": \"Brno\"") && json.contains("\"metres\": 0"))
        #expect(try run(["near", "0", "0", "--json"]).output == "null\n")
        #expect(try run(["near", "91", "0"]).status == 64)
    }

    @Test func anotherTable() throws {
        let table = path("mine.db")
        #expect(try run(["import", dump([(1, "Brno", "49.20", "16.61")]), "--places", table]).status == 0)
        #expect(try run(["near", "49.2", "16.6", "--places", table]).output.hasPrefix("Brno"))
        #expect(try run(["near", "49.2", "16.6"]).status == 66)
    }

    private static let ride = ["ble.btsnoop", "gps.nmea", "commands.capture"].map {
        Fixture("captures/morning-ride/\($0)").url.path
    }

    /// The bundled ride goes around 47.14° N 9.51° E.
    @Test func namesSayWhereItWas() throws {
        let environment = ["XDG_DATA_HOME": path("data")]
        #expect(try Program.run(["replay"] + Self.ride, environment: environment).output.hasPrefix("Your morning ride  2026-"))
        let file = try dump([(1, "Vaduz", "47.1415", "9.5215"), (2, "Buchs", "47.1674", "9.4787")])
        #expect(try run(["import", file]).status == 0)
        let usual = try Program.run(["replay"] + Self.ride, environment: environment)
        #expect(usual.output.hasPrefix("Your morning ride around Vaduz  2026-"), "\(usual.output.prefix(80))")
        let named = ["--places", path("data/wattbeat/places.db"), "--language", "cs"]
        #expect(try Program.run(["replay"] + Self.ride + named).output.hasPrefix("Ranní vyjížďka – Vaduz  2026-"))
        // A plan's name stays what it is.
        let plan = try folder.write(Array(#"{"name":"Hills","steps":[{"kind":"steady","seconds":60}]}"#.utf8), "plan.json")
        let planned = try Program.run(["replay", "--plan", plan] + Self.ride, environment: environment)
        #expect(planned.output.hasPrefix("Hills  2026-"))
    }

    /// What is wrong with the table in its usual place costs no more than the place.
    @Test func aDamagedTableIsNoReasonToStop() throws {
        let data = folder.url.appending(path: "data/wattbeat")
        try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
        try Data("Once upon a time\n".utf8).write(to: data.appending(path: "places.db"))
        let usual = try Program.run(["replay"] + Self.ride, environment: ["XDG_DATA_HOME": path("data")])
        #expect(usual.status == 0 && usual.output.hasPrefix("Your morning ride  2026-"))
        #expect(usual.complaint.hasPrefix("wattbeat: names have no place: "), "\(usual.complaint)")
        let asked = try Program.run(["replay", "--places", path("data/wattbeat/places.db")] + Self.ride)
        #expect(asked.status == 65 && asked.output.isEmpty)
    }

    @Test func whatIsNoTable() throws {
        try Data("Once upon a time\n".utf8).write(to: URL(filePath: path("prose.txt")))
        let prose = try run(["import", path("prose.txt")])
        #expect(prose.status == 65 && prose.complaint.contains("line 1"))
        #expect(try run(["import", path("none.txt")]).status == 66)
        let other = try run(["near", "1", "1", "--places", path("prose.txt")])
        #expect(other.status == 65 && other.complaint.contains("no table of places"))
    }
}
