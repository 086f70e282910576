import Foundation
import TestSupport
import Testing

/// A gateway whose disk takes no more: here its files may not grow, as ulimit -f says, which it learns as it would learn of a full disk.
@Suite struct FullDiskTests {
    /// A strap that counts: 60, 61, … 159, 60, …, four times a second.
    private static func ride(seconds: Int) -> String {
        var lines = [
            "wattbeat-capture 1", "identity 00000000000000000000000000000001", "start 2026-05-03T06:30:00.000000Z synchronised",
            "",
            "0 command - start cycling", "0 open 1 gatt:2a37 C0:00:00:00:00:01 Strap",
        ]
        for beat in 1...seconds * 4 {
            lines.append("\(beat * 250_000) rx 1 00\(String(60 + beat % 100 + 256, radix: 16).suffix(2))")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// How far a file of the process may grow, by prlimit64(2), which Glibc's module leaves out: a soft limit, then a hard one.
    private static func limit(_ process: Process, to bytes: UInt64?) throws {
        typealias Call = @convention(c) (pid_t, CInt, UnsafePointer<UInt64>?, UnsafeMutablePointer<UInt64>?) -> CInt
        let call = unsafeBitCast(try #require(dlsym(nil, "prlimit64")), to: Call.self)
        let files: CInt = 1
        var limits: [UInt64] = [0, 0]
        let isRead = call(process.processIdentifier, files, nil, &limits) == 0
        try #require(isRead)
        limits[0] = bytes ?? limits[1]
        let isSet = call(process.processIdentifier, files, limits, nil) == 0
        try #require(isSet)
    }

    /// The part of a status that this is about.
    private struct Status {
        let state: String, sentence: String?
        let lost: Int?
        let now: Double?, values: Int

        init(socket: String) throws {
            let output = try Program.run(["status", "--json", "--socket", socket]).output
            let status = try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
            let capture = try #require(status["capture"] as? [String: Any])
            let live = status["live"] as? [String: Any]
            state = try #require(capture["state"] as? String)
            sentence = capture["sentence"] as? String
            lost = capture["lostRecords"] as? Int
            now = live?["now"] as? Double
            values = (live?["values"] as? [[String: Any]])?.filter { $0["value"] is Double }.count ?? 0
        }
    }

    private func wait(_ socket: String, until isReached: (Status) -> Bool) throws -> Status {
        var patience = Patience()
        while patience.lasts() {
            let status = try Status(socket: socket)
            if isReached(status) { return status }
            usleep(20_000)
        }
        Issue.record("it did not come to that")
        return try Status(socket: socket)
    }

    @Test func theViewGoesOnAndSoDoesTheRecording() throws {
        let folder = try TemporaryFolder()
        let (path, socket) = (folder.url.path, folder.url.path + "/s")
        let ride = try folder.write(Array(Self.ride(seconds: 3600).utf8), "ride.capture")
        let process = Process()
        process.executableURL = Program.url
        process.arguments = [
            "run", "--demo", ride, "--demo-speed", "20", "--settings", path + "/settings.json", "--captures", path + "/captures",
            "--workouts", path + "/workouts", "--socket", socket,
        ]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        defer { if process.isRunning { process.terminate() } }
        var patience = Patience()
        while !FileManager.default.fileExists(atPath: socket), patience.lasts() { usleep(10_000) }

        _ = try wait(socket) { $0.state == "writing" && $0.now != nil }
        try Self.limit(process, to: 1024)
        let full = try wait(socket) { $0.state == "suspended" }
        #expect(full.sentence?.hasPrefix("not recording: ") == true)
        // Five seconds of the ride later it still shows the heart.
        let later = try wait(socket) { ($0.now ?? 0) > (full.now ?? 0) + 5 }
        #expect(later.state == "suspended" && later.values > 0 && later.lost == 0)
        try Self.limit(process, to: nil)
        _ = try wait(socket) { $0.state == "writing" && ($0.now ?? 0) > (later.now ?? 0) }
        let stopped = try Program.run(["stop", "--socket", socket])
        #expect(stopped.status == 0, "\(stopped.complaint)")
        process.terminate()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)

        // What came meanwhile waited, and not one beat is missing.
        let captures = try FileManager.default.contentsOfDirectory(atPath: path + "/captures/demo")
        let name = try #require(captures.first { $0.hasSuffix(".capture") && !$0.hasPrefix("idle-") })
        let text = try String(contentsOfFile: "\(path)/captures/demo/\(name)", encoding: .utf8)
        let beats = text.split(separator: "\n").filter { $0.contains(" rx 1 00") }.compactMap { Int($0.suffix(2), radix: 16) }
        #expect(beats.count > 20 && text.utf8.count > 1024)
        #expect(zip(beats, beats.dropFirst()).allSatisfy { $1 == ($0 == 159 ? 60 : $0 + 1) })
        #expect(!text.contains(" drop "))
    }
}
