import Foundation
import TestSupport
import Testing

/// `wattbeat workouts export`, as files, as a table and on standard output.
struct WorkoutsExportTests {
    private let rider: Rider
    private let out: String

    /// A ride in May and one in June, which has a heart rate.
    init() throws {
        rider = try Rider()
        let may = try rider.writeGPX("may.gpx", start: "2026-05-03T08:30:00Z", seconds: 600)
        let june = try rider.writeGPX("june.gpx", start: "2026-06-03T08:30:00Z", seconds: 120, heartRate: 150)
        let outcome = try rider.run("workouts", "import", may, june)
        #expect(outcome.status == 0, "\(outcome.complaint)")
        out = rider.folder.url.appending(path: "out").path
        try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true)
    }

    private func files() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: out).sorted() }

    @Test func aPeriod() throws {
        let june = try rider.run(
            "workouts", "export", "--from", "2026-06-01", "--to", "2026-06-30", "--time-zone", "UTC", "--tcx", out, "--gpx", out)
        #expect(june.status == 0, "\(june.complaint)")
        #expect(try files().map { String($0.prefix(25)) } == ["2026-06-03T083000-cycling", "2026-06-03T083000-cycling"])
        let all = try rider.run("workouts", "export", "--sport", "cycling", "--fit", out + "/")
        #expect(all.status == 0 && all.output.split(separator: "\n").count == 2, "\(all.complaint)")
        #expect(try files().count == 4)
        #expect(try rider.run("workouts", "export", "--sport", "running", "--fit", out).status == 66)
        // A folder that is not there yet.
        let new = try rider.run("workouts", "export", "last", "--fit", out + "/one/more/")
        #expect(new.status == 0, "\(new.complaint)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: out + "/one/more").count == 1)
    }

    /// As a spreadsheet and a program read it: the columns have names, the rows are in order of time.
    @Test func aTableOfAPeriod() throws {
        let path = out + "/all.csv"
        let outcome = try rider.run("workouts", "export", "--from", "2026-01-01", "--summaries", path)
        #expect(outcome.status == 0 && outcome.output.hasSuffix("all.csv, 2 workouts\n"), "\(outcome.complaint)")
        let lines = try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\r\n")
        #expect(lines.count == 5 && lines[4].isEmpty)
        let columns = lines[0].components(separatedBy: ",")
        func row(_ line: String) -> [String: String] {
            Dictionary(uniqueKeysWithValues: zip(columns, line.components(separatedBy: ",")))
        }
        #expect(lines[1...2].map { row($0)["start_utc"] } == ["2026-05-03T08:30:00.000Z", "2026-06-03T08:30:00.000Z"])
        #expect(lines[1...2].map { row($0)["avg_heart_rate_bpm"] } == ["", "150"])
        // Ten minutes and two: what was measured in the two alone is their mean.
        let total = row(lines[3])
        #expect(total["activity"] == "total" && total["name"] == "2" && total["timer_s"] == "720")
        #expect(total["avg_heart_rate_bpm"] == "150" && total["id"] == "" && total["normalized_power_w"] == "")
        let shown = try rider.run("workouts", "export", "--from", "2026-01-01", "--summaries", "-")
        #expect(try shown.output == String(contentsOfFile: path, encoding: .utf8))
        // A table is replaced as the other files are.
        #expect(try rider.run("workouts", "export", "--from", "2026-06-01", "--summaries", path).status == 73)
        let replaced = try rider.run("workouts", "export", "--from", "2026-06-01", "--summaries", path, "--replace")
        #expect(replaced.status == 0 && replaced.output.contains("1 workout"), "\(replaced.complaint)")
    }

    @Test(arguments: [
        ("month", "2026-06-20", ["2026-06-03"]), ("year", "2026-06-20", ["2026-05-03", "2026-06-03"]),
        ("week", "2026-05-02", ["2026-05-03"]), ("2026-05-03..2026-06-02", "2026-12-31", ["2026-05-03"]),
    ]) func namedPeriods(period: String, today: String, days: [String]) throws {
        let path = out + "/period.csv.gz"
        let outcome = try rider.run(
            "workouts", "export", "--period", period, "--today", today, "--week-starts", "monday", "--time-zone", "UTC",
            "--summaries",
            path)
        #expect(outcome.status == 0, "\(outcome.complaint)")
        let unpacked = Process()
        unpacked.executableURL = URL(filePath: "/bin/gzip")
        unpacked.arguments = ["-dc", path]
        let pipe = Pipe()
        unpacked.standardOutput = pipe
        try unpacked.run()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        unpacked.waitUntilExit()
        #expect(unpacked.terminationStatus == 0)
        #expect(text.components(separatedBy: "\r\n").dropFirst().dropLast(2).map { String($0.prefix(10)) } == days)
    }

    /// What was noted is in the files, and each says of which workout it is.
    @Test func notes() throws {
        #expect(try rider.run("workouts", "edit", "1", "--note", "a headwind").status == 0)
        let outcome = try rider.run("workouts", "export", "1", "--gpx", "-")
        #expect(outcome.output.contains("<desc>a headwind</desc>"), "\(outcome.complaint)")
        let id = try #require(rider.listed()[0]["id"] as? String)
        #expect(outcome.output.contains("id=\"\(id)\""))
    }

    @Test func nothingIsWrittenOverSilently() throws {
        let path = out + "/ride.gpx"
        #expect(try rider.run("workouts", "export", "1", "--gpx", path).status == 0)
        let first = try Data(contentsOf: URL(filePath: path))
        let same = try rider.run("workouts", "export", "1", "--gpx", path)
        #expect(same.status == 0 && same.output.contains("is there already, and is the same"), "\(same.complaint)")
        let other = try rider.run("workouts", "export", "2", "--gpx", path)
        #expect(other.status == 73 && other.complaint.contains("--replace"), "\(other.complaint)")
        #expect(try Data(contentsOf: URL(filePath: path)) == first)
        #expect(try rider.run("workouts", "export", "2", "--gpx", path, "--replace").status == 0)
        #expect(try Data(contentsOf: URL(filePath: path)) != first)
        // What is something else is never replaced.
        let notes = out + "/notes.gpx"
        try Data("notes".utf8).write(to: URL(filePath: notes))
        #expect(try rider.run("workouts", "export", "1", "--gpx", notes, "--replace").status == 73)
        #expect(try files() == ["notes.gpx", "ride.gpx"])
    }

    @Test func standardOutput() throws {
        let path = out + "/ride.gpx"
        #expect(try rider.run("workouts", "export", "last", "--gpx", path).status == 0)
        let outcome = try rider.run("workouts", "export", "last", "--gpx", "-")
        #expect(try outcome.status == 0 && outcome.output == String(contentsOfFile: path, encoding: .utf8))
    }

    @Test(arguments: [
        (["1", "2", "--gpx", "-"], 64, "takes one file"), (["1", "--gpx", "-", "--tcx", "-"], 64, "takes one file"),
        (["1", "--from", "2026-05-01", "--gpx", "-"], 64, "not both"), (["--gpx", "-"], 64, "needs IDs"),
        (["--from", "2026-05-01"], 64, "--summaries"), (["--period", "decade", "--gpx", "-"], 64, "--period"),
        (["--period", "month", "--from", "2026-05-01", "--gpx", "-"], 64, "leave --from and --to out"),
        (["1", "--gpx", "/nowhere/at/all.gpx"], 73, "cannot create"),
    ])
    func misuse(words: [String], status: Int32, complaint: String) throws {
        let outcome = try Program.run(["workouts", "export"] + words + ["--store", rider.store])
        #expect(outcome.status == status && outcome.complaint.contains(complaint), "\(outcome.status) \(outcome.complaint)")
    }
}
