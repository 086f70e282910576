import Foundation
import TestSupport
import Testing

/// What `udev/` hands to systemd and udev, judged by their own programs.
struct ServiceFilesTests {
    private static let folder = Fixture.repository.appending(path: "udev")

    /// - Returns: what the program said, on either stream.
    private func run(_ program: String, _ arguments: [String]) throws -> String {
        let path = try #require(
            ["/usr/bin", "/bin", "/sbin"].map { "\($0)/\(program)" }.first(where: FileManager.default.isExecutableFile(atPath:)),
            "\(program) is not installed: make deps")
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let said = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: said, as: UTF8.self)
    }

    @Test(arguments: [([], 2.0), (["att"], 2.5), (["listen"], 2.5), (["att", "listen"], 2.5)])
    func exposureIsLow(dropIns: [String], limit: Double) throws {
        let copy = try TemporaryFolder()
        let unit = try copy.write(Array(Data(contentsOf: Self.folder.appending(path: "wattbeat.service"))), "wattbeat.service")
        try FileManager.default.createDirectory(atPath: unit + ".d", withIntermediateDirectories: false)
        for name in dropIns {
            let file = Self.folder.appending(path: "drop-ins/\(name).conf")
            try FileManager.default.copyItem(atPath: file.path, toPath: "\(unit).d/\(name).conf")
        }
        let report = try run("systemd-analyze", ["security", "--offline=true", "--no-pager", unit])
        let match = try #require(report.firstMatch(of: /exposure level for wattbeat.service: ([0-9.]+)/), "\(report)")
        let exposure = try #require(Double(match.1))
        #expect(exposure <= limit)
        if dropIns.contains("att") {
            #expect(report.contains(/✗ CapabilityBoundingSet=~CAP_NET_ADMIN/), "the drop-in is read")
        }
    }

    @Test func theUnitIsUnderstood() throws {
        // Without a program to start and a manual to name, both of which come with the installation.
        let unit = try String(contentsOf: Self.folder.appending(path: "wattbeat.service"), encoding: .utf8)
            .replacing("ExecStart=wattbeat", with: "ExecStart=/bin/true").replacing(/\nDocumentation=.*/, with: "")
        let copy = try TemporaryFolder()
        #expect(try run("systemd-analyze", ["verify", "--man=no", copy.write(Array(unit.utf8), "wattbeat.service")]) == "")
        for line in ["Type=notify", "WatchdogSec=30", "Restart=always", "User=wattbeat"] { #expect(unit.contains("\n\(line)\n")) }
    }

    @Test func userAndGroupAreUnderstood() throws {
        let said = try run("systemd-sysusers", ["--dry-run", Self.folder.appending(path: "wattbeat.sysusers").path])
        #expect(!said.contains("wattbeat.sysusers:"), "a line of it is complained about: \(said)")
    }

    /// udev's own check came after Debian 12's version: every key of the rules must at least be one that udev has.
    @Test func rulesUseUdevsKeys() throws {
        let rules = try String(contentsOf: Self.folder.appending(path: "60-wattbeat.rules"), encoding: .utf8)
            .replacing("\\\n", with: " ")
        let key =
            /(ACTION|SUBSYSTEM|ENV\{\w+\}|ATTRS?\{\w+\}|TAG|GROUP|MODE|SYMLINK|IMPORT\{builtin\}|TEST|GOTO|LABEL)(==|!=|\+=|=)"[^"]*"/
        for line in rules.split(separator: "\n") where !line.hasPrefix("#") {
            for part in line.split(separator: ",", omittingEmptySubsequences: false) {
                #expect(part.trimmingPrefix(while: \.isWhitespace).wholeMatch(of: key) != nil, "\(part)")
            }
        }
        for id in ["1003|1004|1008|1009", "wattbeat.service", "ID_MM_DEVICE_IGNORE", "wattbeat/ant-", "wattbeat/gps-"] {
            #expect(rules.contains(id))
        }
        #expect(!rules.contains("0666"))
    }
}
