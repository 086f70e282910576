import Foundation
import Gateway
import TestSupport
import Testing
import Transports
import Workouts

/// Server and clients on one reactor, as a gateway has it.
@Suite struct ControlServerTests {
    /// Stands in for the gateway.
    final class Desk: ControlHandler {
        var status = GatewayStatus()
        var asked: [ControlRequest] = []
        var later: [(ControlReply) -> Void] = []
        /// Whether answers are left for later.
        var delays = false

        func handle(_ request: ControlRequest, reply: @escaping (ControlReply) -> Void) {
            asked.append(request)
            if delays { later.append(reply) } else { reply(.success(.text("done"))) }
        }
    }

    /// A gateway's control alone, in a folder that goes with it.
    final class Bench {
        let reactor: Reactor
        let desk = Desk()
        let feed: StatusFeed
        let server: ControlServer
        let folder: URL
        let path: String

        init(clock: PretendedClock? = nil) throws {
            folder = FileManager.default.temporaryDirectory.appending(path: "wb-\(UInt32.random(in: 0 ... .max))")
            path = folder.appending(path: "a/control.sock").path
            reactor = try Reactor(clock: clock)
            feed = StatusFeed(reactor: reactor) { [desk] in desk.status }
            server = try ControlServer(path: path, reactor: reactor, feed: feed, handler: desk)
        }

        deinit {
            server.stop()
            try? FileManager.default.removeItem(at: folder)
        }

        /// Turns until it is so, two seconds at most.
        func until(_ isSo: () -> Bool) -> Bool {
            var patience = Patience()
            while !isSo(), patience.lasts() { reactor.turn(until: reactor.now + 10_000) }
            return isSo()
        }

        func client() throws -> Client { try Client(path, reactor) }
    }

    /// Keeps the lines that come.
    final class Client {
        let connection: LineConnection
        var lines: [String] = []
        var ending: LineConnection.Ending?
        var replies: [ControlReply] { lines.compactMap { try? ControlReply(decoding: Array($0.utf8)) } }

        init(_ path: String, _ reactor: Reactor) throws {
            connection = try LineConnection(path: path, longestLine: 1 << 20, reactor: reactor)
            connection.onLine = { [weak self] in
                self?.lines.append(String(decoding: $0, as: UTF8.self))
                self?.connection.next()
            }
            connection.onEnd = { [weak self] in self?.ending = $0 }
        }

        func send(_ text: String) { connection.send(Array(text.utf8)) }
    }

