/// Path and query of a request, decoded. No segment is empty, `.`, `..`, or holds a slash, however it was written: no path leads out of
/// where it points.
///
/// - SeeAlso: RFC 9112, §3.2.1; RFC 3986, §3.3, §3.4.
public struct RequestTarget: Equatable, Sendable {
    /// `/workout/3f9a` is two.
    public var segments: [String]
    public var query: [Request.Field]

    /// Bytes, before decoding.
    public static let longest = 2048
    private static let mostSegments = 16
    private static let mostFields = 32

    public init(segments: [String], query: [Request.Field] = []) {
        self.segments = segments
        self.query = query
    }

    /// - Parameter target: as it stands in the request line; `nil` for what is no path, or not a plain one.
    public init?(_ target: [UInt8]) {
        guard target.count <= Self.longest, target.first == UInt8(ascii: "/") else { return nil }
        let parts = target.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
        var path = parts.first.map(Array.init) ?? []
        path.removeFirst()
        segments = []
        if !path.isEmpty {
            for part in path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
                guard let segment = Self.decoded(part, plusIsSpace: false), Self.isPlain(segment),
                    segments.count < Self.mostSegments
                else { return nil }
                segments.append(segment)
            }
        }
        query = []
        guard parts.count > 1 else { return }
        for part in parts[1].split(separator: UInt8(ascii: "&")) {
            let sides = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = sides.first.flatMap({ Self.decoded($0, plusIsSpace: true) }), query.count < Self.mostFields,
                let value = sides.count < 2 ? "" : Self.decoded(sides[1], plusIsSpace: true)
            else { return nil }
            query.append(Request.Field(name, value))
        }
    }

    public init?(_ text: String) { self.init(Array(text.utf8)) }

    public var path: String { "/" + segments.joined(separator: "/") }

    private static func isPlain(_ segment: String) -> Bool {
        guard !segment.isEmpty, segment != ".", segment != ".." else { return false }
        return segment.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "/" && $0 != "\\" && $0.value != 0x7F }
    }

    /// Percent-decoded; `nil` when it is not UTF-8 or an escape is none.
    private static func decoded(_ bytes: ArraySlice<UInt8>, plusIsSpace: Bool) -> String? {
        var result: [UInt8] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst().flatMap(hexDigit), let low = rest.popFirst().flatMap(hexDigit) else {
                    return nil
                }
                result.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsSpace: result.append(UInt8(ascii: " "))
            case 0x21...0x7E: result.append(byte)
            default: return nil
            }
        }
        guard !result.contains(0) else { return nil }
        return String(validating: result, as: UTF8.self)
    }

    private static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }
}
