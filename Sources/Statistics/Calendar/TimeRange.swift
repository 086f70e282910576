public import Workouts

/// A half-open stretch of time.
public struct TimeRange: Hashable, Sendable {
    public var start: Timestamp
    public var end: Timestamp

    /// - Parameter end: one before `start` makes the range empty, at `start`.
    public init(start: Timestamp, end: Timestamp) {
        self.start = start
        self.end = max(start, end)
    }

    public var length: TimeSpan { end - start }
    public var isEmpty: Bool { start == end }
    public func contains(_ moment: Timestamp) -> Bool { start <= moment && moment < end }
}
