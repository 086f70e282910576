import Foundation
import TestSupport
import Testing

struct CommandLineTests {
    @Test(arguments: [["help"], ["--help"], ["-h"]]) func overviewListsTheCommands(arguments: [String]) throws {
        let outcome = try Program.run(arguments)
        #expect(outcome.status == 0)
        #expect(outcome.complaint.isEmpty)
        for command in ["decode", "help", "version"] { #expect(outcome.output.contains("\n  \(command) ")) }
    }

    @Test(arguments: [
        ["help", "decode"], ["decode", "--help"], ["decode", "-h", "--nonsense"], ["decode", "kind", "00", "--help"],
    ]) func pageOfACommand(arguments: [String]) throws {
        let outcome = try Program.run(arguments)
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("usage: wattbeat decode [options] KIND HEX…"))
        #expect(outcome.output.contains("--list"))
    }

    @Test func everyHelpPageFitsAScreen() throws {
        let commands = try Program.run(["help"]).output.matches(of: #/\n  ([a-z]+) /#).map { String($0.1) }
        #expect(commands.count > 20)
        let pages = [[]] + commands.map { [$0] } + ["show", "export", "rename", "delete"].map { ["workouts", $0] }
        for page in pages {
            let page = try Program.run(["help"] + page).output
            #expect(page.split(separator: "\n").allSatisfy { $0.count <= 120 })
            #expect(page.hasSuffix("\n"))
        }
    }

    @Test(arguments: ["replay", "inspect"]) func aFolderIsNoFile(command: String) throws {
        let folder = try TemporaryFolder()
        let outcome = try Program.run([command, folder.url.path])
        #expect(outcome.status == 66)
        #expect(outcome.complaint == "wattbeat: \(folder.url.path) is a folder, and a file is expected\n")
    }

    /// Nobody makes folders in /sys; that there is none is not the reason.
    @Test func aFolderThatMayNotBeMade() throws {
        let ride = Fixture("captures/nasty/laps.capture").url.path
        let outcome = try Program.run(["workouts", "import", ride], environment: ["XDG_DATA_HOME": "/sys/nowhere"])
        #expect(outcome.status == 73)
        #expect(outcome.complaint.contains("cannot create /sys/nowhere: "), "\(outcome.complaint)")
        #expect(!outcome.complaint.contains("No such file"))
    }

    @Test func version() throws {
        let outcome = try Program.run(["version"])
        #expect(outcome.output.wholeMatch(of: /wattbeat \d+\.\d+\.\d+\n/) != nil)
        #expect(try Program.run(["--version"]).output == outcome.output)
        let manual = try String(contentsOf: Fixture.repository.appending(path: "docs/wattbeat.1"), encoding: .utf8)
        #expect(manual.contains("\"\(outcome.output.dropLast())\""), "the manual names the version too")
    }

    @Test(arguments: [
        ([], "no command given"),
        (["hlep"], "there is no command 'hlep'; did you mean 'help'?"),
        (["--decode"], "there is no option '--decode'"),
        (["help", "hepl"], "there is no command 'hepl'; did you mean 'help'?"),
        (["version", "1"], "version has no use for '1'"),
        (["decode"], "decode needs a KIND and its bytes"),
        (["decode", "--lst"], "there is no option '--lst'; did you mean '--list'?"),
        (["decode", "--list=yes"], "--list takes no value"),
        (["decode", "--", "--list"], "there is no kind '--list'"),
        (["decode", "zzzzzzzzzzzz", "00"], "there is no kind 'zzzzzzzzzzzz'"),
        (["de\u{1B}[31m"], "there is no command 'de\\u{1b}[31m'"),
    ]) func wrongUsage(arguments: [String], complaint: String) throws {
        let outcome = try Program.run(arguments)
        #expect(outcome.status == 64)
        #expect(outcome.output.isEmpty)
        #expect(outcome.complaint.hasPrefix("wattbeat: \(complaint)"))
        #expect(outcome.complaint.contains("(try: wattbeat "))
        #expect(outcome.complaint.count(where: \.isNewline) == 1)
    }

    @Test func aFullDiskIsTold() throws {
        let outcome = try Program.run(["help"], output: FileHandle(forWritingTo: URL(filePath: "/dev/full")))
        #expect(outcome.status == 74)
        #expect(outcome.complaint == "wattbeat: cannot write standard output: No space left on device\n")
    }

    @Test func aReaderThatHasGoneIsNoError() throws {
        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        let outcome = try Program.run(["help"], output: pipe.fileHandleForWriting)
        #expect(outcome.status == 141)
        #expect(outcome.complaint.isEmpty)
    }

    @Test func aFileGetsNoColours() throws {
        for environment in [["TERM": "xterm-256color"], ["NO_COLOR": "1"]] {
            #expect(try !Program.run(["help"], environment: environment).output.contains("\u{1B}"))
        }
    }
}
