import Foundation
import TestSupport
import Testing

/// The program says the same of a recorded ride each time, down to the last byte of JSON and FIT.
@Suite struct ReplayDeterminismTests {
    /// What one run of the program made.
    private struct Made {
        var json: String
        var fit: Data

        /// The first line that differs; an expectation of the whole would print all of it.
        func differs(from other: Made) -> String? {
            if json == other.json { return fit == other.fit ? nil : "the FIT file" }
            let lines = zip(json.split(separator: "\n"), other.json.split(separator: "\n"))
            return lines.first { $0 != $1 }.map { "\($0) instead of \($1)" } ?? "the length"
        }
    }

    static let rides = RecordedFiles.all

    private static func replay(_ files: [String], _ more: [String] = [], environment: [String: String] = [:]) throws -> Made {
        let folder = try TemporaryFolder()
        let fit = folder.url.appending(path: "ride.fit")
        let outcome = try Program.run(
            ["replay"] + files + ["--json", "--route", "--fit", fit.path] + more, environment: environment)
        try #require(outcome.status == 0, "\(outcome.complaint)")
        return Made(json: outcome.output, fit: try Data(contentsOf: fit))
    }

    /// Each process orders its dictionaries by a seed of its own.
    @Test(arguments: rides)
    func inAnotherProcess(_ ride: RecordedFiles) throws {
        let once = try Self.replay(ride.paths)
        #expect(once.json.count > 10_000 && once.fit.count > 10_000)
        #expect(try Self.replay(ride.paths).differs(from: once) == nil)
        #expect(try Self.replay(ride.paths, environment: ["SWIFT_DETERMINISTIC_HASHING": "1"]).differs(from: once) == nil)
    }

    @Test(arguments: rides)
    func inAnotherOrderOfFiles(_ ride: RecordedFiles) throws {
        let once = try Self.replay(ride.paths)
        #expect(try Self.replay(ride.paths.reversed()).differs(from: once) == nil)
        #expect(try Self.replay(Array(ride.paths.dropFirst() + ride.paths.prefix(1))).differs(from: once) == nil)
    }

    /// Several files written down as one capture are the same ride.
    @Test(arguments: rides)
    func asOneCapture(_ ride: RecordedFiles) throws {
        let folder = try TemporaryFolder()
        let capture = folder.url.appending(path: "ride.capture").path
        let once = try Self.replay(ride.paths, ["--capture", capture])
        let again = folder.url.appending(path: "again.capture").path
        #expect(try Self.replay([capture], ["--capture", again]).differs(from: once) == nil)
        #expect(FileManager.default.contentsEqual(atPath: capture, andPath: again))
    }

    /// The C library takes other ways to sines and logarithms on a processor without fused multiply-add, and they differ in the
    /// last bit; the stated decimals do not.
    @Test(.enabled(if: FusedMultiplyAdd.canBeSwitchedOff), arguments: rides)
    func withoutFusedMultiplyAdd(_ ride: RecordedFiles) throws {
        let without = try Self.replay(ride.paths, environment: FusedMultiplyAdd.switchedOff)
        #expect(without.differs(from: try Self.replay(ride.paths)) == nil)
    }
}

/// A wish to the C library (glibc, x86) to do without the instruction; what it comes to is seen in another program's sines.
enum FusedMultiplyAdd {
    static let switchedOff = ["GLIBC_TUNABLES": "glibc.cpu.hwcaps=-FMA,-FMA4,-AVX2,-FMA_Usable,-AVX2_Usable"]

    static let canBeSwitchedOff: Bool = {
        let differs = (try? sines(environment: [:]) != sines(environment: switchedOff)) ?? false
        if !differs {
            print("skipped: this C library has one way to sines only, so replays without fused multiply-add show nothing")
        }
        return differs
    }()

    private static func sines(environment: [String: String]) throws -> Data {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-c", "import math; print([math.sin(i / 777) for i in range(20000)])"]
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return data
    }
}

/// A folder of `Fixtures/captures` with a rider's commands.
struct RecordedFiles: Sendable, CustomTestStringConvertible {
    let name: String
    let paths: [String]

    var testDescription: String { name }

    static let all: [RecordedFiles] = {
        let captures = Fixture("captures").url
        let names = (try? FileManager.default.contentsOfDirectory(atPath: captures.path)) ?? []
        return names.sorted().compactMap { name in
            let files = ["ble.btsnoop", "ant.pcap", "gps.nmea", "commands.capture"].map {
                captures.appending(path: "\(name)/\($0)").path
            }
            let present = files.filter { FileManager.default.fileExists(atPath: $0) }
            return present.count > 1 && present.last == files.last ? RecordedFiles(name: name, paths: present) : nil
        }
    }()
}
