internal import JSONText
internal import Synchronization
internal import Workouts

/// Pages and API over HTTP: routes, who may use them, and what they are answered. All data come from its source.
public final class DashboardServer: Sendable {
    /// The cookie of who has joined.
    static let cookie = "wattbeat"

    private struct State {
        var http: HTTPServer?
        var tokens = AccessTokens()
        var joinCode: JoinCode?
    }

    public let hub: EventHub
    let source: any DashboardSource
    private let pages = Pages()
    private let libraries = Libraries()
    private let gatekeeper: Gatekeeper
    private let state = Mutex(State())

    /// Does not listen yet.
    public init(_ source: any DashboardSource) {
        self.source = source
        hub = EventHub { [weak source] in source?.setAudience($0) }
        gatekeeper = Gatekeeper(names: source.facts.names)
        if let tokens = source.keptTokens().flatMap({ AccessTokens(decoding: $0) }) { state.withLock { $0.tokens = tokens } }
    }

    /// - Returns: where it listens.
    /// - Throws: also when others could reach it and nobody of them could be told from a stranger.
    public func listen(at address: ServerAddress, limits: HTTPServer.Limits = .init()) throws(ServerError) -> ServerAddress {
        guard address.isLoopback || state.withLock({ !$0.tokens.isEmpty }) else { throw .noTokens(address: "\(address)") }
        let server = try HTTPServer(address, limits: limits) { [weak self] request, reply in
            guard let self else { return reply(Problem(503, "Ending", "The gateway is ending.").response) }
            answer(request) { reply($0) }
        }
        state.withLock { $0.http = server }
        return server.address
    }

    /// Who is connected now.
    public var connectionCount: Int { state.withLock(\.http)?.connectionCount ?? 0 }

    public func stop() { state.withLock { $0.http.take() }?.stop() }

    // MARK: Answering

    /// - Parameter reply: called once, from any thread.
    public func answer(_ request: Request, reply: @escaping @Sendable (Response) -> Void) {
        let security = SecurityHeaders.fields(tiles: source.facts.tiles)
        let secured: @Sendable (Response) -> Void = { response in
            var response = response
            response.headers += security
            reply(response)
        }
        do throws(Problem) {
            if let refusal = gatekeeper.refusal(of: request) { throw refusal }
            try route(request, secured)
        } catch {
            secured(error.response)
        }
    }

    private func route(_ request: Request, _ reply: @escaping @Sendable (Response) -> Void) throws(Problem) {
        let segments = request.target.segments
        switch Router.api.find(request.method, segments) {
        case .route(let route, let arguments):
            let bearer = bearer(of: request)
            if let refusal = bearer.refusal(of: route.access) { throw refusal }
            let call = Call(request: request, bearer: bearer, arguments: arguments)
            switch route.action {
            case .own(let action): reply(try action(self, call))
            case .query(let query):
                let hidden = bearer.hidden
                source.answer(try query(call)) { reply($0.response(hidden: hidden)) }
            }
        case .otherMethods(let methods):
            let allowed = methods.map(\.rawValue).joined(separator: ", ")
            throw Problem(
                405, "Other method", "This takes \(allowed).", headers: [Request.Field("Allow", allowed)])
        case .nothing:
            guard request.method.isSafe else { throw .notFound("Nothing takes this here; /openapi.json says what does.") }
            let asset =
                segments.first == "lib" ? libraries.asset(segments.dropFirst().joined(separator: "/")) : pages.asset(request)
            guard let asset else { throw .notFound("There is nothing at \(request.target.path).") }
            reply(asset.response(to: request))
        }
    }

    func bearer(of request: Request) -> Bearer {
        if gatekeeper.isOwner(request) { return .owner }
        let header = request.header("authorization").flatMap { $0.hasPrefix("Bearer ") ? String($0.dropFirst(7)) : nil }
        guard let secret = header ?? request.cookie(Self.cookie), let token = state.withLock({ $0.tokens.token(of: secret) })
        else {
            return .stranger
        }
        return Bearer(isOwner: false, scopes: Set(token.scopes))
    }

    // MARK: The server's own

    func events(_ call: Call) throws(Problem) -> Response {
        guard let stream = hub.listen(hidden: call.bearer.hidden, after: call.request.header("last-event-id")) else {
            throw Problem(
                503, "Too many listeners", "\(EventHub.mostListeners) look on already; close other pages and try again.",
                headers: [Request.Field("Retry-After", "30")])
        }
        let headers = [Request.Field("Content-Type", "text/event-stream"), Request.Field("Cache-Control", "no-store")]
        return Response(200, headers, .stream(stream))
    }

    func session(_ call: Call) -> Response {
        let facts = source.facts
        let scopes = call.bearer.isOwner ? Scope.all : call.bearer.scopes.sorted()
        let json: JSONValue = [
            "isOwner": .bool(call.bearer.isOwner), "scopes": .array(scopes.map { .string($0.description) }),
            "language": .string(facts.language), "languages": .array(facts.languages.map { .string($0) }),
            "units": .string(facts.units), "isDemo": .bool(facts.isDemo), "hasData": .bool(facts.hasData),
            "tiles": .string(facts.tiles), "version": .string(facts.version),
        ]
        return .json(json.utf8())
    }

    func phrases(_ call: Call) throws(Problem) -> Response {
        try call.allow("language")
        let language = try call.value("language") ?? source.facts.language
        guard let asset = pages.words(language) else {
            let known = source.facts.languages.joined(separator: ", ")
            throw .badValue("language: there are \(known).")
        }
        return asset.response(to: call.request)
    }

