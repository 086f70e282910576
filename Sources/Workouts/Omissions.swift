/// What a fold left out, so that nothing is lost silently.
public struct Omissions: Equatable, Sendable {
    /// Samples with a value that no sensor can mean.
    public var implausibleSamples: [Quantity: Int] = [:]
    /// Pauses while paused, and resumes while running.
    public var pauses = 0
    /// Laps and activity changes at or before the one before.
    public var laps = 0
    /// Positions that are none.
    public var locations = 0
    public init() {}
}
