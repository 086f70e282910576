import Foundation
import Testing

struct DoctorTests {
    private struct Report: Decodable {
        struct Finding: Decodable {
            let subject: String
            let verdict: String
            let sentence: String
            let remedy: String?
        }
        let verdict: String
        let findings: [Finding]
    }

    /// In a home of its own, with no gateway to ask.
    private func doctor(_ home: TemporaryFolder, _ options: [String]) throws -> Program.Outcome {
        let variables = ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"].map { ($0, home.url.path) }
        let arguments = ["doctor", "--socket", home.url.path + "/none.sock"] + options
        return try Program.run(arguments, environment: Dictionary(uniqueKeysWithValues: variables))
    }

    @Test func everyLineHasAVerdictAndFaultsTheirExitStatus() throws {
        let home = try TemporaryFolder()
        let outcome = try doctor(home, ["--json"])
        let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
        #expect(outcome.status == (report.verdict == "fault" ? 1 : 0))
        #expect(report.findings.allSatisfy { ["ok", "warning", "fault"].contains($0.verdict) })
        let subjects = Set(report.findings.map(\.subject))
        #expect(subjects.isSuperset(of: ["gateway", "settings", "groups", "udev rules", "clock", "time zone", "capture folder"]))
        #expect(report.findings.first { $0.subject == "gateway" }?.sentence == "not running")
        #expect(report.findings.first { $0.subject == "capture folder" }?.verdict == "ok")
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.url.path).isEmpty, "nothing is left behind")
    }

    @Test func aFolderThatCannotBeIsAFault() throws {
        let home = try TemporaryFolder()
        let file = try home.write([], "file")
        let outcome = try doctor(home, ["--captures", file + "/captures"])
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("fault    capture folder"))
        #expect(outcome.complaint.isEmpty, "the lines have said it")
    }
}