    func description(_ call: Call) -> Response { APIDescription.asset.response(to: call.request) }

    func tokens(_ call: Call) -> Response {
        let tokens = state.withLock(\.tokens.tokens)
        let json: JSONValue = [
            "tokens": .array(tokens.map { .object($0.object) }), "scopes": .array(Scope.all.map { .string($0.description) }),
        ]
        return .json(json.utf8())
    }

    func addToken(_ call: Call) throws(Problem) -> Response {
        let body = try call.body()
        guard let name = body["name"]?.string, (1...AccessTokens.longestName).contains(name.count) else {
            throw .badValue("name: what the token is for, in 1 to \(AccessTokens.longestName) characters.")
        }
        let (token, secret) = try issue(named: name, try scopes(body) ?? Scope.all)
        var object = token.object
        object.append("token", .string(secret))
        return .json(JSONValue.object(object).utf8(), status: 201)
    }

    func removeToken(_ call: Call) throws(Problem) -> Response {
        let id = call.argument("token")
        guard let tokens = state.withLock({ state in state.tokens.remove(id) ? state.tokens : nil }) else {
            throw .notFound("There is no token \(id).")
        }
        try keep(tokens)
        return Response(204)
    }

    /// A new code; the one before is good for nothing then.
    func joinCode(_ call: Call) throws(Problem) -> Response {
        try call.allow()
        guard let code = JoinCode(scopes: Scope.all, at: now.microseconds / 1_000_000) else { throw Self.noSecrets }
        state.withLock { $0.joinCode = code }
        let host = call.request.header("host") ?? ""
        let json: JSONValue = [
            "code": .string(code.code), "url": .string("http://\(host)/join?code=\(code.code)"),
            "expires": .string(Timestamp(microseconds: code.expirySeconds * 1_000_000).iso8601),
            "reachable": .bool(!(state.withLock { $0.http?.address.isLoopback } ?? true)),
        ]
        return .json(json.utf8())
    }

    func join(_ call: Call) throws(Problem) -> Response {
        guard let text = try call.body()["code"]?.string else { throw .badValue("code: the one that the owner's page shows.") }
        let seconds = now.microseconds / 1_000_000
        switch state.withLock({ $0.joinCode?.redeem(text, at: seconds) ?? .spent }) {
        case .wrong: throw Problem(403, "Wrong code", "This is not the code; look again.")
        case .spent: throw Problem(403, "Spent code", "There is no such code any more; let the owner's page show a new one.")
        case .joined(let scopes):
            let (_, secret) = try issue(named: "joined from \(call.request.peer)", scopes)
            let cookie = "\(Self.cookie)=\(secret); Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict"
            return Response(204, [Request.Field("Set-Cookie", cookie), Request.Field("Cache-Control", "no-store")])
        }
    }

    // MARK: Tokens

    private var now: Timestamp { Timestamp(microseconds: source.nowMicroseconds) }

    private static let noSecrets = Problem(
        503, "No token",
        "There are \(AccessTokens.most) tokens, which is the most, or no random numbers: remove one and try again.")

    private func scopes(_ body: PlacedJSON) throws(Problem) -> [Scope]? {
        guard let elements = body["scopes"]?.elements else { return nil }
        let scopes = elements.compactMap { $0.string.flatMap { Scope($0) } }
        guard scopes.count == elements.count, !scopes.isEmpty else {
            throw .badValue("scopes: a list of " + Scope.all.map(\.description).joined(separator: ", ") + ".")
        }
        return scopes
    }

    private func issue(named name: String, _ scopes: [Scope]) throws(Problem) -> (AccessTokens.Token, String) {
        let moment = now
        let issued = state.withLock { state in
            state.tokens.add(named: name, scopes: scopes, at: moment).map { ($0.token, $0.secret, state.tokens) }
        }
        guard let (token, secret, tokens) = issued else { throw Self.noSecrets }
        try keep(tokens)
        return (token, secret)
    }

    private func keep(_ tokens: AccessTokens) throws(Problem) {
        if let sentence = source.keep(tokens: tokens.encoded()) {
            throw Problem(500, "Not kept", "It counts until the gateway ends, but could not be written down: \(sentence).")
        }
    }
}

extension DashboardAnswer {
    /// - Parameter hidden: what the one who asks was not granted.
    func response(hidden: Set<Scope.Kind>) -> Response {
        let filter = DocumentFilter(hidden: hidden)
        switch self {
        case .document(let bytes): return .json(filter.filtered(bytes))
        case .download(let bytes, let type, let name):
            let headers = [
                Request.Field("Content-Disposition", "attachment; filename=\"\(name)\""),
                Request.Field("Cache-Control", "no-store"),
            ]
            return Response(200, type: type, bytes, headers)
        case .lines(let next):
            let stream = ResponseStream { stream in
                next { line in
                    guard let line else { return stream.finish() }
                    stream.send(Payload(filter.filtered(line) + [0x0A]))
                }
            }
            let headers = [Request.Field("Content-Type", "application/x-ndjson"), Request.Field("Cache-Control", "no-store")]
            return Response(200, headers, .stream(stream))
        case .done: return Response(204, [Request.Field("Cache-Control", "no-store")])
        case .problem(let problem): return problem.response
        }
    }
}
