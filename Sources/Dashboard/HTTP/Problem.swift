import JSONText

/// Why a request is not answered as asked, told so that a program can tell it from others and a person knows what to do.
///
/// - SeeAlso: RFC 9457.
public struct Problem: Error, Equatable, Sendable {
    public var status: Int
    /// In a word or two, the same for all of its kind; its `type` says it with hyphens.
    public var title: String
    /// Whole sentences for a person.
    public var detail: String
    public var headers: [Request.Field]

    public init(_ status: Int, _ title: String, _ detail: String, headers: [Request.Field] = []) {
        self.status = status
        self.title = title
        self.detail = detail
        self.headers = headers
    }

    public var type: String {
        "https://wattbeat.invalid/problems/" + title.lowercased().split(separator: " ").joined(separator: "-")
    }

    public var response: Response {
        let json: JSONValue = [
            "type": .string(type), "title": .string(title), "status": .integer(status), "detail": .string(detail),
        ]
        return Response(
            status, type: "application/problem+json", json.utf8(), [Request.Field("Cache-Control", "no-store")] + headers)
    }

    // MARK: Kinds

    public static func notFound(_ what: String) -> Problem { Problem(404, "Not found", what) }
    public static func badValue(_ detail: String) -> Problem { Problem(400, "Bad value", detail) }
    static let badTarget = Problem(
        400, "Bad target", "The address is not written as one, or is longer than \(RequestTarget.longest) bytes.")

    static func tooLarge(_ most: Int) -> Problem {
        Problem(413, "Too large", "The body may have \(most) bytes; send less.", headers: [Request.Field("Connection", "close")])
    }

    static func unknownMethod(_ method: String) -> Problem {
        Problem(501, "Unknown method", "This server knows GET, HEAD, POST, PUT, PATCH and DELETE.")
    }
}
