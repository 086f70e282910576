/// Who asks.
public struct Bearer: Equatable, Sendable {
    public var isOwner: Bool
    /// What he may; nothing of it counts for the owner, who may all.
    public var scopes: Set<Scope>

    public static let owner = Bearer(isOwner: true, scopes: Set(Scope.all))
    public static let stranger = Bearer(isOwner: false, scopes: [])

    public func may(_ scope: Scope) -> Bool { isOwner || scopes.contains(scope) }

    /// Parts that are left out of documents for him.
    var hidden: Set<Scope.Kind> { Set(Scope.Kind.parts.filter { !may(Scope(.read, $0)) }) }

    /// - Returns: why not, and what it would be good for.
    func refusal(of access: Access) -> Problem? {
        switch access {
        case .everyone: return nil
        case .owner:
            return isOwner
                ? nil
                : Problem(
                    403, "Owner only",
                    "This is for the owner, on the machine itself: open http://localhost there, or use a tunnel.")
        case .scope(let scope):
            if may(scope) { return nil }
            if scopes.isEmpty {
                return Problem(
                    401, "Not joined",
                    "Join first: the owner's settings page shows a code, with which you can \(scope.benefit).",
                    headers: [Request.Field("WWW-Authenticate", "Bearer")])
            }
            return Problem(
                403, "Not granted", "You were not given \u{201C}\(scope)\u{201D}; ask the owner for it, to \(scope.benefit).")
        }
    }
}

/// Who may use a route.
public enum Access: Equatable, Sendable {
    case everyone
    case scope(Scope)
    case owner
}
