import Foundation
import TestSupport
import Testing

/// `wattbeat card`: what is drawn is tested where it is drawn; here, that the files come to be.
struct CardTests {
    private let rider: Rider
    private let folder: String

    init() throws {
        rider = try Rider()
        folder = rider.folder.url.path
        let ride = try rider.writeGPX("may.gpx", start: "2026-05-03T08:30:00Z", seconds: 600, heartRate: 140)
        let outcome = try rider.run("workouts", "import", ride)
        #expect(outcome.status == 0, "\(outcome.complaint)")
    }

    private func bytes(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(filePath: folder + "/" + name))) }

    /// Width and height as a PNG's header has them.
    private func size(_ file: [UInt8]) -> [Int] {
        guard file.count > 24, file.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { return [] }
        return [16, 20].map { file[$0..<$0 + 4].reduce(0) { $0 << 8 | Int($1) } }
    }

    @Test func twoProcessesDrawTheSame() throws {
        for name in ["a.png", "b.png"] {
            let outcome = try rider.run("card", "workout", "last", folder + "/" + name, "--look", "dark")
            #expect(outcome.status == 0 && outcome.output.hasSuffix("Your ride, 1080 × 1350\n"), "\(outcome.complaint)")
        }
        let (first, second) = (try bytes("a.png"), try bytes("b.png"))
        #expect(first == second && size(first) == [1080, 1350])
        for name in ["c.svg", "d.svg"] {
            let outcome = try rider.run("card", "widget", "--today", "2026-05-03", folder + "/" + name)
            #expect(outcome.status == 0, "\(outcome.complaint)")
        }
        let (third, fourth) = (try bytes("c.svg"), try bytes("d.svg"))
        #expect(third == fourth && third.starts(with: "<svg".utf8))
    }

    /// 600 s along the equator, 1e-4 degrees a second: 0.06° of 111 195.08 m (core §6.7) are 6671.7 m, of which
    /// the last second may be left out.
    @Test func aPeriodSaysWhatStatsSays() throws {
        let outcome = try rider.run(
            "card", "widget", "--period", "day", "--today", "2026-05-03", "--time-zone", "UTC", folder + "/day.svg")
        #expect(outcome.status == 0, "\(outcome.complaint)")
        let text = String(decoding: try bytes("day.svg"), as: UTF8.self)
        let found = try #require(text.firstMatch(of: #/Today · .* · Distance · (\d\.\d\d) · km/#), "\(text.prefix(600))")
        let stats = try rider.run("stats", "--period", "day", "--today", "2026-05-03", "--time-zone", "UTC")
        #expect(stats.output.contains("\(found.1) km") && ["6.66", "6.67"].contains(found.1))
        let card = try rider.run(
            "card", "period", "--period", "year", "--back", "0", "--today", "2026-05-03", folder + "/year.png")
        let year = try bytes("year.png")
        #expect(card.status == 0 && size(year) == [1080, 1350], "\(card.complaint)")
    }

    @Test func sizes() throws {
        for (words, expected) in [
            (["--size", "small"], [400, 300]), (["--size", "large", "--look", "monochrome"], [1200, 825]),
            (["--scale", "2"], [1600, 960]),
        ] {
            let path = folder + "/w.png"
            let outcome = try Program.run(["card", "widget", "--replace", path, "--store", rider.store] + words)
            let picture = try bytes("w.png")
            #expect(outcome.status == 0 && size(picture) == expected, "\(outcome.complaint)")
        }
    }

    @Test func nothingIsWrittenOver() throws {
        let path = folder + "/note.txt"
        try Data("mine".utf8).write(to: URL(filePath: path))
        for words in [[], ["--replace"]] {
            let outcome = try Program.run(["card", "workout", "last", path, "--store", rider.store] + words)
            #expect(outcome.status == 73 && outcome.complaint.contains("is there already"))
        }
        let kept = try bytes("note.txt")
        #expect(kept == Array("mine".utf8))
        #expect(try rider.run("card", "workout", "last", folder + "/no/such/folder.png").status == 73)
    }

    @Test func slips() throws {
        #expect(try rider.run("card").status == 64)
        #expect(try rider.run("card", "workout", "last", "--location-free", "--trim", "100", folder + "/x.png").status == 64)
        #expect(try rider.run("card", "workout", "no-such", folder + "/x.png").status == 66)
    }
}
