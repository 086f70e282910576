import Foundation
import Synchronization
import TestSupport
import Testing

/// A gateway whose words nobody takes records on, answers and ends all the same.
@Suite struct UnreadOutputTests {
    private final class Flag: Sendable { let isSet = Atomic(false) }

    /// A gateway without sensors, in a folder of its own.
    private final class Gateway {
        let folder: TemporaryFolder
        let process = Process()
        var socket: String { folder.url.path + "/s" }

        init(_ command: String, output: FileHandle, environment: [String: String] = [:]) throws {
            folder = try TemporaryFolder()
            let path = folder.url.path
            process.executableURL = Program.url
            process.arguments =
                [command, "--ble", "off", "--ant", "off", "--gps", "off", "--settings", path + "/settings.json"]
                + ["--captures", path + "/captures", "--workouts", path + "/workouts", "--socket", path + "/s"]
            process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = output
            process.standardError = output
            try process.run()
            _ = Self.waits { FileManager.default.fileExists(atPath: self.socket) }
        }

        deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

        func ask(_ request: String) throws -> Program.Outcome { try Program.run([request, "--socket", socket]) }

        /// Whether it ends by itself, having been asked to: within ten seconds.
        func ends() -> Bool {
            let identifier = process.processIdentifier
            let hasEnded = Flag()
            let limit = Thread {
                if !Self.waits(until: { hasEnded.isSet.load(ordering: .relaxed) }) { kill(identifier, SIGKILL) }
            }
            limit.start()
            process.terminate()
            process.waitUntilExit()
            hasEnded.isSet.store(true, ordering: .relaxed)
            return process.terminationReason == .exit
        }

        static func waits(until isSo: () -> Bool) -> Bool {
            var patience = Patience()
            while !isSo(), patience.lasts() { usleep(10_000) }
            return isSo()
        }
    }

    /// Has no room for one byte more.
    private static func fullPipe() -> Pipe {
        let pipe = Pipe()
        let end = pipe.fileHandleForWriting.fileDescriptor
        let flags = fcntl(end, F_GETFL)
        _ = fcntl(end, F_SETFL, flags | O_NONBLOCK)
        let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 4096)
        while write(end, bytes, bytes.count) > 0 {}
        while write(end, bytes, 1) > 0 {}
        _ = fcntl(end, F_SETFL, flags)
        return pipe
    }

    @Test func aPipeThatNobodyReads() throws {
        let pipe = Self.fullPipe()
        let gateway = try Gateway("run", output: pipe.fileHandleForWriting)
        #expect(try gateway.ask("status").output.contains("no workout is running"))
        #expect(try gateway.ask("start").output == "started\n")
        #expect(try gateway.ask("stop").output.contains(".fit"))
        #expect(gateway.ends())
        #expect(gateway.process.terminationStatus == 0)
    }

    /// `record` has a sum to tell at its end, and an error of its own; neither keeps it.
    @Test func aRecordingThatNobodyLooksAt() throws {
        let pipe = Self.fullPipe()
        let gateway = try Gateway("record", output: pipe.fileHandleForWriting)
        #expect(try gateway.ask("lap").output == "lap\n")
        #expect(gateway.ends())
        let files = try FileManager.default.contentsOfDirectory(atPath: gateway.folder.url.path + "/workouts")
        #expect(files.contains { $0.hasSuffix(".fit") })
    }

    /// systemd that is held up, say: its socket takes eleven messages or so.
    @Test func aServiceManagerThatDoesNotListen() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.path + "/n"
        let (manager, teller) = (socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0), socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0))
        defer { for descriptor in [manager, teller] { close(descriptor) } }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(manager, address, size) == 0 ? connect(teller, address, size) : -1
            }
        }
        try #require(result == 0)
        while send(teller, "X=1", 3, Int32(MSG_DONTWAIT)) == 3 {}
        let gateway = try Gateway("run", output: .nullDevice, environment: ["NOTIFY_SOCKET": path])
        #expect(try gateway.ask("status").output.contains("no workout is running"))
        // Once it listens it hears that all is well.
        var heard = ""
        #expect(
            Gateway.waits {
                var bytes = [UInt8](repeating: 0, count: 256)
                let count = recv(manager, &bytes, bytes.count, Int32(MSG_DONTWAIT))
                if count > 0 { heard += String(decoding: bytes[..<count], as: UTF8.self) + "\n" }
                return heard.contains("READY=1\n")
            })
        #expect(gateway.ends())
    }
}
