internal import WireFormats

/// Wakes a stick: resets it until it answers.
///
/// Some answer only the second reset, some never answer one but do answer questions, and one left in the middle of a session may
/// say nothing until it was reset again and again.
struct ANTStartUp: Sendable {
    enum Step: Equatable {
        case send(ANTCommand)
        /// Nothing helped.
        case givenUp
    }

    private var attempt = 0
    private(set) var nextWake: Int64

    /// Twice round: every third time it is only asked, in case that it dislikes to be reset.
    private static let attempts: [ANTCommand] = [
        .reset, .reset, .request(.capabilities), .reset, .reset, .request(.capabilities),
    ]
    /// Microseconds that a stick needs to come up.
    private static let patience: Int64 = 500_000

    /// - Parameter now: when the first reset goes out.
    init(at now: Int64) { nextWake = now + Self.patience }

    var firstCommand: ANTCommand { Self.attempts[0] }

    mutating func wake(at now: Int64) -> Step? {
        guard nextWake <= now else { return nil }
        attempt += 1
        guard attempt < Self.attempts.count else { return .givenUp }
        nextWake = now + Self.patience * (attempt < 3 ? 1 : 2)
        return .send(Self.attempts[attempt])
    }
}
