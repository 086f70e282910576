import Foundation
import TestSupport
import Testing
import WireFormats

@testable import Transports

/// Against gpsd itself, fed over a pty as gpsfake feeds it.
struct RealGPSDTests {
    private struct NoPort: Error {}

    /// Starts a server that listens on a port. One that is free now may be taken when the server asks for it; it ends then, and is
    /// tried on another.
    private func start(_ program: String, _ arguments: (_ port: Int) -> [String]) throws -> (server: Process, port: Int) {
        try #require(FileManager.default.isExecutableFile(atPath: program), "\(program) is not installed: make deps")
        for _ in 0..<5 {
            let port = try PretendedServer().port
            let server = Process()
            server.executableURL = URL(filePath: program)
            server.arguments = arguments(port)
            (server.standardOutput, server.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
            try server.run()
            let end = Date(timeIntervalSinceNow: 10)
            while server.isRunning, Date() < end {
                if Self.answers(port) { return (server, port) }
                usleep(20_000)
            }
            Self.end(server)
        }
        throw NoPort()
    }

    private static func answers(_ port: Int) -> Bool {
        let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    /// Ends a server and what it started. Not by SIGTERM: what a test's thread starts inherits that thread's blocked signals.
    private static func end(_ server: Process) {
        let number = server.processIdentifier
        let children = try? String(contentsOfFile: "/proc/\(number)/task/\(number)/children", encoding: .utf8)
        kill(number, SIGKILL)
        for child in (children ?? "").split(separator: " ").compactMap({ pid_t($0) }) { kill(child, SIGKILL) }
        server.waitUntilExit()
    }

    private static func positions(_ intake: ReceiverIntake) throws -> [GPSDReport.TPV] {
        try intake.pieces.compactMap { piece in
            guard case .tpv(let tpv) = try GPSDReport(decoding: piece), tpv.mode >= 2, tpv.lat != nil else { return nil }
            return tpv
        }
    }

    /// gpsd as its own makers feed it: gpsfake brings a pty and the ride, and nobody names the receiver.
    @Test func aRideThroughGPSFake() throws {
        let ride = Fixture("captures/morning-ride/gps.nmea").url.path
        let (gpsfake, port) = try start("/usr/bin/gpsfake") { ["-n", "-q", "-c", "0.01", "-P", "\($0)", ride] }
        defer { Self.end(gpsfake) }
        let reactor = try Reactor()
        let intake = ReceiverIntake()
        let client = GPSDClient(reactor: reactor, intake: intake, host: "localhost", port: port, device: nil)
        client.start()
        let end = reactor.now + 10_000_000
        while try Self.positions(intake).count < 5, reactor.now < end { reactor.turn(until: reactor.now + 50_000) }
        let positions = try Self.positions(intake)
        #expect(positions.count >= 5)
        // The ride stays within a few kilometres of where it begins: 4708.592 N, 00930.761 E.
        for position in positions {
            #expect(abs((position.lat ?? 0) - 47.143) < 0.1 && abs((position.lon ?? 0) - 9.513) < 0.1)
            #expect(position.device?.hasPrefix("/dev/pts/") == true)
        }
        #expect(intake.reports.last?.state == .open)
        client.stop()
    }

    @Test func positionsAsTheReceiverSaidThem() throws {
        let line = try PseudoTerminal()
        // gpsd gives up root's rights before it opens the line.
        #expect(chmod(line.path, 0o666) == 0)
        let (gpsd, port) = try start("/usr/sbin/gpsd") { ["-N", "-n", "-S", "\($0)", line.path] }
        defer { Self.end(gpsd) }

        let reactor = try Reactor()
        let intake = ReceiverIntake()
        let client = GPSDClient(reactor: reactor, intake: intake, host: "localhost", port: port, device: line.path)
        client.start()
        let sentences = try Fixture("captures/morning-ride/gps.nmea").text().split(whereSeparator: \.isNewline).prefix(4000)
        var next = sentences.startIndex
        let end = reactor.now + 10_000_000
        var positions: [GPSDReport.TPV] = []
        while positions.count < 5, reactor.now < end {
            if next < sentences.endIndex {
                line.say(Array(sentences[next].utf8) + [13, 10])
                next += 1
            }
            reactor.turn(until: reactor.now + 10_000)
            positions = try Self.positions(intake)
        }
        // The log's first positions: 4708.592 N, 00930.761 E.
        #expect(positions.count >= 5)
        let first = try #require(positions.first)
        #expect(abs((first.lat ?? 0) - (47 + 8.592 / 60)) < 1e-3)
        #expect(abs((first.lon ?? 0) - (9 + 30.761 / 60)) < 1e-3)
        #expect(first.device == line.path)
        #expect(intake.reports.last?.state == .open)

        // gpsd dies: the link ends, and gpsd is called again.
        kill(gpsd.processIdentifier, SIGKILL)
        gpsd.waitUntilExit()
        reactor.turn { intake.openLinks.isEmpty }
        #expect(intake.reports.last?.state == .lost)
        client.stop()
    }
}
