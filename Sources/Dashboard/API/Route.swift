/// A method and a shape of paths, and what is done there.
struct Route: Sendable {
    enum Action: Sendable {
        /// Asked of the source.
        case query(@Sendable (Call) throws(Problem) -> DashboardQuery)
        /// Answered by the server itself.
        case own(@Sendable (DashboardServer, Call) throws(Problem) -> Response)
    }

    let method: Request.Method
    /// `/api/v1/workouts/{id}`; one name may be followed by a fixed ending.
    let pattern: String
    let access: Access
    let action: Action
    private let parts: [Substring]

    init(_ method: Request.Method, _ pattern: String, _ access: Access, _ action: Action) {
        self.method = method
        self.pattern = pattern
        self.access = access
        self.action = action
        parts = pattern.split(separator: "/")
    }

    /// What the names in braces stand for; `nil` where the path has another shape.
    func arguments(of segments: [String]) -> [String: String]? {
        guard segments.count == parts.count else { return nil }
        var arguments: [String: String] = [:]
        for (part, segment) in zip(parts, segments) {
            guard part.first == "{", part.last == "}" else {
                guard part == segment else { return nil }
                continue
            }
            arguments[String(part.dropFirst().dropLast())] = segment
        }
        return arguments
    }
}

/// Finds the route of a request.
struct Router: Sendable {
    let routes: [Route]

    enum Found {
        case route(Route, [String: String])
        /// The path is there for other methods.
        case otherMethods([Request.Method])
        case nothing
    }

    func find(_ method: Request.Method, _ segments: [String]) -> Found {
        let wanted = method == .head ? .get : method
        var others: [Request.Method] = []
        for route in routes {
            guard let arguments = route.arguments(of: segments) else { continue }
            if route.method == wanted { return .route(route, arguments) }
            others.append(route.method)
        }
        return others.isEmpty ? .nothing : .otherMethods(others)
    }
}
