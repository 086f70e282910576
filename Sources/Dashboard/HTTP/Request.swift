/// What a client asks, read whole.
public struct Request: Equatable, Sendable {
    public enum Method: String, Sendable {
        case get = "GET"
        case head = "HEAD"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"

        /// Whether it only looks.
        public var isSafe: Bool { self == .get || self == .head }
    }

    public struct Field: Equatable, Sendable {
        public var name: String
        public var value: String

        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    public var method: Method
    public var target: RequestTarget
    /// In the client's order, names in lower case.
    public var headers: [Field]
    public var body: [UInt8]
    /// Whether the other end is this machine by its loopback address.
    public var isFromLoopback: Bool
    /// The other end's address, without its port.
    public var peer: String

    public init(
        _ method: Method, _ target: RequestTarget, headers: [Field] = [], body: [UInt8] = [], isFromLoopback: Bool = true,
        peer: String = "127.0.0.1"
    ) {
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
        self.isFromLoopback = isFromLoopback
        self.peer = peer
    }

    /// The one value of a header; `nil` when it is not there, or is there twice.
    public func header(_ name: String) -> String? {
        let found = headers.filter { $0.name == name }
        return found.count == 1 ? found[0].value : nil
    }

    public func hasHeader(_ name: String) -> Bool { headers.contains { $0.name == name } }

    /// - SeeAlso: RFC 6265, §4.2.
    public func cookie(_ name: String) -> String? {
        for field in headers where field.name == "cookie" {
            for pair in field.value.split(separator: ";") {
                let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard parts.count == 2, parts[0].trimmed == name else { continue }
                return String(parts[1].trimmed)
            }
        }
        return nil
    }
}

extension Substring {
    /// Without spaces and tabs at its ends.
    var trimmed: Substring {
        var text = self
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return text.drop { $0 == " " || $0 == "\t" }
    }
}
