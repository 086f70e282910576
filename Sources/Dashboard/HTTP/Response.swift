/// What a client is answered.
public struct Response: Sendable {
    public enum Body: Sendable {
        case bytes(Payload)
        /// Goes on until it is finished, or the client is gone.
        case stream(ResponseStream)
    }

    public var status: Int
    public var headers: [Request.Field]
    public var body: Body

    public init(_ status: Int, _ headers: [Request.Field] = [], _ body: Body) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    public init(_ status: Int, type: String, _ bytes: [UInt8], _ headers: [Request.Field] = []) {
        self.init(status, [Request.Field("Content-Type", type)] + headers, .bytes(Payload(bytes)))
    }

    /// Without a body.
    public init(_ status: Int, _ headers: [Request.Field] = []) {
        self.init(status, headers, .bytes(Payload([])))
    }

    public static func json(_ bytes: [UInt8], status: Int = 200) -> Response {
        Response(status, type: "application/json", bytes, [Request.Field("Cache-Control", "no-store")])
    }

    public func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}

/// Bytes that several connections send at once without a copy for each.
public final class Payload: Sendable {
    public let bytes: [UInt8]
    public init(_ bytes: [UInt8]) { self.bytes = bytes }
    public var count: Int { bytes.count }
}
