public import Workouts

/// What the device itself had made of a lap or a session, for comparison beside ours; what it did not say is `nil`.
public struct StatedFigures: Equatable, Sendable {
    public var elapsed: TimeSpan?
    /// Never more than `elapsed`: what says so is held to it, and told among the findings.
    public var timer: TimeSpan?
    public var moving: TimeSpan?
    /// Metres.
    public var distance: Double?
    /// Metres.
    public var ascent: Double?
    public var descent: Double?
    /// Kilocalories.
    public var energy: Double?
    /// Metres per second.
    public var averageSpeed: Double?
    public var maximumSpeed: Double?
    /// Beats per minute.
    public var averageHeartRate: Double?
    public var maximumHeartRate: Double?
    /// Crank revolutions, or on foot steps of both feet, per minute.
    public var averageCadence: Double?
    public var maximumCadence: Double?
    /// Watts.
    public var averagePower: Double?
    public var maximumPower: Double?
    public var normalizedPower: Double?
    /// Kilojoules.
    public var work: Double?
    /// On foot: steps of both feet.
    public var steps: Double?
    public var trainingStressScore: Double?
    public var intensityFactor: Double?
    /// Watts.
    public var thresholdPower: Double?

    public init() {}
}