    @Test func asksAndAnswers() throws {
        let bench = try Bench()
        let client = try bench.client()
        client.send(#"{"request":"lap"}"#)
        client.send(#"{"request":"nonsense"}"#)
        client.send("\u{1}\u{2}")
        client.send(#"{"request":"status"}"#)
        #expect(bench.until { client.lines.count == 4 })
        #expect(bench.desk.asked == [.lap])
        #expect(client.replies.first == .success(.text("done")))
        #expect(client.replies.dropFirst().first == .failure("there is no request \"nonsense\""))
        #expect(client.replies.last == .success(.status(GatewayStatus())))
    }

    /// The second request waits for the first one's answer, so that a line is never out of turn.
    @Test func answersComeInTurn() throws {
        let bench = try Bench()
        bench.desk.delays = true
        let client = try bench.client()
        client.send(#"{"request":"calibrate","sensor":"x"}"#)
        client.send(#"{"request":"lap"}"#)
        #expect(bench.until { bench.desk.asked.count == 1 })
        for _ in 0..<3 { bench.reactor.turn(until: bench.reactor.now) }
        #expect(bench.desk.asked == [.calibrate(sensor: "x")])
        bench.desk.later.removeFirst()(.success(.text("offset 512")))
        #expect(bench.until { bench.desk.asked.count == 2 })
        bench.desk.later.removeFirst()(.success())
        #expect(bench.until { client.lines.count == 2 })
        #expect(client.replies == [.success(.text("offset 512")), .success()])
    }

    /// `printf … | nc -U`: the asker closes its side and still wants the answer.
    @Test func aHalfClosedAskerIsAnswered() throws {
        let bench = try Bench()
        bench.desk.delays = true
        let client = try bench.client()
        client.connection.send(Array(#"{"request":"stop"}"#.utf8))
        client.connection.shutdownSending()
        #expect(bench.until { bench.desk.asked == [.stop] })
        bench.desk.later.removeFirst()(.success())
        #expect(bench.until { client.ending != nil })
        #expect(client.replies == [.success()])
        #expect(bench.until { bench.server.clientCount == 0 })
    }

    /// Who asks and goes away has asked; the answer goes nowhere, and nothing turns in vain.
    @Test func anAskerThatHasGone() throws {
        let bench = try Bench()
        bench.desk.delays = true
        try bench.client().send(#"{"request":"stop"}"#)
        #expect(bench.until { bench.desk.asked == [.stop] })
        let turns = bench.reactor.turns
        bench.reactor.turn(until: bench.reactor.now + 50_000)
        #expect(bench.reactor.turns == turns + 1)
        bench.desk.later.removeFirst()(.success())
        #expect(bench.until { bench.server.clientCount == 0 })
    }

    /// It is answered once, as soon as it is too long, and the next line is a line again.
    @Test func aLineTooLongIsAnswered() throws {
        let bench = try Bench()
        let client = try bench.client()
        let tooLong = ControlReply.failure("a request has at most 65536 bytes")
        client.send(String(repeating: "x", count: 3 * ControlServer.longestRequest))
        client.send(#"{"request":"lap"}"#)
        client.send(String(repeating: "x", count: ControlServer.longestRequest + 1))
        client.send(#"{"request":"pause"}"#)
        #expect(bench.until { client.lines.count == 4 })
        #expect(client.replies == [tooLong, .success(.text("done")), tooLong, .success(.text("done"))])
        #expect(bench.desk.asked == [.lap, .pause])
        let longest = try bench.client()
        longest.send(String(repeating: " ", count: ControlServer.longestRequest - 17) + #"{"request":"lap"}"#)
        #expect(bench.until { longest.replies == [.success(.text("done"))] })
    }

    /// Shells that were left open and half a line that never ends make room, longest silent first.
    @Test func whoSaysNothingShutsNobodyOut() throws {
        let bench = try Bench()
        let clients = try (0..<ControlServer.mostClients).map { _ in try bench.client() }
        #expect(bench.until { bench.server.clientCount == clients.count })
        clients[0].send(#"{"request":"lap"}"#)
        #expect(bench.until { clients[0].lines.count == 1 })
        let rider = try bench.client()
        rider.send(#"{"request":"stop"}"#)
        #expect(bench.until { rider.replies == [.success(.text("done"))] })
        #expect(bench.until { clients[1].ending == .closed })
        #expect(clients[1].replies == [.failure("others ask, and you have been silent longest")])
        #expect(clients.count { $0.ending != nil } == 1 && bench.server.clientCount == ControlServer.mostClients)
    }

    /// Who waits for an answer, or looks on, is not hung up on.
    @Test func whoIsAtItKeepsItsPlace() throws {
        let bench = try Bench()
        bench.desk.delays = true
        let clients = try (0..<ControlServer.mostClients).map { _ in try bench.client() }
        for client in clients { client.send(#"{"request":"watch"}"#) }
        #expect(bench.until { clients.allSatisfy { $0.lines.count == 1 } })
        let refused = clients.filter { $0.replies == [.failure("12 look on already, which is the most")] }
        #expect(refused.count == 4)
        for client in refused { client.send(#"{"request":"stop"}"#) }
        #expect(bench.until { bench.desk.asked.count == 4 })
        let late = try bench.client()
        #expect(bench.until { late.ending == .closed })
        #expect(late.replies == [.failure("16 clients are connected already, which is the most")])
        #expect(bench.server.clientCount == ControlServer.mostClients)
        for reply in bench.desk.later { reply(.success()) }
        #expect(bench.until { refused.allSatisfy { $0.lines.count == 2 } })
        let next = try bench.client()
        next.send(#"{"request":"lap"}"#)
        #expect(bench.until { bench.desk.asked.last == .lap })
    }

    /// Answers that nobody reads are not kept: the next request waits until the last one's answer is on its way.
    @Test func whoAsksAndDoesNotRead() throws {
        let bench = try Bench()
        bench.desk.status.notes = [String(repeating: "n", count: 100_000)]
        let other = try Reactor()
        let deaf = try Client(bench.path, other)
        for _ in 0..<200 {
            deaf.send(#"{"request":"status"}"#)
            deaf.send(#"{"request":"lap"}"#)
        }
        for _ in 0..<500 { bench.reactor.turn(until: bench.reactor.now) }
        // What the kernel keeps between the two is some 200 KiB.
        #expect(bench.desk.asked.count < 10)
        // Nor is there a turn in vain meanwhile.
        let turns = bench.reactor.turns
        bench.reactor.turn(until: bench.reactor.now + 20_000)
        #expect(bench.reactor.turns == turns + 1)
        var patience = Patience()
        while deaf.lines.count < 400, patience.lasts() {
            other.turn(until: other.now)
            bench.reactor.turn(until: bench.reactor.now)
        }
        #expect(deaf.lines.count == 400 && bench.desk.asked.count == 200)
    }

    /// It goes away with answers that it has not read.
    @Test func whoAsksAndGoesAway() throws {
        let bench = try Bench()
        bench.desk.status.notes = [String(repeating: "n", count: 500_000)]
        let other = try Reactor()
        let deaf = try Client(bench.path, other)
        for _ in 0..<4 { deaf.send(#"{"request":"status"}"#) }
        #expect(bench.until { bench.server.clientCount == 1 })
        for _ in 0..<20 { bench.reactor.turn(until: bench.reactor.now) }
        deaf.connection.close()
        #expect(bench.until { bench.server.clientCount == 0 })
    }

    /// `nc -N`: it has no more to ask, and still looks on until it is gone.
    @Test func aHalfClosedWatcherLooksOn() throws {
        let bench = try Bench()
        let client = try bench.client()
        client.send(#"{"request":"watch"}"#)
        client.connection.shutdownSending()
        #expect(bench.until { client.lines.count == 1 })
        let turns = bench.reactor.turns
        bench.reactor.turn(until: bench.reactor.now + 20_000)
        #expect(bench.reactor.turns == turns + 1)
        bench.desk.status.notes = ["news"]
        bench.feed.changed()
        #expect(bench.until { client.lines.count == 2 })
        #expect(client.ending == nil)
        client.connection.close()
        #expect(bench.until { bench.server.clientCount == 0 })
    }

    /// Somebody tidies up: the gateway is to be reached again, and nobody else to take its place.
    @Test(arguments: ["a/control.sock", "a/control.sock.lock", "a"]) func aNameThatWasRemoved(name: String) throws {
        let bench = try Bench()
        var notes: [String] = []
        bench.server.onNote = { notes.append($0) }
        try FileManager.default.removeItem(at: bench.folder.appending(path: name))
        #expect(bench.until { notes.count == 1 })
        #expect(notes == ["the control socket \(bench.path) was taken away, and is made anew"])
        let client = try bench.client()
        client.send(#"{"request":"lap"}"#)
        #expect(bench.until { client.lines.count == 1 })
        #expect(throws: TransportError.cannotCreate(path: bench.path, code: EADDRINUSE)) {
            try ControlServer(path: bench.path, reactor: bench.reactor, feed: bench.feed, handler: bench.desk)
        }
    }

    /// By a clock of its own: four pictures a second of many changes, one a second while a workout runs and nothing changes, none else.
    @Test func pace() throws {
        let clock = PretendedClock()
        let bench = try Bench(clock: clock)
        var told: [Int64] = []
        let token = bench.feed.add { _ in told.append(clock.now) }
        #expect(told == [0])
        for _ in 0..<100 {
            clock.skip(to: clock.now + 10_000)
            bench.feed.changed()
            bench.reactor.turn(until: clock.now)
        }
        #expect((4...5).contains(told.count - 1))
        bench.desk.status.live = .idleRide
        bench.feed.changed()
        told = []
        let end = clock.now + 10_000_000
        while clock.now < end { bench.reactor.turn(until: end) }
        #expect((10...11).contains(told.count))
        bench.feed.remove(token)
        bench.feed.changed()
        told = []
        let turns = bench.reactor.turns
        bench.reactor.turn(until: clock.now + 60_000_000)
        #expect(told == [] && bench.reactor.turns == turns + 1)
    }

    /// A watcher that does not read gets the newest picture when it does, and the gateway keeps one at most.
    @Test func aWatcherThatDoesNotRead() throws {
        let clock = PretendedClock()
        let bench = try Bench(clock: clock)
        let other = try Reactor()
        let slow = try Client(bench.path, other)
        slow.send(#"{"request":"watch"}"#)
        for number in 1...200 {
            bench.desk.status.notes = ["\(number)", String(repeating: "n", count: 20_000)]
            bench.feed.changed()
            clock.skip(to: clock.now + 1_000_000)
            bench.reactor.turn(until: clock.now)
        }
        var patience = Patience()
        // Only the newest line is read: to read them all each time would take longer than the test.
        func isNewest() -> Bool {
            guard let line = slow.lines.last, case .success(.status(let status)?)? = try? ControlReply(decoding: Array(line.utf8))
            else { return false }
            return status.notes.first == "200"
        }
        while !isNewest(), patience.lasts() {
            other.turn(until: other.now)
            bench.reactor.turn(until: clock.now)
        }
        #expect(isNewest())
        #expect(slow.lines.count < 100)
    }

    @Test func oneGatewayHoldsAPath() throws {
        let bench = try Bench()
        #expect(throws: TransportError.cannotCreate(path: bench.path, code: EADDRINUSE)) {
            try ControlServer(path: bench.path, reactor: bench.reactor, feed: bench.feed, handler: bench.desk)
        }
        bench.server.stop()
        #expect(!FileManager.default.fileExists(atPath: bench.path))
        let next = try ControlServer(path: bench.path, reactor: bench.reactor, feed: bench.feed, handler: bench.desk)
        next.stop()
    }

    /// What a gateway that was killed leaves is in nobody's way; what is no socket is not ours.
    @Test func whatIsLeftOfAnEarlierGateway() throws {
        let bench = try Bench()
        let stale = bench.folder.appending(path: "stale.sock").path
        let left = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: stale.utf8) }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(left, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
        #expect(bound == 0)
        close(left)
        let server = try ControlServer(path: stale, reactor: bench.reactor, feed: bench.feed, handler: bench.desk)
        var status = stat()
        #expect(stat(stale, &status) == 0 && status.st_mode & 0o777 == 0o660)
        server.stop()
        let file = bench.folder.appending(path: "file").path
        try Data("mine".utf8).write(to: URL(filePath: file))
        #expect(throws: TransportError.cannotCreate(path: file, code: EEXIST)) {
            try ControlServer(path: file, reactor: bench.reactor, feed: bench.feed, handler: bench.desk)
        }
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
    }

    @Test func aPathTooLongIsTold() throws {
        let bench = try Bench()
        let path = bench.folder.appending(path: String(repeating: "x", count: 120)).path
        #expect(throws: TransportError.self) {
            try ControlServer(path: path, reactor: bench.reactor, feed: bench.feed, handler: bench.desk)
        }
    }

    @Test func aClientWithoutAGateway() throws {
        let bench = try Bench()
        let nowhere = bench.folder.appending(path: "nowhere").path
        #expect(throws: ControlClient.Failure.noGateway) { try ControlClient(paths: [nowhere, nowhere + "2"]) }
        #expect(ControlClient.Failure.noGateway.sentence.contains("wattbeat run"))
        // The first place is empty, the second answers.
        let client = try ControlClient(paths: [nowhere, bench.path], reactor: bench.reactor)
        #expect(try client.ask(.lap) == .success(.text("done")))
        bench.server.stop()
        #expect(throws: ControlClient.Failure.lost("the gateway hung up")) { try client.ask(.lap) }
    }
}

extension LiveFigures {
    /// A ride on which nothing was measured yet.
    static let idleRide = LiveFigures(
        now: .zero, state: .running, activity: .cycling, activityIndex: 0, elapsed: .zero, timer: .zero, distance: nil,
        steps: nil,
        values: [], lap: LapFigures(index: 0, start: .zero, elapsed: .zero, timer: .zero, distanceMetres: nil), sensors: [],
        location: nil)
}
