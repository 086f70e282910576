@testable import Dashboard
import Foundation
import Glibc
import Testing

@Suite struct ServerTests {
    @Test(arguments: [false, true])
    func answers(late: Bool) throws {
        let stage = try Stage(answersLate: late)
        let answer = try WebClient.ask(stage.port, "GET", "/api/v1/status")
        #expect(answer.status == 200)
        #expect(answer.header("content-type") == "application/json")
        #expect(answer.header("cache-control") == "no-store")
        #expect(answer.header("x-content-type-options") == "nosniff")
        #expect(answer.header("content-security-policy")?.contains("default-src 'none'") == true)
        #expect(answer.body == #"{"asked":"status","heartRate":142}"#)
    }

    @Test func oneConnectionManyRequests() throws {
        let stage = try Stage(answersLate: true)
        let client = try WebClient(port: stage.port)
        for _ in 0..<5 {
            client.send("GET /api/v1/zones HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(client.read(through: #""heartRate":142}"#)?.hasPrefix("HTTP/1.1 200") == true)
        }
    }

    @Test func bodies() throws {
        let stage = try Stage()
        _ = try WebClient.ask(stage.port, "POST", "/api/v1/control/start", body: #"{"activity":"cycling"}"#)
        #expect(stage.source.asked == [.control(line: Array(#"{"request":"start","activity":"cycling"}"#.utf8))])
        #expect(try WebClient.ask(stage.port, "POST", "/api/v1/control/start", body: #"{"request":"stop"}"#).status == 400)
        #expect(try WebClient.ask(stage.port, "POST", "/api/v1/control/start", body: "[]").status == 400)
        #expect(try WebClient.ask(stage.port, "POST", "/api/v1/control/start", body: "{").status == 400)
    }

    @Test func problems() throws {
        let stage = try Stage()
        let cases: [(String, String, Int)] = [
            ("GET", "/api/v1/nothing", 404), ("PUT", "/api/v1/status", 405), ("GET", "/../../etc/passwd", 400),
            ("GET", "/lib/leaflet/../../../../etc/passwd", 400), ("GET", "/lib/leaflet/%2e%2e", 400),
            ("GET", "/lib/passwd", 404), ("GET", "/app/none.js", 404), ("BREW", "/", 501),
            ("GET", "/api/v1/workouts/ffffff", 404),
            ("GET", "/api/v1/workouts/xyz", 404), ("GET", "/api/v1/workouts?limit=0", 400),
            ("GET", "/api/v1/workouts?nope=1", 400),
            ("GET", "/api/v1/days", 400), ("POST", "/nothing", 404),
        ]
        for (method, path, status) in cases {
            let answer = try WebClient.ask(stage.port, method, path)
            #expect(answer.status == status, "\(method) \(path)")
            #expect(answer.header("content-type") == "application/problem+json", "\(method) \(path)")
            let problem = try JSONSerialization.jsonObject(with: Data(answer.body.utf8)) as? [String: Any]
            #expect(problem?["status"] as? Int == status)
            #expect((problem?["detail"] as? String)?.hasSuffix(".") == true)
        }
        #expect(try WebClient.ask(stage.port, "PUT", "/api/v1/status").header("allow") == "GET")
    }

    @Test func lines() throws {
        let stage = try Stage()
        let answer = try WebClient.ask(stage.port, "GET", "/api/v1/workouts/abcdef/route")
        #expect(answer.header("content-type") == "application/x-ndjson")
        for number in 1...3 { #expect(answer.body.contains(#"{"batch":\#(number),"done":\#(number == 3)}"#)) }
    }

    @Test func pagesAreCachedByWhatIsInThem() throws {
        let stage = try Stage()
        let page = try WebClient.ask(stage.port, "GET", "/")
        #expect(page.status == 200 && page.header("content-type") == "text/html; charset=utf-8")
        let tag = try #require(page.header("etag"))
        #expect(try WebClient.ask(stage.port, "GET", "/", ["If-None-Match: \(tag)"]).status == 304)
        let zipped = try WebClient.ask(stage.port, "GET", "/", ["Accept-Encoding: gzip"])
        #expect(zipped.header("content-encoding") == "gzip" && zipped.header("etag") != tag)
        let head = try WebClient.ask(stage.port, "HEAD", "/")
        #expect(head.status == 200 && head.body.isEmpty && head.header("etag") == tag)
    }

    @Test func libraries() throws {
        let stage = try Stage()
        for name in Libraries.names {
            let answer = try WebClient.ask(stage.port, "GET", "/lib/" + name)
            #expect(answer.status == 200, "\(name)")
        }
    }

    // MARK: Who may

    @Test func strangersAndTokens() throws {
        let stage = try Stage()
        let elsewhere = "Host: 192.168.1.7:\(stage.port)"
        #expect(try WebClient.ask(stage.port, "GET", "/api/v1/status", [elsewhere]).status == 401)
        #expect(try WebClient.ask(stage.port, "GET", "/api/v1/tokens", [elsewhere]).status == 403)
        let made = try WebClient.ask(stage.port, "POST", "/api/v1/tokens", body: #"{"name":"wall","scopes":["read live"]}"#)
        #expect(made.status == 201)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(made.body.utf8)) as? [String: Any])
        let (id, secret) = (try #require(object["id"] as? String), try #require(object["token"] as? String))
        let bearer = "Authorization: Bearer \(secret)"
        let status = try WebClient.ask(stage.port, "GET", "/api/v1/status", [elsewhere, bearer])
        #expect(status.status == 200)
        #expect(status.body == #"{"asked":"status"}"#, "no heart rate was granted")
        let refused = try WebClient.ask(stage.port, "POST", "/api/v1/control/start", [elsewhere, bearer])
        #expect(refused.status == 403 && refused.body.contains("start, pause, lap and stop from here"))
        #expect(try WebClient.ask(stage.port, "DELETE", "/api/v1/tokens/\(id)").status == 204)
        #expect(try WebClient.ask(stage.port, "GET", "/api/v1/status", [elsewhere, bearer]).status == 401)
        let kept = stage.source.keptTokens() ?? []
        #expect(!String(decoding: kept, as: UTF8.self).contains(secret))
    }

    @Test func joining() throws {
        let stage = try Stage()
        let elsewhere = "Host: 192.168.1.7:\(stage.port)"
        let shown = try WebClient.ask(stage.port, "GET", "/api/v1/join/code")
        let code = try #require(
            (try JSONSerialization.jsonObject(with: Data(shown.body.utf8)) as? [String: Any])?["code"] as? String)
        #expect(try WebClient.ask(stage.port, "POST", "/api/v1/join", [elsewhere], body: #"{"code":"11111111"}"#).status == 403)
        let joined = try WebClient.ask(stage.port, "POST", "/api/v1/join", [elsewhere], body: #"{"code":"\#(code)"}"#)
        let cookie = try #require(joined.header("set-cookie"))
        #expect(joined.status == 204 && cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"))
        let pair = try #require(cookie.split(separator: ";").first)
        #expect(try WebClient.ask(stage.port, "GET", "/api/v1/status", [elsewhere, "Cookie: a=b; \(pair)"]).status == 200)
        #expect(try WebClient.ask(stage.port, "GET", "/api/v1/settings", [elsewhere, "Cookie: \(pair)"]).status == 403)
        #expect(try WebClient.ask(stage.port, "POST", "/api/v1/join", [elsewhere], body: #"{"code":"\#(code)"}"#).status == 403)
    }

    @Test func othersAreNotLetInWithoutTokens() throws {
        let server = DashboardServer(FakeSource())
        #expect(throws: ServerError.noTokens(address: "0.0.0.0:0")) {
            try server.listen(at: ServerAddress(host: "0.0.0.0", port: 0))
        }
    }

    @Test func takenPort() throws {
        let stage = try Stage()
        #expect(throws: ServerError.cannotListen(address: "127.0.0.1:\(stage.port)", code: EADDRINUSE)) {
            try DashboardServer(FakeSource()).listen(at: ServerAddress(host: "127.0.0.1", port: stage.port))
        }
    }

    @Test(
        arguments: [
            ("8080", "127.0.0.1:8080"), ("localhost:1", "127.0.0.1:1"), ("[::1]:80", "[::1]:80"), ("0.0.0.0:0", "0.0.0.0:0"),
            ("pi:80", nil), ("1.2.3:4", nil), ("::1:80", nil), ("127.0.0.1:", nil), ("127.0.0.1:65536", nil),
            ("127.0.0.1:+1", nil),
            ("", nil), ("[127.0.0.1]:1", nil),
        ] as [(String, String?)])
    func addresses(text: String, address: String?) { #expect(ServerAddress(text)?.description == address) }
}
