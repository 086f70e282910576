/// A file that pages are made of, ready to be sent: compressed once, named by what is in it.
final class Asset: Sendable {
    let type: String
    private let plain: Payload
    /// `nil` where it would be no shorter.
    private let zipped: Payload?
    private let tag: String
    private let cacheControl: String

    init(_ bytes: [UInt8], type: String, cacheControl: String) {
        self.type = type
        self.cacheControl = cacheControl
        plain = Payload(bytes)
        let zipped = type.hasPrefix("image/png") ? nil : Gzip.compressed(bytes)
        self.zipped = zipped.flatMap { $0.count < bytes.count ? Payload($0) : nil }
        tag = "\"" + String(Secret.hex(SHA256.digest(bytes)).prefix(32)) + "\""
    }

    /// Strong tags differ by encoding (RFC 9110, §8.8.3.3).
    func response(to request: Request) -> Response {
        let zipped = Self.acceptsGzip(request.header("accept-encoding") ?? "") ? self.zipped : nil
        let tag = zipped == nil ? self.tag : self.tag.dropLast() + "-gzip\""
        var headers = [
            Request.Field("ETag", tag), Request.Field("Cache-Control", cacheControl), Request.Field("Vary", "Accept-Encoding"),
        ]
        let known = request.header("if-none-match")?.split(separator: ",").map(\.trimmed) ?? []
        if known.contains(where: { $0 == "*" || $0.drop(while: { $0 == "W" || $0 == "/" }) == tag }) {
            return Response(304, headers)
        }
        headers.append(Request.Field("Content-Type", type))
        if zipped != nil { headers.append(Request.Field("Content-Encoding", "gzip")) }
        return Response(200, headers, .bytes(zipped ?? plain))
    }

    static func acceptsGzip(_ header: String) -> Bool {
        header.lowercased().split(separator: ",").contains { coding in
            let parts = coding.split(separator: ";").map(\.trimmed)
            guard let name = parts.first, name == "gzip" || name == "*" else { return false }
            return !parts.dropFirst().contains { ["q=0", "q=0.0", "q=0.00", "q=0.000"].contains($0) }
        }
    }

    /// By the end of its name.
    static func type(of name: String) -> String {
        let types: [(String, String)] = [
            (".html", "text/html; charset=utf-8"), (".css", "text/css; charset=utf-8"), (".js", "text/javascript; charset=utf-8"),
            (".json", "application/json"), (".svg", "image/svg+xml"), (".png", "image/png"), (".ico", "image/x-icon"),
            (".webmanifest", "application/manifest+json"),
        ]
        return types.first { name.hasSuffix($0.0) }?.1 ?? "application/octet-stream"
    }
}
