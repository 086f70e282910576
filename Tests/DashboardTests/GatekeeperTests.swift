@testable import Dashboard
import Testing

@Suite struct GatekeeperTests {
    private let gatekeeper = Gatekeeper(names: ["pi", "pi.local"])

    private func request(
        _ method: Request.Method = .get, _ path: String = "/api/v1/status", headers: [String: String], body: String = "",
        isFromLoopback: Bool = true
    ) throws -> Request {
        Request(
            method, try #require(RequestTarget(path)),
            headers: headers.sorted { $0.key < $1.key }.map { .init($0.key, $0.value) },
            body: Array(body.utf8), isFromLoopback: isFromLoopback)
    }

    @Test(arguments: ["localhost", "localhost:8737", "127.0.0.1:8737", "[::1]:8737", "192.168.1.7:8737", "pi:8737", "PI.local"])
    func hostsOfOurs(_ host: String) throws {
        #expect(gatekeeper.refusal(of: try request(headers: ["host": host])) == nil)
    }

    /// DNS rebinding: a name of the attacker's that leads to 127.0.0.1.
    @Test(arguments: ["evil.example", "evil.example:8737", "127.0.0.1.evil.example", "localhost.evil.example", "pi.evil"])
    func hostsOfOthers(_ host: String) throws {
        #expect(gatekeeper.refusal(of: try request(headers: ["host": host]))?.status == 421)
    }

    @Test(arguments: ["", "a:b", "[::1", "[1.2.3.4]", "user@localhost", "localhost:8737:1"])
    func noHosts(_ host: String) throws {
        #expect(gatekeeper.refusal(of: try request(headers: ["host": host]))?.status == 400)
    }

    @Test func twoHosts() throws {
        var request = try request(headers: ["host": "localhost"])
        request.headers.append(.init("host", "evil.example"))
        #expect(gatekeeper.refusal(of: request)?.status == 400)
    }

    @Test(arguments: ["http://evil.example", "null", "http://localhost:3000", "http://localhost", "https://localhost:8738"])
    func otherOrigins(_ origin: String) throws {
        for method in [Request.Method.post, .put, .patch, .delete] {
            let refusal = gatekeeper.refusal(of: try request(method, headers: ["host": "localhost:8737", "origin": origin]))
            #expect(refusal?.status == 403)
        }
    }

    @Test func ownOrigin() throws {
        let headers = ["host": "localhost:8737", "origin": "http://localhost:8737", "sec-fetch-site": "same-origin"]
        #expect(gatekeeper.refusal(of: try request(.post, headers: headers)) == nil)
        #expect(
            gatekeeper.refusal(of: try request(.post, headers: ["host": "localhost:8737"])) == nil, "a program, not a browser")
    }

    @Test(arguments: ["cross-site", "same-site", "else"])
    func otherSites(_ site: String) throws {
        #expect(
            gatekeeper.refusal(of: try request(.post, headers: ["host": "localhost", "sec-fetch-site": site]))?.status == 403)
        #expect(gatekeeper.refusal(of: try request(headers: ["host": "localhost", "sec-fetch-site": site]))?.status == 403)
        #expect(
            gatekeeper.refusal(of: try request(.get, "/workouts", headers: ["host": "localhost", "sec-fetch-site": site])) == nil)
    }

    @Test(arguments: ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""])
    func formsOfOthers(_ type: String) throws {
        #expect(
            gatekeeper.refusal(of: try request(.post, headers: ["host": "localhost", "content-type": type], body: "{}"))?.status
                == 415)
        let json = ["host": "localhost", "content-type": "application/json; charset=utf-8"]
        #expect(gatekeeper.refusal(of: try request(.post, headers: json, body: "{}")) == nil)
    }

    @Test func owner() throws {
        #expect(gatekeeper.isOwner(try request(headers: ["host": "localhost:8737"])))
        #expect(gatekeeper.isOwner(try request(headers: ["host": "[::1]"])))
        #expect(!gatekeeper.isOwner(try request(headers: ["host": "localhost"], isFromLoopback: false)))
        #expect(!gatekeeper.isOwner(try request(headers: ["host": "192.168.1.7"])))
        #expect(
            !gatekeeper.isOwner(try request(headers: ["host": "localhost", "x-forwarded-for": "10.0.0.9"])),
            "a proxy passed it on")
        #expect(!gatekeeper.isOwner(try request(headers: ["forwarded": "for=10.0.0.9", "host": "localhost"])))
    }
}
