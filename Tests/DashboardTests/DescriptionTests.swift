import Foundation
import TestSupport
import Testing

@testable import Dashboard

/// The API is what its description says, and the other way round.
@Suite struct DescriptionTests {
    private struct Operation {
        var method: String
        var path: String
        var object: [String: Any]
        var responses: [String: Any] { object["responses"] as? [String: Any] ?? [:] }
    }

    private static func operations() throws -> [Operation] {
        let document = try JSONSerialization.jsonObject(with: Data(PackageResources.openapi_json)) as? [String: Any]
        let paths = try #require(document?["paths"] as? [String: [String: Any]])
        return paths.sorted { $0.key < $1.key }.flatMap { path, operations in
            operations.sorted { $0.key < $1.key }.compactMap { method, object in
                (object as? [String: Any]).map { Operation(method: method.uppercased(), path: path, object: $0) }
            }
        }
    }

    @Test func eachRouteIsDescribedAndEachDescribedRouteIsThere() throws {
        let described = Set(try Self.operations().map { "\($0.method) \($0.path)" })
        let routes = Set(Router.api.routes.map { "\($0.method.rawValue) \($0.pattern)" })
        #expect(described.subtracting(routes) == [] && routes.subtracting(described) == [])
    }

    @Test func accessIsDescribed() throws {
        for operation in try Self.operations() {
            let route = try #require(
                Router.api.routes.first { $0.method.rawValue == operation.method && $0.pattern == operation.path })
            let told = operation.object["x-scope"] as? String
            switch route.access {
            case .everyone: #expect(told == nil, "\(operation.path)")
            case .owner: #expect(told == "owner", "\(operation.path)")
            case .scope(let scope): #expect(told == scope.description, "\(operation.path)")
            }
        }
    }

    /// What is asked as described is answered with the described status and type.
    @Test func answersAsDescribed() throws {
        let stage = try Stage()
        for operation in try Self.operations() where !operation.path.hasSuffix("/events") {
            var path = operation.path.replacingOccurrences(of: "{id}", with: "abcdef")
                .replacingOccurrences(of: "{sensor}", with: "ant%3A11%3A1").replacingOccurrences(of: "{file}", with: "file.fit")
            if path.contains("{token}") { path = path.replacingOccurrences(of: "{token}", with: try token(stage)) }
            var body: String?
            if let request = operation.object["requestBody"] as? [String: Any] {
                body = try Self.example(of: request, at: operation.path, code: { try code(stage) })
            }
            let required = (operation.object["parameters"] as? [[String: Any]] ?? []).filter {
                $0["in"] as? String == "query" && $0["required"] as? Bool == true
            }
            if !required.isEmpty {
                path += "?" + required.compactMap { $0["name"] as? String }.map { "\($0)=2026-11-30" }.joined(separator: "&")
            }
            let answer = try WebClient.ask(stage.port, operation.method, path, body: body)
            let described = try #require(
                operation.responses["\(answer.status)"] as? [String: Any],
                "\(operation.method) \(path): \(answer.status) \(answer.body)")
            let types = (described["content"] as? [String: Any])?.keys.map { $0 }
            #expect(answer.header("content-type") == types?.first, "\(operation.method) \(path)")
            #expect(answer.body.isEmpty == (answer.status == 204))
        }
    }

    /// None of what is described for the owner or for a scope is a stranger's, and none of it is told.
    @Test func strangersGetNothing() throws {
        let stage = try Stage()
        for operation in try Self.operations() where operation.object["x-scope"] != nil {
            let path = operation.path.replacingOccurrences(of: "{id}", with: "abcdef")
                .replacingOccurrences(of: "{sensor}", with: "ant").replacingOccurrences(of: "{file}", with: "file.fit")
                .replacingOccurrences(of: "{token}", with: "00000000")
            let answer = try WebClient.ask(stage.port, operation.method, path, ["Host: 192.168.1.7"])
            #expect(answer.status == 401 || answer.status == 403, "\(operation.method) \(path)")
        }
        #expect(stage.source.asked.isEmpty)
    }

    /// Each page, script, style and list of words of the folder is in the program, and reaches a browser as what it is.
    @Test func allOfTheFolderIsServed() throws {
        let folder = Fixture.repository.appending(path: "Sources/Dashboard/Pages")
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted().filter { $0.contains(".") }
        let stage = try Stage()
        for name in names {
            let path: String
            switch name.split(separator: "/").first {
            case "app": path = "/" + name
            case "words": path = "/api/v1/phrases?language=" + name.dropFirst(6).dropLast(5)
            default:
                let page = try #require(Pages.pages.first { $0.file == name }, "\(name) has no address")
                path = page.pattern.replacingOccurrences(of: "{}", with: "abcdef")
            }
            let answer = try WebClient.ask(stage.port, "GET", path)
            #expect(answer.status == 200, "\(name)")
            #expect(answer.header("content-type") == Asset.type(of: name), "\(name)")
            let file = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            if name.hasPrefix("words/") {
                let catalog = Fixture.repository.appending(path: "Sources/Phrases/Catalogs/\(name.dropFirst(6))")
                let program = try JSONSerialization.jsonObject(with: Data(contentsOf: catalog)) as? [String: NSObject]
                var wanted = try #require(program)
                let own = try #require(try JSONSerialization.jsonObject(with: Data(file.utf8)) as? [String: NSObject])
                // A word of both would be told as the program's, which is meant for another place.
                #expect(Set(own.keys).isDisjoint(with: wanted.keys), "\(name)")
                wanted.merge(own) { program, _ in program }
                let told = try JSONSerialization.jsonObject(with: Data(answer.body.utf8)) as? [String: NSObject]
                #expect(told == wanted, "\(name)")
            } else {
                #expect(answer.body == file, "\(name)")
            }
        }
    }

    private func token(_ stage: Stage) throws -> String {
        let made = try WebClient.ask(stage.port, "POST", "/api/v1/tokens", body: #"{"name":"x"}"#)
        return try #require((try JSONSerialization.jsonObject(with: Data(made.body.utf8)) as? [String: Any])?["id"] as? String)
    }

    private func code(_ stage: Stage) throws -> String {
        let shown = try WebClient.ask(stage.port, "GET", "/api/v1/join/code")
        return try #require((try JSONSerialization.jsonObject(with: Data(shown.body.utf8)) as? [String: Any])?["code"] as? String)
    }

    /// A body with what is required.
    private static func example(of request: [String: Any], at path: String, code: () throws -> String) throws -> String {
        if path.hasSuffix("/join") { return #"{"code":"\#(try code())"}"# }
        let content = (request["content"] as? [String: [String: Any]])?["application/json"]
        let schema = content?["schema"] as? [String: Any] ?? [:]
        let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
        let members = (schema["required"] as? [String] ?? []).map { name in
            let type = properties[name]?["type"] as? String
            return #""\#(name)":"# + (type == "integer" || type == "number" ? "1" : #""x""#)
        }
        return "{" + members.joined(separator: ",") + "}"
    }
}
