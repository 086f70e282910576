public import JSONText
public import Workouts

/// Who else may see and do what: tokens by their digests, never themselves.
public struct AccessTokens: Equatable, Sendable {
    public struct Token: Equatable, Sendable {
        /// Eight hexadecimal digits.
        public var id: String
        public var name: String
        /// SHA-256 of the secret, hexadecimal.
        public var digest: String
        public var scopes: [Scope]
        public var created: Timestamp
    }

    public static let most = 64
    public static let longestName = 80
    public private(set) var tokens: [Token] = []

    public init() {}

    public var isEmpty: Bool { tokens.isEmpty }

    /// - Returns: the secret, which is told this once; `nil` when there are as many as may be, or no random bytes.
    public mutating func add(named name: String, scopes: [Scope], at moment: Timestamp) -> (token: Token, secret: String)? {
        guard tokens.count < Self.most, let secret = Secret.token(), let id = Secret.bytes(4).map(Secret.hex) else { return nil }
        let token = Token(
            id: id, name: name, digest: SHA256.hexDigest(secret), scopes: Array(Set(scopes)).sorted(), created: moment)
        tokens.append(token)
        return (token, secret)
    }

    /// - Returns: whether there was one.
    public mutating func remove(_ id: String) -> Bool {
        let count = tokens.count
        tokens.removeAll { $0.id == id }
        return tokens.count < count
    }

    public func token(of secret: String) -> Token? {
        guard secret.utf8.count == 64 else { return nil }
        let digest = SHA256.hexDigest(secret)
        return tokens.first { Secret.areSame($0.digest, digest) }
    }

    // MARK: As they are kept

    public func encoded() -> [UInt8] {
        let tokens = tokens.map { token -> JSONValue in
            var object = token.object
            object["created"] = .integer(token.created.microseconds)
            object.append("sha256", .string(token.digest))
            return .object(object)
        }
        return JSONValue.object(["version": 1, "tokens": .array(tokens)]).utf8(.indented) + [0x0A]
    }

    /// - Returns: `nil` for what is none of ours: nobody is let in by half a file.
    public init?(decoding bytes: [UInt8]) {
        guard let json = try? JSONReader.read(bytes), json["version"]?.integer == 1, let elements = json["tokens"]?.elements,
            elements.count <= Self.most
        else { return nil }
        for element in elements {
            guard let id = element["id"]?.string, let name = element["name"]?.string, let digest = element["sha256"]?.string,
                digest.utf8.count == 64, let words = element["scopes"]?.elements,
                let created = element["created"]?.integer
            else { return nil }
            let scopes = words.compactMap { $0.string.flatMap { Scope($0) } }
            guard scopes.count == words.count else { return nil }
            tokens.append(
                Token(
                    id: id, name: name, digest: digest, scopes: scopes,
                    created: Timestamp(microseconds: created)))
        }
    }
}

extension AccessTokens.Token {
    /// Without its digest.
    public var object: JSONObject {
        [
            "id": .string(id), "name": .string(name), "scopes": .array(scopes.map { .string($0.description) }),
            "created": .string(created.iso8601),
        ]
    }
}
