import Foundation
import Testing
import WireFormats

@testable import Transports

struct GPSDClientTests {
    static let greeting = #"{"class":"VERSION","release":"3.22","proto_major":3,"proto_minor":14}"# + "\r\n"
    static let tpv = #"{"class":"TPV","device":"/dev/ttyACM0","mode":3,"lat":52.5,"lon":13.4}"#

    let reactor: Reactor
    let intake = ReceiverIntake()

    init() throws { reactor = try Reactor() }

    private func client(_ port: Int, host: String = "127.0.0.1", device: String? = nil, isGuess: Bool = false) -> GPSDClient {
        GPSDClient(reactor: reactor, intake: intake, host: host, port: port, device: device, isGuess: isGuess)
    }

    /// A connection over which gpsd has been greeted and asked.
    private func connected(_ client: GPSDClient, _ server: PretendedServer) {
        client.start()
        reactor.turn { server.accept() }
        var asked = ""
        reactor.turn {
            asked += server.heard(); return asked.hasSuffix("\n")
        }
        #expect(asked.hasPrefix(#"?WATCH={"enable":true,"json":true"#))
        server.say(Self.greeting)
    }

    @Test func oneReportATake() throws {
        let server = try PretendedServer()
        let client = client(server.port)
        connected(client, server)
        for part in [String(Self.tpv.prefix(20)), String(Self.tpv.dropFirst(20)) + "\r\n" + Self.tpv, "\r\n"] {
            server.say(part)
            reactor.turn(until: reactor.now + 10_000)
        }
        reactor.turn { intake.pieces.count == 2 }
        #expect(intake.pieces == [Array(Self.tpv.utf8), Array(Self.tpv.utf8)])
        let address = "127.0.0.1:\(server.port)"
        #expect(intake.links == [LinkIdentity(kind: .gpsd, address: address, name: "/dev/ttyACM0")])
        #expect(intake.sightings.map(\.sensor) == ["gps:\(address)"])
        #expect(intake.reports.last == DeviceStatus(device: "gpsd:\(address)", name: "/dev/ttyACM0", state: .open))
        client.stop()
        #expect(intake.reasons == ["stopped"])
        #expect(intake.reports.last == DeviceStatus(device: "gpsd:\(address)", state: .removed))
    }

    @Test func aHangUpIsCalledAgain() throws {
        let server = try PretendedServer()
        let client = client(server.port)
        connected(client, server)
        server.say(Self.tpv + "\r\n")
        reactor.turn { !intake.openLinks.isEmpty }
        server.hangUp()
        reactor.turn { intake.openLinks.isEmpty }
        #expect(intake.reasons == ["gpsd hung up: it is called again"])
        #expect(intake.reports.last?.state == .lost)
        reactor.turn { server.accept() }
        server.say(Self.greeting + Self.tpv + "\r\n")
        reactor.turn { intake.links.count == 2 }
        #expect(intake.reports.last?.state == .open)
        client.stop()
    }

    @Test func unpluggedFromGPSD() throws {
        let server = try PretendedServer()
        let client = client(server.port, device: "/dev/ttyACM0")
        connected(client, server)
        server.say(Self.tpv + "\r\n" + #"{"class":"DEVICE","path":"/dev/ttyACM0","activated":0}"# + "\r\n")
        reactor.turn { intake.reasons == ["unplugged from gpsd"] }
        #expect(intake.links.first?.address == "127.0.0.1:\(server.port)/dev/ttyACM0")
        #expect(intake.reports.last?.sentence == "unplugged from gpsd")
        server.say(Self.tpv + "\r\n")
        reactor.turn { intake.links.count == 2 }
        client.stop()
    }

    @Test func whatIsNoGPSDIsToldAndLeft() throws {
        let server = try PretendedServer()
        let client = client(server.port)
        client.start()
        reactor.turn { server.accept() }
        server.say("HTTP/1.1 400 Bad Request\r\n\r\n")
        reactor.turn { intake.reports.last?.state == .fault }
        #expect(intake.reports.last?.sentence == "what answers at 127.0.0.1 port \(server.port) is no gpsd")
        #expect(intake.links.isEmpty)
        client.stop()
    }

    @Test func aFloodWithoutAnEndKeepsNothing() throws {
        let server = try PretendedServer()
        let client = client(server.port)
        connected(client, server)
        server.say(Self.tpv + "\r\n")
        reactor.turn { intake.pieces.count == 1 }
        let flood = String(repeating: "x", count: 4096)
        var sent = 0
        while sent < 1 << 20 {
            sent += server.say(flood)
            reactor.turn(until: reactor.now)
        }
        server.say("\r\n" + Self.tpv + "\r\n")
        reactor.turn { intake.pieces.count == 2 }
        #expect(intake.reports.last?.state == .open && intake.reports.last?.sentence == "an unusable line")
        client.stop()
    }

    @Test func nobodyAnswers() throws {
        let server = try PretendedServer()
        server.close()
        let client = client(server.port)
        client.start()
        reactor.turn { intake.reports.last?.sentence != nil }
        #expect(
            intake.reports.last?.sentence
                == "no gpsd answers at 127.0.0.1 port \(server.port): type sudo systemctl start gpsd.socket")
        client.stop()
        let guess = self.client(server.port, host: "localhost", isGuess: true)
        let told = intake.reports.count
        guess.start()
        reactor.turn(until: reactor.now + 100_000)
        reactor.turn(until: reactor.now + 50_000)
        #expect(intake.reports.count == told, "nobody asked for it")
        guess.stop()
    }

    @Test func anUnknownHostIsTold() throws {
        // A name that can be looked up nowhere.
        let client = client(2947, host: "no host has spaces")
        client.start()
        reactor.turn { intake.reports.last?.sentence != nil }
        #expect(intake.reports.last?.sentence == "the host no host has spaces is not known: is it spelled right?")
        client.stop()
    }
}
