/// One row of the split table (core §6.8); the rows add up to the workout.
public struct Split: Equatable, Sendable {
    /// Metres; the last row may be shorter than the others.
    public var distanceMetres: Double
    public var isPartial: Bool
    public var start: Offset
    public var end: Offset
    public var elapsed: TimeSpan
    /// Without pauses: the one shown.
    public var timer: TimeSpan
    /// Metres; `nil` without altitudes.
    public var ascentMetres: Double?
    /// Beats per minute; `nil` without heart rate.
    public var averageBeatsPerMinute: Double?

    public init(
        distanceMetres: Double, isPartial: Bool, start: Offset, end: Offset, timer: TimeSpan, ascentMetres: Double? = nil,
        averageBeatsPerMinute: Double? = nil
    ) {
        self.distanceMetres = distanceMetres
        self.isPartial = isPartial
        self.start = start
        self.end = end
        elapsed = end - start
        self.timer = timer
        self.ascentMetres = ascentMetres
        self.averageBeatsPerMinute = averageBeatsPerMinute
    }
}
