import Foundation
import TestSupport
import Testing

/// `make install` and `make uninstall` into a folder, with another program in place of ours, which is not built for it.
final class InstallationTests {
    private let folder: TemporaryFolder
    private let root: URL

    init() throws {
        folder = try TemporaryFolder()
        root = folder.url.appending(path: "root")
        let built = folder.url.appending(path: "built")
        for name in ["release", "runtime"] {
            try FileManager.default.createDirectory(at: built.appending(path: name), withIntermediateDirectories: true)
        }
        // A real program, as its symbols are stripped.
        try FileManager.default.copyItem(atPath: "/bin/true", toPath: built.appending(path: "release/wattbeat").path)
        try Data([1]).write(to: built.appending(path: "runtime/libswiftCore.so"))
    }

    private func make(_ target: String, _ variables: [String] = []) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/make")
        let built = folder.url.appending(path: "built").path
        process.arguments =
            ["-s", "-C", Fixture.repository.path, target, "DESTDIR=\(root.path)", "INSTALL_BUILD=\(built)", "INSTALLABLE="]
            + variables
        // What a `make test` above this says of itself is not for this one.
        process.environment = ProcessInfo.processInfo.environment.filter {
            !["MAKEFLAGS", "MFLAGS", "MAKELEVEL"].contains($0.key)
        }
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "make \(target) failed")
    }

    /// Every file below the folder, with its mode.
    private var installed: [String: Int] {
        get throws {
            var files: [String: Int] = [:]
            for case let path as String in FileManager.default.enumerator(atPath: root.path) ?? .init() {
                let attributes = try FileManager.default.attributesOfItem(atPath: root.appending(path: path).path)
                guard attributes[.type] as? FileAttributeType == .typeRegular else { continue }
                files[path] = (attributes[.posixPermissions] as? NSNumber)?.intValue
            }
            return files
        }
    }

    private static func expected(_ prefix: String) -> [String: Int] {
        let below = [
            "lib/wattbeat/libswiftCore.so", "share/man/man1/wattbeat.1", "lib/udev/rules.d/60-wattbeat.rules",
            "lib/sysusers.d/wattbeat.conf", "lib/systemd/system/wattbeat.service", "share/wattbeat/drop-ins/att.conf",
            "share/wattbeat/drop-ins/listen.conf",
        ]
        var files = Dictionary(uniqueKeysWithValues: below.map { ("\(prefix)/\($0)", 0o644) })
        files["\(prefix)/bin/wattbeat"] = 0o755
        // Where D-Bus looks, whatever the prefix.
        files["etc/dbus-1/system.d/org.wattbeat.conf"] = 0o644
        return files
    }

    @Test(arguments: ["usr/local", "usr", "opt/wattbeat"]) func everyFileComesAndGoes(prefix: String) throws {
        let variables = prefix == "usr/local" ? [] : ["PREFIX=/\(prefix)"]
        try make("install", variables)
        #expect(try installed == Self.expected(prefix))
        let unit = root.appending(path: "\(prefix)/lib/systemd/system/wattbeat.service")
        let lines = try String(contentsOf: unit, encoding: .utf8).split(separator: "\n")
        #expect(lines.first { $0.hasPrefix("ExecStart=") }?.hasPrefix("ExecStart=/\(prefix)/bin/wattbeat ") == true)

        // What was recorded stays.
        let recording = root.appending(path: "var/lib/wattbeat/captures/ride.capture")
        try FileManager.default.createDirectory(at: recording.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data([1]).write(to: recording)
        try make("uninstall", variables)
        #expect(try Set(installed.keys) == ["var/lib/wattbeat/captures/ride.capture"])
        #expect(!FileManager.default.fileExists(atPath: root.appending(path: "\(prefix)/lib/wattbeat").path))
    }

    /// An installation over a former one leaves the same.
    @Test func onceMoreIsTheSame() throws {
        try make("install")
        let first = try installed
        try make("install")
        #expect(try installed == first)
    }
}
