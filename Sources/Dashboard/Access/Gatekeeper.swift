/// Whether a request may be heard at all, and whose it is: the defences against pages of others that a browser has open.
public struct Gatekeeper: Sendable {
    /// What this machine is called, in lower case; `localhost` and addresses need no mention.
    let names: Set<String>

    public init(names: some Sequence<String>) { self.names = Set(names.map { $0.lowercased() }) }

    /// - Returns: why it is not heard.
    public func refusal(of request: Request) -> Problem? {
        guard let host = request.header("host"), let name = Self.name(inHost: host) else {
            return Problem(400, "No host", "The request does not say once whom it is for (Host).")
        }
        // A name that somebody made lead here (DNS rebinding) would let his page read everything.
        guard name == "localhost" || IPAddress(name) != nil || names.contains(name) else {
            return Problem(
                421, "Unknown host", "This gateway is not called \(name); open it by its address, as the terminal shows it.")
        }
        let site = request.header("sec-fetch-site")
        let isForeign = request.hasHeader("sec-fetch-site") && site != "same-origin" && site != "none"
        if request.method.isSafe {
            guard isForeign, request.target.segments.first == "api" else { return nil }
            return Self.crossSite
        }
        if isForeign { return Self.crossSite }
        if request.hasHeader("origin") {
            let origin = request.header("origin")?.lowercased()
            guard origin == "http://" + host.lowercased() || origin == "https://" + host.lowercased() else {
                return Self.crossSite
            }
        }
        // What a form of another page could send without asking.
        let type = request.header("content-type")?.split(separator: ";").first?.trimmed.lowercased()
        guard request.body.isEmpty || type == "application/json" else {
            return Problem(415, "Not JSON", "What is sent here is JSON: say Content-Type: application/json.")
        }
        return nil
    }

    private static let crossSite = Problem(
        403, "Cross-site request", "This came from a page of another site; open the gateway's own page and do it there.")

    /// Whether it comes from this machine and nobody passed it on.
    public func isOwner(_ request: Request) -> Bool {
        guard request.isFromLoopback, let name = request.header("host").flatMap(Self.name),
            !Self.passedOn.contains(where: request.hasHeader)
        else { return false }
        return name == "localhost" || IPAddress(name)?.isLoopback ?? false
    }

    /// What proxies add.
    private static let passedOn = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip"]

    /// In lower case, without port and brackets.
    static func name(inHost host: String) -> String? {
        let host = host.lowercased()
        if host.hasPrefix("[") {
            guard let end = host.firstIndex(of: "]") else { return nil }
            let name = String(host[host.index(after: host.startIndex)..<end])
            return isPort(host[host.index(after: end)...]) && IPAddress(name)?.isSix == true ? name : nil
        }
        let name = host.prefix { $0 != ":" }
        guard !name.isEmpty, isPort(host.dropFirst(name.count)),
            name.utf8.allSatisfy({ $0 == 0x2D || $0 == 0x2E || (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) })
        else { return nil }
        return String(name)
    }

    private static func isPort(_ text: Substring) -> Bool {
        text.isEmpty || text.first == ":" && text.utf8.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
    }
}

/// What every answer says to a browser.
enum SecurityHeaders {
    /// - Parameter tiles: the origin of map tiles, if the owner set one: the only place outside.
    static func fields(tiles: String?) -> [Request.Field] {
        let images = "img-src 'self' data:" + (tiles.map { " " + $0 } ?? "")
        let policy =
            "default-src 'none'; script-src 'self'; style-src 'self'; \(images); connect-src 'self'; font-src 'self'; "
            + "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
        return [
            Request.Field("Content-Security-Policy", policy), Request.Field("X-Content-Type-Options", "nosniff"),
            Request.Field("Referrer-Policy", "no-referrer"), Request.Field("X-Frame-Options", "DENY"),
            Request.Field("Cross-Origin-Opener-Policy", "same-origin"),
            Request.Field("Cross-Origin-Resource-Policy", "same-origin"),
            Request.Field("Permissions-Policy", "camera=(), microphone=(), geolocation=()"),
        ]
    }
}
