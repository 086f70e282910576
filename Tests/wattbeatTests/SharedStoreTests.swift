import Foundation
import Glibc
import TestSupport
import Testing

/// A store that other programs and other people have to do with, too.
@Suite struct SharedStoreTests {
    /// Another program that has a store to itself until it is let go.
    private final class Holder {
        private let process = Process()
        private let word = Pipe()
        private let said = Pipe()

        init(_ store: String) throws {
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = [
                "python3", "-c",
                """
                import sqlite3, sys
                store = sqlite3.connect(sys.argv[1], timeout=60, isolation_level=None)
                store.execute("BEGIN IMMEDIATE")
                print("held", flush=True)
                sys.stdin.readline()
                store.execute("ROLLBACK")
                """, store,
            ]
            (process.standardInput, process.standardOutput) = (word, said)
            try process.run()
            // Its end of the line may come later.
            #expect(String(decoding: said.fileHandleForReading.availableData, as: UTF8.self).hasPrefix("h"))
        }

        func release() throws {
            try word.fileHandleForWriting.close()
            process.waitUntilExit()
        }

        deinit { if process.isRunning { process.terminate() } }
    }

    private static let ride = Fixture("captures/nasty/laps.capture").url.path

    private static func places(_ folder: TemporaryFolder) -> [String] {
        let path = folder.url.path
        return [
            "--demo", ride, "--demo-speed", "100", "--settings", path + "/settings.json", "--captures", path + "/captures",
            "--workouts", path + "/workouts", "--socket", path + "/s", "--store", path + "/h.db",
        ]
    }

    /// Who keeps the store to himself for longer than he is waited for stops no recording: it says so, and is in the store in the end.
    @Test func aGatewayWaitsForWhoHasIt() throws {
        let folder = try TemporaryFolder()
        let store = folder.url.path + "/h.db"
        func count() throws -> Int? {
            let list = try Program.run(["workouts", "list", "--json", "--store", store])
            return (try JSONSerialization.jsonObject(with: Data(list.output.utf8)) as? [String: Any])?["count"] as? Int
        }
        #expect(try Program.run(["record"] + Self.places(folder)).status == 0)
        // Its minute would be the same as the next one's.
        #expect(try count() == 1 && Program.run(["workouts", "delete", "last", "--yes", "--store", store]).status == 0)
        let holder = try Holder(store)
        let process = Process()
        process.executableURL = Program.url
        process.arguments = ["run"] + Self.places(folder)
        process.standardInput = FileHandle.nullDevice
        (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        try process.run()
        defer { if process.isRunning { process.terminate() } }
        func state() throws -> String? {
            let answer = try Program.run(["status", "--json", "--socket", folder.url.path + "/s"]).output
            let tree = try? JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any]
            let status = tree?["status"] as? [String: Any] ?? tree
            return (status?["store"] as? [String: Any])?["state"] as? String
        }
        func waits(for wanted: String) throws -> Bool {
            var patience = Patience()
            while try state() != wanted {
                guard patience.lasts() else { return false }
                usleep(100_000)
            }
            return true
        }
        #expect(try waits(for: "waiting"))
        // Who looks is not kept, and whoever would write is told.
        #expect(try count() == 0)
        let refused = try Program.run(["workouts", "restore", "last", "--store", store])
        #expect(refused.status == 75 && refused.complaint.contains("another program"), "\(refused)")
        try holder.release()
        #expect(try waits(for: "current"))
        process.terminate()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(try count() == 1)
        #expect(try Program.run(["store", "check", "--store", store]).status == 0)
    }

    // MARK: Other people

    /// Numbers that nobody has here.
    private static let (member, stranger, group) = ("54321", "54322", "54320")

    private static func run(as user: String, in group: String, _ words: [String]) throws -> Program.Outcome {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            ["setpriv", "--reuid", user, "--regid", group, "--clear-groups", Program.url.path] + words
        let (said, complained) = (Pipe(), Pipe())
        (process.standardOutput, process.standardError, process.standardInput) = (said, complained, FileHandle.nullDevice)
        try process.run()
        let output = said.fileHandleForReading.readDataToEndOfFile()
        let complaint = complained.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Program.Outcome(
            status: process.terminationStatus, output: String(decoding: output, as: UTF8.self),
            complaint: String(decoding: complaint, as: UTF8.self))
    }

    /// Only root may be somebody else, and the program may lie where others cannot reach it.
    private static let canBeOthers =
        geteuid() == 0 && (try? run(as: stranger, in: stranger, ["version"]).status) == 0

    /// A service's store is of its group: members read and write it, whatever anybody did to it; others do neither.
    @Test(.enabled(if: canBeOthers)) func membersOfTheGroup() throws {
        let folder = try TemporaryFolder()
        let data = folder.url.appending(path: "state")
        try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
        let (store, group) = (data.appending(path: "history.db").path, try #require(gid_t(Self.group)))
        #expect(try Program.run(["record"] + Self.places(folder).dropLast(2) + ["--store", store]).status == 0)
        // As systemd makes a state folder and the gateway its store.
        #expect(chown(data.path, 0, group) == 0 && chmod(data.path, 0o2770) == 0)
        for name in try FileManager.default.contentsOfDirectory(atPath: data.path) {
            let path = data.appending(path: name).path
            #expect(chown(path, 0, group) == 0 && chmod(path, 0o660) == 0)
        }
        func modes() throws -> Set<UInt32> {
            Set(
                try FileManager.default.contentsOfDirectory(atPath: data.path).map { name in
                    var status = stat()
                    #expect(stat(data.appending(path: name).path, &status) == 0 && status.st_gid == group, "\(name)")
                    return status.st_mode & 0o777
                })
        }
        func asMember(_ words: String...) throws -> Program.Outcome {
            try Self.run(as: Self.member, in: Self.group, words + ["--store", store])
        }
        let renamed = try asMember("workouts", "rename", "last", "Round the lake")
        #expect(renamed.status == 0 && renamed.output.hasPrefix("DEMO Round the lake"), "\(renamed)")
        #expect(try modes() == [0o660])
        // What one wrote the other reads, and writes.
        #expect(try Program.run(["workouts", "list", "--store", store]).output.contains("Round the lake"))
        #expect(try Program.run(["workouts", "rename", "last", "Home", "--store", store]).status == 0)
        #expect(try asMember("workouts", "list").output.contains("Home"))
        #expect(try asMember("store", "vacuum").status == 0 && asMember("store", "check").status == 0)
        #expect(try modes() == [0o660])
        for words in [["workouts", "list"], ["workouts", "rename", "last", "Theirs"], ["store", "dump"]] {
            let outcome = try Self.run(as: Self.stranger, in: Self.stranger, words + ["--store", store])
            #expect(outcome.status != 0 && outcome.output.isEmpty && !outcome.complaint.isEmpty, "\(words) \(outcome)")
        }
    }
}
