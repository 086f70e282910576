@testable import Dashboard
import Foundation
import Glibc
import Testing

@Suite(.serialized) struct HardshipTests {
    @Test func cutRequests() throws {
        var limits = HTTPServer.Limits()
        limits.idleSeconds = 2
        let stage = try Stage(answersLate: true, limits: limits)
        let whole =
            "POST /api/v1/control/lap HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"
        for length in stride(from: 0, through: whole.utf8.count, by: 3) {
            let client = try WebClient(port: stage.port)
            client.send(Array(whole.utf8.prefix(length)))
        }
        #expect(eventually { stage.server.connectionCount == 0 })
        #expect(try WebClient.ask(stage.port, "GET", "/api/v1/status").status == 200)
    }

    @Test func hugeHeaders() throws {
        let stage = try Stage()
        let long = "X-Long: " + String(repeating: "a", count: 100_000)
        #expect((400..<500).contains(try WebClient.ask(stage.port, "GET", "/api/v1/status", [long]).status))
        let many = (0..<5000).map { "X-\($0): b" }
        #expect((400..<500).contains(try WebClient.ask(stage.port, "GET", "/api/v1/status", many).status))
        #expect(try WebClient.ask(stage.port, "GET", "/api/v1/status").status == 200)
    }

    @Test func bodiesTooLarge() throws {
        var limits = HTTPServer.Limits()
        limits.bodyBytes = 1000
        let stage = try Stage(limits: limits)
        let said = try WebClient.ask(stage.port, "POST", "/api/v1/control/lap", body: String(repeating: " ", count: 1001))
        #expect(said.status == 413)
        let client = try WebClient(port: stage.port)
        client.send("POST /api/v1/control/lap HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
        for _ in 0..<20 { client.send("64\r\n" + String(repeating: " ", count: 100) + "\r\n") }
        #expect(!client.rest().hasPrefix("HTTP/1.1 200"))
        #expect(stage.source.asked.isEmpty)
    }

    /// A byte now and then keeps a connection from being idle, not a request from being over.
    @Test func slowBody() throws {
        var limits = HTTPServer.Limits()
        limits.requestSeconds = 0
        let stage = try Stage(limits: limits)
        let client = try WebClient(port: stage.port)
        client.send(
            "POST /api/v1/control/lap HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n"
        )
        #expect(
            eventually {
                client.send(" ")
                return stage.server.connectionCount == 0
            })
        #expect(stage.source.asked.isEmpty)
    }

    @Test func idleConnectionsGiveWay() throws {
        var limits = HTTPServer.Limits()
        limits.connections = 40
        limits.connectionsOfOneAddress = 40
        let stage = try Stage(limits: limits)
        // A stream that somebody looks at is not idle.
        let watching = try WebClient(port: stage.port)
        watching.send("GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(watching.read(through: "retry") != nil)
        var idle: [WebClient] = []
        for index in 0..<1000 {
            guard let client = try? WebClient(port: stage.port) else { continue }
            if index % 2 == 0 { client.send("GET /api") }
            idle.append(client)
            if idle.count > 200 { idle.removeFirst() }
        }
        #expect(eventually { (try? WebClient.ask(stage.port, "GET", "/api/v1/status").status) == 200 })
        stage.server.hub.publish(status: Array(#"{"n":1}"#.utf8))
        #expect(watching.read(through: #"data: {"n":1}"#) != nil)
    }

    @Test func hundredListeners() throws {
        let stage = try Stage()
        let clients = try (0..<100).map { _ in
            let client = try WebClient(port: stage.port)
            client.send("GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            return client
        }
        #expect(eventually { stage.server.hub.listenerCount == 100 })
        for number in 0..<20 { stage.server.hub.publish(status: Array(#"{"n":\#(number)}"#.utf8)) }
        for client in clients {
            let told = try #require(client.read(through: #"data: {"n":19}"# + "\n\n"))
            for number in 0..<20 { #expect(told.contains("event: status\ndata: {\"n\":\(number)}\n\n")) }
        }
        #expect(stage.source.told == [true])
        for client in clients { shutdown(client.descriptor, CInt(SHUT_RDWR)) }
        #expect(
            eventually {
                stage.server.hub.beat()
                return stage.server.hub.listenerCount == 0
            })
        #expect(stage.source.told == [true, false])
    }

    @Test func whoDoesNotReadIsCutOff() throws {
        let stage = try Stage()
        let (slow, quick) = (try WebClient(port: stage.port), try WebClient(port: stage.port))
        for client in [slow, quick] { client.send("GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n") }
        #expect(eventually { stage.server.hub.listenerCount == 2 })
        let large = Array(#"{"x":"\#(String(repeating: "x", count: 60_000))"}"#.utf8)
        var rounds = 0
        while stage.server.hub.listenerCount == 2, rounds < 1000 {
            stage.server.hub.publish(status: large)
            #expect(quick.read(through: "x\"}\n\n") != nil)
            rounds += 1
        }
        #expect(eventually { stage.server.hub.listenerCount == 1 })
        stage.server.hub.publish(status: Array(#"{"n":1}"#.utf8))
        #expect(quick.read(through: #"{"n":1}"#) != nil)
    }

    @Test func whoComesLaterIsToldOfNow() throws {
        let stage = try Stage()
        let first = try WebClient(port: stage.port)
        first.send("GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(eventually { stage.server.hub.listenerCount == 1 })
        stage.server.hub.publish(status: Array(#"{"n":1}"#.utf8))
        stage.server.hub.publish(anchor: "a-7")
        let second = try WebClient(port: stage.port)
        second.send("GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\nLast-Event-ID: a-6\r\n\r\n")
        let told = try #require(second.read(through: #"{"anchor":"a-7"}"#))
        #expect(told.contains(#"data: {"n":1}"#) && told.contains("id: a-7\n"))
        let third = try WebClient(port: stage.port)
        third.send("GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\nLast-Event-ID: a-7\r\n\r\n")
        #expect(third.read(through: #"{"n":1}"#) != nil)
        stage.server.hub.publish(anchor: "a-8")
        #expect(third.read(through: #"{"anchor":"a-8"}"#)?.contains("a-7") == false)
    }

    @Test func stoppingWhileAllIsUnderWay() throws {
        for _ in 0..<5 {
            let stage = try Stage(answersLate: true)
            let clients = try (0..<20).map { index in
                let client = try WebClient(port: stage.port)
                let path = ["/api/v1/events", "/api/v1/status", "/api/v1/workouts/abcdef/route", "/"][index % 4]
                client.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
                return client
            }
            usleep(5000)
            stage.server.stop()
            for client in clients { _ = client.rest() }
        }
    }
}
