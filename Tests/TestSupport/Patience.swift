import Foundation

/// How long a test waits for what others must do. A machine that is busy may keep time from the test as well as from them: so it
/// gives up only when much time has passed and it has looked often.
public struct Patience {
    private static let seconds: TimeInterval = 30
    private static let looks = 500

    private let deadline = Date(timeIntervalSinceNow: Self.seconds)
    private var count = 0

    public init() {}

    /// Whether to look once more.
    public mutating func lasts() -> Bool {
        count += 1
        return count < Self.looks || Date() < deadline
    }
}
