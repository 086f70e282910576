/// A code by which a phone joins: good once, for some minutes, and for few guesses.
public struct JoinCode: Equatable, Sendable {
    public static let validSeconds: Int64 = 600
    public static let mostAttempts = 5

    public let code: String
    public let scopes: [Scope]
    /// Of the clock that `redeem` is told.
    public let expirySeconds: Int64
    private var attempts = 0

    /// - Returns: `nil` when the kernel gives no random bytes.
    public init?(scopes: [Scope], at now: Int64) {
        guard let code = Secret.code() else { return nil }
        self.code = code
        self.scopes = scopes
        expirySeconds = now + Self.validSeconds
    }

    public enum Outcome: Equatable, Sendable {
        /// It is used up then.
        case joined([Scope])
        case wrong
        /// Too late, or too many guesses: there has to be a new one.
        case spent
    }

    /// - Parameter text: as a person types it, small letters and hyphens too.
    public mutating func redeem(_ text: String, at now: Int64) -> Outcome {
        guard now < expirySeconds, attempts < Self.mostAttempts else { return .spent }
        let typed = text.uppercased().filter { $0 != "-" && $0 != " " }
        guard Secret.areSame(typed, code) else {
            attempts += 1
            return attempts < Self.mostAttempts ? .wrong : .spent
        }
        attempts = Self.mostAttempts
        return .joined(scopes)
    }
}
