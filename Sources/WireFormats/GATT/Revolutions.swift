/// A wheel's cumulative count and when it last grew, as CSC sensors and power meters send them.
public struct WheelRevolutions: Hashable, Sendable {
    /// Since an unknown beginning; may be rolled back, and is not allowed to wrap.
    public var count: UInt32
    /// Of the latest revolution.
    public var lastEvent: EventTime

    /// A pair as it stands in one value.
    public init(count: UInt32, lastEvent: EventTime) {
        self.count = count
        self.lastEvent = lastEvent
    }
}

/// A crank's cumulative count and when it last grew.
public struct CrankRevolutions: Hashable, Sendable {
    /// Since an unknown beginning; wraps at 65536.
    public var count: UInt16
    /// Of the latest revolution.
    public var lastEvent: EventTime

    /// A pair as it stands in one value.
    public init(count: UInt16, lastEvent: EventTime) {
        self.count = count
        self.lastEvent = lastEvent
    }
}
